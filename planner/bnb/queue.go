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

// before orders the queue: the lowest estimate first; among equals the deepest,
// then the one with the fewest faces, so that complete sequences come soon.
func (a *waiting) before(b *waiting) bool {
	if a.estimate != b.estimate {
		return a.estimate < b.estimate
	}
	if a.faces != b.faces {
		return a.faces < b.faces
	}
	return a.depth > b.depth
}

// queue is a binary heap.
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
