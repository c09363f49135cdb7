package cover

import (
	"facet/model"
	"facet/planner/words"
)

// followed is a word in the state that an elimination has reached. Its slices
// are replaced, never written to, so that copies can share them.
type followed struct {
	*words.Word
	places  []words.Place
	letters []model.Z // the live vertices that the word consists of now
	end     []int32   // the positions in the original word where they end
}

func follow(t *words.Table, w *words.Word, names []model.Z) followed {
	f := followed{Word: w, places: t.Places(w)}
	for n, z := range w.Letters {
		f.letters = append(f.letters, names[z])
		f.end = append(f.end, int32(n+1))
	}
	return f
}

// advance carries a change over to the word.
func (f *followed) advance(c model.Change) {
	for _, ev := range c.Events {
		switch ev.Kind {
		case model.Born, model.Absorbed:
			f.fuse(ev.Face, ev.Z)
		case model.Merged:
			f.rename(ev.Other, ev.Z)
		}
	}
}

// fuse replaces the two sides of the face by its product.
func (f *followed) fuse(face model.Face, product model.Z) {
	for n := 1; n < len(f.letters); n++ {
		if f.letters[n-1] == face.U && f.letters[n] == face.V {
			f.letters = append(append(f.letters[:n-1:n-1], product), f.letters[n+1:]...)
			f.end = append(f.end[:n-1:n-1], f.end[n:]...)
			return
		}
	}
}

func (f *followed) rename(from, to model.Z) {
	for n, z := range f.letters {
		if z == from {
			f.letters = append([]model.Z(nil), f.letters...)
			f.letters[n] = to
		}
	}
}

// derivable tells whether the whole word can be derived from what it consists
// of now and the items that are there. work has room for all stretches.
func (f *followed) derivable(t *words.Table, s *model.State, work []bool, there func(item int32) bool) bool {
	place := make([]int32, len(f.Letters)+1) // by position: 1 + the letter that ends there, 0 where none does
	for n, end := range f.end {
		place[end] = int32(n + 1)
	}
	n := 0
	for _, stretch := range f.Stretches {
		options := t.Options(stretch)
		at := f.places[n]
		work[stretch] = false
		last := place[at.R]
		switch {
		case last == 0 || at.L > 0 && place[at.L] == 0:
		case last == 1 && at.L == 0 || last > 1 && f.end[last-2] == at.L: // a single letter now
			item := options[0].Item
			work[stretch] = s.HasJacobian(f.letters[last-1]) || at.Split < 0 && (item < 0 || there(item))
		default:
			for k, o := range options {
				split := place[f.places[n+k].Split]
				if split > 0 && (o.Item < 0 || there(o.Item)) &&
					(o.Left < 0 && hasModel(s, f.letters[split-1]) || o.Left >= 0 && work[o.Left]) &&
					(o.Right < 0 && hasModel(s, f.letters[last-1]) || o.Right >= 0 && work[o.Right]) {
					work[stretch] = true
					break
				}
			}
		}
		n += len(options)
	}
	return work[f.Root()]
}

func hasModel(s *model.State, z model.Z) bool {
	_, _, ok := s.Model(z)
	return ok
}
