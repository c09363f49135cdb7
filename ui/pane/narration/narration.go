// Package narration tells in the paper's notation what is selected and what
// follows from it: two rows.
package narration

import (
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/ui/diagram"
	"facet/ui/intent"
	"facet/ui/pane"
	"facet/ui/theme"
)

// Pane writes the selected thing in the paper's notation: two rows.
type Pane struct{}

// View gives exactly two rows. past is the row of the history that is looked
// at, 0 for none: then that step is explained.
func (Pane) View(c *pane.Snapshot, width, past int) []string {
	x := explanation(c)
	if past > 0 {
		x = aboutStep(c, past)
	}
	return x.rows(c.Theme, width)
}

// account is what is to be said about the selection: an operation with its
// dimensions, its price and what follows, or two plain sentences.
type account struct {
	what, dims, price, then string

	brief string // then without names, for where they do not fit
}

// rows lays an account out on two rows. The price is never cut: where the first
// row is too short for it, it stands in front of the second.
func (a account) rows(t *theme.Theme, width int) []string {
	const gap = "   "
	join := func(parts ...string) string {
		return " " + strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), gap)
	}
	second := func(parts ...string) string {
		if row := join(append(slices.Clone(parts), a.then)...); a.brief == "" || theme.Width(row) <= width {
			return row
		}
		return join(append(slices.Clone(parts), a.brief)...)
	}
	if first := join(a.what, a.dims, a.price); theme.Width(first) <= width {
		return []string{t.Left(first, width), t.Left(second(), width)}
	}
	if first := join(a.what, a.dims); theme.Width(first) <= width {
		return []string{t.Left(first, width), t.Left(second(a.price), width)}
	}
	return []string{t.Left(join(a.what), width), t.Left(second(a.dims, a.price), width)}
}

// explanation gives what is selected, and what follows from it.
func explanation(c *pane.Snapshot) account {
	s := c.State()
	if o, ok := c.Look(); ok {
		return operation(c, o)
	}
	first, second := aboutThing(c, s)
	return account{what: first, then: second}
}

// aboutThing is for a selection that is no possible operation.
func aboutThing(c *pane.Snapshot, s *model.State) (string, string) {
	switch {
	case !c.Sel.Exists(s):
		if s.Done() {
			return "The sequence is complete: no face is left and every Jacobian is there.",
				"t shows totals and proof, s saves the sequence, u goes back."
		}
		return "Nothing is selected.", "Tab goes to the list of what is possible; the arrow keys choose."
	case c.Sel.Kind == intent.OnVertex:
		return aboutVertex(c, c.Sel.Vertex)
	case c.Sel.Kind == intent.OnElement:
		return aboutElement(c, s, c.Sel.Z)
	}
	return aboutFace(c, s, c.Sel.Face)
}

// aboutStep explains a step of the current line as it was when it was done.
func aboutStep(c *pane.Snapshot, at int) account {
	line := c.Steps.Line()
	step := line[at-1]
	before, _ := c.Steps.StateAt(0)
	if at > 1 {
		before, _ = c.Steps.StateAt(line[at-2].ID)
	}
	second := ""
	if step.Note != "" {
		second = c.Theme.Signs.Note + " " + theme.Printable(step.Note)
	}
	if len(step.Ops) != 1 {
		after, _ := c.Steps.StateAt(step.ID)
		first := fmt.Sprintf("%s: %s for %s; faces %d to %d, Jacobians left %d to %d", theme.Printable(step.Title),
			theme.Plural(len(step.Ops), "operation", "operations"), theme.Number(step.Cost),
			before.Faces(), after.Faces(), before.Lacking(), after.Lacking())
		if second == "" {
			second = c.Theme.Text(strings.Join(step.Lines, "; "))
		}
		return account{what: first, then: second}
	}
	o := pane.Foresee(before, model.Choice{Op: step.Ops[0], Price: step.Cost})
	a := operation(c, &o)
	if second != "" {
		a.then = second
	}
	return a
}

// dims writes the dimensions of the Jacobian of something that runs from i to
// j: n_j rows, n_i columns.
func dims(s *model.State, i, j int) string {
	g := s.Dag()
	return fmt.Sprintf("[%sx%s]", compact(g.Size(j)), compact(g.Size(i)))
}

func compact(c model.Cost) string { return strings.ReplaceAll(theme.Number(c), " ", "") }

// operation writes an operation: assignment, dimensions, price, consequence.
func operation(c *pane.Snapshot, o *pane.Outlook) account {
	t, s, op := c.Theme, o.Before, o.Choice.Op
	g, dot := s.Dag(), t.Signs.Times
	num := func(k model.Cost) string { return theme.Number(k) }
	mode := t.Paint(pane.ModeInk(op.Mode), op.Mode.String())
	price := t.Paint(theme.Strong, num(o.Choice.Price))
	if op.IsAccumulation() {
		i, j := s.Source(op.U), s.Target(op.U)
		tangent, adjoint, _ := s.Model(op.U)
		name := s.Name(op.U)
		if op.Mode == model.TAN {
			return account{
				what:  fmt.Sprintf("%s  %s := %s%s%sI", mode, pane.Jacobian(s, op.U), t.Signs.Tangent, name, dot),
				dims:  dims(s, i, j) + dot + dims(s, i, i),
				price: fmt.Sprintf("n_i%sT = %s%s%s = %s", dot, num(g.Size(i)), dot, num(tangent), price),
				then:  consequence(c, o),
			}
		}
		return account{
			what:  fmt.Sprintf("%s  %s := I%s%s%s", mode, pane.Jacobian(s, op.U), dot, t.Signs.Adjoint, name),
			dims:  dims(s, j, j) + dot + dims(s, i, j),
			price: fmt.Sprintf("n_j%sA = %s%s%s = %s", dot, num(g.Size(j)), dot, num(adjoint), price),
			then:  consequence(c, o),
		}
	}
	i, j, k := s.Source(op.U), s.Target(op.U), s.Target(op.V)
	left, right := pane.Jacobian(s, op.V), pane.Jacobian(s, op.U)
	var sum string
	switch op.Mode {
	case model.TAN:
		tangent, _, _ := s.Model(op.V)
		left = t.Signs.Tangent + s.Name(op.V)
		sum = fmt.Sprintf("n_i%sT = %s%s%s", dot, num(g.Size(i)), dot, num(tangent))
	case model.ADJ:
		_, adjoint, _ := s.Model(op.U)
		right = t.Signs.Adjoint + s.Name(op.U)
		sum = fmt.Sprintf("n_k%sA = %s%s%s", dot, num(g.Size(k)), dot, num(adjoint))
	default:
		sum = fmt.Sprintf("n_i%sn_j%sn_k = %s%s%s%s%s", dot, dot, num(g.Size(i)), dot, num(g.Size(j)), dot, num(g.Size(k)))
	}
	return account{
		what:  fmt.Sprintf("%s  %s += %s%s%s", mode, target(o), left, dot, right),
		dims:  dims(s, j, k) + dot + dims(s, i, j),
		price: sum + " = " + price,
		then:  consequence(c, o),
		brief: brief(o),
	}
}

// brief is the consequence with u and v for their names: "fill; u stays, v goes".
func brief(o *pane.Outlook) string {
	what := "fill"
	for _, e := range o.Change.Events {
		if e.Kind == model.Absorbed {
			what = "absorb"
		}
	}
	side := func(z model.Z) string {
		switch text := o.Fate(z); {
		case strings.HasSuffix(text, " stays"):
			return "stays"
		case strings.HasSuffix(text, " is removed"):
			return "goes"
		}
		return "merges"
	}
	u, v := side(o.Choice.Op.U), side(o.Choice.Op.V)
	if u == v {
		return what + "; u, v " + map[string]string{"stays": "stay", "goes": "go", "merges": "merge"}[u]
	}
	return what + "; u " + u + ", v " + v
}

// target is the Jacobian that an elimination adds to.
func target(o *pane.Outlook) string {
	for _, e := range o.Change.Events {
		switch e.Kind {
		case model.Born:
			// What is merged at once was born under its path's own name.
			if o.After.IsLive(e.Z) && !o.After.IsSum(e.Z) {
				return pane.Jacobian(o.After, e.Z)
			}
			return "F'" + joined(o.Before, e.Face)
		case model.Absorbed:
			return pane.Jacobian(o.Before, e.Z)
		}
	}
	return "F'"
}

// joined is the label of a face's product when both sides are single paths.
func joined(s *model.State, f model.Face) string {
	u, v := s.Name(f.U), s.Name(f.V)
	if s.IsSum(f.U) || s.IsSum(f.V) {
		return "(" + u + v + ")"
	}
	path := append(append(model.Path{}, s.Label(f.U).First()...), s.Label(f.V).First()[1:]...)
	return diagram.PathLabel(s.Dag(), path)
}

// consequence cites the rule and says what happens to everyone.
func consequence(c *pane.Snapshot, o *pane.Outlook) string {
	op := o.Choice.Op
	var parts []string
	if op.IsAccumulation() {
		parts = append(parts, "Rule 3: "+pane.Jacobian(o.Before, op.U)+" is there then")
		if fate := o.Fate(op.U); !strings.HasSuffix(fate, " stays") {
			parts = append(parts, fate)
		}
	} else {
		for _, e := range o.Change.Events {
			switch e.Kind {
			case model.Born:
				parts = append(parts, "Rule 2.1: "+o.Name(e.Z)+" is born")
			case model.Absorbed:
				parts = append(parts, "Rule 2.2: "+o.Before.Name(e.Z)+" absorbs the product")
			}
		}
		parts = append(parts, o.Fate(op.U), o.Fate(op.V))
		for _, e := range o.Change.Events {
			if e.Kind == model.Merged && e.Z != op.U && e.Z != op.V && e.Other != op.U && e.Other != op.V {
				parts = append(parts, o.Name(e.Z)+" merges with "+o.Name(e.Other))
			}
		}
	}
	if lost := o.Losers(); lost != "" {
		parts = append(parts, lost)
	}
	return c.Theme.Text(strings.Join(parts, "; "))
}

// aboutVertex tells about a vertex of the dag.
func aboutVertex(c *pane.Snapshot, i int) (string, string) {
	s, g := c.State(), c.Dag()
	at := 0
	for _, z := range s.Vertices() {
		if s.Target(z) == i {
			at += len(s.Succs(z))
		}
	}
	head := fmt.Sprintf("%s   n = %s", c.ID(i), theme.Number(g.Size(i)))
	if said := madeBy(g.Vertices[i].Extra); said != "" {
		head = c.ID(i) + " = " + theme.Printable(said)
	}
	switch {
	case g.IsSource(i):
		return head + "   a source: an entry of x", "Down goes along its edges."
	case g.IsSink(i):
		return head + "   a sink: an entry of y", "Up goes along its edges."
	case !g.IsJunction(i):
		return head + "   no edge starts or ends here", "It has no part in the Jacobian."
	case at == 0:
		return head + "   a junction whose faces are all eliminated", "Nothing is left to do here."
	}
	return head + "   a junction with " + theme.Plural(at, "face", "faces"), "V eliminates the vertex: all its faces as one step."
}

// madeBy is the operation that a vertex of a dag from source stands for, and its
// line.
func madeBy(extra []model.Attribute) string {
	var operation, line string
	for _, a := range extra {
		switch a.Name {
		case "operation":
			operation = a.Value
		case "line":
			line = ", line " + a.Value
		}
	}
	if operation == "" {
		return ""
	}
	return operation + line
}

// aboutElement tells about a vertex of the line dag that is no operation now.
func aboutElement(c *pane.Snapshot, s *model.State, z model.Z) (string, string) {
	i, j := s.Source(z), s.Target(z)
	facts := []string{pane.Jacobian(s, z) + " is there", dims(s, i, j)}
	if tangent, adjoint, ok := s.Model(z); ok {
		facts = append(facts, "its models too: T "+theme.Number(tangent)+", A "+theme.Number(adjoint))
	} else {
		facts = append(facts, "no models")
	}
	faces := len(s.Preds(z)) + len(s.Succs(z))
	if faces == 0 {
		return strings.Join(facts, "   "), "It is a block of the result: nothing is left to do with it."
	}
	return strings.Join(facts, "   "), "Part of " + theme.Plural(faces, "face", "faces") + ": up and down choose one. E eliminates the edge."
}

// aboutFace tells why a face cannot be eliminated yet.
func aboutFace(c *pane.Snapshot, s *model.State, f model.Face) (string, string) {
	best, _ := model.Cheapest(s.Accumulations(f.U))
	return c.Face(s, f) + "   no Jacobian on either side yet",
		"a preaccumulates " + s.Name(f.U) + " (" + best.Op.Mode.String() + " " + theme.Number(best.Price) + "), e can eliminate the face then."
}
