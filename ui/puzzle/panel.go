package puzzle

import (
	"facet/ui/layer"
	"facet/ui/style"
)

// mostSaid is how many rows are said at most: the list gives them, and the picture stays.
const mostSaid = 3

// Draw is the verdict, or the question beneath the pictures with where the student
// stands and what was said last.
func (g *Leader) Draw(v *layer.View, b layer.Box) layer.Drawn {
	if g.mode == verdict {
		return layer.Drawn{Rows: g.page.rows(v, b.Width, b.Height), Place: layer.Whole}
	}
	t, width := v.Theme, b.Width
	standing := g.standing()
	question := t.Text(style.Printable(g.question()))
	var rows []string
	if style.Width(question)+style.Width(standing)+4 <= width {
		rows = append(rows, t.Spread(" "+t.Paint(style.Strong, question), t.Paint(style.Faint, standing)+" ", width))
	} else {
		rows = append(rows, layer.Wrap(t, question, width, 2, style.Strong)...)
	}
	if g.saying != "" {
		rows = append(rows, layer.Wrap(t, t.Text(style.Printable(g.saying)), width, max(1, min(mostSaid, b.Most-len(rows))), style.Plain)...)
	}
	return layer.Drawn{Rows: rows, Place: layer.Beneath}
}

// standing says how far the student is.
func (g *Leader) standing() string {
	text := style.Plural(g.moves(), "move", "moves")
	if g.mode == showing {
		return text + ", the solution"
	}
	if g.result.Asked > 0 {
		text += ", " + style.Plural(g.result.Asked, "hint", "hints")
	}
	return text
}
