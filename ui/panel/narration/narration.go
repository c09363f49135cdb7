// Package narration tells what the last step did, what the next one will do, the
// paper's formula of it, and the note of the step: two lines that are always there,
// a third in the paper's notation, and the author's note beneath.
package narration

import (
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// indent is where the sentences begin.
const indent = 9

// Rows is how many rows there are always: done, next and the formula.
const Rows = 3

// Sentences writes them.
type Sentences struct {
	cache drawnKey
	rows  []string
}

type drawnKey struct {
	seen              layer.CacheKey
	width, past, note int
}

// View gives the three rows and, beneath, at most notes rows of the step's note.
// past is the row of the history that is looked at, 0 for none: then that step is
// told instead of the last one, and the formula is its own.
func (p *Sentences) View(c *layer.View, width, past, notes int) []string {
	key := drawnKey{c.CacheKey, width, past, notes}
	if p.rows != nil && p.cache == key {
		return p.rows
	}
	t := c.Theme
	at := c.Steps.Depth()
	if past > 0 {
		at = past
	}
	done, doneFormula := theDone(c, at)
	label, next, nextFormula := theNext(c)
	rows := []string{
		t.Left(" "+t.Paint(style.Newborn, t.Signs.Fill+" done ")+" "+done.fit(t, width-indent), width),
		t.Left(" "+t.Paint(style.Selected, t.Signs.Cursor+" "+label+" ")+" "+next.fit(t, width-indent), width),
		t.Left(nextFormula.fit(width), width),
	}
	if past > 0 { // the formula stands below the sentence that it belongs to
		rows = []string{rows[0], t.Left(doneFormula.fit(width), width), rows[1]}
	}
	p.rows = rows
	p.rows = append(p.rows, note(c, at, width, notes)...)
	p.cache = key
	return p.rows
}

// note is what the author says of a step, as large as a terminal writes.
func note(c *layer.View, at, width, most int) []string {
	t := c.Theme
	text := stepAt(c, at).Note
	if text == "" || most < 1 {
		return nil
	}
	rows := layer.Wrap(t, style.Printable(text), width-3, most, style.Strong)
	for k := range rows {
		sign := " "
		if k == 0 {
			sign = t.Signs.Note
		}
		rows[k] = t.Left(" "+t.Paint(style.Key, sign)+rows[k], width)
	}
	return rows
}

// stepAt is the step at a depth of the line; 0 is the start.
func stepAt(c *layer.View, depth int) session.Step {
	if depth == c.Steps.Depth() {
		step, _ := c.Steps.Step(c.Steps.Cursor())
		return step
	}
	return c.Steps.Line()[depth-1]
}

// told is a sentence on an operation: what it is and costs, and what it does,
// which has shorter forms for where names do not fit.
type told struct {
	head                         func(width int) string // in so many cells if it can be; 0 for all of it
	effect, outcome, brief, tail string
}

// plainly is a sentence that has only one form.
func plainly(text string) told { return told{head: func(int) string { return text }} }

// fit shortens the effect, then the head. Where there is one form of the effect
// only, its end goes: the counts of the elimination of a vertex or an edge say less than what it is and
// costs.
func (x told) fit(t *style.Theme, width int) string {
	for _, effect := range []string{x.effect, x.outcome, x.brief} {
		if text := x.head(0) + effect + x.tail; style.Width(text) <= width {
			return text
		}
	}
	// The price is never cut: names are, and then the words at the end.
	room := width - style.Width(x.tail)
	head := x.head(max(leastHead, room-style.Width(x.brief)))
	return head + layer.CutWords(t, x.brief, room-style.Width(head)) + x.tail
}

// leastHead is what an operation and its price are cut to at least.
const leastHead = 40

// theDone tells the step at a depth of the line.
func theDone(c *layer.View, depth int) (told, account) {
	t := c.Theme
	if depth == 0 {
		return plainly("nothing yet: this is the start"), account{}
	}
	line := c.Steps.Line()
	step := line[depth-1]
	lost := ""
	if loss := strings.TrimSpace(c.Losses.Column(t, step.ID)); loss != "" {
		lost = "  " + t.Paint(style.Bad, "lost ") + loss
	}
	var changes []model.Change
	before, ok := c.Before(line, depth)
	switch {
	case depth == c.Steps.Depth():
		changes = c.Steps.Changes()
	case ok && !layer.Expensive(before, step.Ops):
		_, changes, _ = model.Replay(before, step.Ops)
	}
	if !ok || len(changes) != 1 {
		counts := layer.Counts(t, changes)
		return coarse(c, line, depth, counts, lost), within(c, before, step.Ops)
	}
	after, _ := c.Steps.StateAt(step.ID)
	o := layer.Outlook{Choice: model.Choice{Op: step.Ops[0], Price: step.Cost}, Before: before, After: after, Change: changes[0]}
	x := operation(c, &o)
	x.tail = lost
	return x, formula(c, &o)
}

// theNext tells what Enter does: the selected operation. Where none is selected it tells
// the step that redo would take, and calls it so; else what is selected instead. In a
// lesson or a preview what comes next is the step ahead.
func theNext(c *layer.View) (string, told, account) {
	const next, redo = "next", "redo"
	t, s := c.Theme, c.State()
	line, depth := c.Steps.Line(), c.Steps.Depth()
	o, ok := c.Outlook()
	led := c.Led || c.Preview != ""
	if depth < len(line) && (led || !ok) {
		label := redo
		if led {
			label = next
		}
		ahead := line[depth]
		recorded := len(ahead.Ops) > 0 && (!ok || o.Choice.Op == ahead.Ops[0])
		if recorded && len(ahead.Ops) > 1 {
			counts := ""
			if !layer.Expensive(s, ahead.Ops) {
				_, changes, _ := model.Replay(s, ahead.Ops)
				counts = layer.Counts(t, changes)
			}
			return label, coarse(c, line, depth+1, counts, ""), within(c, s, ahead.Ops)
		}
		if recorded && !ok {
			foreseen := layer.Foresee(s, model.Choice{Op: ahead.Ops[0], Price: ahead.Cost})
			_, about := aboutThing(c, s)
			return label, operation(c, &foreseen), about
		}
	}
	if ok {
		about := formula(c, o)
		if depth < len(line) && len(line[depth].Ops) > 1 {
			about = append(about, redo+": "+layer.StepName(c, line, depth+1)+" for "+style.Number(line[depth].Cost))
		}
		return next, operation(c, o), about
	}
	text, about := aboutThing(c, s)
	return next, plainly(text), about
}

// coarse tells a step of several operations by what they do together.
func coarse(c *layer.View, line []session.Step, depth int, counts, tail string) told {
	step := line[depth-1]
	head := layer.StepName(c, line, depth) + price(c.Theme, step.Cost)
	return told{effect: counts, outcome: counts, brief: counts, tail: tail, head: func(int) string { return head }}
}

// mostWithin is how many operations of one step are named.
const mostWithin = 8

// within names the operations of a step.
func within(c *layer.View, before *model.State, ops []model.Op) account {
	if before == nil || layer.Expensive(before, nil) {
		return nil
	}
	var all []string
	_, _ = model.Walk(before, ops[:min(len(ops), mostWithin)], func(s *model.State, o model.Op, _ model.Cost) {
		all = append(all, o.Mode.String()+" "+layer.OpName(c.Theme, s, o))
	})
	if more := len(ops) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return account{strings.Join(all, ", ")}
}

func price(t *style.Theme, c model.Cost) string {
	return " for " + t.Paint(style.Strong, style.Number(c)) + ": "
}

// operation tells an operation in words.
func operation(c *layer.View, o *layer.Outlook) told {
	t, op := c.Theme, o.Choice.Op
	mode, cost := t.Paint(layer.ModeRole(op.Mode), op.Mode.String())+" ", price(t, o.Choice.Price)
	return told{effect: o.Effect(t), outcome: o.Outcome(t), brief: o.Brief(t), head: func(width int) string {
		if width == 0 {
			return mode + layer.OpName(t, o.Before, op) + cost
		}
		return mode + layer.ShortOpName(t, o.Before, op, width-style.Width(mode+cost)) + cost
	}}
}

// account is a row of facts, the most important first: what does not fit is left
// out from the end.
type account []string

func (a account) fit(width int) string {
	out := ""
	for _, fact := range slices.DeleteFunc(slices.Clone(a), func(s string) bool { return s == "" }) {
		next := out + "   " + fact
		if out != "" && style.Width(next)-2 > width {
			break
		}
		out = next
	}
	switch {
	case out == "":
		return ""
	case style.Width(out)+indent-3 <= width:
		return style.Blank(indent-3) + out
	}
	return out[2:]
}

// aboutThing is for a selection that is no possible operation: what to do, and
// what it is.
func aboutThing(c *layer.View, s *model.State) (string, account) {
	if s.Done() {
		about := account{"No face is left and every Jacobian is available."}
		if c.Sel.Kind == intent.OnElement && c.Sel.Exists(s) {
			_, about = aboutElement(c, s, c.Sel.Z)
		}
		if c.Led {
			return "nothing: the sequence is complete; PgDn goes on, t shows the totals", about
		}
		return "nothing: the sequence is complete; t totals and proof, s save, u undo", about
	}
	switch {
	case !c.Sel.Exists(s):
		return "nothing is selected: Tab goes to the list, the arrow keys select", nil
	case c.Sel.Kind == intent.OnVertex:
		what, next := aboutVertex(c, c.Sel.Vertex)
		return next, account{what}
	case c.Sel.Kind == intent.OnElement:
		return aboutElement(c, s, c.Sel.Z)
	}
	what, next := aboutFace(c, s, c.Sel.Face)
	return next, account{what}
}

// dims writes the dimensions of the Jacobian of something that runs from i to
// j: n_j rows, n_i columns.
func dims(s *model.State, i, j int) string {
	g := s.Dag()
	return fmt.Sprintf("[%sx%s]", compact(g.Size(j)), compact(g.Size(i)))
}

func compact(c model.Cost) string { return strings.ReplaceAll(style.Number(c), " ", "") }

// formula writes an operation as the paper does: assignment, price, dimensions and
// rules.
func formula(c *layer.View, o *layer.Outlook) account {
	t, s, op := c.Theme, o.Before, o.Choice.Op
	g, dot := s.Dag(), t.Signs.Times
	num := func(k model.Cost) string { return style.Number(k) }
	price := " = " + num(o.Choice.Price) + inTime(g, o.Choice.Price)
	if op.IsAccumulation() {
		i, j := s.Source(op.U), s.Target(op.U)
		name, e := layer.Name(s, op.U), s.Elemental(op.U)
		if op.Mode == model.TAN {
			return account{
				fmt.Sprintf("%s := %s%s%sI", layer.Jacobian(s, op.U), t.Signs.Tangent, name, dot),
				batch("n_i", "T", g.Size(i), e.Tangent, e.TangentCurve, dot) + price,
				plot(t, e, g.Size(i)), o.Rules(), dims(s, i, j) + dot + dims(s, i, i),
			}
		}
		return account{
			fmt.Sprintf("%s := I%s%s%s", layer.Jacobian(s, op.U), dot, t.Signs.Adjoint, name),
			batch("n_j", "A", g.Size(j), e.Adjoint, e.AdjointCurve, dot) + price,
			plot(t, e, g.Size(j)), o.Rules(), dims(s, j, j) + dot + dims(s, i, j),
		}
	}
	i, j, k := s.Source(op.U), s.Target(op.U), s.Target(op.V)
	left, right := layer.Jacobian(s, op.V), layer.Jacobian(s, op.U)
	var sum, drawn string
	switch op.Mode {
	case model.TAN:
		e := s.Elemental(op.V)
		left = t.Signs.Tangent + layer.Name(s, op.V)
		sum = batch("n_i", "T", g.Size(i), e.Tangent, uncolored(e.TangentCurve), dot)
		drawn = plot(t, e, g.Size(i))
	case model.ADJ:
		e := s.Elemental(op.U)
		right = t.Signs.Adjoint + layer.Name(s, op.U)
		sum = batch("n_k", "A", g.Size(k), e.Adjoint, uncolored(e.AdjointCurve), dot)
		drawn = plot(t, e, g.Size(k))
	default:
		sum = multiplications(g.Product, dot, g.Size(i), g.Size(j), g.Size(k))
	}
	into, sign := target(o)
	return account{
		fmt.Sprintf("%s %s %s%s%s", into, sign, left, dot, right), sum + price,
		drawn, o.Rules(), dims(s, j, k) + dot + dims(s, i, j),
	}
}

// target is the Jacobian that an elimination assigns (:=), where it fills in, or adds to
// (+=).
func target(o *layer.Outlook) (into, sign string) {
	for _, e := range o.Change.Events {
		switch {
		case e.Kind == model.Absorbed:
			return layer.Jacobian(o.Before, e.Z), "+="
		case e.Kind == model.Born && o.After.IsLive(e.Z):
			return layer.Jacobian(o.After, e.Z), ":="
		case e.Kind == model.Born: // merged at once
			return fmt.Sprintf("F'(%s,*,%s)", id(o.Before, o.Before.Source(e.Face.U)), id(o.Before, o.Before.Target(e.Face.V))), "+="
		}
	}
	return "F'", "+="
}

func id(s *model.State, i int) string { return model.QuoteID(s.Dag().Vertices[i].ID) }

// aboutVertex tells about a vertex of the dag.
func aboutVertex(c *layer.View, i int) (string, string) {
	s, g := c.State(), c.Dag()
	at := 0
	for _, z := range s.Vertices() {
		if s.Target(z) == i {
			at += len(s.Succs(z))
		}
	}
	head := fmt.Sprintf("%s   n = %s", c.ID(i), style.Number(g.Size(i)))
	if said := madeBy(g.Vertices[i]); said != "" {
		head = c.ID(i) + " = " + style.Printable(said)
	}
	switch {
	case g.IsSource(i):
		return head + "   a source: an entry of x", "a source is selected: down goes to its edges"
	case g.IsSink(i):
		return head + "   a sink: an entry of y", "a sink is selected: up goes to its edges"
	case !g.IsJunction(i):
		return head + "   no edge starts or ends here", "a vertex without edges is selected"
	case at == 0:
		return head + "   a junction whose faces are all eliminated", "a junction without faces is selected"
	}
	return head + "   a junction with " + style.Plural(at, "face", "faces"), "V eliminates the vertex: all its faces as one step"
}

// madeBy is the operation that a vertex of a dag from source stands for, and its
// line; or the module of a measured program, its size and where it stands.
func madeBy(v model.Vertex) string {
	said := make(map[string]string)
	for _, a := range v.Extra {
		said[a.Name] = a.Value
	}
	switch line := said["line"]; {
	case said["module"] != "" && said["file"] != "" && line != "":
		return fmt.Sprintf("%s (%s:%s)   n = %s", said["module"], said["file"], line, style.Count(v.Size))
	case said["operation"] == "" || line == "":
		return said["operation"]
	default:
		return said["operation"] + ", line " + line
	}
}

// aboutElement tells about a vertex of the line dag that is no operation now.
func aboutElement(c *layer.View, s *model.State, z model.Z) (string, account) {
	i, j := s.Source(z), s.Target(z)
	facts := account{layer.Jacobian(s, z) + " available", dims(s, i, j)}
	if e := s.Elemental(z); e != nil {
		facts = append(facts, "models available: "+curve("T", e.Tangent, e.TangentCurve)+", "+curve("A", e.Adjoint, e.AdjointCurve), plot(c.Theme, e, max(s.Dag().Size(i), s.Dag().Size(j))))
	} else {
		facts = append(facts, "no models")
	}
	if whole := s.Name(z); whole != layer.Name(s, z) {
		facts = append(facts, "it stands for "+whole)
	}
	faces := len(s.Preds(z)) + len(s.Succs(z))
	if faces == 0 {
		return "a block of the result is selected: it is finished", facts
	}
	text := layer.Name(s, z) + " is in " + style.Plural(faces, "face", "faces")
	if c.Leader == "" {
		text += ": up and down select one, E eliminates the edge"
	}
	return text, facts
}

// aboutFace tells why a face cannot be eliminated yet.
func aboutFace(c *layer.View, s *model.State, f model.Face) (string, string) {
	best, _ := model.Cheapest(s.Accumulations(f.U))
	return c.Face(s, f) + "   no Jacobian on either side yet",
		"a preaccumulates " + layer.Name(s, f.U) + " (" + best.Op.Mode.String() + " " + style.Number(best.Price) + "); then e eliminates the face"
}
