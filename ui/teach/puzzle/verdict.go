package puzzle

import (
	"fmt"
	"math"
	"strings"

	"facet/model"
	"facet/model/teach/lesson"
	"facet/planner/analysis"
	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// verdictRows are the page that says what became of the attempt, and of each move.
func (a *attempt) verdictRows(t *style.Theme, width, height int) []string {
	var rows []string
	add := func(text string, role style.Role) {
		rows = append(rows, layer.Wrap(t, t.Text(style.Printable(text)), min(width, 100), 8, role)...)
	}
	role := style.Strong
	switch a.outcome() {
	case puzzle.Solved:
		role = style.Good
	case puzzle.Missed:
		role = style.Bad
	}
	add(a.question(), style.Plain)
	rows = append(rows, "")
	if stars := a.starSigns(t); stars != "" {
		rows = append(rows, " "+t.Paint(style.Good, stars))
	}
	add(a.headline(a.outcome()), role)
	if text := a.measure(); text != "" {
		add(text, style.Plain)
	}
	if a.outcome() == puzzle.Solved && a.puzzle.Solved != "" {
		rows = append(rows, "")
		add(a.puzzle.Solved, style.Plain)
	}
	rows = append(rows, "")
	if a.try.review == nil || a.try.judged != a.cursor() {
		rows = append(rows, " Computing the losses of your moves"+t.Signs.Cut)
	} else {
		rows = append(rows, a.table(t, width)...)
	}
	title, right := "verdict", ""
	if a.outcome() == puzzle.Open { // nothing is judged before the end
		title = "review"
	}
	a.lowest = max(0, len(rows)-(height-1))
	a.try.top = min(a.try.top, a.lowest)
	if a.lowest > 0 {
		right = t.Text("↑↓ more")
	}
	return t.Draw(style.Rule, title, right, rows[a.try.top:], width, height, true)
}

// starSigns are what a solution was worth.
func (a *attempt) starSigns(t *style.Theme) string {
	if a.outcome() != puzzle.Solved {
		return ""
	}
	n := a.stars()
	return strings.Repeat(t.Either("★", "*"), n) + strings.Repeat(t.Either("☆", "."), 3-n)
}

// headline is what has become of it, in a sentence.
func (a *attempt) headline(outcome puzzle.Outcome) string {
	goal, par := a.puzzle.Goal, a.par
	spent := a.state().Spent()
	total := style.Number(spent)
	switch {
	case a.undecided(outcome):
		return "Complete, total " + total + ". Computing whether this is optimal."
	case outcome == puzzle.Solved && goal.Kind == lesson.GoalState:
		return "Solved: this is the state, total " + total + "." + par.beside(spent, true)
	case outcome == puzzle.Solved:
		return "Solved, total " + total + par.beside(spent, false)
	case outcome == puzzle.Missed && goal.Kind == lesson.GoalState:
		return "Complete, but this is not the given state."
	case outcome == puzzle.Missed && goal.Kind == lesson.GoalTotal:
		return fmt.Sprintf("Complete, total %s: %s more than the goal.", total,
			style.Number(spent-goal.Total))
	case outcome == puzzle.Missed && par.proven:
		return fmt.Sprintf("Complete, total %s: %s more than the optimum.", total,
			style.Number(spent-par.total))
	case outcome == puzzle.Missed:
		return fmt.Sprintf("Complete, total %s: %s more than the best known total.", total,
			style.Number(spent-par.total))
	}
	return "Your total so far is " + total + "."
}

// beside says how good a solution of a total is, of a given state or of any complete sequence.
func (p par) beside(spent model.Cost, given bool) string {
	switch {
	case p.total == 0:
		return "."
	case given && spent <= p.total && p.proven:
		return " This is optimal."
	case given && spent <= p.total:
		return " Nothing cheaper to it is known."
	case given && p.proven:
		return " The cheapest sequence to it costs " + style.Number(p.total) + "."
	case given:
		return " The cheapest sequence to it that is known costs " + style.Number(p.total) + "."
	case spent < p.total:
		return ": better than the best known total."
	case spent == p.total && p.proven:
		return ": par, and proved optimal."
	case spent == p.total:
		return ": the best known total, not proved optimal."
	}
	return fmt.Sprintf(". Par is %s, which is %s less.", style.Number(p.total), style.Number(spent-p.total))
}

// measure says in words what the stars say, and what is lost.
func (a *attempt) measure() string {
	if a.outcome() == puzzle.Solved {
		return a.help()
	}
	if r := a.try.review; r != nil && a.try.judged == a.cursor() &&
		a.outcome() == puzzle.Open {
		return lost(r.Lost)
	}
	return ""
}

// help says what help a solution took.
func (a *attempt) help() string {
	r := a.result
	var text string
	switch {
	case r.Shown:
		text = "After seeing the solution: one star."
	case r.Asked == 0:
		text = "Without a hint."
	case r.Told:
		text = "With " + style.Plural(r.Asked, "hint", "hints") + ", up to the move itself: one star."
	default:
		text = "With " + style.Plural(r.Asked, "hint or review", "hints or reviews") +
			", of which the first costs a star."
	}
	if r.Tries > 1 {
		text += fmt.Sprintf(" Attempt %d.", r.Tries)
	}
	if bits := a.puzzle.Bits; bits > 0 {
		text += fmt.Sprintf(" Random play finds it once in %.0f attempts.", math.Exp2(bits))
	}
	return text
}

// lost says what the moves so far have lost.
func lost(l analysis.Loss) string {
	switch {
	case l.Away():
		return "The goal can no longer be reached from here."
	case l.None():
		return "Your moves have lost nothing."
	case l.Exact():
		return "Your moves have lost " + style.Number(l.Least) + "."
	case l.Least > 0:
		return "Your moves have lost at least " + style.Number(l.Least) + "."
	case l.Most.IsSaturated():
		return "The losses of your moves are not known: the dag is too large to solve in a few seconds."
	}
	return "Your moves have lost " + style.Number(l.Most) +
		" at most; the dag is too large for an exact answer in a few seconds."
}

// table lists the moves with their prices, marks those that lost, and, at the
// end, says what would have been right.
func (a *attempt) table(t *style.Theme, width int) []string {
	r := a.try.review
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
		rows = append(rows, a.remarks(t, j, width)...)
	}
	return rows
}

// remarks are what is said of a move, beneath it.
func (a *attempt) remarks(t *style.Theme, j puzzle.Judged, width int) []string {
	var rows []string
	say := func(text string) {
		for _, row := range layer.Wrap(t, t.Text(style.Printable(text)), min(width, 100)-5, 6, style.Plain) {
			rows = append(rows, "     "+row)
		}
	}
	if j.Answer != "" {
		say(j.Answer)
	}
	if a.over() && j.Because != "" {
		say(j.Because)
	}
	if a.over() && j.Instead != "" {
		say("The right move was " + j.Instead + ". " + j.Why)
	}
	return rows
}

func lossText(t *style.Theme, l analysis.Loss) string {
	switch {
	case l.Away():
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
