// Package narration describes the last step, the next step, the paper's formula of the
// latter, and the note of the step: two rows that are always present, a third in the
// paper's notation, and the note below.
//
//	narration.go  the rows below the panels; column.go the same beside the pictures
//	sentence.go   a sentence in longer and shorter forms
//	steps.go      what a step did, and what the next one does
//	formula.go    the paper's formula of an operation; costs.go and sparsity.go its numbers
//	about.go      what a selection is that is no operation
//	refusal.go    why a key does nothing
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

// Below are the three rows below the panels and, beneath, at most notes rows of the step's note.
// past is the row of the history that the user has selected, 0 for none: then that step is
// described instead of the last one, with its formula.
func Below(v *layer.View, width, past, notes int) []string {
	t := v.Theme
	done, next := tell(v, past)
	of := &next
	if past > 0 {
		of = &done
	}
	third := ""
	if of.why.Text != "" { // the reason of a loss says more than the formula
		third = of.because(t, width)
	} else {
		third = t.Left(t.Text(of.facts().fit(width)), width)
	}
	rows := []string{
		t.Left(" "+t.Paint(style.Newborn, t.Signs.Fill+" "+done.label+" ")+" "+done.fit(t, width-indent),
			width),
		t.Left(" "+t.Paint(style.Selected, t.Signs.Cursor+" "+next.label+" ")+" "+next.fit(t, width-indent),
			width),
		third,
	}
	if past > 0 { // the formula is below its sentence
		rows[1], rows[2] = rows[2], rows[1]
	}
	return append(rows, note(v, past, width, notes)...)
}

// BelowRows is how many rows Below gives.
func BelowRows(v *layer.View, width, past, notes int) int {
	return Rows + len(note(v, past, width, notes))
}

// tell is what the last step did, or the one at the row past of the history, and what comes next.
func tell(v *layer.View, past int) (done, next told) {
	return theDone(v, depthOf(v, past)), theNext(v)
}

// depthOf is the depth of the step at the row past of the history; of the last step for 0.
func depthOf(v *layer.View, past int) int {
	if past > 0 {
		return past
	}
	return v.Steps.Depth()
}

// Told is what the last step did and what comes next, each as a sentence without its
// label; redo reports whether that is the step that redo would take.
func Told(v *layer.View, width int) (done, next string, redo bool) {
	was, will := tell(v, 0)
	return was.whole(v.Theme, width), will.whole(v.Theme, width), will.label == redoLabel
}

// note is the author's note on the step that is told, in terminal cells.
func note(v *layer.View, past, width, most int) []string {
	t := v.Theme
	text := stepAt(v, depthOf(v, past)).Note
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
