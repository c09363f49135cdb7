package layout

import (
	"context"
	"slices"
)

// solution finds columns for vertices that keep least distances, as straight above each
// other as they pull to be: descent by moves of one vertex with all that it presses
// against.
type solution struct {
	n     int
	least map[[2]int]int // distances; -1 is the border
	pulls []pull
}

// add takes distances up.
func (s *solution) add(all []bound) {
	for _, b := range all {
		key := [2]int{b.from, b.to}
		s.least[key] = max(s.least[key], b.least)
	}
}

// with is the least width that these distances need beside those that are there.
func (s *solution) with(all []bound) int {
	other := solution{n: s.n, least: make(map[[2]int]int, len(s.least)+len(all))}
	for key, d := range s.least {
		other.least[key] = d
	}
	other.add(all)
	left, right := other.ends()
	width := 0
	for i := range left {
		width = max(width, left[i]+right[i])
	}
	return width
}

// ends are the least distances of all vertices from both borders.
func (s *solution) ends() (left, right []int) {
	left, right = make([]int, s.n), make([]int, s.n)
	for key, d := range s.least {
		switch {
		case key[0] < 0:
			left[key[1]] = max(left[key[1]], d)
		case key[1] < 0:
			right[key[0]] = max(right[key[0]], d)
		}
	}
	for round, changed := 0, true; changed && round <= s.n; round++ { // the order of each row has no cycle
		changed = false
		for key, d := range s.least {
			if key[0] < 0 || key[1] < 0 {
				continue
			}
			if at := left[key[0]] + d; at > left[key[1]] {
				left[key[1]], changed = at, true
			}
			if at := right[key[1]] + d; at > right[key[0]] {
				right[key[0]], changed = at, true
			}
		}
	}
	return left, right
}

// solve gives columns from 0 to width.
func (s *solution) solve(ctx context.Context, width int) []int {
	left, right := s.ends()
	var all []bound
	for key, d := range s.least {
		if key[0] >= 0 && key[1] >= 0 {
			all = append(all, bound{key[0], key[1], d})
		}
	}
	slices.SortFunc(all, func(a, b bound) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return a.to - b.to
	})
	after, before, pulls := make([][]bound, s.n), make([][]bound, s.n), make([][]pull, s.n)
	for _, b := range all {
		after[b.from] = append(after[b.from], b)
		before[b.to] = append(before[b.to], b)
	}
	for _, w := range s.pulls {
		pulls[w.from] = append(pulls[w.from], w)
		pulls[w.to] = append(pulls[w.to], w)
	}
	x := make([]int, s.n)
	for i := range x { // in the middle of where it may be, which keeps all distances
		x[i] = left[i] + max(0, width-left[i]-right[i])/2
	}
	moved := make([]bool, s.n)
	var set []int
	try := func(i, by int) bool {
		for _, j := range set {
			moved[j] = false
		}
		set = append(set[:0], i)
		moved[i] = true
		for k := 0; k < len(set); k++ {
			j := set[k]
			if at := x[j] + by; at < left[j] || at > width-right[j] {
				return false
			}
			if by > 0 {
				for _, b := range after[j] {
					if !moved[b.to] && x[b.to]-x[j]-by < b.least {
						moved[b.to] = true
						set = append(set, b.to)
					}
				}
			} else {
				for _, b := range before[j] {
					if !moved[b.from] && x[j]+by-x[b.from] < b.least {
						moved[b.from] = true
						set = append(set, b.from)
					}
				}
			}
		}
		gain := 0
		for _, j := range set {
			for _, w := range pulls[j] {
				if moved[w.from] && moved[w.to] {
					continue
				}
				was := x[w.from] + w.by - x[w.to]
				is := was + by
				if moved[w.to] {
					is = was - by
				}
				gain += w.weight * (worth(was) - worth(is))
			}
		}
		if gain <= 0 {
			return false
		}
		for _, j := range set {
			x[j] += by
		}
		return true
	}
	for round, better := 0, true; better && round < 60 && ctx.Err() == nil; round++ {
		better = false
		for i := range x {
			for _, by := range []int{1, -1, 2, -2, 3, -3, 5, -5, 8, -8} {
				for try(i, by) {
					better = true
				}
			}
		}
	}
	return x
}

// worth is what a line costs that is so far from straight: a jog, and its length.
func worth(d int) int {
	if d == 0 {
		return 0
	}
	return 3 + abs(d)
}
