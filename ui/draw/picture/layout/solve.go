package layout

import (
	"cmp"
	"context"
	"slices"
)

// solution finds columns for vertices that keep least distances, as straight above each
// other as they pull to be: descent by moves of one vertex with all that it presses
// against.
type solution struct {
	bounds      []bound        // distances; -1 is the border
	at          map[[2]int]int // where the distance of two is among them
	left, right []int          // the least distances of all vertices from both borders
	pulls       []pull
}

// newSolution has no distances yet.
func newSolution(n int) *solution {
	return &solution{at: make(map[[2]int]int), left: make([]int, n), right: make([]int, n)}
}

// add takes distances up, with the least distances from the borders that follow.
func (s *solution) add(all []bound, left, right []int) {
	s.left, s.right = left, right
	for _, b := range all {
		key := [2]int{b.from, b.to}
		if k, known := s.at[key]; known {
			s.bounds[k].least = max(s.bounds[k].least, b.least)
			continue
		}
		s.at[key] = len(s.bounds)
		s.bounds = append(s.bounds, b)
	}
}

// with are the least distances from both borders with more distances, and the width that
// they need.
func (s *solution) with(all []bound) (left, right []int, width int) {
	left, right = slices.Clone(s.left), slices.Clone(s.right)
	more := func(b bound) (changed bool) {
		from, to := 0, 0
		if b.from >= 0 {
			from = left[b.from]
		}
		if b.to >= 0 {
			to = right[b.to]
		}
		if b.to >= 0 && from+b.least > left[b.to] {
			left[b.to], changed = from+b.least, true
		}
		if b.from >= 0 && to+b.least > right[b.from] {
			right[b.from], changed = to+b.least, true
		}
		return changed
	}
	for round, changed := 0, true; changed && round <= len(left)+1; round++ {
		// the order of each row has no cycle
		changed = false
		for _, b := range all {
			changed = more(b) || changed
		}
		for k := range all { // from right to left, as distances from the right border follow
			changed = more(all[len(all)-1-k]) || changed
		}
		if !changed && round == 0 {
			break // what was there holds already
		}
		for _, b := range s.bounds {
			changed = more(b) || changed
		}
	}
	for i := range left {
		width = max(width, left[i]+right[i])
	}
	return left, right, width
}

// solve gives columns from 0 to width.
func (s *solution) solve(ctx context.Context, width int) []int {
	left, right, n := s.left, s.right, len(s.left)
	all := slices.DeleteFunc(slices.Clone(s.bounds), func(b bound) bool { return b.from < 0 || b.to < 0 })
	slices.SortFunc(all, func(a, b bound) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	after, before, pulls := make([][]bound, n), make([][]bound, n), make([][]pull, n)
	for _, b := range all {
		after[b.from] = append(after[b.from], b)
		before[b.to] = append(before[b.to], b)
	}
	for _, w := range s.pulls {
		pulls[w.from] = append(pulls[w.from], w)
		pulls[w.to] = append(pulls[w.to], w)
	}
	x := make([]int, n)
	for i := range x { // in the middle of where it may be, which keeps all distances
		x[i] = left[i] + max(0, width-left[i]-right[i])/2
	}
	moved := make([]bool, n)
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
