// Package history is the list of the steps: those behind the cursor, those ahead,
// branches, notes and losses.
package history

import (
	"fmt"
	"slices"

	"facet/model"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// Steps is the list of the steps of the current line: those behind the cursor,
// those that redo would take, where other branches start, and notes.
type Steps struct {
	at       int // the step that keys act on; 0 is the start
	revision uint64
	top      int   // the first step shown
	rows     []int // the step of each row shown

	cache drawnKey
	lines []string

	number int // width of prices and sums
	widest int // of the names in sight
	steps  map[aboutKey]aboutStep
}

type drawnKey struct {
	seen          layer.CacheKey
	at, top       int
	width, height int
	focused       bool
}

// catchUp puts the row on the cursor when the session moved.
func (h *Steps) catchUp(c *layer.View) {
	if h.revision != c.Steps.Revision() {
		h.revision = c.Steps.Revision()
		h.at = c.Steps.Depth()
	}
}

// New begins at the cursor.
func New(s layer.Steps) Steps { return Steps{revision: s.Revision(), at: s.Depth()} }

// At is the row that keys act on; 0 is the start.
func (h *Steps) At(c *layer.View) int {
	h.catchUp(c)
	return h.at
}

// move goes up or down in the list.
func (h *Steps) move(c *layer.View, by int) {
	h.catchUp(c)
	h.at = max(0, min(len(c.Steps.Line()), h.at+by))
}

// chosen is the intent of Enter: to the row's step.
func (h *Steps) chosen(c *layer.View) intent.Intent {
	h.catchUp(c)
	return intent.JumpTo{Depth: h.at}
}

// branch is the intent of left and right: to the branch beside this one.
func (h *Steps) branch(c *layer.View, by int) intent.Intent {
	h.catchUp(c)
	line := c.Steps.Line()
	if h.at == 0 || h.at > len(line) {
		return intent.Say{Text: "No branch starts here: select a step with the mark " + c.Theme.Signs.Branch + "."}
	}
	id := line[h.at-1].ID
	branches := c.Steps.Branches(id)
	if len(branches) < 2 {
		return intent.Say{Text: "This step has no other branch: go back and choose another operation to make one."}
	}
	at := slices.IndexFunc(branches, func(s session.Step) bool { return s.ID == id })
	next := branches[(at+by+len(branches))%len(branches)]
	return intent.GoTo{Step: next.ID}
}

// row gives the step in a row of the panel's content.
func (h *Steps) row(y int) (int, bool) {
	if y < 0 || y >= len(h.rows) {
		return 0, false
	}
	return h.rows[y], true
}

// Title names the panel, and branches where there are any.
func (h *Steps) Title(c *layer.View) string {
	if n := len(c.Steps.Leaves()); n > 1 {
		return fmt.Sprintf("history: %d branches", n)
	}
	return "history"
}

// View draws the steps around the row.
func (h *Steps) View(c *layer.View, width, height int, focused bool) []string {
	h.catchUp(c)
	key := drawnKey{c.CacheKey, h.at, h.top, width, height, focused}
	if h.cache == key && h.lines != nil {
		return h.lines
	}
	line := c.Steps.Line()
	h.number = c.SpentWidth()
	h.top = max(min(h.top, h.at), h.at-height+1)
	h.top = max(0, min(h.top, len(line)+1-height))
	h.lines = h.lines[:0:0]
	h.widest = 0
	for at := max(1, h.top); at <= len(line) && at < h.top+height; at++ {
		h.widest = max(h.widest, style.Width(h.about(c, line, at).name))
	}
	h.rows = h.rows[:0]
	told := h.told(c, line, width, height)
	for at := h.top; at <= len(line) && len(h.lines) < height; at++ {
		if at == 0 {
			h.lines = append(h.lines, h.start(c, width, focused, told != nil))
		} else {
			h.lines = append(h.lines, h.line(c, line, at, width, focused, told != nil))
		}
		h.lines = append(h.lines, told[at]...)
		for len(h.rows) < len(h.lines) {
			h.rows = append(h.rows, at)
		}
	}
	h.lines, h.rows = h.lines[:min(height, len(h.lines))], h.rows[:min(height, len(h.rows))]
	h.cache = drawnKey{c.CacheKey, h.at, h.top, width, height, focused}
	return h.lines
}

// told are the notes as rows of text beneath their steps, where the panel has room for
// all of them; nil where it has not, and their beginnings stand beside the steps.
func (h *Steps) told(c *layer.View, line []session.Step, width, height int) map[int][]string {
	if len(line)+1 > height {
		return nil
	}
	t, out, rows := c.Theme, make(map[int][]string), len(line)+1
	const indent = 7
	for at := range len(line) + 1 {
		note := ""
		if at > 0 {
			note = line[at-1].Note
		} else if step, ok := c.Steps.Step(0); ok {
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

// priced tells whether there is room for each step's price beside the sum, and for
// the names.
func (h *Steps) priced(c *layer.View, width int) bool {
	return width-2*h.number-c.Losses.Width >= max(26, min(h.widest, 44)+8)
}

// Columns is the heading above losses, prices and sums.
func (h *Steps) Columns(c *layer.View, width int) string {
	t, number := c.Theme, h.number
	head := ""
	if w := c.Losses.Width; w > 0 {
		head = t.Right("loss", w-2) + "  "
	}
	if h.priced(c, width) {
		head += t.Right("price", number) + "  "
	}
	return head + t.Right("sum", number)
}

func (h *Steps) signs(c *layer.View, at int, focused bool) (string, style.Role) {
	t := c.Theme
	sign, role := "  ", style.Plain
	switch depth := c.Steps.Depth(); {
	case at == depth:
		sign, role = t.Signs.Here+" ", style.Strong
	case at > depth:
		role = style.Faint
	}
	if focused && at == h.at {
		sign = t.Signs.Cursor + " "
		if at == c.Steps.Depth() {
			sign = t.Signs.Cursor + t.Signs.Here
		}
		role = style.Selected
	}
	return sign, role
}

func (h *Steps) start(c *layer.View, width int, focused, told bool) string {
	sign, role := h.signs(c, 0, focused)
	text := "start"
	if step, ok := c.Steps.Step(0); ok && step.Note != "" && !told {
		text += "  " + c.Theme.Signs.Note + " " + style.Printable(step.Note)
	}
	return c.Theme.Left(c.Theme.Paint(role, sign+"  "+text), width)
}

func (h *Steps) line(c *layer.View, line []session.Step, at, width int, focused, told bool) string {
	t, number, step := c.Theme, h.number, line[at-1]
	sign, role := h.signs(c, at, focused)
	tail := c.Losses.Column(t, step.ID)
	if h.priced(c, width) {
		tail += t.Right(style.Number(step.Cost), number) + "  "
	}
	tail += t.Right(style.Number(step.Spent), number) + "  "
	what := h.about(c, line, at)
	text := what.name
	if step.Others > 0 {
		branches := c.Steps.Branches(step.ID)
		n := slices.IndexFunc(branches, func(s session.Step) bool { return s.ID == step.ID })
		text = fmt.Sprintf("%s%d/%d ", t.Signs.Branch, n+1, len(branches)) + text
	}
	head := sign + t.Right(fmt.Sprint(at), len(fmt.Sprint(len(line)))) + " "
	room := max(0, width-style.Width(head)-style.Width(tail)-1)
	if step.Note != "" && !told {
		text += "  " + t.Signs.Note + " " + style.Printable(step.Note)
		return t.Paint(role, head+t.Left(t.Text(text), room)+" "+tail)
	}
	text = t.ClipMiddle(t.Text(text), room)
	if wide := min(h.widest, room/2); style.Width(text) < wide {
		text = t.Left(text, wide)
	}
	effect := ""
	for _, e := range what.effects {
		if style.Width(text)+2+style.Width(e) <= room {
			effect = "  " + e
			break
		}
	}
	if most := room - style.Width(text) - 2; effect == "" && len(what.effects) > 0 && most >= 10 {
		for _, e := range what.effects[max(0, len(what.effects)-2):] {
			if effect = "  " + layer.CutWords(t, e, most); style.Width(effect) <= most+2 {
				break
			}
		}
		effect = t.Clip(effect, most+2)
	}
	return t.Paint(role, head+text) + effect + style.Blank(room-style.Width(text)-style.Width(effect)) + " " + t.Paint(role, tail)
}

// about is what a step is called and what it did, the shorter the further behind,
// which never changes and may take a replay to find out.
func (h *Steps) about(c *layer.View, line []session.Step, at int) aboutStep {
	key := aboutKey{line[at-1].ID, c.Theme}
	if known, ok := h.steps[key]; ok {
		return known
	}
	if h.steps == nil {
		h.steps = make(map[aboutKey]aboutStep)
	}
	out := aboutStep{name: layer.StepName(c, line, at)}
	if before, ok := c.Before(line, at); ok && !layer.Expensive(before, line[at-1].Ops) {
		switch step := line[at-1]; {
		case len(step.Ops) == 1:
			o := layer.Foresee(before, model.Choice{Op: step.Ops[0], Price: step.Cost})
			out.effects = []string{o.Effect(c.Theme), o.Outcome(c.Theme), o.Brief(c.Theme)}
		default:
			_, changes, _ := model.Replay(before, step.Ops)
			out.effects = []string{layer.Counts(c.Theme, changes)}
		}
	}
	h.steps[key] = out
	return out
}

type (
	aboutStep struct {
		name    string
		effects []string
	}
	aboutKey struct {
		step int
		in   *style.Theme
	}
)

var (
	_ layer.Layer   = (*Steps)(nil)
	_ layer.Clicker = (*Steps)(nil)
)

// Draw draws the steps.
func (h *Steps) Draw(s *layer.View, b layer.Box) layer.Drawn {
	rows := h.View(s, b.Width, b.Height, b.Focused)
	return layer.Drawn{Title: h.Title(s), Right: h.Columns(s, b.Width), Rows: rows}
}

// Bindings choose a step, go there, or to another branch.
func (h *Steps) Bindings(v *layer.View) []layer.Command {
	all := layer.Rows(func(by int) []intent.Intent {
		h.move(v, by)
		return nil
	})
	all[0] = all[0].As("↑↓").Foot("choose")
	branch := func(by int, key string) layer.Command {
		return layer.Do(func() []intent.Intent { return []intent.Intent{h.branch(v, by)} }, key)
	}
	return append(all,
		layer.Do(func() []intent.Intent { return []intent.Intent{h.chosen(v)} }, "enter").Foot("go to the step"),
		branch(-1, "left").As("←→").Foot("branches"), branch(1, "right"),
		layer.Mention("note", "note"), layer.Mention("ways", "ways"), layer.Mention("save-as", "save"),
		layer.Back("esc").Foot("back"), layer.Mention("help", "help"),
		layer.Command{}.As("in the history").Help(layer.ArrowKeys, "select; Enter goes there, ← → branches"))
}

// Click goes to a step.
func (h *Steps) Click(_ *layer.View, _, y int) (intent.Intent, bool) {
	at, ok := h.row(y)
	return intent.JumpTo{Depth: at}, ok
}

// Wheel chooses another step.
func (h *Steps) Wheel(s *layer.View, by int) (intent.Intent, bool) {
	h.move(s, by)
	return nil, true
}
