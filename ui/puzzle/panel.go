package puzzle

import (
	"strings"

	"facet/planner/puzzle"
	"facet/ui/layer"
	"facet/ui/style"
)

// Panel is the question with where the student stands, and what was said last.
func (g *Guide) Panel(s *layer.View, width, most int) (rows []string, instead bool) {
	t := s.Theme
	standing := g.standing()
	question := t.Text(style.Printable(g.question()))
	if style.Width(question)+style.Width(standing)+4 <= width {
		rows = append(rows, t.Spread(" "+t.Paint(style.Strong, question), t.Paint(style.Faint, standing)+" ", width))
	} else {
		rows = append(rows, layer.Wrap(t, question, width, 2, style.Strong)...)
	}
	if g.saying != "" {
		rows = append(rows, layer.Wrap(t, t.Text(style.Printable(g.saying)), width, max(1, most-len(rows)), style.Plain)...)
	}
	return rows, false
}

// question is the puzzle's, with the moves that it allows.
func (g *Guide) question() string {
	text := g.puzzle.Question()
	if moves := g.puzzle.Moves.String(); moves != "" {
		text += " Only whole " + strings.ReplaceAll(moves, ", ", " or ") + "."
	} else if g.puzzle.Moves == puzzle.Faces {
		text += " Face by face."
	}
	if modes := g.puzzle.Modes.String(); modes != "" {
		text += " Only " + strings.ReplaceAll(modes, ", ", " and ") + "."
	}
	return text
}

// standing says how far the student is.
func (g *Guide) standing() string {
	text := style.Plural(g.moves(), "move", "moves")
	if g.mode == showing {
		return text + ", the solution"
	}
	if g.result.Asked > 0 {
		text += ", " + style.Plural(g.result.Asked, "hint", "hints")
	}
	return text
}

// Foot lists the keys that matter most.
func (g *Guide) Foot(s *layer.View) [][2]string {
	next := [2]string{"n", "next puzzle"}
	switch {
	case g.mode == verdict && g.outcome != puzzle.Open && g.Next != nil:
		return [][2]string{next, {"r", "try again"}, {"u", "one move back"}, {"S", "solution"}, {"Esc", "look at the board"}, {"?", "help"}}
	case g.mode == verdict && g.outcome != puzzle.Open:
		return [][2]string{{"r", "try again"}, {"u", "one move back"}, {"S", "solution"}, {"Esc", "look at the board"}, {"?", "help"}}
	case g.mode == verdict:
		return [][2]string{{"Esc", "go on"}, {"u", "one move back"}, {"r", "start again"}, {"S", "solution"}, {"?", "help"}}
	case g.mode == showing:
		return [][2]string{{"space", "next move"}, {"u", "back"}, {"Esc", "try it yourself"}, {"?", "help"}}
	}
	keys := [][2]string{{"Enter", "do it"}, {"u", "undo"}, {"h", "hint"}, {"p", "price"}, {"r", "retry"}, {"S", "solution"}}
	if g.Next != nil {
		keys = append(keys, [2]string{"N", "next"})
	}
	return append(keys, [2]string{"?", "help"})
}

// Keys explains them in the help.
func (g *Guide) Keys() [][2]string {
	keys := [][2]string{
		{"h", "puzzle: a hint; again for the next one"},
		{"p", "puzzle: review my moves so far"},
		{"r", "puzzle: start again; the moves stay as a branch"},
		{"S", "puzzle: give up and see the solution"},
	}
	if g.Next != nil {
		keys = append(keys, [2]string{"N", "puzzle: the next one; this one is saved"})
	}
	return append(keys, [2]string{":end", "back to your own session"})
}
