package puzzle

import (
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// mostSaid is how many rows are said below the question: the list gives them, and the picture stays.
const mostSaid = 3

// rowsFor is how many rows a text may take that takes so many at the width of a window.
func rowsFor(rows, width int) int {
	if width < 60 { // a column
		return 2*rows + 2
	}
	return rows
}

// Draw is the verdict, or the question beneath the pictures with where the student
// stands and what was said last.
func (l *Leader) Draw(v *layer.View, b layer.Box) layer.Drawn {
	if l.attempt.try.mode == verdict {
		return layer.Drawn{Rows: l.attempt.verdictRows(v.Theme, b.Width, b.Height), Place: layer.Whole}
	}
	t, width := v.Theme, b.Width
	standing := l.standing()
	question := t.Text(style.Printable(l.attempt.question()))
	faint := " " + t.Paint(style.Faint, t.Clip(standing, width-2))
	var rows []string
	if style.Width(question)+style.Width(standing)+4 <= width {
		rows = append(rows, t.Spread(" "+t.Paint(style.Strong, question), t.Paint(style.Faint, standing)+" ",
			width))
	} else {
		rows = append(rows, layer.Wrap(t, question, width, rowsFor(2, width), style.Strong)...)
		if width < 60 {
			rows = append(rows, faint)
		}
	}
	if l.attempt.try.saying != "" {
		answer := t.Text(style.Printable(v.Keymap.Text(l.attempt.try.saying)))
		said := layer.Wrap(t, answer, width, b.Most, style.Plain)
		if len(said) > min(rowsFor(mostSaid, width), b.Most-len(rows)) {
			rows = nil // the question gives way to an answer that would be cut
			if len(said) < b.Most {
				rows = append(rows, faint)
			}
		}
		rows = append(rows, said...)
	}
	return layer.Drawn{Rows: rows, Place: layer.Beneath}
}

// standing says how far the student is.
func (l *Leader) standing() string {
	text := style.Plural(l.attempt.moves(), "move", "moves")
	if l.attempt.try.mode == showing {
		return text + ", the solution"
	}
	if l.attempt.result.Asked > 0 {
		text += ", " + style.Plural(l.attempt.result.Asked, "hint", "hints")
	}
	return text
}
