package cover

import "facet/model"

// Estimate is a split applied to the states that can be reached from the one
// that it was made for. It is admissible: completing a state costs at least its
// value. And it is consistent: an operation buys one item and lowers a word's
// optimum by no more than the word's share of it, so the value falls by no more
// than the price.
//
// The split leaves out items that cost as much as its ceiling. If an operation
// bought one, the ceiling has been spent already and the value means nothing.
//
// A split with rules is used without them: what they charge depends on the past.
type Estimate struct {
	split *Split
	words []followed
	sum   model.Cost // of the words' optima, in 1/Denominator
	work  []model.Cost
}

// NewEstimate prepares a split for the state that it was made for; names are the
// state's names of the instance's letters.
func NewEstimate(split *Split, s *model.State, names []model.Z) *Estimate {
	e := &Estimate{split: split}
	for n := range split.Words {
		if split.Words[n].word == nil {
			e.sum = model.Saturated
			continue
		}
		f := follow(&split.Words[n], names)
		if k := len(f.word.spans); k > len(e.work) {
			e.work = make([]model.Cost, k)
		}
		f.optimum = f.derive(s, e.work, f.share)
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

// After is the estimate for the state s that a change has led to.
func (e *Estimate) After(s *model.State, c model.Change) *Estimate {
	next := *e
	next.words = make([]followed, len(e.words))
	copy(next.words, e.words)
	for n := range next.words {
		f := &next.words[n]
		if f.advance(c) {
			next.sum -= min(f.optimum, next.sum)
			f.optimum = f.derive(s, next.work, f.share)
			next.sum = next.sum.Add(f.optimum)
		}
	}
	return &next
}

// followed is a word in the state that the elimination has reached. Its slices
// are replaced, never written to, so that copies can share them.
type followed struct {
	*Shares
	letters []model.Z // the live vertices that the word consists of now
	end     []int32   // the positions in the original word where they end
	optimum model.Cost
}

func follow(sh *Shares, names []model.Z) followed {
	f := followed{Shares: sh}
	for n, z := range sh.Letters {
		f.letters = append(f.letters, names[z])
		f.end = append(f.end, int32(n+1))
	}
	return f
}

func (f *followed) share(item int32) model.Cost { return model.Cost(f.Amounts[item]) }

// advance carries a change over to the word and tells whether its derivation
// may cost something else now.
func (f *followed) advance(c model.Change) bool {
	changed := false
	for _, ev := range c.Events {
		switch ev.Kind {
		case model.Born, model.Absorbed:
			changed = f.fuse(ev.Face, ev.Z) || changed
		case model.Merged:
			f.rename(ev.Other, ev.Z)
		case model.Accumulated, model.ModelsLost:
			changed = changed || f.holds(ev.Z)
		}
	}
	return changed
}

func (f *followed) holds(z model.Z) bool {
	for _, y := range f.letters {
		if y == z {
			return true
		}
	}
	return false
}

// fuse replaces the two sides of the face by its product.
func (f *followed) fuse(face model.Face, product model.Z) bool {
	for n := 1; n < len(f.letters); n++ {
		if f.letters[n-1] == face.U && f.letters[n] == face.V {
			f.letters = append(append(f.letters[:n-1:n-1], product), f.letters[n+1:]...)
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
// now, when its items have these prices: the dynamic programme over the
// stretches that begin and end where letters do. Saturated if there is none.
func (f *followed) derive(s *model.State, work []model.Cost, price func(item int32) model.Cost) model.Cost {
	w := f.word
	var place [longest + 1]int32 // by position: 1 + the letter that ends there, 0 where none does
	for n, end := range f.end {
		place[end] = int32(n + 1)
	}
	pay := func(o option) model.Cost {
		if o.item < 0 {
			return 0
		}
		return price(o.item)
	}
	for n, sp := range w.spans {
		work[n] = model.Saturated
		last := place[sp.r]
		if last == 0 || sp.l > 0 && place[sp.l] == 0 {
			continue
		}
		z := f.letters[last-1]
		if last == 1 && sp.l == 0 || last > 1 && f.end[last-2] == sp.l { // a single letter now
			work[n] = 0
			if !s.HasJacobian(z) {
				work[n] = pay(w.options[sp.first])
			}
			continue
		}
		for _, o := range w.options[sp.first:sp.end] {
			if place[o.split] == 0 || o.left < 0 && !hasModel(s, f.letters[place[o.split]-1]) || o.right < 0 && !hasModel(s, z) {
				continue
			}
			c := pay(o)
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

func hasModel(s *model.State, z model.Z) bool {
	_, _, ok := s.Model(z)
	return ok
}
