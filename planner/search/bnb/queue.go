package bnb

import "facet/model"

const waitBytes = 16

// waiting is an open node in the queue.
type waiting struct {
	estimate model.Cost // cost so far and bound of the rest
	id       uint32
	faces    uint16 // left, at most
	depth    uint16
}

// before orders the queue: the lowest estimate first; among equals the one with the
// fewest faces, then the deepest, so that complete sequences come soon.
func (w *waiting) before(o *waiting) bool {
	if w.estimate != o.estimate {
		return w.estimate < o.estimate
	}
	if w.faces != o.faces {
		return w.faces < o.faces
	}
	return w.depth > o.depth
}

// queue is a binary heap. That of package heap takes 20 % longer here, where all workers
// wait for it, and does not say how much memory it has.
type queue []waiting

func (q *queue) push(w waiting) {
	h := append(*q, w)
	for k := len(h) - 1; k > 0; {
		up := (k - 1) / 2
		if !h[k].before(&h[up]) {
			break
		}
		h[k], h[up] = h[up], h[k]
		k = up
	}
	*q = h
}

func (q *queue) pop() waiting {
	h := *q
	top := h[0]
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	for k := 0; ; {
		least := k
		for c := 2*k + 1; c <= 2*k+2 && c < len(h); c++ {
			if h[c].before(&h[least]) {
				least = c
			}
		}
		if least == k {
			break
		}
		h[k], h[least] = h[least], h[k]
		k = least
	}
	*q = h
	return top
}
