package partition

import (
	"encoding/binary"
	"slices"

	"facet/model"
)

// side is what lies before a window, or behind it: its ends, which are the vertices with
// edges into the window, and the paths that lead from the sources to each of them.
type side struct {
	ends   []int32
	number map[int32]int // of an end in ends
	rounds int           // how many paths each end has
	rows   []row
}

// row is vertices that paths of the ends pass alike, and that limit what these count.
type row struct {
	vertices []int32
	ends     []passing
}

// passing is how many of the paths of an end pass a vertex.
type passing struct {
	end   int
	times model.Cost
}

// The rounds of paths are as many as fit into this many steps.
const (
	mostRounds  = 256
	leastRounds = 16
	mostSteps   = 1 << 22
)

// side finds the ends of a window in a direction, against which it looks, and leads paths to
// them. Each round takes for each end a path that is cheap where few others pass: prices of
// vertices are high powers of what passes them, so that in the end they are evenly in use.
func (p *parts) side(direction, from, to int) side {
	against := 1 - direction
	s := side{ends: p.sideOf(direction, from, to), number: make(map[int32]int)}
	for e, i := range s.ends {
		s.number[i] = e
	}
	nodes, local := p.outside(direction, from, to, s.ends)
	edges := 1
	for _, i := range nodes {
		edges += len(p.out[against][i])
	}
	start := make([]int32, len(s.ends))
	for e, i := range s.ends {
		start[e] = local[i]
	}
	s.rounds = min(mostRounds, max(leastRounds, mostSteps/edges))
	s.count(nodes, start, p.spread(against, nodes, local, start, s.rounds))
	return s
}

// sideOf lists the ends of a window in a direction, each once.
func (p *parts) sideOf(direction, from, to int) []int32 {
	var all []int32
	known := make(map[int32]bool)
	for _, j := range p.order[from:to] {
		for _, z := range p.out[1-direction][j] {
			i := p.far(z, 1-direction)
			if !isBetween(from, p.place[i], to) && !known[i] {
				known[i] = true
				all = append(all, i)
			}
		}
	}
	return all
}

// outside lists what leads to the ends of a window, each vertex behind all that it leads to:
// first junctions, then sources. local is the place in the list, by vertex.
func (p *parts) outside(direction, from, to int, ends []int32) (nodes, local []int32) {
	local = slices.Repeat([]int32{absent}, len(p.in.Size))
	var sources []int32
	need := func(i int32) {
		if local[i] == absent && p.isEnd(i) {
			sources = append(sources, i)
		}
		local[i] = waiting
	}
	for _, i := range ends {
		need(i)
	}
	look := func(i int32) {
		if local[i] == absent {
			return
		}
		for _, z := range p.out[1-direction][i] {
			need(p.far(z, 1-direction))
		}
		nodes = append(nodes, i)
	}
	if direction == forward {
		for k := from - 1; k >= 0; k-- {
			look(p.order[k])
		}
	} else {
		for _, i := range p.order[to:] {
			look(i)
		}
	}
	nodes = append(nodes, sources...)
	for k, i := range nodes {
		local[i] = int32(k)
	}
	return nodes, local
}

// Vertices that do not lead to a window, and those that have no place in the list yet.
const (
	absent  = int32(-2)
	waiting = int32(-1)
)

// spread gives, for each round, where the paths go on from each vertex of the list.
func (p *parts) spread(against int, nodes, local, start []int32, rounds int) [][]int32 {
	n := len(nodes)
	load, passed, price := make([]float64, n), make([]float64, n), make([]float64, n)
	via := make([][]int32, rounds)
	for r := range via {
		via[r] = make([]int32, n)
		for k := n - 1; k >= 0; k-- {
			best := 0.0
			via[r][k] = -1
			for _, z := range p.out[against][nodes[k]] {
				if to := local[p.far(z, against)]; via[r][k] < 0 || price[to] < best {
					best, via[r][k] = price[to], to
				}
			}
			size := float64(p.in.Size[nodes[k]])
			price[k] = best + power(load[k]/(float64(max(1, r))*size))/size + little
		}
		clear(passed)
		for _, k := range start {
			passed[k] += float64(p.in.Size[nodes[k]])
		}
		for k, amount := range passed {
			load[k] += amount
			if to := via[r][k]; to >= 0 {
				passed[to] += amount
			}
		}
	}
	return via
}

// little is what passing a vertex costs where nothing has passed it.
const little = 1e-6

// power is the sixteenth one.
func power(x float64) float64 {
	x *= x
	x *= x
	x *= x
	return x * x
}

// count makes rows of what the paths pass.
func (s *side) count(nodes, start []int32, via [][]int32) {
	at := make([][]passing, len(nodes))
	times := make([]model.Cost, len(nodes))
	var seen []int32
	for e, first := range start {
		seen = seen[:0]
		for r := range via {
			for k := first; k >= 0; k = via[r][k] {
				if times[k] == 0 {
					seen = append(seen, k)
				}
				times[k]++
			}
		}
		for _, k := range seen {
			at[k] = append(at[k], passing{e, times[k]})
			times[k] = 0
		}
	}
	alike := make(map[string]int)
	var key []byte
	for k, list := range at {
		if len(list) == 0 {
			continue
		}
		key = key[:0]
		for _, x := range list {
			key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(x.end)), uint64(x.times))
		}
		n, known := alike[string(key)]
		if !known {
			n = len(s.rows)
			alike[string(key)] = n
			s.rows = append(s.rows, row{ends: list})
		}
		s.rows[n].vertices = append(s.rows[n].vertices, nodes[k])
	}
}
