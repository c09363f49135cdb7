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
	n := v.play.stars()
	return strings.Repeat(t.Either("★", "*"), n) + strings.Repeat(t.Either("☆", "."), 3-n)
}

// headline is what has become of it, in a sentence.
func (v *verdictPage) headline() string {
	goal, par := v.play.attempt.puzzle.Goal, v.play.judge.par
	spent := v.play.attempt.state().Spent()
	total := style.Number(spent)
	switch {
	case v.play.undecided():
		return "Complete, total " + total + ". Computing whether this is optimal."
	case v.play.outcome == puzzle.Solved && goal.Kind == lesson.GoalState:
		return "Solved: this is the state, total " + total + "." + par.beside(spent, true)
	case v.play.outcome == puzzle.Solved:
		return "Solved, total " + total + par.beside(spent, false)
	case v.play.outcome == puzzle.Missed && goal.Kind == lesson.GoalState:
		return "Complete, but this is not the given state."
	case v.play.outcome == puzzle.Missed && goal.Kind == lesson.GoalTotal:
		return fmt.Sprintf("Complete, total %s: %s more than the goal.", total,
			style.Number(spent-goal.Total))
	case v.play.outcome == puzzle.Missed && par.proven:
		return fmt.Sprintf("Complete, total %s: %s more than the optimum.", total,
			style.Number(spent-par.total))
	case v.play.outcome == puzzle.Missed:
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
func (v *verdictPage) measure() string {
	if v.play.outcome == puzzle.Solved {
		return v.help()
	}
	if r := v.play.judge.review; r != nil && v.play.judge.judged == v.play.attempt.cursor() &&
		v.play.outcome == puzzle.Open {
		return lost(r.Lost)
	}
	return ""
}

// help says what help a solution took.
func (v *verdictPage) help() string {
	r := v.play.result
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
	if bits := v.play.attempt.puzzle.Bits; bits > 0 {
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
