// Package narration describes the last step, the next step, the paper's formula of the
// latter, and the note of the step: two rows that are always present, a third in the
// paper's notation, and the note below.
package narration

import (
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// indent is the column at which the sentences begin.
const indent = 9

// Rows is the number of rows without the note: done, next and the formula.
const Rows = 3

// Sentences is the narration, cached.
type Sentences struct {
	cache drawnKey
	rows  []string
}

type drawnKey struct {
	seen              layer.CacheKey
	width, past, note int
}

// View draws the three rows and, below, at most notes rows of the step's note. past is
// the row of the history that the user has selected, 0 for none: then that step is
// described instead of the last one, with its formula.
func (s *Sentences) View(v *layer.View, width, past, notes int) []string {
	key := drawnKey{v.CacheKey, width, past, notes}
	if s.rows != nil && s.cache == key {
		return s.rows
	}
	t := v.Theme
	at := v.Steps.Depth()
	if past > 0 {
		at = past
	}
	done, doneFormula := theDone(v, at)
	label, next, nextFormula := theNext(v)
	plot, full := thumbnail(v, width), width
	if len(plot) > 0 {
		width -= style.Width(plot[0]) + 2
	}
	rows := []string{
		t.Left(" "+t.Paint(style.Newborn, t.Signs.Fill+" done ")+" "+done.fit(t, width-indent), width),
		t.Left(" "+t.Paint(style.Selected, t.Signs.Cursor+" "+label+" ")+" "+next.fit(t, width-indent),
			width),
		t.Left(t.Text(nextFormula.fit(width)), width),
	}
	if past > 0 { // the formula is below its sentence
		rows = []string{rows[0], t.Left(t.Text(doneFormula.fit(width)), width), rows[1]}
		if done.why.Text != "" {
			rows[1] = done.because(t, width)
		}
	} else if next.why.Text != "" { // the reason of a loss says more than the formula
		rows[2] = next.because(t, width)
	}
	for k, row := range plot {
		rows[k] = t.Left(rows[k], width+1) + t.Left(row, full-width-1)
	}
	s.rows = rows
	s.rows = append(s.rows, note(v, at, full, notes)...)
	s.cache = key
	return s.rows
}

// because is the reason of a loss in a row of its own.
func (x told) because(t *style.Theme, width int) string {
	room := width - indent - style.Width(x.loses)
	return t.Left(style.Blank(indent)+t.Paint(style.Bad, x.loses)+t.Clip(x.why.Fit(t, room), room), width)
}

// Column is the same in a narrow column of so many rows, of which at most notes are the note:
// what was done, a rule, what comes next and the note of the step. The formula stands below
// its sentence where there is room.
func Column(v *layer.View, width, height, past, notes int) []string {
	t := v.Theme
	at := v.Steps.Depth()
	if past > 0 {
		at = past
	}
	done, doneFormula := theDone(v, at)
	label, next, nextFormula := theNext(v)
	said := note(v, at, width, notes)
	most := height / 3
	if done.why.Text != "" {
		most = height - leastNext
	}
	coming := func(most int) int { // rows of what comes next
		return 1 + len(next.column(t, width, most)) + next.reasonRows(t, width)
	}
	if least := rowsOf(done.head(0)+done.brief+done.tail, width-2); least > most { // else it is cut
		most = max(most, min(least, height-coming(height)-len(said)))
	}
	rows := done.column(t, width, max(1, most))
	if past > 0 {
		rows = append(rows, doneFormula.column(t, width, height-len(rows)-coming(height)-len(said))...)
		nextFormula = nil
	}
	rows = append(rows, t.Rule(t.Signs.Cursor+" "+label, width))
	rows = append(rows, next.column(t, width,
		max(1, height-len(rows)-len(said)-next.reasonRows(t, width)))...)
	rows = append(rows, next.reasons(t, width, height-len(rows)-len(said))...)
	rows = append(rows, said...)
	rows = append(rows, nextFormula.column(t, width, height-len(rows))...)
	return rows[:min(len(rows), height)]
}

// column is the facts that are whole in so many rows: half a formula says nothing.
func (a account) column(t *style.Theme, width, most int) (rows []string) {
	for _, fact := range a {
		if _, numbers, ok := strings.Cut(fact, " = "); ok && style.Width(fact) > width-3 &&
			strings.Contains(numbers, " = ") {
			fact = numbers // without the letters it stays in one row
		}
		if cutWord(fact, width-3) {
			fact = strings.ReplaceAll(fact, t.Signs.Times, t.Signs.Times+" ")
		}
		if fact == "" || len(rows)+rowsOf(fact, width-3) > most || cutWord(fact, width-3) {
			continue
		}
		for _, row := range wrapped(t, fact, width-1, most-len(rows)) {
			rows = append(rows, " "+row)
		}
	}
	return rows
}

// cutWord reports whether a text has a word that is wider than a row.
func cutWord(text string, width int) bool {
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool {
		return style.Width(word) > width
	})
}

// leastNext is how many rows of a column a reason of what was done leaves to what comes
// next, with the rule above it.
const leastNext = 4

// ColumnRows is how many rows of a column the sentences with the note need, without the
// formula; 0 where the step has no note.
func ColumnRows(v *layer.View, width, past, most int) int {
	at := v.Steps.Depth()
	if past > 0 {
		at = past
	}
	said := note(v, at, width, most)
	if len(said) == 0 {
		return 0
	}
	done, _ := theDone(v, at)
	_, next, _ := theNext(v)
	return len(done.column(v.Theme, width, most)) + 1 + len(next.column(v.Theme, width, most)) + len(said)
}

// column is a sentence in a narrow column, with names as far as there is room.
func (x told) column(t *style.Theme, width, most int) []string {
	if lost := x.reason(t); lost != "" {
		for _, effect := range []string{x.effect, x.outcome, x.brief, ""} {
			if text := x.head(0) + effect + lost; rowsOf(text, width-2) <= most {
				return wrapped(t, text, width, most)
			}
		}
	}
	for _, effect := range []string{x.effect, x.outcome, x.brief} {
		if text := x.head(0) + effect + x.tail; rowsOf(text, width-2) <= most {
			return wrapped(t, text, width, most)
		}
	}
	return wrapped(t, x.head(0)+x.brief+x.tail, width, most)
}

// reasons is the reason of a loss in a narrow column, as much of it as there is room for.
func (x told) reasons(t *style.Theme, width, most int) []string {
	if x.why.Text == "" || most < 1 {
		return nil
	}
	loses := t.Paint(style.Bad, x.loses)
	text := loses + t.Text(style.Printable(x.why.Text))
	if rowsOf(text, width-2) > most {
		text = loses + t.Text(style.Printable(x.why.Brief))
	}
	return wrapped(t, text, width, most)
}

// reasonRows is how many rows the short reason of a loss takes in a column.
func (x told) reasonRows(t *style.Theme, width int) int {
	if x.why.Text == "" {
		return 0
	}
	return rowsOf(x.loses+t.Text(style.Printable(x.why.Brief)), width-2)
}

// wrapped breaks a painted text into rows as wide as the column.
func wrapped(t *style.Theme, text string, width, most int) []string {
	if text == "" || most < 1 {
		return nil
	}
	rows := layer.Wrap(t, t.Text(text), width, most, style.Plain)
	for k := range rows {
		rows[k] = t.Left(rows[k], width)
	}
	return rows
}

// rowsOf is how many rows a text takes.
func rowsOf(text string, width int) int { return len(slices.Collect(style.Wrap(text, width))) }

// Told is what the last step did and what comes next, each as a sentence without its
// label; redo reports whether that is the step that redo would take.
func Told(v *layer.View, width int) (done, next string, redo bool) {
	was, _ := theDone(v, v.Steps.Depth())
	label, will, _ := theNext(v)
	return was.whole(v.Theme, width), will.whole(v.Theme, width), label == redoLabel
}

// whole is the sentence with the whole reason of a loss, for readers of words.
func (x told) whole(t *style.Theme, width int) string {
	reason := x.why
	if x.why = (layer.Reason{}); reason.Text == "" {
		return x.fit(t, width)
	}
	return x.fit(t, width) + "; " + x.loses + t.Text(style.Printable(reason.Text))
}

// note is the author's note on a step, in terminal cells.
func note(v *layer.View, at, width, most int) []string {
	t := v.Theme
	text := stepAt(v, at).Note
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
func stepAt(v *layer.View, depth int) session.Step {
	if depth == v.Steps.Depth() {
		step, _ := v.Steps.Step(v.Steps.Cursor())
		return step
	}
	return v.Steps.Line()[depth-1]
}

// told is a sentence about an operation: what it is and costs, and what it does, with
// shorter forms for when names do not fit.
type told struct {
	head                         func(width int) string // in at most width cells if possible; 0 for no limit
	effect, outcome, brief, tail string
	why                          layer.Reason // why it loses; empty where it does not, or that is not known
	loses                        string       // "loses 1. ", before the reason
}

// plainly is a sentence with only one form.
func plainly(text string) told { return told{head: func(int) string { return text }} }

// fit shortens the effect, then the head. Where the effect has only one form, its end is
// cut: the counts of an elimination of a vertex or an edge say less than its name and
// cost.
func (x told) fit(theme *style.Theme, width int) string {
	if lost := x.reason(theme); lost != "" {
		for _, effect := range []string{x.effect, x.outcome, x.brief, ""} { // why says more than what
			if effect == "" {
				lost = strings.TrimLeft(lost, " ")
			}
			if text := x.head(0) + effect + lost; style.Width(text) <= width {
				return text
			}
		}
	}
	for _, effect := range []string{x.effect, x.outcome, x.brief} {
		if text := x.head(0) + effect + x.tail; style.Width(text) <= width {
			return text
		}
	}
	// The price is never cut; names are, and then words at the end.
	room := width - style.Width(x.tail)
	head := x.head(max(leastHead, room-style.Width(x.brief)))
	return head + layer.CutWords(theme, x.brief, room-style.Width(head)) + x.tail
}

// reason is the tail with the short reason of the loss; empty where there is none.
func (x told) reason(t *style.Theme) string {
	if x.why.Text == "" || x.tail == "" {
		return ""
	}
	return x.tail + ". " + t.Text(style.Printable(x.why.Brief))
}

// leastHead is the least width of an operation with its price.
const leastHead = 40

// theDone describes the step at a depth of the line.
func theDone(v *layer.View, depth int) (told, account) {
	t := v.Theme
	if depth == 0 {
		return plainly("nothing yet: this is the start"), account{}
	}
	line := v.Steps.Line()
	step := line[depth-1]
	lost := ""
	if loss := v.Losses.Text(t, step.ID); loss != "" {
		lost = "  " + t.Paint(style.Bad, "lost "+loss)
	}
	why, _ := v.Losses.Why(step.ID)
	var changes []model.Change
	before, ok := v.Before(line, depth)
	switch {
	case depth == v.Steps.Depth():
		changes = v.Steps.Changes()
	case ok && !layer.Expensive(before, step.Ops):
		_, changes, _ = model.Replay(before, step.Ops)
	}
	if !ok || len(changes) != 1 {
		counts := layer.Counts(t, changes)
		x := coarse(v, line, depth, counts, lost)
		x.why = why
		return x, within(v, before, step.Ops)
	}
	after, _ := v.Steps.StateAt(step.ID)
	o := layer.Outlook{Choice: model.Choice{Op: step.Ops[0], Price: step.Cost}, Before: before, After: after,
		Change: changes[0]}
	x := operation(v, &o)
	x.tail, x.why = lost, why
	return x, formula(v, &o)
}

// redoLabel is the label of the step that redo would take.
const redoLabel = "redo"

// theNext describes what Enter does: the selected operation. Where none is selected it
// describes the step that redo would take, and says so; else what is selected. In a
// lesson or a preview the next step is the one ahead.
func theNext(v *layer.View) (string, told, account) {
	const next, redo = "next", redoLabel
	t, s := v.Theme, v.State()
	line, depth := v.Steps.Line(), v.Steps.Depth()
	o, ok := v.Outlook()
	led := v.Led || v.Preview != ""
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
			return label, coarse(v, line, depth+1, counts, ""), within(v, s, ahead.Ops)
		}
		if recorded && !ok {
			foreseen := layer.Foresee(s, model.Choice{Op: ahead.Ops[0], Price: ahead.Cost})
			_, about := aboutThing(v, s)
			return label, operation(v, &foreseen), about
		}
	}
	if ok {
		about := formula(v, o)
		if depth < len(line) && len(line[depth].Ops) > 1 {
			about = append(about, redo+": "+layer.StepName(v, line, depth+1)+" for "+t.Cost(line[depth].Cost))
		}
		x := operation(v, o)
		if v.Advice.Why != nil {
			x.why, _ = v.Advice.Why(o.Choice.Op)
			verdict, _ := v.Advice.Verdict(o.Choice.Op)
			x.loses = "loses " + v.Theme.Cost(verdict.Regret) + ". "
		}
		return next, x, about
	}
	text, about := aboutThing(v, s)
	return next, plainly(text), about
}

// coarse describes a step of several operations by their joint effect.
func coarse(v *layer.View, line []session.Step, depth int, counts, tail string) told {
	step := line[depth-1]
	head := layer.StepName(v, line, depth) + price(v.Theme, step.Cost)
	return told{effect: counts, outcome: counts, brief: counts, tail: tail, head: func(int) string {
		return head
	}}
}

// mostWithin is the most operations of one step that are named.
const mostWithin = 8

// within names the operations of a step.
func within(v *layer.View, before *model.State, ops []model.Op) account {
	if before == nil || layer.Expensive(before, nil) {
		return nil
	}
	var all []string
	_, _ = model.Walk(before, ops[:min(len(ops), mostWithin)],
		func(s *model.State, o model.Op, _ model.Cost) {
			all = append(all, o.Mode.String()+" "+layer.OpName(v.Theme, s, o))
		})
	if more := len(ops) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return account{strings.Join(all, ", ")}
}

func price(t *style.Theme, c model.Cost) string {
	return " for " + t.Paint(style.Strong, t.Cost(c)) + ": "
}

// operation describes an operation in words.
func operation(v *layer.View, o *layer.Outlook) told {
	t, op := v.Theme, o.Choice.Op
	mode, cost := t.Paint(layer.ModeRole(op.Mode), op.Mode.String())+" ", price(t, o.Choice.Price)
	return told{effect: o.Effect(t), outcome: o.Outcome(t), brief: o.Brief(t), head: func(width int) string {
		if width == 0 {
			return mode + layer.OpName(t, o.Before, op) + cost
		}
		return mode + layer.ShortOpName(t, o.Before, op, width-style.Width(mode+cost)) + cost
	}}
}

// account is a row of facts, the most important first; the last ones are dropped where
// they do not fit.
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

// aboutThing describes a selection that is not a possible operation: what to do, and what
// it is.
func aboutThing(v *layer.View, s *model.State) (string, account) {
	if len(v.Dag().Edges) == 0 {
		return "nothing: the dag has no edge yet", account{}
	}
	if s.Done() {
		about := account{"No face is left and every Jacobian is available."}
		if v.Sel.Kind == intent.OnElement && v.Sel.Exists(s) {
			_, about = aboutElement(v, s, v.Sel.Z)
		}
		if v.Led {
			return v.Keymap.Text("nothing: the sequence is complete; PgDn goes on, {t:totals} shows the totals"), about
		}
		return v.Keymap.Text("nothing: the sequence is complete; {t:totals} totals and check, {s:save-as} save, {u:undo} undo"), about
	}
	switch {
	case !v.Sel.Exists(s):
		return "nothing is selected: Tab goes to the list, the arrow keys select", nil
	case v.Sel.Kind == intent.OnVertex:
		what, next := aboutVertex(v, v.Sel.Vertex)
		return next, account{what}
	case v.Sel.Kind == intent.OnElement:
		return aboutElement(v, s, v.Sel.Z)
	}
	what, next := aboutFace(v, s, v.Sel.Face)
	return next, account{what}
}

// dims writes the dimensions of the Jacobian of a path from i to j: n_j rows, n_i
// columns.
func dims(s *model.State, i, j int) string {
	g := s.Dag()
	return fmt.Sprintf("[%sx%s]", compact(g.Size(j)), compact(g.Size(i)))
}

func compact(c model.Cost) string { return strings.ReplaceAll(style.Number(c), " ", "") }

// Formula is the assignment of the selected operation and its price; false where none is
// selected.
func Formula(v *layer.View) (string, bool) {
	o, ok := v.Outlook()
	if !ok {
		return "", false
	}
	all := formula(v, o)
	return v.Theme.Text(all[0] + "   " + all[1]), true
}

// formula writes an operation as the paper does: assignment, price, dimensions and rules.
func formula(v *layer.View, o *layer.Outlook) account {
	t, s, op := v.Theme, o.Before, o.Choice.Op
	g, dot := s.Dag(), t.Signs.Times
	num := func(k model.Cost) string { return style.Number(k) }
	price := " = " + num(o.Choice.Price) + inTime(g, o.Choice.Price)
	if op.IsAccumulation() {
		i, j, p := s.Source(op.U), s.Target(op.U), s.Pattern(op.U)
		name, e := layer.Name(s, op.U), s.Elemental(op.U)
		if op.Mode == model.TAN {
			return account{
				fmt.Sprintf("%s := %s%s%sI", layer.Jacobian(s, op.U), t.Signs.Tangent, name, dot),
				evaluations("n_i", "T", g.Size(i), g.Columns(i, p), p, e.Tangent, e.TangentCurve, dot) +
					price,
				plot(t, e, g.Size(i)), sparsity(p), o.Rules(), dims(s, i, j) + dot + dims(s, i, i),
			}
		}
		return account{
			fmt.Sprintf("%s := I%s%s%s", layer.Jacobian(s, op.U), dot, t.Signs.Adjoint, name),
			evaluations("n_j", "A", g.Size(j), g.Rows(j, p), p, e.Adjoint, e.AdjointCurve, dot) + price,
			plot(t, e, g.Size(j)), sparsity(p), o.Rules(), dims(s, j, j) + dot + dims(s, i, j),
		}
	}
	i, j, k := s.Source(op.U), s.Target(op.U), s.Target(op.V)
	left, right := layer.Jacobian(s, op.V), layer.Jacobian(s, op.U)
	p := s.Product(op.Face())
	var sum, drawn string
	switch op.Mode {
	case model.TAN:
		e := s.Elemental(op.V)
		left = t.Signs.Tangent + layer.Name(s, op.V)
		sum = evaluations("n_i", "T", g.Size(i), g.Columns(i, p), p, e.Tangent, uncolored(e.TangentCurve),
			dot)
		drawn = plot(t, e, g.Size(i))
	case model.ADJ:
		e := s.Elemental(op.U)
		right = t.Signs.Adjoint + layer.Name(s, op.U)
		sum = evaluations("n_k", "A", g.Size(k), g.Rows(k, p), p, e.Adjoint, uncolored(e.AdjointCurve), dot)
		drawn = plot(t, e, g.Size(k))
	default:
		sum = product(g, dot, i, j, k, s.Pattern(op.U), s.Pattern(op.V))
	}
	if op.Mode == model.MUL && p != nil && isPrice(sum, o.Choice.Price) {
		price = inTime(g, o.Choice.Price)
	}
	into, sign := target(o)
	return account{
		fmt.Sprintf("%s %s %s%s%s", into, sign, left, dot, right), sum + price,
		drawn, sparsity(p), o.Rules(), dims(s, j, k) + dot + dims(s, i, j),
	}
}

// target is the Jacobian that an elimination assigns (:=), where it is fill, or adds to
// (+=).
func target(o *layer.Outlook) (into, sign string) {
	for _, e := range o.Change.Events {
		switch {
		case e.Kind == model.Absorbed:
			return layer.Jacobian(o.Before, e.Z), "+="
		case e.Kind == model.Born && o.After.IsLive(e.Z):
			return layer.Jacobian(o.After, e.Z), ":="
		case e.Kind == model.Born: // merged at once
			return fmt.Sprintf("F'(%s,*,%s)", id(o.Before, o.Before.Source(e.Face.U)),
				id(o.Before, o.Before.Target(e.Face.V))), "+="
		}
	}
	return "F'", "+="
}

func id(s *model.State, i int) string { return model.QuoteID(s.Dag().Vertices[i].ID) }

// aboutVertex describes a vertex of the dag.
func aboutVertex(v *layer.View, i int) (string, string) {
	s, g := v.State(), v.Dag()
	at := 0
	for _, z := range s.Vertices() {
		if s.Target(z) == i {
			at += len(s.Succs(z))
		}
	}
	head := fmt.Sprintf("%s   n = %s", v.ID(i), style.Number(g.Size(i)))
	if made := madeBy(g.Vertices[i]); made != "" {
		head = v.ID(i) + " = " + style.Printable(made)
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
	return head + "   a junction with " + style.Plural(at, "face", "faces"),
		"V eliminates the vertex: all its faces as one step"
}

// madeBy describes the origin of a vertex: the operation in a source file and its line,
// or the module of a measured program, its file and size.
func madeBy(v model.Vertex) string {
	attribute := make(map[string]string)
	for _, a := range v.Extra {
		attribute[a.Name] = a.Value
	}
	switch line := attribute["line"]; {
	case attribute["module"] != "" && attribute["file"] != "" && line != "":
		return fmt.Sprintf("%s (%s:%s)   n = %s", attribute["module"], attribute["file"], line,
			style.Count(v.Size))
	case attribute["operation"] == "" || line == "":
		return attribute["operation"]
	default:
		return attribute["operation"] + ", line " + line
	}
}

// aboutElement describes a vertex of the line dag that is not a possible operation.
func aboutElement(v *layer.View, s *model.State, z model.Z) (string, account) {
	i, j := s.Source(z), s.Target(z)
	facts := account{layer.Jacobian(s, z) + " available", dims(s, i, j), sparsity(s.Pattern(z))}
	if e := s.Elemental(z); e != nil {
		facts = append(facts, "models available: "+curve("T", e.Tangent, e.TangentCurve)+", "+curve("A",
			e.Adjoint, e.AdjointCurve), plot(v.Theme, e, max(s.Dag().Size(i), s.Dag().Size(j))))
	} else {
		facts = append(facts, "no models")
	}
	switch whole := s.Name(z); {
	case s.Label(z).Count() > mostPaths:
		facts = append(facts, "it stands for "+style.Number(s.Label(z).Count())+" paths")
	case whole != layer.Name(s, z):
		facts = append(facts, "it stands for "+whole)
	}
	faces := len(s.Preds(z)) + len(s.Succs(z))
	if faces == 0 {
		return layer.Name(s, z) + " is finished: it is a block of the result", facts
	}
	text := layer.Name(s, z) + " is in " + style.Plural(faces, "face", "faces")
	if v.Leader == "" {
		text += ": up and down select one, E eliminates the edge"
	}
	return text, facts
}

// mostPaths is the most paths that are named.
const mostPaths = 3

// aboutFace says why a face cannot be eliminated yet.
func aboutFace(v *layer.View, s *model.State, f model.Face) (string, string) {
	best, _ := model.Cheapest(s.Accumulations(f.U))
	return v.Face(s, f) + "   no Jacobian on either side yet",
		"a preaccumulates " + layer.Name(s, f.U) + " (" + best.Op.Mode.String() + " " +
			v.Theme.Cost(best.Price) + "); then e eliminates the face"
}
