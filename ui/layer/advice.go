package layer

import (
	"facet/model"
	"facet/planner/analysis"
	"facet/ui/style"
)

// Advice is what planning has found out about a state. Nothing is shown where
// nothing is known.
type Advice struct {
	AtLeast    model.Cost // what is still needed at least
	HasAtLeast bool
	Best       model.Cost // the best known completion, without what was spent
	HasBest    bool
	Optimal    bool       // Best is proved to be the best
	Source     string     // how Best was found, in a word or two
	Ops        []model.Op // the completion that costs Best, where it is at hand
	// Verdict judges an operation that is possible next, false where nothing is
	// known about it; nil where nothing is known about any.
	Verdict func(model.Op) (Verdict, bool)
}

// Verdict is what an operation would lead to.
type Verdict = analysis.Verdict

// Losses tells, for the steps of the line, how much worse the best completion
// became with each, where that is known.
type Losses struct {
	of    map[int]analysis.Regret // by step; steps that may have lost nothing are not in it
	Width int                     // of the column, the gap at its right included; 0 if there is none
}

// gap is between two columns of numbers: one blank is what stands between thousands.
const gap = 2

// NewLosses picks out the steps that lost something for certain.
func NewLosses(all []analysis.Regret) Losses {
	l := Losses{of: make(map[int]analysis.Regret)}
	for _, loss := range all {
		if loss.Least > 0 {
			l.of[loss.Step] = loss
			l.Width = max(l.Width, style.Width(style.Number(loss.Least))+1+gap, style.Width("loss")+gap)
		}
	}
	return l
}

// Column writes a step's loss, or blanks, in the width of all of them. A loss
// that may be larger is written as at least.
func (l *Losses) Column(t *style.Theme, step int) string {
	loss, ok := l.of[step]
	if !ok {
		return style.Blank(l.Width)
	}
	sign := "+"
	if !loss.Exact() {
		sign = t.Signs.AtLeast
	}
	return t.Paint(style.Bad, t.Right(sign+style.Number(loss.Least), l.Width-gap)) + style.Blank(gap)
}
