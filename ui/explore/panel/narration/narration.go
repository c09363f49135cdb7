// Package narration describes the last step, the next step, the paper's formula of the
// latter, and the note of the step: two rows that are always present, a third in the
// paper's notation, and the note below.
package narration

import (
	"facet/model/session"
	"facet/ui/draw/style"
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

// Told is what the last step did and what comes next, each as a sentence without its
// label; redo reports whether that is the step that redo would take.
func Told(v *layer.View, width int) (done, next string, redo bool) {
	was, _ := theDone(v, v.Steps.Depth())
	label, will, _ := theNext(v)
	return was.whole(v.Theme, width), will.whole(v.Theme, width), label == redoLabel
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
