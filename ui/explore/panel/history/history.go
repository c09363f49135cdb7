// Package history is the panel that lists the steps.
package history

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

// Steps lists the steps of the current line: those behind the cursor, those that redo
// would take, other branches, notes and losses.
type Steps struct {
	layer.Plain
	at       int // the selected row's step; 0 is the start
	revision uint64
	top      int   // the first step shown
	rows     []int // the step of each row shown
	// the notes below their steps, by step; nil where they stand on the steps' rows
	told map[int][]string

	columns columns
	widest  int // width of the visible names
	steps   map[aboutKey]aboutStep
}

// columns are the widths of the columns of numbers, each with a gap; 0 for one without room.
type columns struct{ loss, price, sum int }

// gap is the space between two columns of numbers, wider than the blank between thousands.
const gap = 2

// frameAndGaps is what a title and headings need beside themselves: blanks around both, and the
// frame.
const frameAndGaps = 7

// catchUp moves the row to the cursor after the session moved.
func (s *Steps) catchUp(v *layer.View) {
	if s.revision != v.Steps.Revision() {
		s.revision = v.Steps.Revision()
		s.at = v.Steps.Depth()
	}
}

// New selects the step at the cursor.
func New(s layer.Steps) Steps { return Steps{revision: s.Revision(), at: s.Depth()} }

// At is the selected row's step; 0 is the start.
func (s *Steps) At(v *layer.View) int {
	s.catchUp(v)
	return s.at
}

// move moves the selected row.
func (s *Steps) move(v *layer.View, by int) {
	s.catchUp(v)
	s.at = max(0, min(len(v.Steps.Line()), s.at+by))
}

// chosen is the intent of Enter: go to the row's step.
func (s *Steps) chosen(v *layer.View) intent.Intent {
	s.catchUp(v)
	return intent.JumpTo{Depth: s.at}
}

// branch is the intent of left and right: go to the next branch.
func (s *Steps) branch(v *layer.View, by int) intent.Intent {
	s.catchUp(v)
	line := v.Steps.Line()
	if s.at == 0 || s.at > len(line) {
		return intent.Say{Text: "No branch starts here: select a step with the mark " + v.Theme.Signs.Branch +
			"."}
	}
	id := line[s.at-1].ID
	branches := v.Steps.Branches(id)
	if len(branches) < 2 {
		return intent.Say{Text: "This step has no other branch: go back and choose another operation to make one."}
	}
	at := slices.IndexFunc(branches, func(step session.Step) bool { return step.ID == id })
	next := branches[(at+by+len(branches))%len(branches)]
	return intent.GoTo{Step: next.ID}
}

// row is the step in a row of the panel's content.
func (s *Steps) row(y int) (int, bool) {
	if y < 0 || y >= len(s.rows) {
		return 0, false
	}
	return s.rows[y], true
}

// Title names the panel, and counts the branches if there are any.
func (s *Steps) Title(v *layer.View) string {
	if n := len(v.Steps.Leaves()); n > 1 {
		return fmt.Sprintf("history: %d branches", n)
	}
	return "history"
}

// Fit shows the steps around the selected row.
func (s *Steps) Fit(v *layer.View, b layer.Box) {
	s.catchUp(v)
	line := v.Steps.Line()
	s.top = layer.Scroll(s.top, s.at, b.Height, len(line)+1)
	s.widest = 0
	for at := max(1, s.top); at <= len(line) && at < s.top+b.Height; at++ {
		s.widest = max(s.widest, style.Width(s.know(v, line, at).name))
	}
	s.measure(v, line, b)
	s.rows = s.rows[:0:0]
	s.told = told(v, line, b.Width, b.Height)
	for at := s.top; at <= len(line) && len(s.rows) < b.Height; at++ {
		for range min(1+len(s.told[at]), b.Height-len(s.rows)) {
			s.rows = append(s.rows, at)
		}
	}
}

// lines are the steps that are shown, with their notes.
func (s *Steps) lines(v *layer.View, b layer.Box) (lines []string) {
	line := v.Steps.Line()
	for at := s.top; at <= len(line) && len(lines) < b.Height; at++ {
		if at == 0 {
			lines = append(lines, s.start(v, b.Width, b.Focused))
		} else {
			lines = append(lines, s.line(v, line, at, b.Width, b.Focused))
		}
		lines = append(lines, s.told[at]...)
	}
	return lines[:min(b.Height, len(lines))]
}

// told are the notes as rows of text below their steps, where the panel has room for all
// of them. Otherwise it is nil, and their beginnings are on the steps' rows.
func told(v *layer.View, line []session.Step, width, height int) map[int][]string {
	if len(line)+1 > height {
		return nil
	}
	t, out, rows := v.Theme, make(map[int][]string), len(line)+1
	const indent = 7
	for at := range len(line) + 1 {
		note := ""
		if at > 0 {
			note = line[at-1].Note
		} else if step, ok := v.Steps.Step(0); ok {
			note = step.Note
		}
		if note == "" {
			continue
		}
		for k, row := range layer.Wrap(t, t.Text(style.Printable(note)), width-indent, height, style.Plain) {
			sign := " "
			if k == 0 {
				sign = t.Signs.Note
			}
			out[at] = append(out[at], t.Left(style.Blank(indent-2)+t.Paint(style.Key, sign)+row, width))
			rows++
		}
	}
	if rows > height {
		return nil
	}
	return out
}

// leastName is the width of a step's name for which numbers give way, and leastEffect that of an
// effect that is cut.
const leastName, leastEffect = 16, 10

// measure divides the width: names need it more than prices, and more than losses where not even
// a short name would be left. Sums are never cut.
func (s *Steps) measure(v *layer.View, line []session.Step, b layer.Box) {
	number := v.SpentWidth()
	s.columns = columns{v.Losses.Width, number + gap, number + gap}
	if b.Width-2*number-v.Losses.Width >= max(26, min(s.widest, 44)+8) {
		return
	}
	head := style.Width("▸● ") + len(fmt.Sprint(len(line)))
	s.columns.price, s.columns.sum = 0, gap+len("sum")
	for at := max(1, s.top); at <= len(line) && at < s.top+b.Height; at++ {
		s.columns.sum = max(s.columns.sum, gap+style.Width(v.Theme.Cost(line[at-1].Spent)))
	}
	if b.Width-head-s.columns.sum-s.columns.loss < leastName {
		s.columns.loss = 0
	}
}

// Columns is the heading above losses, prices and sums.
func (s *Steps) Columns(v *layer.View) string {
	t, head := v.Theme, ""
	if w := s.columns.loss; w > 0 {
		head = t.Right("loss", w-gap) + style.Blank(gap)
	}
	if w := s.columns.price; w > 0 {
		head += t.Right("price", w-gap) + style.Blank(gap)
	}
	return head + t.Right("sum", s.columns.sum-gap)
}

func (s *Steps) signs(v *layer.View, at int, focused bool) (string, style.Role) {
	t := v.Theme
	sign, role := "  ", style.Plain
	switch depth := v.Steps.Depth(); {
	case at == depth:
		sign, role = t.Signs.Here+" ", style.Strong
	case at > depth:
		role = style.Faint
	}
	if focused && at == s.at {
		sign = t.Signs.Cursor + " "
		if at == v.Steps.Depth() {
			sign = t.Signs.Cursor + t.Signs.Here
		}
		role = style.Selected
	}
	return sign, role
}

func (s *Steps) start(v *layer.View, width int, focused bool) string {
	sign, role := s.signs(v, 0, focused)
	text := marked(v, 0, "start")
	if step, ok := v.Steps.Step(0); ok && step.Note != "" && s.told == nil {
		text += "  " + v.Theme.Signs.Note + " " + style.Printable(step.Note)
	}
	return v.Theme.Left(v.Theme.Paint(role, sign+"  "+text), width)
}

// marked is the name of a step with the letters of its bookmarks.
func marked(v *layer.View, step int, name string) string {
	for _, m := range v.Steps.Marks() {
		if m.Step == step {
			name = "'" + m.Letter + " " + name
		}
	}
	return name
}

func (s *Steps) line(v *layer.View, line []session.Step, at, width int, focused bool) string {
	t, step, tail := v.Theme, line[at-1], ""
	sign, role := s.signs(v, at, focused)
	if s.columns.loss > 0 {
		tail = v.Losses.Column(t, step.ID)
	}
	if w := s.columns.price; w > 0 {
		tail += t.Right(t.Cost(step.Cost), w-gap) + style.Blank(gap)
	}
	tail += t.Right(t.Cost(step.Spent), s.columns.sum-gap)
	if s.columns.price > 0 { // below its heading
		tail += style.Blank(gap)
	}
	what := s.steps[aboutKey{step.ID, t}]
	text := what.name
	if step.Others > 0 {
		branches := v.Steps.Branches(step.ID)
		n := slices.IndexFunc(branches, func(b session.Step) bool { return b.ID == step.ID })
		text = fmt.Sprintf("%s%d/%d ", t.Signs.Branch, n+1, len(branches)) + text
	}
	text = marked(v, step.ID, text)
	head := sign + t.Right(fmt.Sprint(at), len(fmt.Sprint(len(line)))) + " "
	room := max(0, width-style.Width(head)-style.Width(tail)-1)
	if step.Note != "" && s.told == nil {
		text += "  " + t.Signs.Note + " " + style.Printable(step.Note)
		return t.Paint(role, head+t.Left(t.Text(text), room)+" "+tail)
	}
	text = s.cut(v, line, at, t.Text(text), room)
	if wide := min(s.widest, room/2); style.Width(text) < wide {
		text = t.Left(text, wide)
	}
	effect := ""
	if most := room - style.Width(text) - 2; most > 0 {
		e := what.effects.Fit(t, most)
		if e != "" && (most >= leastEffect || slices.Contains(what.effects, e)) {
			effect = "  " + e
		}
	}
	return t.Paint(role, head+text) + effect + style.Blank(room-style.Width(text)-style.Width(effect)) + " " +
		t.Paint(role, tail)
}

// know is the name of a step and what it did, kept since it never changes and may need
// a replay. It is shorter for steps further back.
func (s *Steps) know(v *layer.View, line []session.Step, at int) aboutStep {
	key := aboutKey{line[at-1].ID, v.Theme}
	if known, ok := s.steps[key]; ok {
		return known
	}
	if s.steps == nil {
		s.steps = make(map[aboutKey]aboutStep)
	}
	out := aboutStep{name: s.named(v, line, at)}
	if before, ok := v.Before(line, at); ok && !layer.Expensive(before, line[at-1].Ops) {
		switch step := line[at-1]; {
		case len(step.Ops) == 1:
			o := layer.Foresee(before, model.Choice{Op: step.Ops[0], Price: step.Cost})
			out.effects = o.Effects(v.Theme)
		default:
			after, changes, _ := model.Replay(before, step.Ops)
			out.effects = layer.Joint(v.Theme, before, after, changes)
		}
	}
	s.steps[key] = out
	return out
}

// named is the name of a step; a mode that all operations have is left out, as in the list
// of those that are next.
func (s *Steps) named(v *layer.View, line []session.Step, at int) string {
	name := layer.StepName(v, line, at)
	if v.Totals.Classic && len(line[at-1].Ops) == 1 {
		name = strings.TrimPrefix(name, model.MUL.String()+" ")
	}
	return name
}

// cut is the name of a step in at most room cells: a name in a face is not cut in its
// middle while its ends fit.
func (s *Steps) cut(v *layer.View, line []session.Step, at int, name string, room int) string {
	t, step := v.Theme, line[at-1]
	if style.Width(name) > room && len(step.Ops) > 1 { // how many they are is least missed
		name, _, _ = strings.Cut(name, ", ")
	}
	if style.Width(name) <= room || len(step.Ops) != 1 || step.Others > 0 {
		return t.Clip(name, room)
	}
	before, ok := v.Before(line, at)
	if !ok {
		return t.Clip(name, room)
	}
	mode := step.Ops[0].Mode.String() + " "
	if !strings.HasPrefix(name, mode) {
		mode = ""
	}
	return t.Clip(mode+layer.ShortOpName(t, before, step.Ops[0], room-len(mode)), room)
}

type (
	aboutStep struct {
		name    string
		effects layer.Effects
	}
	aboutKey struct {
		step int
		in   *style.Theme
	}
)

var _ layer.Layer = (*Steps)(nil)

// Draw draws the steps.
func (s *Steps) Draw(v *layer.View, b layer.Box) layer.Drawn {
	title, right := s.Title(v), s.Columns(v)
	if style.Width(title+right)+frameAndGaps > b.Outer { // the headings say what it is
		title = strings.TrimPrefix(title, "history: ")
	}
	return layer.Drawn{Title: title, Right: right, Rows: s.lines(v, b)}
}

// Bindings choose a step, go there, or to another branch.
func (s *Steps) Bindings(v *layer.View) []layer.Command {
	shown := 0
	if n := len(s.rows); n > 0 { // notes take rows, too
		shown = s.rows[n-1] - s.rows[0] + 1
	}
	all := layer.Pages(shown, func(by int) []intent.Intent {
		s.move(v, by)
		return nil
	})
	all[0] = all[0].As("↑↓").Foot("choose")
	branch := func(by int, key string) layer.Command {
		return layer.Do(func() []intent.Intent { return []intent.Intent{s.branch(v, by)} }, key)
	}
	return append(all,
		layer.Do(func() []intent.Intent {
			return []intent.Intent{s.chosen(v)}
		}, "enter").Foot("go to the step"),
		branch(-1, "left").As("←→").Foot("branches"), branch(1, "right"),
		layer.Mention("note", "note"), layer.Mention("ways", "ways"), layer.Mention("save-as", "save"),
		layer.Back("esc").Foot("back"), layer.Mention("help", "help"),
		layer.Command{}.As("in the history").Help(layer.ArrowKeys, "select; Enter goes there, ← → branches"))
}

// Click goes to a step.
func (s *Steps) Click(_ *layer.View, _, y int) (intent.Intent, bool) {
	at, ok := s.row(y)
	return intent.JumpTo{Depth: at}, ok
}

// Wheel chooses another step.
func (s *Steps) Wheel(v *layer.View, by int) (intent.Intent, bool) {
	s.move(v, by)
	return nil, true
}
