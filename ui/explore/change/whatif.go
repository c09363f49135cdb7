package change

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/edit"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/change/dial"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
)

// WhatIf leads a user who tries other costs of one edge, or another size of one vertex.
// Totals, optimum, and whether the plan is still optimal follow at once. The user keeps
// the change, or drops it and is back where he was.
type WhatIf struct {
	layer.Neutral
	Environment
	begun   layer.Steps // the user's session
	dial    dial.Dial
	plan    plan
	optimum optimum
	session *session.Session // on the changed dag
	steps   []model.Op       // taken so far; the plan is their best completion
	spent   model.Cost
	cost    model.Cost // of the plan on the changed dag, where there is one
	judged  bool       // cost holds
	differs string     // what the optimum does that the plan does not
	sel     intent.Selection
}

var _ layer.Leader = (*WhatIf)(nil)

// NewWhatIf makes a leader, which works on nothing before Begin.
func NewWhatIf(ctx context.Context, e Environment) *WhatIf {
	return &WhatIf{Environment: e, optimum: newOptimum(ctx, e.Turns)}
}

// plan is the sequence whose cost is compared on both dags.
type plan struct {
	name string
	ops  []model.Op // complete; nil while there is none
	was  model.Cost // its cost on the unchanged dag
}

// planOf is the session's sequence where that is complete, else an empty plan.
func planOf(v *layer.View) plan {
	line := v.Steps.Line()
	if n := len(line); n > 0 {
		if end, _ := v.Steps.StateAt(line[n-1].ID); end.Done() {
			var ops []model.Op
			for _, step := range line {
				ops = append(ops, step.Ops...)
			}
			return plan{"your sequence", ops, end.Spent()}
		}
	}
	return plan{}
}

// planJob looks for the best completion of the steps so far.
const planJob job.Name = "the plan"

// completed is the message that brings the result of planJob.
type completed struct{ best }

// complete starts the search for the best completion of the steps so far, which becomes
// the plan where there is none.
func (w *WhatIf) complete(v *layer.View) tea.Cmd {
	if w.plan.ops != nil || v.Steps.Depth() == 0 {
		return nil // the optimum will be the plan
	}
	w.steps, w.spent = v.Steps.Ops(), v.State().Spent()
	return w.optimum.start(planJob, v.State(), func(b best) tea.Msg { return completed{b} })
}

// cost is the cost of the plan on a dag with the same edges as the dag that it was made
// for.
func (p *plan) cost(g *model.Dag) (model.Cost, bool) {
	if p.ops == nil {
		return 0, false
	}
	var sum model.Cost
	_, err := model.Walk(model.NewState(g), p.ops, func(_ *model.State, _ model.Op, price model.Cost) {
		sum = sum.Add(price)
	})
	return sum, err == nil
}

// Title names the leader in the header.
func (w *WhatIf) Title() string { return "what if" }

// Begin takes the selected edge or vertex.
func (w *WhatIf) Begin(v *layer.View) (tea.Cmd, []intent.Intent) {
	w.begun, w.sel = v.Steps, v.Sel
	d, ok := dial.Of(v)
	if !ok {
		return nil, ends(
			"Select an edge with a model, or a vertex, in the dag (1): then $ changes its costs or its size.")
	}
	w.dial, w.plan = d, planOf(v)
	cmd := w.complete(v)
	show, intents := w.show()
	return tea.Batch(cmd, show), intents
}

// show puts the changed dag on the screen, with all steps.
func (w *WhatIf) show() (tea.Cmd, []intent.Intent) {
	dag, err := w.dial.Dag(w.begun.Dag())
	if err != nil {
		return nil, layer.Report(err)
	}
	w.session, _ = w.begun.Onto(dag, nil)
	w.judge()
	root, _ := w.session.StateAt(0)
	return w.optimum.ask(root), []intent.Intent{intent.Show{Session: w.session, Like: true},
		intent.Select{Target: w.sel}}
}

// Update takes the optimum. Where there was no plan, the optimum of the unchanged dag
// becomes the plan.
func (w *WhatIf) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	what, _ := w.optimum.jobs.Open(msg)
	switch what := what.(type) {
	case best:
		w.optimum.found(what)
		if w.plan.ops == nil && w.steps == nil && what.ops != nil && what.of == w.begun.Dag() {
			w.plan = plan{"the best known sequence", what.ops, what.cost}
			if what.proven {
				w.plan.name = "the optimal sequence"
			}
		}
	case completed:
		if what.ops != nil {
			w.plan = plan{"your steps, completed at best,", slices.Concat(w.steps, what.ops),
				w.spent.Add(what.cost)}
		}
	default:
		return nil, nil
	}
	w.judge()
	return nil, nil
}

// judge computes the cost of the plan on the changed dag, once.
func (w *WhatIf) judge() {
	w.cost, w.judged = w.plan.cost(w.session.Dag())
	w.differs = w.otherwise()
}

// Conceals is true, so that the solver does not start on every intermediate dag.
func (w *WhatIf) Conceals() bool { return true }

// Allows looking around and comparing.
func (w *WhatIf) Allows() intent.Effect {
	return intent.Looks | intent.Writes | intent.Draws | intent.Judges | intent.Searches
}

// Refuses says how to leave the what-if.
func (w *WhatIf) Refuses(_ *layer.View, i intent.Intent) string {
	_, page := i.(intent.Focus)
	switch e := i.Effect(); {
	case e.Has(intent.Opens | intent.Reads):
		return "You are trying other costs: Enter keeps them, Esc drops them."
	case !e.Within(w.Allows()), page && e.Has(intent.Judges):
		return "You are trying other costs: Enter keeps them, Esc drops them, and then you can go on."
	}
	if _, preview := i.(intent.Preview); preview || layer.NameOf(i) == "ways" {
		return ""
	}
	if i.Effect().Has(intent.Judges | intent.Searches) {
		return "The solver rests while you try other costs: B compares, Enter keeps them, Esc drops them."
	}
	return ""
}

// Close stops the search.
func (w *WhatIf) Close() { w.optimum.close() }

// Perform applies the costs or the size that the user typed.
func (w *WhatIf) Perform(_ *layer.View, i intent.Intent) (cmd tea.Cmd, more []intent.Intent, mine bool) {
	change, mine := i.(intent.EditDag)
	if !mine {
		return nil, nil, false
	}
	if err := w.dial.Take(change.Edit); err != nil {
		return nil, layer.Report(err), true
	}
	cmd, more = w.show()
	return cmd, more, true
}

// keep makes the changed dag the user's own.
func (w *WhatIf) keep(*layer.View) (tea.Cmd, []intent.Intent) {
	if !w.dial.Turned() {
		return nil, ends(unchanged)
	}
	return nil, append([]intent.Intent{intent.Keep{Drawn: true}},
		ends("Kept: "+w.dial.Text()+", in a session of its own. :before goes back to the one before.")...)
}

// drop goes back to the unchanged dag.
func (w *WhatIf) drop() []intent.Intent { return ends("Dropped: all is as it was.") }

// Bindings change the figure, keep the change and drop it.
func (w *WhatIf) Bindings(*layer.View) []layer.Command {
	keys := dial.Table()
	all := w.dial.Keys(w.show,
		keys.Means("keep", layer.Act{Of: intent.Draws, By: layer.Leading, Do: w.keep}).Known("done").
			Foot("keep"),
		keys.Do("drop", w.drop).Foot("drop"), layer.Mention("ways", "compare"),
		layer.Mention("help", "help"))
	for _, f := range edit.Forms() {
		if f.Verb == "cost" || f.Verb == "size" || f.Verb == "pattern" {
			all = append(all, dial.Command(f))
		}
	}
	return all
}

// Draw shows the figure, the verdict on the plan, and the difference to an optimum, in
// the place of list and history.
func (w *WhatIf) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t := v.Theme
	root, _ := v.Steps.StateAt(0)
	if w.session == nil {
		return layer.Drawn{}
	}
	rows := []string{t.Spread(" "+w.dial.Row(t), w.optimum.text(t, root)+" ", b.Width)}
	text, role := w.verdict()
	rows = append(rows, layer.Wrap(t, t.Text(text), b.Width, 2, role)...)
	if w.differs != "" {
		rows = append(rows, layer.Wrap(t, t.Text(w.differs), b.Width, 2, style.Plain)...)
	}
	for len(rows) < usualRows { // a constant height, so that the pictures above do not move with each key
		rows = append(rows, "")
	}
	return layer.Drawn{Rows: rows[:min(len(rows), b.Most)], Place: layer.Instead}
}

// usualRows is the number of rows of a usual verdict.
const usualRows = 4

// verdict says whether the plan is still optimal.
func (w *WhatIf) verdict() (string, style.Role) {
	cost := w.cost
	if !w.judged {
		return "There is no complete sequence to judge yet: the optimum of the dag as it was is looked for.",
			style.Plain
	}
	text := layer.Sentence(w.plan.name + " costs " + style.Number(cost))
	text = text[:len(text)-1]
	if cost != w.plan.was {
		text += " (" + style.Number(w.plan.was) + " before)"
	}
	switch best := w.optimum.now; {
	case !w.optimum.known():
		return text + ".", style.Plain
	case best.ops == nil || !best.proven && best.cost >= cost:
		if best.bound >= cost {
			return text + " and is still optimal.", style.Good
		}
		return text + ". Nothing cheaper was found in a second; no sequence costs less than " +
			style.Number(best.bound) + ".", style.Plain
	case cost <= best.cost && best.proven:
		return text + " and is still optimal.", style.Good
	case best.proven:
		return text + " and is not optimal: " + style.Number(cost-best.cost) + " more than the new optimum.",
			style.Bad
	}
	return text + " and is not optimal: at least " + style.Number(cost-w.optimum.now.cost) +
		" more than the new optimum.", style.Bad
}

// mostNamed is the largest number of operations of an optimum that are named as different
// from the plan's.
const mostNamed = 3

// otherwise names what the new optimum does differently from the plan.
func (w *WhatIf) otherwise() string {
	best := w.optimum.now
	if !w.judged || !w.optimum.known() || best.ops == nil || best.cost >= w.cost {
		return ""
	}
	root, _ := w.session.StateAt(0)
	new, old := named(root, best.ops, w.plan.ops), named(root, w.plan.ops, best.ops)
	list := func(all []string) string {
		text := strings.Join(all[:min(len(all), mostNamed)], ", ")
		if more := len(all) - mostNamed; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		return text
	}
	switch {
	case len(new) == 0:
		return "The new optimum has the same operations in another order."
	case len(old) == 0:
		return "The new optimum does " + list(new) + " besides."
	}
	return "The new optimum does " + list(new) + " in place of " + list(old) + "."
}

// named are the names of the operations in ops that are not in others, as the list of
// operations has them. Two are the same if they join the same paths.
func named(root *model.State, ops, others []model.Op) (names []string) {
	have := make(map[string]bool)
	_, _ = model.Walk(root, others, func(s *model.State, o model.Op, _ model.Cost) {
		have[model.OpName(s, o)] = true
	})
	_, _ = model.Walk(root, ops, func(s *model.State, o model.Op, _ model.Cost) {
		if !have[model.OpName(s, o)] {
			names = append(names, style.Printable(layer.Names{}.Op(s, o)))
		}
	})
	return names
}

// Rivals are the plan on the unchanged dag, and the optimum with the change.
func (w *WhatIf) Rivals() []layer.Complete {
	var all []layer.Complete
	if w.judged {
		all = append(all, layer.Complete{Name: "the plan, what if", Cost: w.cost, Ops: w.plan.ops})
	}
	if best := w.optimum.now; w.optimum.known() && best.ops != nil {
		name := "best known, what if"
		if best.proven {
			name = "optimum, what if"
		}
		all = append(all, layer.Complete{Name: name, Cost: best.cost, Ops: best.ops})
	}
	return all
}
