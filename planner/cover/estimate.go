package cover

import "facet/model"

// Estimate is a split applied to the states that can be reached from the one
// that it was made for. It is admissible: completing a state costs at least its
// value. And it is consistent: an operation buys one item and lowers a word's
// optimum by no more than the word's share of it, so the value falls by no more
// than the price.
type Estimate struct {
	split *Split
	words []followed
	sum   model.Cost // of the words' optima, in 1/Denominator
	work  []model.Cost
}

// followed is a word of the split in the state that the elimination has reached.
type followed struct {
	*Shares
	letters []model.Z // the live vertices that the word consists of now
	end     []int32   // the positions in the original word where they end
	optimum model.Cost
}

// NewEstimate prepares the split for the state that it was made for; names are
// the state's names of the instance's letters.
func NewEstimate(split *Split, s *model.State, names []model.Z) *Estimate {
	e := &Estimate{split: split}
	for n := range split.Words {
		f := followed{Shares: &split.Words[n]}
		for n, z := range f.Letters {
			f.letters = append(f.letters, names[z])
			f.end = append(f.end, int32(n+1))
		}
		if n := len(f.word.spans); n > len(e.work) {
			e.work = make([]model.Cost, n)
		}
		f.optimum = f.derive(s, e.work)
		e.sum = e.sum.Add(f.optimum)
		e.words = append(e.words, f)
	}
	return e
}

// Value is a lower bound of the cost of completing the state, in the cost unit,
// but never above the split's ceiling.
func (e *Estimate) Value() model.Cost {
	d := model.Cost(e.split.Denominator)
	v := e.sum / d
	if e.sum%d > 0 {
		v++
	}
	return min(v, e.split.Ceiling)
}

// After is the estimate for the state that a change has led to.
func (e *Estimate) After(s *model.State, c model.Change) *Estimate {
	next := *e
	next.words = make([]followed, len(e.words))
	copy(next.words, e.words)
	product := model.NoZ
	for _, ev := range c.Events {
		if ev.Kind == model.Born || ev.Kind == model.Absorbed {
			product = ev.Z
		}
	}
	for n := range next.words {
		f := &next.words[n]
		changed := false
		if product != model.NoZ {
			changed = f.fuse(c.Op.U, c.Op.V, product)
		}
		for _, ev := range c.Events {
			if ev.Kind == model.Merged {
				f.rename(ev.Other, ev.Z)
			}
			if ev.Kind == model.Accumulated || ev.Kind == model.ModelsLost {
				changed = changed || f.holds(ev.Z)
			}
		}
		if changed {
			next.sum -= min(f.optimum, next.sum)
			f.optimum = f.derive(s, next.work)
			next.sum = next.sum.Add(f.optimum)
		}
	}
	return &next
}

func (f *followed) holds(z model.Z) bool {
	for _, y := range f.letters {
		if y == z {
			return true
		}
	}
	return false
}

// fuse replaces the neighbours u, v by w.
func (f *followed) fuse(u, v, w model.Z) bool {
	for n := 1; n < len(f.letters); n++ {
		if f.letters[n-1] == u && f.letters[n] == v {
			letters := append(f.letters[:n-1:n-1], w)
			f.letters = append(letters, f.letters[n+1:]...)
			f.end = append(f.end[:n-1:n-1], f.end[n:]...)
			return true
		}
	}
	return false
}

func (f *followed) rename(from, to model.Z) {
	for n, z := range f.letters {
		if z == from {
			f.letters = append([]model.Z(nil), f.letters...)
			f.letters[n] = to
		}
	}
}

// derive is the cheapest derivation of the whole word from what it consists of
// now: the dynamic programme over the stretches that begin and end where letters
// do. Saturated if there is none below the ceiling.
func (f *followed) derive(s *model.State, work []model.Cost) model.Cost {
	w := f.word
	var place [longest + 1]int32 // by position in the word: 1 + the letter that ends there; 0: none does
	for n, end := range f.end {
		place[end] = int32(n + 1)
	}
	for n, sp := range w.spans {
		work[n] = model.Saturated
		last := place[sp.r]
		if last == 0 || sp.l > 0 && place[sp.l] == 0 {
			continue
		}
		begin := int32(0)
		if last > 1 {
			begin = f.end[last-2]
		}
		if begin == sp.l {
			work[n] = f.single(s, f.letters[last-1], sp)
			continue
		}
		for _, o := range w.options[sp.first:sp.end] {
			if place[o.split] == 0 {
				continue
			}
			c := model.Cost(0)
			if o.item >= 0 {
				c = model.Cost(f.Amounts[o.item])
			}
			switch {
			case o.left < 0 && !hasModel(s, f.letters[place[o.split]-1]),
				o.right < 0 && !hasModel(s, f.letters[last-1]):
				continue
			}
			if o.left >= 0 {
				c = c.Add(work[o.left])
			}
			if o.right >= 0 {
				c = c.Add(work[o.right])
			}
			work[n] = min(work[n], c)
		}
	}
	return work[len(w.spans)-1]
}

// single is what it costs to have the Jacobian of a live vertex.
func (f *followed) single(s *model.State, z model.Z, sp span) model.Cost {
	if s.HasJacobian(z) {
		return 0
	}
	if o := f.word.options[sp.first]; o.item >= 0 {
		return model.Cost(f.Amounts[o.item])
	}
	return 0
}

func hasModel(s *model.State, z model.Z) bool {
	_, _, ok := s.Model(z)
	return ok
}
