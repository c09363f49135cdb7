package layout

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
)

// Order puts the items of every row into an order with few crossings. It
// starts several times, from fixed seeds, and keeps the best: the first start
// follows the order of the graph, the others shuffle it.
func Order(ctx context.Context, sk *Skeleton) {
	segments := 0
	for _, chain := range sk.Chains {
		segments += len(chain) - 1
	}
	starts := max(2, min(16, 2000/(segments+1)))
	var best [][]int
	fewest := -1
	for start := range starts {
		s := sorter{ctx: ctx, sk: sk, rng: rand.New(rand.NewPCG(uint64(start), 7))}
		s.begin(start)
		if crossings := s.sweep(fewest); fewest < 0 || crossings < fewest {
			fewest, best = crossings, s.best
		}
		if fewest == 0 || ctx.Err() != nil {
			break
		}
	}
	sk.Rows = best
	sk.Replace()
}

// sorter reorders the rows of a skeleton.
type sorter struct {
	ctx  context.Context
	sk   *Skeleton
	rng  *rand.Rand
	best [][]int
	key  []float64
	a, b []int
}

// begin sets a first order: depth first from the top or from the bottom, so
// that what is connected stands together.
func (s *sorter) begin(start int) {
	sk := s.sk
	s.key = make([]float64, len(sk.Items))
	next := sk.down
	roots := slices.Concat(sk.Rows...)
	if start%2 == 1 {
		next = sk.up
		slices.Reverse(roots)
	}
	if start > 1 {
		s.rng.Shuffle(len(roots), func(i, j int) { roots[i], roots[j] = roots[j], roots[i] })
		slices.SortStableFunc(roots, func(i, j int) int {
			if start%2 == 1 {
				i, j = j, i
			}
			return sk.Items[i].Row - sk.Items[j].Row
		})
	}
	seen := make([]bool, len(sk.Items))
	rows := make([][]int, len(sk.Rows))
	var visit func(i int)
	visit = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		rows[sk.Items[i].Row] = append(rows[sk.Items[i].Row], i)
		for _, j := range next[i] {
			visit(j)
		}
	}
	for _, i := range roots {
		visit(i)
	}
	sk.Rows = rows
	sk.Replace()
}

// sweep improves the order until nothing more comes of it and returns its
// crossings. It gives up early where the best of earlier starts is far away.
func (s *sorter) sweep(limit int) int {
	fewest := s.sk.Crossings()
	s.keep()
	idle := 0
	for round := 0; round < 40 && idle < 6 && fewest > 0 && s.ctx.Err() == nil; round++ {
		s.pass(round%2 == 0, round%4 >= 2)
		s.transpose(round%2 == 1)
		if c := s.sk.Crossings(); c < fewest {
			fewest, idle = c, 0
			s.keep()
		} else {
			idle++
		}
		if limit >= 0 && round == 7 && fewest > 2*limit+10 {
			break
		}
	}
	return fewest
}

func (s *sorter) keep() {
	s.best = make([][]int, len(s.sk.Rows))
	for r, row := range s.sk.Rows {
		s.best[r] = slices.Clone(row)
	}
}

// pass sorts row after row by the median or the mean of the neighbours in the
// row before. Items without neighbours keep their place.
func (s *sorter) pass(downwards, mean bool) {
	sk := s.sk
	for n := 1; n < len(sk.Rows); n++ {
		r, near := n, sk.up
		if !downwards {
			r, near = len(sk.Rows)-1-n, sk.down
		}
		row := sk.Rows[r]
		var free []int
		var bound []int
		for p, i := range row {
			if len(near[i]) == 0 {
				free = append(free, p)
				continue
			}
			s.key[i] = s.centre(near[i], mean)
			bound = append(bound, i)
		}
		slices.SortStableFunc(bound, func(i, j int) int { return cmp.Compare(s.key[i], s.key[j]) })
		sorted := make([]int, 0, len(row))
		for p := range row {
			if len(free) > 0 && free[0] == p {
				sorted = append(sorted, row[p])
				free = free[1:]
				continue
			}
			sorted = append(sorted, bound[0])
			bound = bound[1:]
		}
		sk.Rows[r] = sorted
		for p, i := range sorted {
			sk.Place[i] = p
		}
	}
}

func (s *sorter) centre(near []int, mean bool) float64 {
	s.a = s.a[:0]
	sum := 0
	for _, j := range near {
		s.a = append(s.a, s.sk.Place[j])
		sum += s.sk.Place[j]
	}
	n := len(s.a)
	if mean {
		return float64(sum) / float64(n)
	}
	slices.Sort(s.a)
	if n%2 == 1 {
		return float64(s.a[n/2])
	}
	left, right := s.a[n/2-1]-s.a[0], s.a[n-1]-s.a[n/2]
	if n == 2 || left+right == 0 {
		return float64(s.a[n/2-1]+s.a[n/2]) / 2
	}
	// The side on which the neighbours stand closer together weighs more.
	return float64(s.a[n/2-1]*right+s.a[n/2]*left) / float64(left+right)
}

// transpose swaps neighbours in a row while that saves crossings. With equal
// it also swaps, once per pass, where nothing changes: this leads out of
// plateaus.
func (s *sorter) transpose(equal bool) {
	for again, round := true, 0; again && round < 12 && s.ctx.Err() == nil; round++ {
		again = false
		for r := range s.sk.Rows {
			row := s.sk.Rows[r]
			for p := 0; p+1 < len(row); p++ {
				i, j := row[p], row[p+1]
				gain := s.gain(s.sk.up, i, j) + s.gain(s.sk.down, i, j)
				if gain > 0 || gain == 0 && equal && round == 0 {
					row[p], row[p+1] = j, i
					s.sk.Place[i], s.sk.Place[j] = p+1, p
					again = again || gain > 0
				}
			}
		}
	}
}

// gain is the number of crossings saved when i and j, neighbours in this
// order, change places.
func (s *sorter) gain(near [][]int, i, j int) int {
	if len(near[i]) == 0 || len(near[j]) == 0 {
		return 0
	}
	if len(near[i]) == 1 && len(near[j]) == 1 {
		a, b := s.sk.Place[near[i][0]], s.sk.Place[near[j][0]]
		return cmp.Compare(a, b)
	}
	s.a, s.b = s.places(s.a, near[i]), s.places(s.b, near[j])
	now, then := 0, 0
	// Crossings now: pairs with the neighbour of i right of that of j.
	for x, y := 0, 0; x < len(s.a); x++ {
		for y < len(s.b) && s.b[y] < s.a[x] {
			y++
		}
		now += y
	}
	for x, y := 0, 0; y < len(s.b); y++ {
		for x < len(s.a) && s.a[x] < s.b[y] {
			x++
		}
		then += x
	}
	return now - then
}

func (s *sorter) places(buffer []int, near []int) []int {
	buffer = buffer[:0]
	for _, j := range near {
		buffer = append(buffer, s.sk.Place[j])
	}
	slices.Sort(buffer)
	return buffer
}
