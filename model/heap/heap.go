// Package heap keeps the first of many values at hand while values come and go. In
// place of container/heap, it takes any value without making an interface of it, and
// needs the order of values only.
package heap

// Heap is a binary heap. Of values that come before each other in neither way, which
// one is first depends on what was pushed and popped before, and on nothing else.
type Heap[T any] struct {
	before func(a, b *T) bool
	values []T // neither of the values 2k+1 and 2k+2 is before value k
}

// New makes a heap of values: before reports whether a has to come before b.
func New[T any](before func(a, b *T) bool, values ...T) *Heap[T] {
	h := &Heap[T]{before: before, values: values}
	h.order()
	return h
}

// Len is the number of values.
func (h *Heap[T]) Len() int { return len(h.values) }

// Values are the values, the first one in front and the others in no order. They belong
// to the heap.
func (h *Heap[T]) Values() []T { return h.values }

// First is the value that Pop would give. There has to be one.
func (h *Heap[T]) First() T { return h.values[0] }

// Push puts a value in.
func (h *Heap[T]) Push(value T) {
	h.values = append(h.values, value)
	for k := len(h.values) - 1; k > 0; {
		parent := (k - 1) / 2
		if !h.before(&h.values[k], &h.values[parent]) {
			return
		}
		h.values[k], h.values[parent] = h.values[parent], h.values[k]
		k = parent
	}
}

// Pop takes the first value out. There has to be one.
func (h *Heap[T]) Pop() T {
	first, last := h.values[0], len(h.values)-1
	h.values[0] = h.values[last]
	clear(h.values[last:]) // what it points to may be collected
	h.values = h.values[:last]
	h.down(0)
	return first
}

// ReplaceFirst puts a value in the place of the first one.
func (h *Heap[T]) ReplaceFirst(value T) {
	h.values[0] = value
	h.down(0)
}

// Keep takes all values out but those to keep.
func (h *Heap[T]) Keep(keep func(*T) bool) {
	kept := h.values[:0]
	for k := range h.values {
		if keep(&h.values[k]) {
			kept = append(kept, h.values[k])
		}
	}
	clear(h.values[len(kept):])
	h.values = kept
	h.order()
}

// order makes a heap of values in any order.
func (h *Heap[T]) order() {
	for k := len(h.values)/2 - 1; k >= 0; k-- {
		h.down(k)
	}
}

// down moves value k to its place among those below it.
func (h *Heap[T]) down(k int) {
	for {
		child := 2*k + 1
		if child >= len(h.values) {
			return
		}
		if other := child + 1; other < len(h.values) && h.before(&h.values[other], &h.values[child]) {
			child = other
		}
		if !h.before(&h.values[child], &h.values[k]) {
			return
		}
		h.values[k], h.values[child] = h.values[child], h.values[k]
		k = child
	}
}
