package puzzle

import (
	"fmt"
	"math"
	"strings"

	"facet/model"
	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// verdictPage is the page that says what became of an attempt, and of each move.
type verdictPage struct {
	play *play
	top  int // the first row that is shown
	most int
}

// rows are the page's.
func (v *verdictPage) rows(t *style.Theme, width, height int) []string {
	var rows []string
	add := func(text string, role style.Role) {
		rows = append(rows, layer.Wrap(t, t.Text(style.Printable(text)), min(width, 100), 8, role)...)
	}
	role := style.Strong
	switch v.play.outcome {
	case puzzle.Solved:
		role = style.Good
	case puzzle.Missed:
		role = style.Bad
	}
	add(v.play.attempt.question(), style.Plain)
	rows = append(rows, "")
	if stars := v.starSigns(t); stars != "" {
		rows = append(rows, " "+t.Paint(style.Good, stars))
	}
	add(v.headline(), role)
	if text := v.measure(); text != "" {
		add(text, style.Plain)
	}
	if v.play.outcome == puzzle.Solved && v.play.attempt.puzzle.Solved != "" {
		rows = append(rows, "")
		add(v.play.attempt.puzzle.Solved, style.Plain)
	}
	rows = append(rows, "")
	if v.play.judge.review == nil || v.play.judge.judged != v.play.attempt.cursor() {
		rows = append(rows, " Computing the losses of your moves"+t.Signs.Cut)
	} else {
		rows = append(rows, v.table(t, width)...)
	}
	title, right := "verdict", ""
	if v.play.outcome == puzzle.Open { // nothing is judged before the end
		title = "review"
	}
	v.most = max(0, len(rows)-(height-1))
	v.top = min(v.top, v.most)
	if v.most > 0 {
		right = t.Text("↑↓ more")
	}
	return t.Draw(style.Rule, title, right, rows[v.top:], width, height, true)
}

// starSigns are what a solution was worth.
func (v *verdictPage) starSigns(t *style.Theme) string {
	if v.play.outcome != puzzle.Solved {
		return ""
	}
	full, empty := "★", "☆"
	if t.ASCII {
		full, empty = "*", "."
	}
	n := v.play.stars()
	return strings.Repeat(full, n) + strings.Repeat(empty, 3-n)
}

// headline is what has become of it, in a sentence.
func (v *verdictPage) headline() string {
	state := v.play.attempt.state()
	total := style.Number(state.Spent())
	switch {
	case v.play.undecided():
		return "Complete, total " + total + ". Computing whether this is optimal."
	case v.play.outcome == puzzle.Solved && v.play.attempt.puzzle.Goal.Kind == puzzle.State:
		return "Solved: this is the state, total " + total + "." + v.beside()
	case v.play.outcome == puzzle.Solved:
		return "Solved, total " + total + v.beside()
	case v.play.outcome == puzzle.Missed && v.play.attempt.puzzle.Goal.Kind == puzzle.State:
		return "Complete, but this is not the given state."
	case v.play.outcome == puzzle.Missed && v.play.attempt.puzzle.Goal.Kind == puzzle.Total:
		return fmt.Sprintf("Complete, total %s: %s more than the goal.", total,
			style.Number(state.Spent()-v.play.attempt.puzzle.Goal.Total))
	case v.play.outcome == puzzle.Missed:
		return fmt.Sprintf("Complete, total %s: %s more than %s.", total,
			style.Number(state.Spent()-v.play.judge.par.total), v.parName())
	}
	return "Your total so far is " + total + "."
}

// parName is what the best total is called.
func (v *verdictPage) parName() string {
	if v.play.judge.par.proven {
		return "the optimum"
	}
	return "the best known total"
}

// beside says how good a solution is.
func (v *verdictPage) beside() string {
	spent := v.play.attempt.state().Spent()
	switch {
	case v.play.judge.par.total == 0:
		return "."
	case v.play.attempt.puzzle.Goal.Kind == puzzle.State:
		proven := v.play.judge.par.proven
		switch {
		case spent <= v.play.judge.par.total && proven:
			return " This is optimal."
		case spent <= v.play.judge.par.total:
			return " Nothing cheaper to it is known."
		case proven:
			return fmt.Sprintf(" The cheapest sequence to it costs %s.", style.Number(v.play.judge.par.total))
		}
		return fmt.Sprintf(" The cheapest sequence to it that is known costs %s.",
			style.Number(v.play.judge.par.total))
	case spent < v.play.judge.par.total:
		return ": better than the best known total."
	case spent == v.play.judge.par.total && v.play.judge.par.proven:
		return ": par, and proved optimal."
	case spent == v.play.judge.par.total:
		return ": the best known total, not proved optimal."
	}
	return fmt.Sprintf(". Par is %s, which is %s less.", style.Number(v.play.judge.par.total),
		style.Number(spent-v.play.judge.par.total))
}

// measure says in words what the stars say, and what is lost.
func (v *verdictPage) measure() string {
	var parts []string
	if v.play.outcome == puzzle.Solved {
		switch {
		case v.play.result.Shown:
			parts = append(parts, "After seeing the solution: one star.")
		case v.play.result.Asked == 0:
			parts = append(parts, "Without a hint.")
		case v.play.result.Told:
			parts = append(parts, "With "+style.Plural(v.play.result.Asked, "hint", "hints")+
				", one of which named a move: one star.")
		default:
			asked := style.Plural(v.play.result.Asked, "hint or review", "hints or reviews")
			parts = append(parts, "With "+asked+", of which the first costs a star.")
		}
		if v.play.result.Tries > 1 {
			parts = append(parts, fmt.Sprintf("Attempt %d.", v.play.result.Tries))
		}
		if v.play.attempt.puzzle.Bits > 0 {
			parts = append(parts, fmt.Sprintf("Random play finds it once in %.0f attempts.",
				math.Exp2(v.play.attempt.puzzle.Bits)))
		}
	}
	if r := v.play.judge.review; r != nil && v.play.judge.judged == v.play.attempt.cursor() &&
		v.play.outcome == puzzle.Open {
		switch {
		case r.Lost.Away:
			parts = append(parts, "The goal can no longer be reached from here.")
		case r.Lost.None():
			parts = append(parts, "Your moves have lost nothing.")
		case r.Lost.Exact():
			parts = append(parts, "Your moves have lost "+style.Number(r.Lost.Least)+".")
		case r.Lost.Least > 0:
			parts = append(parts, "Your moves have lost at least "+style.Number(r.Lost.Least)+".")
		case r.Lost.Most.IsSaturated():
			parts = append(parts,
				"The losses of your moves are not known: the dag is too large to solve in a few seconds.")
		default:
			parts = append(parts,
				"Your moves have lost "+style.Number(r.Lost.Most)+" at most; the dag is too large for an exact answer in a few seconds.")
		}
	}
	return strings.Join(parts, " ")
}

// table lists the moves with their prices, marks those that lost, and, at the
// end, says what would have been right.
func (v *verdictPage) table(t *style.Theme, width int) []string {
	r := v.play.judge.review
	number, loss, name := 5, 6, 12
	for _, j := range r.Steps {
		number = max(number, layer.NumberWidth(j.Spent))
		loss = max(loss, style.Width(lossText(t, j.Loss)))
		name = max(name, style.Width(t.Text(style.Printable(j.Title))))
	}
	name = min(name, width-2*number-loss-16)
	rows := []string{t.Paint(style.Faint, "      "+t.Left("move", name)+"  "+t.Right("price",
		number)+"  "+t.Right("total", number)+"  "+t.Right("lost", loss))}
	for n, j := range r.Steps {
		role, sign := style.Plain, " "
		switch {
		case j.Loss.Wrong():
			role, sign = style.Bad, t.Signs.Failed
		case j.Loss.None():
			sign = t.Signs.Done
		}
		row := " " + t.Right(fmt.Sprint(n+1), 3) + "  " +
			t.Paint(role, t.Left(t.ClipMiddle(t.Text(style.Printable(j.Title)), name), name)) + "  " +
			t.Right(style.Number(j.Price), number) + "  " + t.Right(style.Number(j.Spent), number) + "  " +
			t.Paint(role, t.Right(lossText(t, j.Loss), loss)) + " " + sign
		rows = append(rows, row)
		rows = append(rows, v.remarks(t, j, width)...)
	}
	return rows
}

// remarks are what is said of a move, beneath it.
func (v *verdictPage) remarks(t *style.Theme, j puzzle.Judged, width int) []string {
	var rows []string
	say := func(text string) {
		for _, row := range layer.Wrap(t, t.Text(style.Printable(text)), min(width, 100)-5, 6, style.Plain) {
			rows = append(rows, "     "+row)
		}
	}
	if j.Answer != "" {
		say(j.Answer)
	}
	if v.play.over() && j.Because != "" {
		say(j.Because)
	}
	if v.play.over() && j.Instead != "" {
		say("The right move was " + j.Instead + ". " + j.Why)
	}
	return rows
}

func lossText(t *style.Theme, l puzzle.Loss) string {
	switch {
	case l.Away:
		return "off goal"
	case l.None():
		return "0"
	case l.Exact():
		return "+" + style.Number(l.Least)
	case l.Least > 0:
		return t.Signs.AtLeast + "+" + style.Number(l.Least)
	case l.Most != model.Saturated && l.Most == 0:
		return "0"
	}
	return "?"
}
