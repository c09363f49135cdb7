package solver

import (
	"fmt"
	"time"

	"github.com/dustin/go-humanize"

	"facet/model"
	"facet/planner"
	"facet/ui/theme"
)

// Page draws the solver's page: exactly height rows of at most width cells.
//
// Rows are kept apart by how often they change. One row counts twice a second,
// a few change every second, all others only when something was
// found: over a slow line a row that did not change costs nothing.
func (m *Model) Page(width, height int) []string {
	if m.session == nil || width < 1 || height < 1 {
		return nil
	}
	var rows []string
	switch r := m.run(); {
	case m.view == viewForm:
		rows = m.drawForm(width, height)
	case m.view == viewComparison:
		rows = m.comparison(width, height)
	case r == nil:
		rows = m.idle(width, height)
	default:
		rows = m.watch(r, width, height)
	}
	for len(rows) < height {
		rows = append(rows, "")
	}
	rows = rows[:height]
	for k := range rows {
		rows[k] = m.theme.Left(rows[k], width)
	}
	return rows
}

// watch is the page of one run.
func (m *Model) watch(r *run, width, height int) []string {
	rows := []string{m.titleRow(r, width), m.numbersRow(r, width), m.countersRow(r), m.limitsRow(r, width)}
	if text := m.staleText(r); text != "" {
		rows = append(rows, m.theme.Paint(theme.Selected, " "+text))
	}
	if r.err != nil {
		rows = append(rows, m.theme.Paint(theme.Bad, " The run failed: "+r.fault()))
	}
	room := height - len(rows)
	logRows := max(4, min(room*2/5, max(len(r.incumbents), len(r.snap.Workers))+2))
	chartRows := room - logRows
	if chartRows < 5 {
		chartRows, logRows = 0, room
	}
	if chartRows > 0 {
		rows = append(rows, m.chartRows(r, width, chartRows)...)
	}
	return append(rows, m.lowerRows(r, width, logRows)...)
}

func (m *Model) titleRow(r *run, width int) string {
	t := m.theme
	left := " " + t.Paint(theme.Title, r.name())
	right := r.phase()
	if r.live() {
		right += " " + t.Signs.Dot + " " + theme.Plural(max(1, r.options.Workers), "worker", "workers")
	}
	if len(m.runs) > 1 {
		right = fmt.Sprintf("run %d of %d  ", m.shown+1, len(m.runs)) + right
	}
	ink := theme.Strong
	if r.proven() {
		ink = theme.Good
	}
	for _, where := range []string{" on what is left of " + theme.Printable(m.session.Dag().Name) + ", " + r.where(), ", " + r.where()} {
		if theme.Width(left)+theme.Width(where)+theme.Width(right)+2 <= width {
			left += where
			break
		}
	}
	return t.Spread(left, t.Paint(ink, right)+" ", width)
}

// numbersRow changes only when something is found.
func (m *Model) numbersRow(r *run, width int) string {
	t := m.theme
	best, ok := r.best()
	if !ok {
		return fmt.Sprintf(" best none yet   bound %s", m.boundText(r))
	}
	out := " best " + t.Paint(theme.Strong, theme.Number(r.total(best.Cost)))
	parts := ""
	if r.spent > 0 {
		parts = fmt.Sprintf(" = %s + %s", theme.Number(r.spent), theme.Number(best.Cost))
	}
	rest := ""
	if v := r.verdict(); v != "" {
		rest = "  " + t.Paint(theme.Good, t.Signs.Done+" "+v)
	}
	rest += m.betterText(r, best.Cost)
	more := fmt.Sprintf("   (%s, %s)", r.sourceOf(best), clock(best.Time))
	if r.proven() {
		more = fmt.Sprintf("   from %s in %s, bound by %s", r.sourceOf(best), clock(best.Time), r.snap.BoundSource)
	} else {
		rest += "   bound " + m.boundText(r) + "   gap " + t.Paint(theme.Strong, percentGap(r.gap(best.Cost, r.slow.Bound)))
	}
	// What there is room for, the least important left out first.
	for _, text := range []string{out + parts + rest + more, out + parts + rest, out + rest + more} {
		if theme.Width(text) < width {
			return text
		}
	}
	return out + rest
}

// betterText says that something better than the run's best is known: another
// run or a hint has found it.
func (m *Model) betterText(r *run, best model.Cost) string {
	v := m.advisor.known.At(r.step)
	if !v.HasBest || v.Best >= best {
		return ""
	}
	text := theme.Number(r.total(v.Best)) + " is known"
	if v.Optimal() {
		text = "the optimum is " + theme.Number(r.total(v.Best))
	}
	return "   " + m.theme.Paint(theme.Selected, text)
}

func (m *Model) boundText(r *run) string {
	return m.theme.Paint(theme.Strong, theme.Number(r.total(r.slow.Bound)))
}

// countersRow is the one row that changes twice a second.
func (m *Model) countersRow(r *run) string {
	s := r.quick
	out := " " + m.theme.Left(steadyClock(s.Elapsed), 8)
	if s.Explored == 0 && s.Discovered == 0 {
		if r.restored {
			return " found in an earlier session, in " + clock(s.Elapsed) + "; b searches again"
		}
		if r.ended {
			return " ended after " + clock(s.Elapsed) + ", no node had to be explored"
		}
		return out + "no node explored yet"
	}
	count := func(n int64) string { return rough(float64(n)) }
	return out + fmt.Sprintf("nodes %s, %s/s  open %s  cut off %s  met again %s",
		m.theme.Right(count(s.Explored), 6), m.theme.Right(rough(s.NodesPerSecond), 6),
		m.theme.Right(count(s.Open), 6), m.theme.Right(count(s.Bounded), 6), count(s.Duplicates))
}

// limitsRow tells how much of its limits the run has used and how much of the
// tree it has seen. It changes once a second.
func (m *Model) limitsRow(r *run, width int) string {
	t, s, o := m.theme, r.slow, r.Limits()
	out := " memory " + m.meter(float64(s.MemoryBytes)/float64(max(1, o.Memory)), 10) + " " + humanize.IBytes(uint64(s.MemoryBytes)) + " of " + humanize.IBytes(uint64(o.Memory))
	if o.Time > 0 {
		out += "   time " + m.meter(float64(s.Elapsed)/float64(o.Time), 10) + " of " + clock(o.Time)
	}
	if s.TreeLog10 > 0 {
		tree := "   tree about " + power(s.TreeLog10) + ", explored " + power(s.ShareLog10)
		if theme.Width(out)+theme.Width(tree) <= width {
			out += tree
		}
	}
	return t.Clip(out, width)
}

// Limits are the options with the planner's defaults.
func (r *run) Limits() planner.Options {
	o := r.options
	if r.handle != nil {
		o = r.Options()
	}
	if o.Memory <= 0 {
		o.Memory = planner.DefaultMemory
	}
	return o
}

// meter is a bar with what is left of it.
func (m *Model) meter(share float64, width int) string {
	bar, rest := m.theme.Meter(min(1, max(0, share)), width), "░"
	if m.theme.ASCII {
		rest = "."
	}
	for k := theme.Width(bar); k < width; k++ {
		bar += rest
	}
	return bar
}

// staleText says that the session has moved on, and what can be done.
func (m *Model) staleText(r *run) string {
	n := m.moved(r)
	if n == 0 || r.restored || m.kept == r.id {
		return ""
	}
	moved := "You have moved " + theme.Plural(n, "step", "steps") + " since"
	if r.live() {
		return moved + ": F follows you, K keeps this run, x stops it."
	}
	return moved + ": F runs it from here, A goes back and applies."
}

// chartCache keeps the drawn chart.
type chartCache struct {
	key  chartKey
	rows []string
}

type chartKey struct {
	run, incumbents int
	now             time.Duration
	width, height   int
	theme           *theme.Theme
	over, log       bool
}

// chartOf is what a run's chart shows. A running chart moves on once a second,
// later every other second.
func (r *run) chartOf(log bool) chart {
	c := chart{bound: staircase{at: r.bounds.at}, now: r.snap.Elapsed, over: r.ended, log: log}
	if r.live() && c.now > 2*time.Second {
		c.now = c.now.Truncate(time.Second)
		if c.now > 10*time.Second {
			c.now = c.now.Truncate(2 * time.Second)
		}
	}
	for _, v := range r.bounds.value {
		c.bound.value = append(c.bound.value, r.total(v))
	}
	for _, i := range r.incumbents {
		c.best.at = append(c.best.at, i.Time)
		c.best.value = append(c.best.value, r.total(i.Cost))
		c.letters = append(c.letters, planner.Letter(i.Source))
		c.now = max(c.now, i.Time)
	}
	return c
}

func (m *Model) chartRows(r *run, width, height int) []string {
	c := r.chartOf(m.log)
	key := chartKey{r.id, len(r.incumbents), c.now, width, height, m.theme, c.over, m.log}
	if m.drawn.key == key && m.drawn.rows != nil {
		return m.drawn.rows
	}
	t := m.theme
	title := "best and bound over time"
	if m.log {
		title += ", logarithmic"
	}
	w, h := theme.Rule.Inner(width, height)
	rows := t.Draw(theme.Rule, title, m.legend(), c.draw(t, w, h), width, height, false)
	m.drawn = chartCache{key, rows}
	return rows
}

func (m *Model) legend() string {
	line, ground := "━", "▆"
	if m.theme.ASCII {
		line, ground = "=", ":"
	}
	return m.theme.Paint(theme.Good, line) + " best  " + m.theme.Paint(theme.Faint, ground) + " bound"
}

// lowerRows is the log of incumbents, with the workers beside it where there is
// room for both.
func (m *Model) lowerRows(r *run, width, height int) []string {
	t := m.theme
	side := 0
	if r.live() && len(r.slow.Workers) > 0 && width >= 76 {
		side = max(26, width*3/10)
	}
	w := width - side
	rows := t.Draw(theme.Rule, "sequences found", "", m.logRows(r, w, height-1), w, height, true)
	if side == 0 {
		return rows
	}
	right := t.Draw(theme.Rule, "workers", "", m.workers(r, side, height-1), side, height, false)
	for k := range rows {
		rows[k] += right[k]
	}
	return rows
}

// logRows lists the incumbents around the chosen one.
func (m *Model) logRows(r *run, width, height int) []string {
	t := m.theme
	if len(r.incumbents) == 0 {
		return []string{" none yet"}
	}
	number := theme.Width(theme.Number(r.total(r.incumbents[0].Cost)))
	number = max(number, 6)
	head := "     time " + t.Right("total", number)
	if showsSaved(number, width) {
		head += " " + t.Right("saved", number)
	}
	head += "     gap  from"
	rows := []string{t.Paint(theme.Faint, t.Clip(head, width))}
	room := height - 1
	top := max(0, min(len(r.incumbents)-room, m.chosen-room/2))
	if m.follow {
		top = max(0, len(r.incumbents)-room)
	}
	for k := top; k < len(r.incumbents) && len(rows) < height; k++ {
		rows = append(rows, m.logRow(r, k, number, width))
	}
	if rest := len(r.incumbents) - top - room; rest > 0 {
		rows[len(rows)-1] = t.Spread(rows[len(rows)-1], t.Signs.Down+theme.Count(int64(rest))+" ", width)
	}
	if top > 0 {
		rows[1] = t.Spread(rows[1], t.Signs.Up+theme.Count(int64(top))+" ", width)
	}
	return rows
}

// showsSaved tells whether the log has room for what each sequence saved.
func showsSaved(number, width int) bool { return 2*number+42 <= width }

func (m *Model) logRow(r *run, k, number, width int) string {
	t, i := m.theme, r.incumbents[k]
	sign, ink := " ", theme.Plain
	if k == m.chosen {
		sign, ink = t.Signs.Cursor, theme.Selected
	}
	saved := ""
	if showsSaved(number, width) {
		if k > 0 {
			saved = "-" + theme.Number(r.incumbents[k-1].Cost-i.Cost)
		}
		saved = " " + t.Right(saved, number)
	}
	gap := percentGap(r.gap(i.Cost, r.slow.Bound))
	text := sign + t.Right(clock(i.Time), 8) + " " + t.Right(theme.Number(r.total(i.Cost)), number) + saved + " " + t.Right(gap, 7) + "  " + string(planner.Letter(i.Source)) + " " + r.sourceOf(i)
	return t.Paint(ink, t.Clip(text, width))
}

// workers tells what each of them does. It changes once a second.
func (m *Model) workers(r *run, width, height int) []string {
	t := m.theme
	all := r.slow.Workers
	var rows []string
	for k, w := range all {
		if len(rows) == height-1 && len(all) > height {
			return append(rows, t.Paint(theme.Faint, fmt.Sprintf(" and %d more", len(all)-k)))
		}
		if len(rows) == height {
			break
		}
		text := " waits"
		if w.Junction >= 0 && w.Junction < len(m.session.Dag().Vertices) {
			text = fmt.Sprintf(" at %s, depth %d", model.QuoteID(m.session.Dag().Vertices[w.Junction].ID), w.Depth)
		}
		rows = append(rows, t.Clip(t.Right(fmt.Sprint(k+1), 3)+text, width-1))
	}
	return rows
}
