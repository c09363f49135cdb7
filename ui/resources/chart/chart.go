// Package chart draws a timetable as a figure for pages and papers.
package chart

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/planner/resources/timetable"
	"facet/ui/draw/style"
	"facet/ui/draw/vector"
)

// Chart is a timetable as a figure: machines with their operations as bars, and below
// them, on the same axis of time, the memory profile. A bar on a critical path has a
// heavy frame; no meaning is carried by colour alone.
type Chart struct {
	Table *timetable.Timetable
	Title string   // of the figure
	Names []string // of the operations, as tooltips; may be empty
}

// Sizes of a chart in pixels, and the most bars that are drawn.
const (
	chartWidth  = 720.0
	chartBar    = 24.0
	chartGap    = 8.0
	chartMemory = 130.0
	chartLabel  = 48.0
	mostBars    = 20_000
)

// oneBar is the part of an operation on one machine.
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
		return nil, 0, fmt.Errorf("%s on %d machines are too many for a figure: take fewer machines",
			style.Plural(len(all), "bar", "bars"), machines)
	}
	return all, max(1, machines), nil
}

// at is the coordinate of a time on an axis of that length.
func (c *Chart) at(time model.Cost, length float64) float64 {
	if c.Table.Makespan == 0 {
		return 0
	}
	return float64(time) / float64(c.Table.Makespan) * length
}

// outline is the corners of the memory profile, as times and shares of the peak.
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
	return fmt.Sprintf("%s on %s: makespan %s, %s; peak %s entries", c.Title,
		style.Plural(t.Options.Machines, "machine", "machines"),
		style.Number(t.Makespan), how, style.Number(t.Peak))
}

// SVG writes the chart for pages.
func (c *Chart) SVG(kind style.Kind) (string, error) {
	bars, machines, err := c.bars()
	if err != nil {
		return "", err
	}
	bands := float64(machines) * (chartBar + chartGap)
	width, height := chartLabel+chartWidth+2*vector.Margin,
		bands+chartMemory+2*vector.Margin+3*vector.FontSize
	s := vector.ShadesOf(kind)
	var b strings.Builder
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s" role="img" aria-label="%[3]s" font-family="%[4]s" font-size="%[5]d">`,
		vector.Num(width), vector.Num(height), vector.Escape(c.caption()), vector.Fonts, vector.FontSize)
	fmt.Fprintf(&b, "\n<title>%s</title>\n", vector.Escape(c.caption()))
	if kind == style.Auto {
		fmt.Fprintf(&b, "<style>@media (prefers-color-scheme:dark){%s}</style>\n",
			vector.ShadesOf(style.Dark).CSS())
	}
	fmt.Fprintf(&b, "<rect class=\"paper\" width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n", s.Paper)
	left := vector.Margin + chartLabel
	for m := range machines {
		y := vector.Margin + float64(m)*(chartBar+chartGap)
		fmt.Fprintf(&b, "<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\">m%d</text>\n",
			vector.Num(vector.Margin), vector.Num(y+chartBar/2+vector.FontSize/3), s.Faint, m)
	}
	for _, bar := range bars {
		x, y := left+c.at(bar.start, chartWidth), vector.Margin+float64(bar.machine)*(chartBar+chartGap)
		w := c.at(bar.end, chartWidth) - c.at(bar.start, chartWidth)
		class, fill, stroke := "jacobian", s.Full, 1.0
		if c.Table.Graph.Tasks[bar.task].Op.Mode == model.MUL {
			class, fill = "sum", s.Sum
		}
		if c.Table.Critical[bar.task] {
			stroke = 2.5
		}
		name := fmt.Sprint(bar.task + 1)
		told := name
		if bar.task < len(c.Names) {
			told += ": " + c.Names[bar.task]
		}
		fmt.Fprintf(&b,
			"<g><title>%s</title><rect class=\"%s box\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>",
			vector.Escape(told), class, vector.Num(x), vector.Num(y), vector.Num(max(w, 0.5)),
			vector.Num(chartBar), fill, s.Foreground, vector.Num(stroke))
		if w > float64(len(name))*vector.FontSize*0.65 {
			fmt.Fprintf(&b,
				"<text class=\"label\" x=\"%s\" y=\"%s\" fill=\"%s\" text-anchor=\"middle\">%s</text>",
				vector.Num(x+w/2), vector.Num(y+chartBar/2+vector.FontSize/3), s.Foreground, name)
		}
		b.WriteString("</g>\n")
	}
	base := vector.Margin + bands + vector.FontSize + chartMemory
	fmt.Fprintf(&b, "<path class=\"line related\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" d=\"",
		s.Related)
	for k, p := range c.outline() {
		move := "L"
		if k == 0 {
			move = "M"
		}
		fmt.Fprintf(&b, "%s%s %s", move, vector.Num(left+p[0]*chartWidth),
			vector.Num(base-p[1]*(chartMemory-vector.FontSize)))
	}
	b.WriteString("\"/>\n")
	fmt.Fprintf(&b, "<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\">held</text>\n",
		vector.Num(vector.Margin), vector.Num(base), s.Faint)
	fmt.Fprintf(&b, "<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\">peak %s</text>\n", vector.Num(left),
		vector.Num(vector.Margin+bands+vector.FontSize-2), s.Faint, style.Number(c.Table.Peak))
	fmt.Fprintf(&b, "<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\">0</text>\n", vector.Num(left),
		vector.Num(base+1.4*vector.FontSize), s.Faint)
	fmt.Fprintf(&b,
		"<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\" text-anchor=\"end\">time %s</text>\n</svg>\n",
		vector.Num(left+chartWidth), vector.Num(base+1.4*vector.FontSize), s.Faint,
		style.Number(c.Table.Makespan))
	return b.String(), nil
}

// TikZ writes the chart for LaTeX with the package tikz and nothing else.
func (c *Chart) TikZ() (string, error) {
	bars, machines, err := c.bars()
	if err != nil {
		return "", err
	}
	if len(bars) > vector.MostOfTeX || machines > 200 {
		return "", fmt.Errorf("%s on %d machines are too many to be set by TeX: write them as svg",
			style.Plural(len(bars), "bar", "bars"), machines)
	}
	const wide, high, memory = 120.0, 5.0, 25.0
	var b strings.Builder
	fmt.Fprintf(&b,
		"%% %s\n\\begin{tikzpicture}[x=1mm,y=-1mm,font=\\scriptsize,\n  bar/.style={draw,fill=black!5},product/.style={bar,fill=black!15},critical/.style={line width=0.9pt}]\n", strings.Join(strings.Fields(c.caption()), " "))
	for m := range machines {
		fmt.Fprintf(&b, "\\node[left] at (0,%s) {$m_{%d}$};\n", vector.Num(float64(m)*(high+1)+high/2), m)
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
	fmt.Fprintf(&b,
		";\n\\node[left] at (0,%s) {0};\n\\node[left] at (0,%s) {%s};\n\\node[below left] at (%s,%s) {%s};\n\\end{tikzpicture}%%\n",
		vector.Num(base), vector.Num(base-memory+4), style.Number(c.Table.Peak), vector.Num(wide),
		vector.Num(base), style.Number(c.Table.Makespan))
	return b.String(), nil
}
