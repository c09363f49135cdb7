package layer

import (
	"facet/model"
	"facet/planner/analysis"
	"facet/ui/draw/style"
)

// Advice is what planning has found out about a state. Its zero value says that nothing
// is known, and then nothing is shown.
type Advice struct {
	AtLeast    model.Cost // a lower bound on the cost still to come
	HasAtLeast bool
	Best       model.Cost // cost of the best known completion, without what was spent
	HasBest    bool
	Optimal    bool       // Best is proved optimal
	Source     string     // the method that found Best, in a word or two
	Ops        []model.Op // a completion of cost Best; nil where only its cost is known
	// Verdict judges an operation that is possible next; it returns false where nothing
	// is known about the operation. It is nil where nothing is known about any.
	Verdict func(model.Op) (Verdict, bool)
	// Why says why an operation that is possible next loses; it returns false where that
	// is not known. It is nil where Verdict is.
	Why func(model.Op) (Reason, bool)
}

// Reason is why an operation or a step loses, with the names of the screen: as one short
// sentence, and as a whole. It has signs that a theme of ASCII has to replace.
type Reason struct{ Brief, Text string }

// Fit is the whole reason where it has at most so many cells, else the short sentence.
func (r Reason) Fit(t *style.Theme, width int) string {
	if text := t.Text(style.Printable(r.Text)); style.Width(text) <= width {
		return text
	}
	return t.Text(style.Printable(r.Brief))
}

// Verdict is what an operation leads to.
type Verdict = analysis.Verdict

// Losses holds the regret of each step of the line: by how much the step made the best
// completion worse, where that is known.
type Losses struct {
	of    map[int]analysis.Regret // by step; only steps with a loss that is certain
	why   map[int]Reason          // of these, as far as it is known
	Width int                     // of the column with the gap at its right; 0 for no column
}

// gap is the space between two columns of numbers, wider than the blank between
// thousands.
const gap = 2

// NewLosses keeps the steps that certainly lost something, with the reasons that are
// known.
func NewLosses(t *style.Theme, all []analysis.Regret, why map[int]Reason) Losses {
	l := Losses{of: make(map[int]analysis.Regret), why: why}
	for _, loss := range all {
		if loss.Least > 0 {
			l.of[loss.Step] = loss
			l.Width = max(l.Width, t.CostWidth(loss.Least)+1+gap, style.Width("loss")+gap)
		}
	}
	return l
}

// Column writes a step's loss, or blanks, padded to the width of the column. A loss that
// may be larger is written as a lower bound.
func (l *Losses) Column(t *style.Theme, step int) string {
	text := l.Text(t, step)
	if text == "" {
		return style.Blank(l.Width)
	}
	return t.Paint(style.Bad, t.Right(text, l.Width-gap)) + style.Blank(gap)
}

// Text is a step's loss, as it stands in the column; empty without one.
func (l *Losses) Text(t *style.Theme, step int) string {
	loss, ok := l.of[step]
	if !ok {
		return ""
	}
	sign := "+"
	if !loss.Exact() {
		sign = t.Signs.AtLeast
	}
	return sign + t.Cost(loss.Least)
}

// Why is why a step lost; false where that is not known, or it lost nothing.
func (l *Losses) Why(step int) (Reason, bool) {
	reason, ok := l.why[step]
	return reason, ok
}

// Proved is the outcome of the numeric proof of one sequence.
type Proved uint8

// The verdicts.
const (
	Unproved Proved = iota // not complete, or not checked
	Proving
	Holds
	Fails
)

// Proof is the verdict on the sequence up to the cursor.
type Proof struct {
	Verdict Proved
	Err     error // why the proof fails
	Memory  model.Memory
}

// Prove checks numerically that a complete sequence computes the Jacobian, and counts the
// Jacobian entries that it holds at once.
func Prove(g *model.Dag, ops []model.Op) Proof {
	if err := model.Prove(g, ops); err != nil {
		return Proof{Verdict: Fails, Err: err}
	}
	memory, err := model.MemoryOf(model.NewState(g), ops)
	if err != nil {
		return Proof{Verdict: Fails, Err: err}
	}
	return Proof{Verdict: Holds, Memory: memory}
}
