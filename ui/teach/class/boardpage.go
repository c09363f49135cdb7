package class

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/model/teach/lesson"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// drawn draws a class as it was seen.
type drawn struct {
	theme         *style.Theme
	sight         Sight
	invite        string
	now           orders
	queue         int
	browsers      int // that look
	width, height int
	chosen        int  // of the people
	hides         bool // best totals
}

// par is that of the puzzle that is open for all, where it may be on a projector: it is known,
// and the question names it, or the lecturer shows losses.
func (d *drawn) par() model.Cost {
	if task := d.sight.Puzzle; !d.hides || task.Puzzle.Goal.Kind == lesson.GoalTotal {
		return task.par()
	}
	return 0
}

// hidesSolved reports whether the totals of those who have solved it would tell par.
func (d *drawn) hidesSolved() bool { return d.hides && d.par() == 0 }

// leastPeople is how many rows people keep, whatever stands above them.
const leastPeople = 5

// sums is what stands on top: how many are here and what they do, what is open for
// all, the answers to the puzzle, and the totals of those who work alone.
func (d *drawn) sums() []string {
	rows := d.here()
	if d.invite != "" && d.height > leastPeople+len(rows)+8 {
		rows = append(rows, d.theme.Clip(" "+d.theme.Paint(style.Faint, d.theme.Text(d.invite)), d.width))
	}
	rows = append(rows, d.open())
	if d.sight.Trouble != "" {
		rows = append(rows, layer.Wrap(d.theme,
			" Work of students is not saved: "+d.theme.Text(d.sight.Trouble)+".", d.width, 2, style.Bad)...)
	}
	alone := d.alone()
	if d.sight.Puzzle != nil {
		room := max(1, d.height-len(rows)-len(alone)-leastPeople-2)
		rows = append(rows, d.answers()...)
		rows = append(rows, d.histogram(min(room, 16))...)
	}
	return append(rows, alone...)
}

// here says how many are here, and what they do, in one row or two.
func (d *drawn) here() []string {
	var count [doings]int
	on, unseen := 0, 0
	for _, p := range d.sight.People {
		if p.Unseen {
			unseen++
			continue
		}
		count[p.Doing]++
		if p.On {
			on++
		}
	}
	t := d.theme
	parts := []string{t.Paint(style.Strong, style.Count(int64(len(d.sight.People)))+" here")}
	if n := count[Follows]; n > 0 {
		parts = append(parts, fmt.Sprintf("%s, %d on your step", style.Plural(n, "follows", "follow"), on))
	}
	for _, x := range []struct {
		doing     Doing
		one, many string
	}{
		{Tries, "tries a move", "try moves"}, {Explores, "explores", "explore"}, {Solves, "solves", "solve"},
		{Reads, "reads a lesson", "read a lesson"}, {Watches, "watches", "watch"},
		{Chooses, "at the menu", "at the menu"},
		{Looks, "at the board", "at the board"},
	} {
		if n := count[x.doing]; n > 0 {
			parts = append(parts, style.Plural(n, x.one, x.many))
		}
	}
	if unseen > 0 {
		parts = append(parts, style.Plural(unseen, "has", "have")+" too small a window")
	}
	if d.browsers > 0 {
		parts = append(parts, style.Plural(d.browsers, "browser looks", "browsers look"))
	}
	if d.sight.Hidden > 0 {
		parts = append(parts, style.Count(int64(d.sight.Hidden))+" hidden")
	}
	if d.queue > 0 {
		parts = append(parts, style.Plural(d.queue, "search waits", "searches wait"))
	}
	row, rows := " "+parts[0], []string(nil)
	for _, part := range parts[1:] {
		next := row + " " + t.Signs.Dot + " " + part
		if style.Width(next) > d.width && len(rows) == 0 {
			rows, next = append(rows, row), "   "+part
		}
		row = next
	}
	rows = append(rows, row)
	for k := range rows {
		rows[k] = t.Clip(rows[k], d.width)
	}
	return rows
}

// open says what the lecturer has opened for all.
func (d *drawn) open() string {
	text := "Followers see your steps. p, l, d and s open something for everybody."
	if task := d.sight.Task; task != nil {
		text = "Open for everybody: " + style.Printable(task.Called) + "."
	}
	switch left := time.Until(d.now.until).Round(time.Second); {
	case d.now.frozen:
		text += " Moves are stopped: z lets them go on."
	case left > 0:
		text += fmt.Sprintf(" Time left: %d:%02d.", int(left.Minutes()), int(left.Seconds())%60)
	}
	return d.theme.Clip(" "+d.theme.Text(text), d.width)
}

// answers is the row above the histogram.
func (d *drawn) answers() []string {
	t, task := d.theme, d.sight.Puzzle
	solved, complete, trying := 0, 0, 0
	for _, o := range d.sight.Counted {
		if o.Solved {
			solved++
		} else {
			complete++
		}
	}
	tries := make(map[string]bool)
	for _, p := range d.sight.People {
		o := d.sight.Answers[p.person.who]
		if p.Doing != Solves || p.Unseen || p.Puzzle != task.Puzzle.Name || o.Solved || tries[p.person.who] {
			continue
		}
		tries[p.person.who] = true
		trying++
		if o.Total > 0 {
			complete--
		}
	}
	parts := []string{t.Paint(style.Good, style.Plural(solved, "has solved it", "have solved it")),
		style.Plural(trying, "is trying", "are trying")}
	if complete > 0 {
		parts = append(parts, style.Plural(complete, "has stopped above par", "have stopped above par"))
	}
	if n := d.sight.Counted.keyless(); n > 0 {
		parts = append(parts, style.Count(int64(n))+" without a key")
	}
	if n := len(d.sight.Answers) - len(d.sight.Counted); n > 0 {
		parts = append(parts, style.Plural(n, "more key is", "more keys are")+" not counted")
	}
	text := strings.Join(parts, " "+t.Signs.Dot+" ")
	name := t.ClipMiddle(style.Printable(task.Called), max(12, d.width-style.Width(text)-14))
	mark := ""
	if par := d.par(); par > 0 {
		mark = ", par " + style.Number(par)
	}
	return []string{"", t.Clip(" "+t.Paint(style.Title, t.Text(name))+mark+"  "+text, d.width)}
}

// bar is a row of the histogram: how many have a total from low to high.
type bar struct {
	low, high    model.Cost
	people, done int // done of the people have solved the puzzle
}

// bars counts the totals in at most most rows: one for each total where they fit,
// else for ranges of the same width. Par, if it is not 0, has a row of its own, first, as
// nothing is below it; so have those who have solved it without their totals.
func (s *Sight) bars(most int, par model.Cost, hidesSolved bool) []bar {
	each := make(map[model.Cost]*bar)
	if par > 0 {
		each[par] = &bar{low: par, high: par}
	}
	for _, o := range s.Counted {
		if o.Total == 0 {
			continue
		}
		if o.Solved && hidesSolved {
			o.Total = 0
		}
		if each[o.Total] == nil {
			each[o.Total] = &bar{low: o.Total, high: o.Total}
		}
		each[o.Total].people++
		if o.Solved {
			each[o.Total].done++
		}
	}
	var all []bar
	for _, b := range each {
		all = append(all, *b)
	}
	slices.SortFunc(all, func(a, b bar) int { return int(min(1, max(-1, a.low-b.low))) })
	if len(all) <= most {
		return all
	}
	first, rest := all[:1], all[1:]
	if most < 2 {
		first, rest = nil, all
	}
	low := rest[0].low
	wide := (rest[len(rest)-1].low-low)/model.Cost(max(1, most-len(first))) + 1
	ranges := slices.Clone(first)
	for _, b := range rest {
		from := low + (b.low-low)/wide*wide
		if k := len(ranges) - 1; k < len(first) || ranges[k].low != from {
			ranges = append(ranges, bar{low: from, high: from + wide - 1})
		}
		k := len(ranges) - 1
		ranges[k].people += b.people
		ranges[k].done += b.done
	}
	return ranges
}

// histogram draws the totals of the answers, the lowest first, with par marked.
func (d *drawn) histogram(most int) []string {
	t := d.theme
	par := d.par()
	all := d.sight.bars(most, par, d.hidesSolved())
	largest, digits := 1, 0
	name := func(b bar) string {
		if b.high == 0 {
			return "solved"
		}
		if b.low == b.high {
			return style.Number(b.low)
		}
		return style.Number(b.low) + "-" + style.Number(b.high)
	}
	for _, b := range all {
		largest, digits = max(largest, b.people), max(digits, style.Width(name(b)))
	}
	room := max(1, min(60, d.width-digits-14))
	var rows []string
	for _, b := range all {
		mark, role := "", style.Plain
		if par > 0 && b.low <= par && par <= b.high {
			mark = "par"
		}
		if b.done > 0 {
			role = style.Good
		}
		rows = append(rows, t.Clip("  "+t.Left(mark, 5)+t.Right(name(b), digits)+" "+
			t.Paint(role, t.Meter(float64(b.people)/float64(largest), room))+" "+style.Count(int64(b.people)),
			d.width))
	}
	return rows
}

// mostDags is how many dags are told apart for those who work alone.
const mostDags = 3

// alone is the totals of those who work alone, a row for each dag.
func (d *drawn) alone() []string {
	spent := make(map[string][]model.Cost)
	complete := make(map[string]bool)
	for _, p := range d.sight.People {
		if p.Doing != Explores && p.Doing != Tries {
			continue
		}
		spent[p.Dag] = append(spent[p.Dag], p.Spent)
		complete[p.Dag] = complete[p.Dag] || p.Done
	}
	var names []string
	for name := range spent {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if x, y := len(spent[a]), len(spent[b]); x != y {
			return y - x
		}
		return strings.Compare(a, b)
	})
	t := d.theme
	var rows []string
	for k, name := range names {
		if k == mostDags {
			rows = append(rows, " and on "+style.Plural(len(names)-k, "other dag", "other dags"))
			break
		}
		all := spent[name]
		slices.Sort(all)
		text := style.Plural(len(all), "works", "work") + " alone"
		if !d.hides || !complete[name] {
			text += ", totals so far " + style.Number(all[0])
			if last := all[len(all)-1]; last != all[0] {
				text += " to " + style.Number(last)
			}
		}
		if done := d.sight.Dags[name]; len(done) > 0 {
			text += " " + t.Signs.Dot + " " + style.Count(int64(len(done))) + " complete"
			if !d.hides {
				text += ", best " + style.Number(done[0]) + ", median " + style.Number(done[len(done)/2])
			}
		}
		rows = append(rows,
			t.Clip(" "+t.Paint(style.Title, t.Text(t.Clip(style.Printable(name), 20)))+"  "+text, d.width))
	}
	if len(rows) > 0 {
		rows = append([]string{""}, rows...)
	}
	return rows
}

// How wide a person's row is, with who it is and what they do.
const (
	columnWidth = 58
	whoWidth    = 19
	doesWidth   = 12
)

// lines is how many rows list who is here, in so many columns, and how many there is room for.
func (d *drawn) lines() (columns, lines, room int) {
	columns = max(1, d.width/columnWidth)
	return columns, (len(d.sight.People) + columns - 1) / columns, max(0, d.height-2)
}

// scrolled is the first row that is shown, so that the chosen person stays in sight.
func (d *drawn) scrolled(from int) int {
	columns, lines, room := d.lines()
	if row := d.chosen / columns; room > 0 {
		from = max(min(from, row), row-room+1)
	}
	return max(0, min(from, lines-room))
}

// people lists who is here, as many as fit, from a row on.
func (d *drawn) people(from int) []string {
	t, all := d.theme, d.sight.People
	columns, lines, room := d.lines()
	wide := d.width / columns
	right := ""
	if lines > room && room > 0 {
		last := min(lines, from+room)
		right = fmt.Sprintf("%d to %d of %d", from*columns+1, min(len(all), last*columns), len(all))
	}
	head := t.Left(" "+t.Left("who", whoWidth)+" "+t.Left("does", doesWidth+2)+t.Right("step",
		5)+t.Right("total", 8), wide)
	rows := []string{t.Paint(style.Faint, t.Left(strings.Repeat(head, columns), d.width))}
	for line := from; line < min(lines, from+room); line++ {
		row := ""
		for column := range columns {
			if k := line*columns + column; k < len(all) {
				row += t.Left(d.person(all[k], k == d.chosen), wide)
			}
		}
		rows = append(rows, t.Clip(row, d.width))
	}
	if d.height < 2 {
		return rows[:min(len(rows), max(0, d.height))]
	}
	rule := t.Draw(style.Rule, "people", right, nil, d.width, 1, false)[0]
	return append([]string{t.Clip(rule, d.width)}, rows...)
}

// stuckFrom is from when on a person without a step is stuck.
const stuckFrom = 2 * time.Minute

// solvedWith says what help a solution took.
func solvedWith(o Outcome) string {
	switch {
	case o.Shown:
		return " after seeing it"
	case o.Hints > 0:
		return ", " + style.Plural(o.Hints, "hint", "hints")
	}
	return ""
}

// person is the row of one.
func (d *drawn) person(p Seen, chosen bool) string {
	t := d.theme
	does, sign := p.Doing.String(), " "
	role := style.Plain
	switch {
	case p.On:
		sign = t.Signs.Done
	case p.Lecturer:
		role = style.Strong
	}
	text := ""
	if p.Unseen {
		does = "small window"
	}
	solved := d.sight.Puzzle != nil && d.sight.Answers[p.person.who].Solved
	if p.Doing != Chooses && p.Doing != Reads {
		total := style.Number(p.Spent)
		if p.Done && (p.Doing != Solves || solved && d.hidesSolved()) && d.hides {
			total = ""
		}
		text = t.Right(fmt.Sprint(p.Step), 5) + t.Right(total, 8)
		if p.Done && p.Doing != Solves {
			text += " complete"
		}
	}
	if d.sight.Puzzle != nil {
		if o := d.sight.Answers[p.person.who]; o.Solved {
			text += " " + t.Paint(style.Good, "solved") + solvedWith(o)
		} else if stuck := time.Since(p.Since); d.sight.tries(p) && !p.Since.IsZero() && stuck >= stuckFrom {
			text += " " + t.Paint(style.Bad, "no step for "+Duration(stuck))
		} else if o.Total > 0 {
			text += " best " + style.Number(o.Total)
		}
	}
	mark := " "
	if chosen {
		mark, role = t.Signs.Cursor, style.Selected
	}
	return mark + t.Paint(role, t.Left(t.Text(p.Name), whoWidth)) + " " + t.Left(does, doesWidth) +
		t.Left(sign, 2) + text
}
