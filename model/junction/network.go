package junction

import "facet/model"

// network is a flow network on few vertices.
type network struct {
	arcs [][]int // by vertex: positions in to
	to   []int
	room []model.Cost // residual capacity; arc k and k^1 are each other's reverse
}

func newNetwork(n int) *network { return &network{arcs: make([][]int, n)} }

func (w *network) connect(from, to int, capacity model.Cost) {
	if capacity == 0 {
		return
	}
	w.arcs[from] = append(w.arcs[from], len(w.to))
	w.arcs[to] = append(w.arcs[to], len(w.to)+1)
	w.to = append(w.to, to, from)
	w.room = append(w.room, capacity, 0)
}

// cut saturates the network along shortest paths (Edmonds and Karp) and tells
// which vertices the source still reaches.
func (w *network) cut(source, sink int) []bool {
	for {
		by := make([]int, len(w.arcs))
		for v := range by {
			by[v] = -1
		}
		queue := []int{source}
		for len(queue) > 0 && by[sink] < 0 {
			v := queue[0]
			queue = queue[1:]
			for _, k := range w.arcs[v] {
				if to := w.to[k]; to != source && by[to] < 0 && w.room[k] > 0 {
					by[to] = k
					queue = append(queue, to)
				}
			}
		}
		if by[sink] < 0 {
			side := make([]bool, len(w.arcs))
			for v := range side {
				side[v] = v == source || by[v] >= 0
			}
			return side
		}
		push := model.Saturated
		for v := sink; v != source; v = w.to[by[v]^1] {
			push = min(push, w.room[by[v]])
		}
		if push == model.Saturated {
			// Every way costs more than can be told; cutting it anywhere is as good.
			w.room[by[sink]] = 0
			continue
		}
		for v := sink; v != source; v = w.to[by[v]^1] {
			k := by[v]
			if w.room[k] != model.Saturated {
				w.room[k] -= push
			}
			w.room[k^1] = w.room[k^1].Add(push)
		}
	}
}
