package layout

import "slices"

// isotonic finds columns for a row of items that keep their distances and
// are as near as possible to where the items want to be: pool adjacent
// violators, with the weighted median of all targets as the value of a pool.
type isotonic struct {
	// limited solutions keep to columns from -limit to limit.
	limited bool
	limit   int
	blocks  []block
	spare   []target
	shift   int
	from    int // first target of the item at hand
	targets []target
}

type target struct{ at, weight int }

// block is a run of items at their least distances.
type block struct {
	value, size int
	from, to    int // its targets
}

func (s *isotonic) reset() { s.blocks, s.targets = s.blocks[:0], s.targets[:0] }

// begin starts the next item, at the given least distance from the first one.
func (s *isotonic) begin(shift int) { s.shift, s.from = shift, len(s.targets) }

func (s *isotonic) target(at, weight int) {
	s.targets = append(s.targets, target{at - s.shift, weight})
}

// end completes the item and pools what it violates.
func (s *isotonic) end() {
	added := s.targets[s.from:]
	slices.SortFunc(added, func(a, b target) int { return a.at - b.at })
	b := block{median(added), 1, s.from, len(s.targets)}
	for len(s.blocks) > 0 && s.blocks[len(s.blocks)-1].value > b.value {
		before := s.blocks[len(s.blocks)-1]
		s.blocks = s.blocks[:len(s.blocks)-1]
		s.merge(before.from, b.from, b.to)
		b = block{median(s.targets[before.from:b.to]), before.size + b.size, before.from, b.to}
	}
	s.blocks = append(s.blocks, b)
}

// merge merges two neighbouring sorted runs of targets.
func (s *isotonic) merge(from, middle, to int) {
	s.spare = append(s.spare[:0], s.targets[from:middle]...)
	a, b := s.spare, s.targets[middle:to]
	for at := from; len(a) > 0; at++ {
		if len(b) > 0 && b[0].at < a[0].at {
			s.targets[at], b = b[0], b[1:]
		} else {
			s.targets[at], a = a[0], a[1:]
		}
	}
}

// median returns the middle of the interval of weighted medians, so that a
// parent of two stands between them. Between two survivors of a step it chooses
// one of them: rather one moves than both.
func median(sorted []target) int {
	total := 0
	for _, w := range sorted {
		total += w.weight
	}
	sum, low := 0, 0
	for n, w := range sorted {
		sum += w.weight
		if 2*sum >= total {
			low = w.at
			if 2*sum == total && n+1 < len(sorted) && w.weight < keep {
				return floorHalf(low + sorted[n+1].at)
			}
			break
		}
	}
	return low
}

func floorHalf(n int) int {
	return n >> 1
}

// clip moves what lies outside the limits back to them: the best that a
// row of the given length can do within them.
func (s *isotonic) clip(length int) {
	if !s.limited {
		return
	}
	for n := range s.blocks {
		b := &s.blocks[n]
		b.value = max(-s.limit, min(b.value, s.limit-length))
	}
}

// keep is the weight of the column that an item had before the step.
const keep = 1 << 16
