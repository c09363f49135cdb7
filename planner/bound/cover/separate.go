package cover

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"facet/planner/bound/paths"
)

// found is a violated cut that has not been added yet.
type found struct {
	word      *paths.Word
	items     []int32
	violation float64
}

// worth is the violation from which on a cut is worth a column.
const worth = 1e-6

// separation collects violated cuts for the current dual prices.
type separation struct {
	*programme
	watch
	found []found
}

func (s *separation) take(w *paths.Word, items []int32) {
	if v := s.violation(items); v > worth && len(items) > 0 {
		s.found = append(s.found, found{w, slices.Clone(items), v})
	}
}

// commit adds the most violated cuts, at most limit of them, and tells how many
// were new.
func (s *separation) commit(limit int) int {
	slices.SortStableFunc(s.found, func(a, b found) int { return cmp.Compare(b.violation, a.violation) })
	n := 0
	for _, c := range s.found {
		if n == limit {
			break
		}
		if s.add(c.word, c.items) {
			n++
		}
	}
	s.found = s.found[:0]
	return n
}

// pool looks for a blocking set of each of the words.
func (s *separation) pool(pool []*paths.Word) {
	for n, w := range pool {
		if n%16 == 15 && s.stop() {
			return
		}
		s.set = s.block.Block(w, s.weight, s.set[:0], true)
		s.take(w, s.set)
	}
}

// vertices looks for the most violated vertex cut of each letter.
func (s *separation) vertices() {
	s.seeker.Vertices(func(letters []int32, z int32) bool {
		if w := s.word(letters); w != nil {
			s.set = s.set[:0]
			for _, item := range s.itemsOf(w) {
				if it := s.Items[item]; it.Kind != paths.Mul && it.Z == z {
					s.set = append(s.set, item)
				}
			}
			if s.block.Blocks(w, s.set) {
				s.take(w, s.set)
			}
		}
		return !s.stop()
	})
}

// faces looks for violated face cuts.
func (s *separation) faces(noise *rand.Rand) {
	s.seeker.Faces(noise, func(letters []int32, position int32) bool {
		if w := s.word(letters); w != nil {
			if items, ok := s.splitAt(w, s.Graph.Letters[letters[position]].From); ok {
				s.take(w, items)
			}
		}
		return !s.stop()
	})
}

// splitAt gives the items that join parts of the word at a vertex of the dag: a
// face cut. ok is false if a free option does too, so that they do not block.
func (s *separation) splitAt(w *paths.Word, vertex int32) (items []int32, ok bool) {
	s.set = s.set[:0]
	for _, stretch := range w.Stretches {
		for _, o := range s.Options(stretch) {
			join := int32(-1)
			if o.Left >= 0 {
				_, join = s.Ends(o.Left)
			} else if o.Right >= 0 {
				join, _ = s.Ends(o.Right)
			}
			if join == vertex {
				if o.Item < 0 {
					return nil, false
				}
				s.set = append(s.set, o.Item)
			}
		}
	}
	return s.set, true
}
