package pane

import (
	"facet/model"
	"facet/ui/theme"
)

// Advice is what planning has found out about a state. Nothing is shown where
// nothing is known.
type Advice struct {
	AtLeast    model.Cost // what is still needed at least
	HasAtLeast bool
	Best       model.Cost // the best known completion, without what was spent
	HasBest    bool
	Optimal    bool   // Best is proved to be the best
	Source     string // how Best was found, in a word or two
	// Verdicts are for the operations that are possible next.
	Verdicts map[model.Op]Verdict
}

// Verdict is what an operation would lead to.
type Verdict struct {
	Then    model.Cost // the whole sequence's total after it, at least
	Exact   bool       // Then can be reached
	Loss    model.Cost // how much worse than the best completion
	HasLoss bool
}

// Losses tells, for the steps of the line, how much worse the best completion
// became with each, where that is known.
type Losses struct {
	Of    map[int]model.Cost // by step; steps that lost nothing are not in it
	Width int                // of the largest, with its sign; 0 if there is none
}

// Weigh works the losses of a line out; advice is asked for each of its steps.
func Weigh(s Steps, advice func(step int) Advice) Losses {
	l := Losses{Of: make(map[int]model.Cost)}
	before, spent := advice(0), model.Cost(0)
	for _, step := range s.Line() {
		after := advice(step.ID)
		if before.Optimal && after.Optimal {
			if lost := step.Spent.Add(after.Best) - spent.Add(before.Best); lost > 0 {
				l.Of[step.ID] = lost
				l.Width = max(l.Width, theme.Width(theme.Number(lost))+2)
			}
		}
		before, spent = after, step.Spent
	}
	return l
}

// Column writes a step's loss, or blanks, in the width of all of them.
func (l *Losses) Column(t *theme.Theme, step int) string {
	if lost, ok := l.Of[step]; ok {
		return t.Paint(theme.Bad, t.Right("+"+theme.Number(lost), l.Width))
	}
	return theme.Blank(l.Width)
}
