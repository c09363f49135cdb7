package style

import "facet/model"

// Word is the name of one effect of an operation, the same in lists, history,
// narration, help and the texts of commands.
type Word struct {
	Text string
	Rule string // the paper's number; empty for what follows from another rule
	Role Role
}

var vocabulary = [...]Word{
	model.Accumulated: {"preaccumulate", "3.1", Newborn},
	model.Born:        {"fill", "2.1", Fill},
	model.Absorbed:    {"absorb", "2.2", Absorb},
	model.FaceRemoved: {"face removed", "2.3", Faint},
	model.Removed:     {"remove", "2.4", Remove},
	model.Merged:      {"merge", "2.4", Merge},
	model.ModelsLost:  {"models lost", "", Bad},
}

// WordOf is the word for what an operation did.
func WordOf(k model.EventKind) Word { return vocabulary[k] }

// Paint writes the word in its style; without a theme plainly, for files.
func (w Word) Paint(t *Theme) string {
	if t == nil {
		return w.Text
	}
	return t.Paint(w.Role, w.Text)
}

// RuleOf is the number of the paper's rule for an effect; empty for effects without a
// rule, such as merges that follow from others.
func RuleOf(op model.Op, e model.Event) string {
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
	return vocabulary[e.Kind].Rule
}
