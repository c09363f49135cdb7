package puzzle

import (
	"fmt"
	"math"
	"strings"

	"facet/model"
	"facet/planner/puzzle"
	"facet/ui/pane"
	"facet/ui/theme"
)

// Page is the verdict on the attempt: nil while the board is looked at.
func (g *Guide) Page(s *pane.Snapshot, width, height int) []string {
	if g.mode != verdict {
		return nil
	}
	t := s.Theme
	var rows []string
	add := func(text string, ink theme.Ink) {
		rows = append(rows, pane.Wrap(t, t.Text(theme.Printable(text)), min(width, 100), 8, ink)...)
	}
	ink := theme.Strong
	switch g.outcome {
	case puzzle.Solved:
		ink = theme.Good
	case puzzle.Missed:
		ink = theme.Bad
	}
	add(g.question(), theme.Plain)
	rows = append(rows, "")
	if stars := g.starSigns(t); stars != "" {
		rows = append(rows, " "+t.Paint(theme.Good, stars))
	}
	add(g.headline(), ink)
	if text := g.measure(); text != "" {
		add(text, theme.Plain)
	}
	if g.outcome == puzzle.Solved && g.puzzle.Solved != "" {
		rows = append(rows, "")
		add(g.puzzle.Solved, theme.Plain)
	}
	rows = append(rows, "")
	if g.review == nil || g.judged != g.session.Cursor() {
		rows = append(rows, " The moves are being judged"+t.Signs.Cut)
	} else {
		rows = append(rows, g.table(t, width)...)
	}
	title, right := "verdict", ""
	g.most = max(0, len(rows)-(height-1))
	g.top = min(g.top, g.most)
	if g.most > 0 {
		right = t.Text("↑↓ more")
	}
	return t.Draw(theme.Rule, title, right, rows[g.top:], width, height, true)
}

// starSigns are what a solution was worth.
func (g *Guide) starSigns(t *theme.Theme) string {
	if g.outcome != puzzle.Solved {
		return ""
	}
	full, empty := "★", "☆"
	if t.ASCII {
		full, empty = "*", "."
	}
	n := g.stars()
	return strings.Repeat(full, n) + strings.Repeat(empty, 3-n)
}

// headline is what has become of it, in a sentence.
func (g *Guide) headline() string {
	state := g.session.State()
	total := theme.Number(state.Spent())
	switch {
	case g.undecided():
		return "Complete, for " + total + ". Whether anything is cheaper is being worked out."
	case g.outcome == puzzle.Solved && g.puzzle.Goal.Kind == puzzle.State:
		return "Solved: that is the state, for " + total + "." + g.beside()
	case g.outcome == puzzle.Solved:
		return "Solved, for " + total + g.beside()
	case g.outcome == puzzle.Missed && g.puzzle.Goal.Kind == puzzle.State:
		return "Complete, and not the state that was asked for."
	case g.outcome == puzzle.Missed && g.puzzle.Goal.Kind == puzzle.Total:
		return fmt.Sprintf("Complete, for %s: that is %s more than the goal.", total, theme.Number(state.Spent()-g.puzzle.Goal.Total))
	case g.outcome == puzzle.Missed:
		return fmt.Sprintf("Complete, for %s: that is %s more than %s.", total, theme.Number(state.Spent()-g.par.total), g.parName())
	}
	return "So far you have spent " + total + "."
}

// parName is what the best total is called.
func (g *Guide) parName() string {
	if g.par.proven {
		return "the best there is"
	}
	return "the best that is known"
}

// beside says how good a solution is.
func (g *Guide) beside() string {
	spent := g.session.State().Spent()
	switch {
	case g.par.total == 0:
		return "."
	case g.puzzle.Goal.Kind == puzzle.State:
		if spent <= g.par.total {
			return " No way there is cheaper."
		}
		return fmt.Sprintf(" The cheapest way there costs %s.", theme.Number(g.par.total))
	case spent < g.par.total:
		return ": that is better than anything that was known."
	case spent == g.par.total && g.par.proven:
		return ": par, and it is proved that nothing is cheaper."
	case spent == g.par.total:
		return ": nothing better is known, and that nothing better exists is not proved."
	}
	return fmt.Sprintf(". Par is %s: that is %s less.", theme.Number(g.par.total), theme.Number(spent-g.par.total))
}

// measure says in words what the stars say, and what is lost.
func (g *Guide) measure() string {
	var parts []string
	if g.outcome == puzzle.Solved {
		switch {
		case g.result.Shown:
			parts = append(parts, "You had been shown the solution.")
		case g.result.Asked == 0:
			parts = append(parts, "Without a hint.")
		default:
			parts = append(parts, "With "+theme.Plural(g.result.Asked, "hint", "hints")+".")
		}
		if g.result.Tries > 1 {
			parts = append(parts, fmt.Sprintf("Try %d.", g.result.Tries))
		}
		if g.puzzle.Bits > 0 {
			parts = append(parts, fmt.Sprintf("By chance it is found once in %.0f times.", math.Exp2(g.puzzle.Bits)))
		}
	}
	if r := g.review; r != nil && g.judged == g.session.Cursor() && g.outcome == puzzle.Open {
		switch {
		case r.Lost.Away:
			parts = append(parts, "From here the goal cannot be reached any more.")
		case r.Lost.None():
			parts = append(parts, "No move has lost anything.")
		case r.Lost.Exact():
			parts = append(parts, "Your moves have lost "+theme.Number(r.Lost.Least)+".")
		case r.Lost.Least > 0:
			parts = append(parts, "Your moves have lost at least "+theme.Number(r.Lost.Least)+".")
		case r.Lost.Most.IsSaturated():
			parts = append(parts, "What the moves have lost is not known: the dag is too large to be worked out in a few seconds.")
		default:
			parts = append(parts, "Your moves have lost "+theme.Number(r.Lost.Most)+" at most; the dag is too large for more to be worked out in a few seconds.")
		}
	}
	return strings.Join(parts, " ")
}

// table lists the moves with their prices, marks those that lost, and, at the
// end, says what would have been right.
func (g *Guide) table(t *theme.Theme, width int) []string {
	r := g.review
	number, loss, name := 5, 6, 12
	for _, j := range r.Steps {
		number = max(number, pane.NumberWidth(j.Spent))
		loss = max(loss, theme.Width(lossText(t, j.Loss)))
		name = max(name, theme.Width(t.Text(theme.Printable(j.Title))))
	}
	name = min(name, width-2*number-loss-16)
	rows := []string{t.Paint(theme.Faint, "      "+t.Left("move", name)+"  "+t.Right("price", number)+"  "+t.Right("total", number)+"  "+t.Right("lost", loss))}
	for n, j := range r.Steps {
		ink, sign := theme.Plain, " "
		switch {
		case j.Loss.Wrong():
			ink, sign = theme.Bad, t.Signs.Failed
		case j.Loss.None():
			sign = t.Signs.Done
		}
		row := " " + t.Right(fmt.Sprint(n+1), 3) + "  " + t.Paint(ink, t.Left(t.ClipMiddle(t.Text(theme.Printable(j.Title)), name), name)) + "  " +
			t.Right(theme.Number(j.Price), number) + "  " + t.Right(theme.Number(j.Spent), number) + "  " + t.Paint(ink, t.Right(lossText(t, j.Loss), loss)) + " " + sign
		rows = append(rows, row)
		rows = append(rows, g.remarks(t, j, width)...)
	}
	return rows
}

// remarks are what is said of a move, beneath it.
func (g *Guide) remarks(t *theme.Theme, j puzzle.Judged, width int) []string {
	var rows []string
	say := func(text string) {
		for _, row := range pane.Wrap(t, t.Text(theme.Printable(text)), min(width, 100)-5, 6, theme.Plain) {
			rows = append(rows, "     "+row)
		}
	}
	if j.Answer != "" {
		say(j.Answer)
	}
	if g.over() && j.Instead != "" {
		say("Right was " + j.Instead + ". " + j.Why)
	}
	return rows
}

func lossText(t *theme.Theme, l puzzle.Loss) string {
	switch {
	case l.Away:
		return "leads away"
	case l.None():
		return "0"
	case l.Exact():
		return "+" + theme.Number(l.Least)
	case l.Least > 0:
		return t.Signs.AtLeast + "+" + theme.Number(l.Least)
	case l.Most != model.Saturated && l.Most == 0:
		return "0"
	}
	return "?"
}
