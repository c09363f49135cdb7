package cover

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// found is a violated cut that has not been added yet.
type found struct {
	word      *word
	local     []int32
	violation float64
}

// worth is the violation from which on a cut is worth a column.
const worth = 1e-6

// separation collects violated cuts for the current dual prices.
type separation struct {
	*programme
	watch
	found       []found
	left, right []float64 // weights by vertex of the dag
	onPath      []bool
}

func (s *separation) take(w *word, local []int32) {
	if v := s.violation(w, local); v > worth && len(local) > 0 {
		s.found = append(s.found, found{w, slices.Clone(local), v})
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
		if s.add(c.word, c.local) {
			n++
		}
	}
	s.found = s.found[:0]
	return n
}

// pool looks for a blocking set of each of the words.
func (s *separation) pool(words []*word) {
	for n, w := range words {
		if n%16 == 15 && s.stop() {
			return
		}
		s.local = s.local[:0]
		for _, item := range w.items {
			s.local = append(s.local, s.weight[item])
		}
		s.take(w, s.block.block(w, s.local))
	}
}

// vertices looks for the most violated vertex cut of each letter without
// Jacobian: whatever derives a word through z accumulates z or applies its
// tangent or adjoint. Which items that are depends on the vertices before and
// behind z alone, so the best word is a cheapest path on either side.
func (s *separation) vertices() {
	for z, l := range s.in.Letters {
		initial, final := len(s.in.Pred[z]) == 0, len(s.in.Succ[z]) == 0
		if l.Jacobian || !initial && l.T == 0 || !final && l.A == 0 {
			continue
		}
		if s.stop() {
			return
		}
		for i := range s.in.Size {
			s.left[i] = s.of(Item{Kind: Tan, Z: int32(z), A: int32(i)})
			s.right[i] = s.of(Item{Kind: Adj, Z: int32(z), B: int32(i)})
		}
		s.left[l.From], s.right[l.To] = 0, 0
		before, _ := s.dag.before(int32(z), s.left)
		behind, _ := s.dag.behind(int32(z), s.right)
		if w := s.word(append(before, behind[1:]...)); w != nil {
			if local := s.itemsOf(w, int32(z)); s.block.blocks(w, local) {
				s.take(w, local)
			}
		}
	}
}

// itemsOf lists the word's items that accumulate z or apply its models.
func (s *separation) itemsOf(w *word, z int32) []int32 {
	var local []int32
	for n, item := range w.items {
		if it := s.items[item]; it.Kind != Mul && it.Z == z {
			local = append(local, int32(n))
		}
	}
	return local
}

// faces looks for violated face cuts: whatever derives a word fuses it at each
// of its faces. For a fixed right side the best left side is a cheapest path,
// and the other way round, so the sides are improved in turns.
func (s *separation) faces(r *rand.Rand) {
	for u := range s.in.Letters {
		for _, v := range s.in.Succ[u] {
			if s.in.Letters[u].A == 0 && s.in.Letters[u].Model || s.in.Letters[v].T == 0 && s.in.Letters[v].Model {
				continue // a free tangent or adjoint: the face cut blocks nothing
			}
			if s.stop() {
				return
			}
			s.face(int32(u), v, r)
		}
	}
}

func (s *separation) face(u, v int32, r *rand.Rand) {
	j := s.in.Letters[u].To
	var before, behind []int32
	last := 0.0
	for i := range s.right {
		s.right[i] = s.of(Item{Kind: Adj, Z: u, B: int32(i)})
		if r != nil {
			s.right[i] += 0.1 * r.Float64()
		}
	}
	behind, _ = s.dag.behind(v, s.right)
	for turn := range 6 {
		s.side(s.left, behind, v, j, true)
		var sum float64
		before, sum = s.dag.before(u, s.left)
		s.side(s.right, before, u, j, false)
		behind, _ = s.dag.behind(v, s.right)
		if turn > 0 && sum >= last-1e-9 {
			break
		}
		last = sum
	}
	w := s.word(append(slices.Clone(before), behind...))
	if w == nil {
		return
	}
	if local, ok := w.splitAt(int32(len(before))); ok {
		s.take(w, local)
	}
}

// side computes, for each vertex that the left (or right) side of a word might
// visit, the weights of the items that fuse it there with the other side's path.
func (s *separation) side(weight []float64, other []int32, model, j int32, left bool) {
	inverse := 0.0
	for _, z := range other {
		l := s.in.Letters[z]
		end := l.From
		if left {
			end = l.To
		}
		s.onPath[end] = true
		inverse += 1 / float64(s.in.Size[end])
	}
	for i := range weight {
		if left {
			weight[i] = s.of(Item{Kind: Tan, Z: model, A: int32(i)})
		} else {
			weight[i] = s.of(Item{Kind: Adj, Z: model, B: int32(i)})
		}
		weight[i] += 1e-4 * inverse / float64(s.in.Size[j]) / float64(s.in.Size[i])
	}
	for _, item := range s.muls[j] {
		it := s.items[item]
		if left && s.onPath[it.B] {
			weight[it.A] += s.weight[item]
		} else if !left && s.onPath[it.A] {
			weight[it.B] += s.weight[item]
		}
	}
	clear(s.onPath)
}
