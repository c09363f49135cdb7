// Package gantt draws a timetable as text: a row of bars for each machine, and below, on
// the same axis, how many entries of Jacobians are held. It knows nothing of how a
// timetable is made.
package gantt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/planner/resources/timetable"
	"facet/ui/draw/style"
)

// Options choose how a chart is drawn.
type Options struct {
	Width, Height int  // in cells; a height of 0 is a row for each machine at work
	Steps         bool // the axis counts begins and ends in place of time
	Selected      int  // the marked operation; -1 for none
	Related       int  // the operation after it; -1 for none
	First         int  // the first machine shown, where not all fit
}

// label is the width of the labels before the axis.
const label = 6

// chart is a timetable with its axis.
type chart struct {
	*timetable.Timetable
	Options
	theme *style.Theme
	cells int          // length of the axis
	marks []model.Cost // times at which something begins or ends, ascending
	bars  [][]bar      // by machine
}

// bar is the part of an operation on one machine.
type bar struct {
	task       int
	start, end model.Cost
}

// Rows draws the chart.
func Rows(t *style.Theme, s *timetable.Timetable, o Options) []string {
	c := &chart{Timetable: s, Options: o, theme: t, cells: max(10, o.Width-label-1)}
	c.place()
	machines, memory := c.heights()
	first := max(0, min(o.First, len(c.bars)-machines))
	var rows []string
	for m := first; m < first+machines; m++ {
		rows = append(rows, t.Paint(style.Faint,
			t.Right(fmt.Sprintf("m%d", m), label-1)+" ")+c.row(c.bars[m]))
	}
	rows = append(rows, c.axis())
	return append(rows, c.memory(memory)...)
}

// machines is the number of machines that have work.
func machines(s *timetable.Timetable) int {
	n := 1
	for _, o := range s.Operations {
		n = max(n, o.Machine+1)
		for _, p := range o.Pieces {
			n = max(n, p.Machine+1)
		}
	}
	return n
}

// heights divides the rows between machines and memory.
func (c *chart) heights() (machines, memory int) {
	if c.Height <= 0 {
		return len(c.bars), 6
	}
	room := max(2, c.Height-1)
	machines = min(len(c.bars), max(1, room*3/5))
	return machines, max(1, min(room-machines, 12))
}

// place sorts begins and ends into machines and marks.
func (c *chart) place() {
	c.bars = make([][]bar, machines(c.Timetable))
	add := func(m, task int, start, end model.Cost) {
		c.bars[m] = append(c.bars[m], bar{task, start, end})
		c.marks = append(c.marks, start, end)
	}
	for k, o := range c.Operations {
		if len(o.Pieces) == 0 {
			add(o.Machine, k, o.Start, o.End)
		}
		for _, p := range o.Pieces {
			add(p.Machine, k, p.Start, p.End)
		}
	}
	for m := range c.bars {
		slices.SortStableFunc(c.bars[m], func(a, b bar) int {
			return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
		})
	}
	c.marks = append(c.marks, 0)
	slices.Sort(c.marks)
	c.marks = slices.Compact(c.marks)
}

// cell is the position of a time on the axis, from 0 to the number of cells.
func (c *chart) cell(at model.Cost) int {
	if c.Steps {
		k, _ := slices.BinarySearch(c.marks, at)
		return k * c.cells / max(1, len(c.marks)-1)
	}
	if c.Makespan == 0 {
		return 0
	}
	return int(float64(at)/float64(c.Makespan)*float64(c.cells) + 0.5)
}

// row draws the bars of one machine.
func (c *chart) row(bars []bar) string {
	t := c.theme
	var b strings.Builder
	at := 0
	idle := "·"
	if t.ASCII {
		idle = "."
	}
	for _, x := range bars {
		from, to := max(at, c.cell(x.start)), min(c.cells, c.cell(x.end))
		if to <= from {
			continue // shorter than a cell
		}
		b.WriteString(t.Paint(style.Faint, strings.Repeat(idle, from-at)))
		b.WriteString(c.bar(x.task, to-from))
		at = to
	}
	b.WriteString(t.Paint(style.Faint, strings.Repeat(idle, max(0, c.cells-at))))
	return b.String()
}

// bar draws an operation: its number within a line, which is heavy on a critical path and
// in brackets where the operation is selected.
func (c *chart) bar(task, width int) string {
	t := c.theme
	line, begin, end := "─", "├", "┤"
	if c.Critical[task] {
		line, begin, end = "━", "┣", "┫"
	}
	if t.ASCII {
		line, begin, end = "-", "|", "|"
		if c.Critical[task] {
			line = "="
		}
	}
	role := [...]style.Role{model.TAN: style.Tangent, model.ADJ: style.Adjoint,
		model.MUL: style.Product}[c.Graph.Tasks[task].Op.Mode]
	switch task {
	case c.Selected:
		role, begin, end = style.Selected, "[", "]"
	case c.Related:
		role = style.Related
	}
	name := fmt.Sprint(task + 1)
	switch {
	case width == 1:
		if task == c.Selected {
			return t.Paint(role, "#")
		}
		return t.Paint(role, begin)
	case width < len(name)+2 && width >= len(name) && task != c.Selected:
		return t.Paint(role, name+strings.Repeat(line, width-len(name)))
	case width < len(name)+2:
		return t.Paint(role, begin+strings.Repeat(line, width-2)+end)
	}
	left := (width - 2 - len(name)) / 2
	return t.Paint(role, begin+strings.Repeat(line, left)+name+strings.Repeat(line,
		width-2-len(name)-left)+end)
}

// axis is the row between machines and memory.
func (c *chart) axis() string {
	end := style.Number(c.Makespan)
	name := "time"
	if c.Steps {
		name = "steps"
	}
	return c.theme.Paint(style.Faint, c.theme.Right(name, label-1)+" 0"+strings.Repeat(" ",
		max(1, c.cells-1-style.Width(end)))+end)
}

// memory draws the memory profile as bars; each cell shows the maximum of its times.
func (c *chart) memory(height int) []string {
	t := c.theme
	most := make([]float64, c.cells)
	for k, m := range c.Memory {
		from, to := c.cell(m.Time), c.cells
		if k+1 < len(c.Memory) {
			to = c.cell(c.Memory[k+1].Time)
		}
		for at := min(from, c.cells-1); at < min(c.cells, max(to, from+1)); at++ {
			most[at] = max(most[at], float64(m.Entries))
		}
	}
	eighths := []string{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}
	if t.ASCII {
		eighths = []string{" ", " ", ".", ".", ":", ":", "#", "#", "#"}
	}
	rows := make([]string, height)
	for r := range rows {
		var b strings.Builder
		for at := range most {
			level := 0.0
			if c.Peak > 0 {
				level = most[at] / float64(c.Peak) * float64(height*8)
			}
			b.WriteString(eighths[max(0, min(8, int(level+0.5)-8*(height-1-r)))])
		}
		name := ""
		switch r {
		case 0:
			name = "peak"
		case height - 1:
			name = "held"
		}
		rows[r] = t.Paint(style.Faint, t.Right(name, label-1)+" ") + t.Paint(style.Related, b.String())
	}
	return rows
}
