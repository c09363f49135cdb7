package figure

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/planner/timetable"
	"facet/ui/style"
)

// Chart is a timetable as a figure: machines with their operations as bars, and below
// them, on the same axis of time, what is held. A bar on a critical path has a heavy
// frame; nothing is told by colour alone.
type Chart struct {
	Table *timetable.Timetable
	Title string   // of the figure
	Names []string // of the operations, for who points at one; may be empty
}

// How large a chart is, in pixels; and how many bars are drawn.
const (
	chartWidth  = 720.0
	chartBar    = 24.0
	chartGap    = 8.0
	chartMemory = 130.0
	chartLabel  = 48.0
	mostBars    = 20_000
)

// oneBar is what a machine does of an operation.
type oneBar struct {
	task, machine int
	start, end    model.Cost
}

func (c *Chart) bars() (all []oneBar, machines int, err error) {
	for k, o := range c.Table.Operations {
		if len(o.Pieces) == 0 {
			all = append(all, oneBar{k, o.Machine, o.Start, o.End})
		}
		for _, p := range o.Pieces {
			all = append(all, oneBar{k, p.Machine, p.Start, p.End})
		}
	}
	for _, b := range all {
		machines = max(machines, b.machine+1)
	}
	if len(all) > mostBars || machines > mostBars/10 {
		return nil, 0, fmt.Errorf("%s on %d machines are too many for a figure: take fewer machines", style.Plural(len(all), "bar", "bars"), machines)
	}
	return all, max(1, machines), nil
}

// at is the place of a time on an axis of some length.
func (c *Chart) at(time model.Cost, length float64) float64 {
	if c.Table.Makespan == 0 {
		return 0
	}
	return float64(time) / float64(c.Table.Makespan) * length
}

// outline gives the corners of the memory profile, times and shares of the peak.
func (c *Chart) outline() (corners [][2]float64) {
	high := func(n model.Cost) float64 {
		if c.Table.Peak == 0 {
			return 0
		}
		return float64(n) / float64(c.Table.Peak)
	}
	last := 0.0
	corners = append(corners, [2]float64{0, 0})
	for _, m := range c.Table.Memory {
		x := c.at(m.Time, 1)
		corners = append(corners, [2]float64{x, last}, [2]float64{x, high(m.Entries)})
		last = high(m.Entries)
	}
	return append(corners, [2]float64{1, last}, [2]float64{1, 0})
}

func (c *Chart) caption() string {
	t := c.Table
	how := "at least " + style.Number(t.Bound)
	if t.Optimal {
		how = "optimal"
	}
	return fmt.Sprintf("%s on %s: makespan %s, %s; peak %s entries", c.Title, style.Plural(t.Options.Machines, "machine", "machines"),
		style.Number(t.Makespan), how, style.Number(t.Peak))
}

// SVG writes the chart for pages.
func (c *Chart) SVG(kind style.Kind) (string, error) {
	bars, machines, err := c.bars()
	if err != nil {
		return "", err
	}
	bands := float64(machines) * (chartBar + chartGap)
	width, height := chartLabel+chartWidth+2*margin, bands+chartMemory+2*margin+3*fontSize
	s := shadesOf(kind)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s" role="img" aria-label="%[3]s" font-family="%[4]s" font-size="%[5]d">`,
		num(width), num(height), escape(c.caption()), fonts, fontSize)
	fmt.Fprintf(&b, "\n<title>%s</title>\n", escape(c.caption()))
	if kind == style.Auto {
		fmt.Fprintf(&b, "<style>@media (prefers-color-scheme:dark){%s}</style>\n", shadesOf(style.Dark).css())
	}
	fmt.Fprintf(&b, "<rect class=\"paper\" width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n", s.paper)
	left := margin + chartLabel
	for m := range machines {
		y := margin + float64(m)*(chartBar+chartGap)
		fmt.Fprintf(&b, "<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\">m%d</text>\n", num(margin), num(y+chartBar/2+fontSize/3), s.faint, m)
	}
	for _, bar := range bars {
		x, y := left+c.at(bar.start, chartWidth), margin+float64(bar.machine)*(chartBar+chartGap)
		w := c.at(bar.end, chartWidth) - c.at(bar.start, chartWidth)
		class, fill, stroke := "jacobian", s.full, 1.0
		if c.Table.Graph.Tasks[bar.task].Op.Mode == model.MUL {
			class, fill = "sum", s.sum
		}
		if c.Table.Critical[bar.task] {
			stroke = 2.5
		}
		name := fmt.Sprint(bar.task + 1)
		told := name
		if bar.task < len(c.Names) {
			told += ": " + c.Names[bar.task]
		}
		fmt.Fprintf(&b, "<g><title>%s</title><rect class=\"%s box\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>",
			escape(told), class, num(x), num(y), num(max(w, 0.5)), num(chartBar), fill, s.foreground, num(stroke))
		if w > float64(len(name))*fontSize*0.65 {
			fmt.Fprintf(&b, "<text class=\"label\" x=\"%s\" y=\"%s\" fill=\"%s\" text-anchor=\"middle\">%s</text>", num(x+w/2), num(y+chartBar/2+fontSize/3), s.foreground, name)
		}
		b.WriteString("</g>\n")
	}
	base := margin + bands + fontSize + chartMemory
	fmt.Fprintf(&b, "<path class=\"line related\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" d=\"", s.related)
	for k, p := range c.outline() {
		move := "L"
		if k == 0 {
			move = "M"
		}
		fmt.Fprintf(&b, "%s%s %s", move, num(left+p[0]*chartWidth), num(base-p[1]*(chartMemory-fontSize)))
	}
	b.WriteString("\"/>\n")
	fmt.Fprintf(&b, "<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\">held</text>\n", num(margin), num(base), s.faint)
	fmt.Fprintf(&b, "<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\">peak %s</text>\n", num(left), num(margin+bands+fontSize-2), s.faint, style.Number(c.Table.Peak))
	fmt.Fprintf(&b, "<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\">0</text>\n", num(left), num(base+1.4*fontSize), s.faint)
	fmt.Fprintf(&b, "<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\" text-anchor=\"end\">time %s</text>\n</svg>\n", num(left+chartWidth), num(base+1.4*fontSize), s.faint, style.Number(c.Table.Makespan))
	return b.String(), nil
}

// TikZ writes the chart for LaTeX with the package tikz and nothing else.
func (c *Chart) TikZ() (string, error) {
	bars, machines, err := c.bars()
	if err != nil {
		return "", err
	}
	if len(bars) > texElements || machines > 200 {
		return "", fmt.Errorf("%s on %d machines are too many to be set by TeX: write them as svg", style.Plural(len(bars), "bar", "bars"), machines)
	}
	const wide, high, memory = 120.0, 5.0, 25.0
	var b strings.Builder
	fmt.Fprintf(&b, "%% %s\n\\begin{tikzpicture}[x=1mm,y=-1mm,font=\\scriptsize,\n  bar/.style={draw,fill=black!5},product/.style={bar,fill=black!15},critical/.style={line width=0.9pt}]\n", strings.Join(strings.Fields(c.caption()), " "))
	for m := range machines {
		fmt.Fprintf(&b, "\\node[left] at (0,%s) {$m_{%d}$};\n", num(float64(m)*(high+1)+high/2), m)
	}
	for _, bar := range bars {
		x, w := c.at(bar.start, wide), c.at(bar.end, wide)-c.at(bar.start, wide)
		y := float64(bar.machine) * (high + 1)
		kind := "bar"
		if c.Table.Graph.Tasks[bar.task].Op.Mode == model.MUL {
			kind = "product"
		}
		if c.Table.Critical[bar.task] {
			kind += ",critical"
		}
		label := ""
		if name := fmt.Sprint(bar.task + 1); w > 2*float64(len(name)) {
			label = fmt.Sprintf(" (%.2f,%.2f) node {%s}", x+w/2, y+high/2, name)
		}
		fmt.Fprintf(&b, "\\draw[%s] (%.2f,%.2f) rectangle (%.2f,%.2f)%s;\n", kind, x, y, x+w, y+high, label)
	}
	base := float64(machines)*(high+1) + memory
	b.WriteString("\\draw")
	for k, p := range c.outline() {
		if k > 0 {
			b.WriteString(" --")
		}
		fmt.Fprintf(&b, " (%.2f,%.2f)", p[0]*wide, base-p[1]*(memory-4))
	}
	fmt.Fprintf(&b, ";\n\\node[left] at (0,%s) {0};\n\\node[left] at (0,%s) {%s};\n\\node[below left] at (%s,%s) {%s};\n\\end{tikzpicture}%%\n",
		num(base), num(base-memory+4), style.Number(c.Table.Peak), num(wide), num(base), style.Number(c.Table.Makespan))
	return b.String(), nil
}
