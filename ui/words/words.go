// Package words is the vocabulary: what Rules 2 and 3 can do, each under one word,
// one ink, one sign and the paper's number, wherever it is told: list, history,
// narration, help and the texts of commands. It knows no screen.
package words

import (
	"facet/model"
	"facet/ui/theme"
)

// Word is one of the things that an operation can do.
type Word uint8

// The words.
const (
	Preaccumulate Word = iota
	Fill
	Absorb
	Face // is removed
	Remove
	Merge
	ModelsLost
)

// word is how one of them is told.
type word struct {
	text, rule string
	ink        theme.Ink
}

var all = [...]word{
	Preaccumulate: {"preaccumulate", "3.1", theme.Newborn},
	Fill:          {"fill", "2.1", theme.Fill},
	Absorb:        {"absorb", "2.2", theme.Absorb},
	Face:          {"face removed", "2.3", theme.Faint},
	Remove:        {"remove", "2.4", theme.Remove},
	Merge:         {"merge", "2.4", theme.Merge},
	ModelsLost:    {"models lost", "", theme.Bad},
}

// Of is the word for what happened.
func Of(k model.EventKind) Word {
	return [...]Word{
		model.Accumulated: Preaccumulate, model.Born: Fill, model.Absorbed: Absorb, model.FaceRemoved: Face,
		model.Removed: Remove, model.Merged: Merge, model.ModelsLost: ModelsLost,
	}[k]
}

func (w Word) String() string { return all[w].text }

// Ink is its ink.
func (w Word) Ink() theme.Ink { return all[w].ink }

// Paint writes it in its ink; without a theme plainly, for files.
func (w Word) Paint(t *theme.Theme) string {
	if t == nil {
		return all[w].text
	}
	return t.Paint(all[w].ink, all[w].text)
}

// Rule is the paper's number of what happened in an operation; empty for what has
// none of its own, as merges that follow from others.
func Rule(op model.Op, e model.Event) string {
	switch e.Kind {
	case model.Removed, model.Merged:
		touches := func(z model.Z) bool { return z != model.NoZ && (e.Z == z || e.Other == z) }
		switch {
		case op.IsAccumulation() && e.Kind == model.Merged:
			return "3.2"
		case touches(op.U):
			return "2.4"
		case touches(op.V):
			return "2.5"
		}
		return ""
	}
	return all[Of(e.Kind)].rule
}
