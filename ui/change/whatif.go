package change

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/edit"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/job"
	"facet/ui/layer"
	"facet/ui/style"
)

// WhatIf leads a user who tries other costs of one edge, or another size of one vertex:
// totals, optimum, and whether the plan is still optimal follow at once. The change is
// kept, or dropped as if it had never been.
type WhatIf struct {
	Environment
	begun   layer.Steps // the user's session
	dial    dial
	plan    plan
	optimum optimum
	session *session.Session // on the changed dag
	steps   []model.Op       // so far, that are to be completed, and what they cost
	spent   model.Cost
	cost    model.Cost // of the plan on the changed dag, where there is one
	judged  bool       // there is
	differs string     // what the optimum does that the plan does not
	sel     intent.Selection
}

var (
	_ layer.Leader    = (*WhatIf)(nil)
	_ layer.Performer = (*WhatIf)(nil)
	_ layer.Rival     = (*WhatIf)(nil)
)

// NewWhatIf makes a leader, which works on nothing before Begin.
func NewWhatIf(ctx context.Context, e Environment) *WhatIf {
	return &WhatIf{Environment: e, optimum: newOptimum(ctx, e.Turns)}
}

// plan is the sequence that is judged.
type plan struct {
	name string
	ops  []model.Op // complete; nil while there is none
	was  model.Cost // what it costs as the dag was
}

// planOf is the session's sequence where it is complete; else there is none yet.
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

// planJob completes the steps so far.
const planJob job.Name = "the plan"

// completed is what that brings.
type completed struct{ best }

// complete has the steps so far completed, where there is no plan: the best completion
// makes it one.
func (g *WhatIf) complete(v *layer.View) tea.Cmd {
	if g.plan.ops != nil || v.Steps.Depth() == 0 {
		return nil // the optimum will be the plan
	}
	g.steps, g.spent = v.Steps.Ops(), v.State().Spent()
	return g.optimum.start(planJob, v.State(), func(b best) tea.Msg { return completed{b} })
}

// cost is what the plan costs on a dag whose edges are those of the dag that it was made
// for.
func (p *plan) cost(g *model.Dag) (model.Cost, bool) {
	if p.ops == nil {
		return 0, false
	}
	var sum model.Cost
	_, err := model.Walk(model.NewState(g), p.ops, func(_ *model.State, _ model.Op, price model.Cost) { sum = sum.Add(price) })
	return sum, err == nil
}

// Title tells that nothing of it is kept yet.
func (g *WhatIf) Title() string { return "what if" }

// Begin turns to what is selected.
func (g *WhatIf) Begin(v *layer.View) (tea.Cmd, []intent.Intent) {
	g.begun, g.sel = v.Steps, v.Sel
	d, ok := dialOf(v)
	if !ok {
		return nil, append([]intent.Intent{intent.EndLead{}},
			layer.Say("Select an edge with a model, or a vertex, in the dag (1): then $ changes its costs or its size.")...)
	}
	g.dial, g.plan = d, planOf(v)
	cmd := g.complete(v)
	show, intents := g.show()
	return tea.Batch(cmd, show), intents
}

// show puts the changed dag on the screen, with all steps.
func (g *WhatIf) show() (tea.Cmd, []intent.Intent) {
	dag, err := g.dial.dag(g.begun.Dag())
	if err != nil {
		return nil, layer.Say(layer.Sentence(err.Error()))
	}
	g.session, _ = g.begun.Onto(dag, nil)
	g.judge()
	root, _ := g.session.StateAt(0)
	return g.optimum.ask(root), []intent.Intent{intent.Show{Session: g.session, Like: true}, intent.Select{Target: g.sel}}
}

// Update takes the optimum. Where there was no plan, that of the dag as it was becomes it.
func (g *WhatIf) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	what, _ := g.optimum.jobs.Open(msg)
	switch what := what.(type) {
	case best:
		g.optimum.found(what)
		if g.plan.ops == nil && g.steps == nil && what.ops != nil && what.of == g.begun.Dag() {
			g.plan = plan{"the best known sequence", what.ops, what.cost}
			if what.proven {
				g.plan.name = "the optimal sequence"
			}
		}
	case completed:
		if what.ops != nil {
			g.plan = plan{"your steps, completed at best,", slices.Concat(g.steps, what.ops), g.spent.Add(what.cost)}
		}
	default:
		return nil, nil
	}
	g.judge()
	return nil, nil
}

// judge works out what the plan costs on the dag as it is now, once.
func (g *WhatIf) judge() {
	g.cost, g.judged = g.plan.cost(g.session.Dag())
	g.differs = g.otherwise()
}

// Moved has nothing to say.
func (g *WhatIf) Moved(*layer.View, bool) (tea.Cmd, []intent.Intent) { return nil, nil }

// Conceals is true: the solver would look at each dag on the way.
func (g *WhatIf) Conceals() bool { return true }

// Allows to look around and to compare.
func (g *WhatIf) Allows() intent.Effect {
	return intent.Looks | intent.Writes | intent.Draws | intent.Judges | intent.Searches
}

// Refuses says how to go on.
func (g *WhatIf) Refuses(_ *layer.View, i intent.Intent) string {
	_, page := i.(intent.Focus)
	switch e := i.Effect(); {
	case e.Has(intent.Opens | intent.Reads):
		return "You are trying other costs: Enter keeps them, Esc drops them."
	case !e.Within(g.Allows()), page && e.Has(intent.Judges):
		return "You are trying other costs: Enter keeps them, Esc drops them, and then you can go on."
	}
	switch i.(type) {
	case intent.ShowComparison, intent.Preview:
		return ""
	}
	if i.Effect().Has(intent.Judges | intent.Searches) {
		return "The solver rests while you try other costs: B compares, Enter keeps them, Esc drops them."
	}
	return ""
}

// Close ends the search.
func (g *WhatIf) Close() { g.optimum.close() }

// Perform takes other costs.
func (g *WhatIf) Perform(_ *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	switch i := i.(type) {
	case intent.EditDag:
		if err := g.dial.take(i.Edit); err != nil {
			return nil, layer.Say(layer.Sentence(err.Error())), true
		}
		cmd, more := g.show()
		return cmd, more, true
	case intent.EndEdit:
		return nil, g.keep(), true
	}
	return nil, nil, false
}

// keep goes on with the changed dag.
func (g *WhatIf) keep() []intent.Intent {
	if !g.dial.turned() {
		return append([]intent.Intent{intent.EndLead{}}, layer.Say("Nothing was changed: this is your own session.")...)
	}
	return append([]intent.Intent{intent.Keep{Drawn: true}, intent.EndLead{}},
		layer.Say("Kept: "+g.dial.text()+", in a session of its own. :before goes back to the one before.")...)
}

// drop leaves all as it was.
func (g *WhatIf) drop() []intent.Intent {
	return append([]intent.Intent{intent.EndLead{}}, layer.Say("Dropped: all is as it was.")...)
}

// turn changes the figure.
func (g *WhatIf) turn(do func()) (tea.Cmd, []intent.Intent) {
	before := g.dial.values
	do()
	if g.dial.values == before {
		return nil, nil
	}
	return g.show()
}

// whatIfGroup is the heading of the keys in the help.
const whatIfGroup = "What if"

// Bindings turn the figure, keep it and drop it.
func (g *WhatIf) Bindings(*layer.View) []layer.Command {
	turn := func(do func(), keys ...string) layer.Command {
		return layer.On(func() (tea.Cmd, []intent.Intent) { return g.turn(do) }, keys...)
	}
	all := []layer.Command{
		turn(func() { g.dial.add(1) }, "+", "up", "k").As("+ -").Help(whatIfGroup, "one more, one less (or up, down)").Foot("change"),
		turn(func() { g.dial.add(-1) }, "-", "down", "j"),
		layer.Command{Name: "done", Does: "keep the change", Intent: intent.EndEdit{}}.On("enter").Help(whatIfGroup, "keep the change").Foot("keep"),
		layer.Do(g.drop, "esc", "$").Help(whatIfGroup, "drop the change").Foot("drop"),
		layer.Do(func() []intent.Intent { g.dial.next(); return nil }, "tab", "left", "right").Help(whatIfGroup, "tangent or adjoint").Foot("T or A").When(len(g.dial.names()) > 1),
		layer.Mention("ways", "compare"),
		layer.Do(func() []intent.Intent { return g.dial.ask("") }, "e").Help(whatIfGroup, "type it (or begin with a digit)").Foot("type"),
		layer.Mention("help", "help"),
		turn(func() { g.dial.double() }, "*", "pgup").As("* /").Help(whatIfGroup, "twice as much, half as much").Foot("double, halve"),
		turn(func() { g.dial.halve() }, "/", "pgdown"),
		turn(func() { g.dial.reset() }, "0").Help(whatIfGroup, "as it was").Foot("as it was"),
	}
	for digit := 1; digit <= 9; digit++ {
		all = append(all, layer.Do(func() []intent.Intent { return g.dial.ask(strconv.Itoa(digit)) }, strconv.Itoa(digit)))
	}
	for _, f := range edit.Forms() {
		if f.Verb == "cost" || f.Verb == "size" {
			all = append(all, command(f))
		}
	}
	return all
}

// Draw is the figure, the verdict on the plan, and what an optimum would do otherwise, in
// the place of list and history.
func (g *WhatIf) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t := v.Theme
	root, _ := v.Steps.StateAt(0)
	if g.session == nil {
		return layer.Drawn{}
	}
	rows := []string{t.Spread(" "+g.dial.row(t), g.optimum.text(t, root)+" ", b.Width)}
	text, role := g.verdict()
	rows = append(rows, layer.Wrap(t, t.Text(text), b.Width, 2, role)...)
	if g.differs != "" {
		rows = append(rows, layer.Wrap(t, t.Text(g.differs), b.Width, 2, style.Plain)...)
	}
	for len(rows) < usualRows { // pictures that move with each key cannot be followed
		rows = append(rows, "")
	}
	return layer.Drawn{Rows: rows[:min(len(rows), b.Most)], Place: layer.Instead}
}

// usualRows is how many rows a verdict takes.
const usualRows = 4

// verdict says whether the plan is still optimal.
func (g *WhatIf) verdict() (string, style.Role) {
	cost := g.cost
	if !g.judged {
		return "There is no complete sequence to judge yet: the optimum of the dag as it was is looked for.", style.Plain
	}
	text := layer.Sentence(g.plan.name + " costs " + style.Number(cost))
	text = text[:len(text)-1]
	if cost != g.plan.was {
		text += " (" + style.Number(g.plan.was) + " before)"
	}
	switch best := g.optimum.now; {
	case !g.optimum.known():
		return text + ".", style.Plain
	case best.ops == nil || !best.proven && best.cost >= cost:
		if best.bound >= cost {
			return text + " and is still optimal.", style.Good
		}
		return text + ". Nothing cheaper was found in a second; no sequence costs less than " + style.Number(best.bound) + ".", style.Plain
	case cost <= best.cost && best.proven:
		return text + " and is still optimal.", style.Good
	case best.proven:
		return text + " and is not optimal: " + style.Number(cost-best.cost) + " more than the new optimum.", style.Bad
	}
	return text + " and is not optimal: at least " + style.Number(cost-g.optimum.now.cost) + " more than the new optimum.", style.Bad
}

// mostNamed is how many operations are named that an optimum has instead of the plan's.
const mostNamed = 3

// otherwise says what the new optimum does that the plan does not.
func (g *WhatIf) otherwise() string {
	best := g.optimum.now
	if !g.judged || !g.optimum.known() || best.ops == nil || best.cost >= g.cost {
		return ""
	}
	root, _ := g.session.StateAt(0)
	new, old := named(root, best.ops, g.plan.ops), named(root, g.plan.ops, best.ops)
	list := func(all []string) string {
		text := ""
		for k, name := range all {
			if k == mostNamed {
				return text + fmt.Sprintf(" and %d more", len(all)-k)
			}
			if k > 0 {
				text += ", "
			}
			text += name
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

// named are the operations of a sequence that another one does not have, by their names.
func named(root *model.State, ops, others []model.Op) []string {
	names := func(ops []model.Op) []string {
		var all []string
		_, _ = model.Walk(root, ops, func(s *model.State, o model.Op, _ model.Cost) { all = append(all, style.Printable(model.OpName(s, o))) })
		return all
	}
	have := make(map[string]bool)
	for _, name := range names(others) {
		have[name] = true
	}
	return slices.DeleteFunc(names(ops), func(name string) bool { return have[name] })
}

// Rivals are the plan as it was, and the optimum with the change.
func (g *WhatIf) Rivals() []layer.Complete {
	var all []layer.Complete
	if g.judged {
		all = append(all, layer.Complete{Name: "the plan, what if", Cost: g.cost, Ops: g.plan.ops})
	}
	if best := g.optimum.now; g.optimum.known() && best.ops != nil {
		name := "best known, what if"
		if best.proven {
			name = "optimum, what if"
		}
		all = append(all, layer.Complete{Name: name, Cost: best.cost, Ops: best.ops})
	}
	return all
}
