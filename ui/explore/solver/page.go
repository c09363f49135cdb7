package solver

import (
	"fmt"

	"github.com/dustin/go-humanize"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver/page"
)

// display draws a study, as a page and as a small panel, and has the keys of the page.
type display struct {
	study  *study
	theme  *style.Theme
	keymap *layer.Keymap
	view   view
	form   page.Form
	log    bool // time axis
	close  bool // the chart shows what lies between best and bound
	bounds bounds
	room   int // rows of the page
}

// view is what the page shows.
type view uint8

const (
	viewRun view = iota
	viewForm
	viewTree
	viewBounds
)

// toggle turns to a view, or from there back to the run.
func (d *display) toggle(v view) {
	if d.view == v {
		v = viewRun
	}
	d.view = v
}

// draw draws the page where its keys are heard, and else the small panel.
func (d *display) draw(b layer.Box) layer.Drawn {
	if b.Focused {
		return layer.Drawn{Rows: d.page(b.Width, b.Height), Place: layer.Whole}
	}
	var drawn layer.Drawn
	drawn.Title, drawn.Rows = "solver", d.panel(b.Width, b.Height)
	return drawn
}

// page draws the solver's page: exactly height rows of at most width cells.
//
// Rows are kept apart by how often they change. One row counts twice a second,
// a few change every second, all others only when something was
// found: over a slow line a row that did not change costs nothing.
func (d *display) page(width, height int) []string {
	if d.study.session == nil || width < 1 || height < 1 {
		return nil
	}
	var rows []string
	switch r := d.study.run(); {
	case d.view == viewForm:
		rows = d.form.Draw(d.theme, d.study.session.Depth(), width, height)
	case d.view == viewBounds:
		rows = d.bounds.draw(d.theme, width, height)
	case d.view == viewTree:
		rows = d.treePage(r, width, height)
	case r == nil:
		rows = d.idle(height)
	default:
		rows = d.watch(r, width, height)
	}
	for len(rows) < height {
		rows = append(rows, "")
	}
	rows = rows[:height]
	for k := range rows {
		rows[k] = d.theme.Left(rows[k], width)
	}
	return rows
}

const (
	aboveChart = 5 // rows, at most, but where a run has failed
	leastChart = 5
	aboveLog   = 2 // a rule and the heading
)

// logRows are those of the sequences found, of the rows below aboveChart; the others are the chart's.
func (r *run) logRows(rows int) int {
	log := max(4, min(rows*2/5, max(len(r.incumbents), len(r.snap.Workers))+aboveLog))
	if rows-log < leastChart {
		return rows
	}
	return log
}

// watch is the page of one run.
func (d *display) watch(r *run, width, height int) []string {
	rows := []string{d.titleRow(r, width), d.numbersRow(r, width), d.countersRow(r), d.limitsRow(r, width)}
	if text := d.keymap.Text(d.staleText(r)); text != "" {
		rows = append(rows, d.theme.Paint(style.Selected, " "+text))
	}
	if r.err != nil {
		rows = append(rows, d.theme.Paint(style.Bad, " The run failed: "+r.fault()))
	}
	logRows := r.logRows(height - len(rows))
	if chartRows := height - len(rows) - logRows; chartRows > 0 {
		c := r.chartOf(d)
		rows = append(rows, c.Framed(d.theme, width, chartRows)...)
	}
	return append(rows, d.lowerRows(r, width, logRows)...)
}

// lowerRows is the log of incumbents, with the workers beside it where there is
// room for both.
func (d *display) lowerRows(r *run, width, height int) []string {
	t := d.theme
	side := 0
	if r.live() && len(r.slow.Workers) > 0 && width >= 76 {
		side = max(26, width*3/10)
	}
	w := width - side
	log := page.Sequences{Found: r.incumbents, Spent: r.spent, Bound: r.slow.Bound, Chosen: d.study.chosen,
		Follow: d.study.follow}
	rows := t.Draw(style.Rule, "sequences found", "", log.Draw(t, w, height-1), w, height, true)
	if side == 0 {
		return rows
	}
	right := t.Draw(style.Rule, "workers", "", page.Workers(t, r.slow.Workers, d.study.session.Dag(), side,
		height-1), side, height, false)
	for k := range rows {
		rows[k] += right[k]
	}
	return rows
}

func (d *display) titleRow(r *run, width int) string {
	t := d.theme
	left := " " + t.Paint(style.Title, r.name())
	right := r.doing()
	if r.live() {
		right += " " + t.Signs.Dot + " " + style.Plural(max(1, r.options.Workers), "worker", "workers")
	}
	if len(d.study.runs) > 1 {
		right = fmt.Sprintf("run %d of %d  ", d.study.shown+1, len(d.study.runs)) + right
	}
	role := style.Strong
	if r.proven() {
		role = style.Good
	}
	for _, where := range []string{" on what is left of " + style.Printable(d.study.session.Dag().Name) +
		", " + r.where(), ", " + r.where()} {
		if style.Width(left)+style.Width(where)+style.Width(right)+2 <= width {
			left += where
			break
		}
	}
	return t.Spread(left, t.Paint(role, right)+" ", width)
}

// numbersRow changes only when something is found.
func (d *display) numbersRow(r *run, width int) string {
	t := d.theme
	best, ok := r.best()
	if !ok {
		return fmt.Sprintf(" best none yet   bound %s", d.boundText(r))
	}
	out := " best " + t.Paint(style.Strong, d.theme.Cost(r.total(best.Cost)))
	parts := ""
	if r.spent > 0 {
		parts = fmt.Sprintf(" = %s + %s", d.theme.Cost(r.spent), d.theme.Cost(best.Cost))
	}
	rest := ""
	if v := d.study.standing(r); v != "" {
		rest = "  " + t.Paint(style.Good, t.Signs.Done+" "+v)
	}
	rest += d.betterText(r, best.Cost)
	more := fmt.Sprintf("   (%s, %s)", best.Source, page.Clock(best.Time))
	if r.proven() {
		more = fmt.Sprintf("   from %s in %s, bound by %s", best.Source, page.Clock(best.Time),
			r.snap.BoundSource)
	} else {
		rest += "   bound " + d.boundText(r) + "   gap " +
			t.Paint(style.Strong, page.Percent(r.gap(best.Cost, r.slow.Bound)))
	}
	// What there is room for, the least important left out first.
	for _, text := range []string{out + parts + rest + more, out + parts + rest, out + rest + more} {
		if style.Width(text) < width {
			return text
		}
	}
	return out + rest
}

// betterText says that something better than the run's best is known: of the
// remainder, found by another run or a hint, or of the whole, where the steps before
// the run have lost something.
func (d *display) betterText(r *run, best model.Cost) string {
	text := ""
	if v := d.study.advisor.known.At(r.step); v.HasBest && v.Best < best {
		text = d.theme.Cost(r.total(v.Best)) + " is known"
		if v.Optimal() {
			text = "the optimum is " + d.theme.Cost(r.total(v.Best))
		}
	} else if whole := d.study.advisor.known.At(0); r.depth > 0 && whole.HasBest &&
		whole.Best < r.total(best) {
		text = "of the whole " + d.theme.Cost(whole.Best) + " is known"
		if whole.Optimal() {
			text = "the optimum of the whole is " + d.theme.Cost(whole.Best)
		}
	}
	if text == "" {
		return ""
	}
	return "   " + d.theme.Paint(style.Selected, text)
}

func (d *display) boundText(r *run) string {
	return d.theme.Paint(style.Strong, d.theme.Cost(r.total(r.slow.Bound)))
}

// countersRow is the one row that changes twice a second.
func (d *display) countersRow(r *run) string {
	s := r.quick
	out := " " + d.theme.Left(page.SteadyClock(s.Elapsed), 8)
	if r.live() && r.atRoot() {
		return out + "raising the root bound"
	}
	if s.Explored == 0 && s.Discovered == 0 {
		if r.phase == restored {
			return " found in an earlier session, in " + page.Clock(s.Elapsed) + "; b searches again"
		}
		if !r.live() {
			return " ended after " + page.Clock(s.Elapsed) + ", without exploring a node"
		}
		return out + "no node explored yet"
	}
	count := func(n int64) string { return page.Rough(float64(n)) }
	return out + fmt.Sprintf("nodes %s, %s/s  open %s  cut off %s  repeated %s",
		d.theme.Right(count(s.Explored), 6), d.theme.Right(page.Rough(s.NodesPerSecond), 6),
		d.theme.Right(count(s.Open), 6), d.theme.Right(count(s.Bounded), 6), count(s.Duplicates))
}

// atRoot reports whether an exact search has not branched yet: it works on the bound of
// its first node.
func (r *run) atRoot() bool {
	switch r.options.Method {
	case planner.BranchAndBound, planner.EdgeElimination, planner.VertexElimination:
		return r.quick.Explored <= 1
	}
	return false
}

// limitsRow says how much of its limits the run has used and how much of the
// tree it has seen. It changes once a second.
func (d *display) limitsRow(r *run, width int) string {
	t, s, o := d.theme, r.slow, r.limits()
	out := " memory " + t.Gauge(float64(s.MemoryBytes)/float64(max(1, o.Memory)), 10) + " " +
		humanize.IBytes(uint64(s.MemoryBytes)) + " of " + humanize.IBytes(uint64(o.Memory))
	if o.Time > 0 {
		out += "   time " + t.Gauge(float64(s.Elapsed)/float64(o.Time), 10) + " of " +
			page.Clock(o.Time)
	}
	if s.TreeLog10 > 0 {
		tree := "   " + page.Share(s.TreeLog10, s.ShareLog10)
		if style.Width(out)+style.Width(tree) <= width {
			out += tree
		}
	}
	return t.Clip(out, width)
}

// limits are the options with the planner's defaults.
func (r *run) limits() planner.Options {
	o := r.options
	if r.handle != nil {
		o = r.handle.Options()
	}
	if o.Memory <= 0 {
		o.Memory = planner.DefaultMemory
	}
	return o
}

// staleText says that the session has moved on, and what can be done.
func (d *display) staleText(r *run) string {
	n := d.study.moved(r)
	if n == 0 || r.phase == restored || d.study.kept == r.id {
		return ""
	}
	moved := "You have moved " + style.Plural(n, "step", "steps") + " since"
	if r.live() {
		return moved + ": {F:solver.follow} restarts here, {K:solver.keep} keeps this run, {x:stop} stops it."
	}
	return moved + ": {F:solver.follow} restarts here, {A:solver.apply} goes back and applies it."
}
