package app

import (
	"slices"
	"strings"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel"
	"facet/ui/explore/panel/narration"
)

// body draws what stands between the header and the foot.
type body struct {
	screen  *screen
	leading *leading
	solver  layer.Solver // nil without
	explain narration.Sentences
}

// narrate is what was done, what comes next, and the note of the step where nothing
// leads.
func (b *body) narrate(s *layer.View, height int) []string {
	notes, past := max(1, min(height/7, 5)), 0
	if b.leading.leads() {
		notes = 0
	}
	if b.screen.where.window.Focus == intent.History {
		past = b.screen.shown.history.At(s)
	}
	told := b.explain.View(s, b.screen.where.window.Width, past, notes)
	b.screen.where.window.Below = len(told) - narration.Rows
	return told
}

// rows are the panels in height rows, with what a leader has to say beneath or beside the
// pictures, and the sentences.
func (b *body) rows(d layer.Drawn, top, height int) []string {
	w, v := &b.screen.where.window, b.screen.shown.view()
	told := b.narrate(v, height)
	if w.Bare || w.Silent(height, len(told)) && len(d.Rows) == 0 {
		told = nil
	}
	lead := panel.Lead{}
	rows := pad(v.Theme, d.Rows, w.Width, len(d.Rows))
	if d.Place == layer.Instead && len(rows) > 0 {
		lead = panel.Lead{Rows: len(rows), Aside: b.leading.leader().Presents()}
	}
	beneath := len(rows) - lead.Rows
	b.screen.where.cramped = w.LargeIsLess(height, narration.Rows, beneath, lead)
	w.Large = w.Large && !b.screen.where.cramped
	base := height - min(beneath, 1) // more than one row is taken from the list
	w.Said = 0
	for _, most := range []int{height, base} { // the pictures may be beside the list in one of them only
		if beneath > 0 && w.Form(most, narration.Rows, lead).Right() {
			base = most
			right := w.RightWidth(most, narration.Rows, lead)
			w.Said = len(b.leading.by.Draw(v, layer.Box{Width: right, Height: most, Outer: right, Most: max(4, most*2/5+1)}).Rows)
			rows, beneath = nil, 0
		}
	}
	if right := w.RightWidth(base, narration.Rows, lead); right > 0 {
		past := 0
		if w.Focus == intent.History {
			past = b.screen.shown.history.At(v)
		}
		w.Told = narration.ColumnRows(v, right-2, past, b.notes(height))
	}
	b.screen.where.room = w.Room(base, narration.Rows, lead)
	sized := *w
	sized.Below += max(0, beneath-1)
	areas := sized.Divide(top, base, narration.Rows, lead)
	if w.Focus == intent.History && !slices.ContainsFunc(areas, func(a panel.Area) bool { return a.Panel == intent.History }) {
		areas, rows = nil, pad(v.Theme, d.Rows, w.Width, len(d.Rows))
	}
	if areas == nil {
		return append(b.panels(d, top, height-len(told)), told...)
	}
	b.screen.where.areas = areas
	if w.Form(base, narration.Rows, lead).Right() {
		return append(panel.Compose(areas, b.framed), pad(v.Theme, nil, w.Width, height-base)...)
	}
	return append(append(panel.Compose(areas, b.framed), rows...), told...)
}

// panels are the panels above what a leader has to say.
func (b *body) panels(d layer.Drawn, top, height int) []string {
	rows := pad(b.screen.shown.view().Theme, d.Rows, b.screen.where.window.Width, len(d.Rows))
	if room := height - len(rows); d.Place == layer.Instead && len(rows) > 0 {
		b.screen.where.areas = b.screen.where.window.Pictures(top, room)
	} else {
		w := b.screen.where.window // what a leader says takes its room from the list, as a note does
		w.Below += max(0, len(rows)-1)
		b.screen.where.areas = w.Arrange(top, room)
	}
	return append(panel.Compose(b.screen.where.areas, b.framed), rows...)
}

// notes is how many rows the note of a step may take: a leader has texts of its own.
func (b *body) notes(most int) int {
	if b.leading.leads() {
		return 0
	}
	return most
}

// at is the step on the screen, of how many.
func at(v *layer.View) string {
	return "step " + style.Count(int64(v.Steps.Depth())) + "/" + style.Count(int64(len(v.Steps.Line())))
}

// framed draws a panel into its frame.
func (b *body) framed(a panel.Area) []string {
	_, _, w, h := a.Inner()
	focused := b.screen.where.window.Focus == a.Panel
	switch a.Panel {
	case intent.Text:
		v := b.screen.shown.view()
		d := b.leading.by.Draw(v, layer.Box{Width: a.Width, Height: a.Height, Outer: a.Width, Most: a.Height})
		return pad(v.Theme, d.Rows, a.Width, a.Height)
	case intent.Told:
		v, past := b.screen.shown.view(), 0
		if b.screen.where.window.Focus == intent.History {
			past = b.screen.shown.history.At(v)
		}
		return v.Theme.Draw(a.Frame, v.Theme.Signs.Fill+" done", at(v), narration.Column(v, w, h, past, b.notes(h)), a.Width, a.Height, false)
	}
	var of layer.Layer = b.solver
	if p := b.screen.panel(a.Panel); p != nil {
		of = p
	}
	v := b.screen.shown.view()
	d := of.Draw(v, layer.Box{Width: w, Height: h, Outer: a.Width, Focused: focused})
	if a.Panel == intent.Dag || a.Panel == intent.LineDag {
		d.Right = keyOf(d.Right, style.RightRoom(d.Title, a.Width))
	}
	return v.Theme.Draw(a.Frame, d.Title, d.Right, d.Rows, a.Width, a.Height, focused)
}

// keyOf shortens what a frame says of its picture, and of the keys that change that, before the
// zoom level: in a narrow frame the first key is worth more than what it is about.
func keyOf(text string, width int) string {
	_, keys, ok := strings.Cut(text, ": ")
	if !ok || style.Width(text) <= width {
		return text
	}
	if first, rest, more := strings.Cut(keys, ", "); more && style.Width(keys) > width {
		keys = first + rest[max(0, strings.LastIndex(rest, "   ")):]
	}
	return keys
}

func pad(t *style.Theme, rows []string, width, height int) []string {
	out := make([]string, height)
	for k := range out {
		if k < len(rows) {
			out[k] = t.Left(rows[k], width)
		}
	}
	return out
}
