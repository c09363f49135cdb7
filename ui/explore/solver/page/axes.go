package page

import (
	"fmt"
	"math"
	"strings"
	"time"

	"facet/model"
	"facet/ui/draw/style"
)

// Draw is Plot with round costs at the left, each on the line on which a best of
// that cost is drawn, and round times below, each ending where it is reached.
func (c *Chart) Draw(t *style.Theme, width, height int) []string {
	s := c.scaleOf()
	costs := s.ticks(t, height-1)
	label := 0
	for _, text := range costs {
		label = max(label, style.Width(text))
	}
	inner := width - label - 2
	if inner < 8 || height < 3 {
		return c.Plot(t, width, height)
	}
	bar, tick, corner := "│", "┤", "└"
	if t.ASCII {
		bar, tick, corner = "|", "+", "+"
	}
	rows := c.Plot(t, inner, height-1)
	for y := range rows {
		text, mark := costs[y], bar
		if text != "" {
			mark = tick
		}
		rows[y] = t.Paint(style.Faint, t.Right(text, label)+mark) + rows[y]
	}
	return append(rows, t.Paint(style.Faint, style.Blank(label)+corner+c.timeAxis(t, inner)))
}

// row is the row, from the top, on which a value is drawn.
func (s scale) row(v model.Cost, height int) int { return height - 1 - (s.level(v, height)-1)/8 }

// ticks are the round costs by the rows of a chart of this height, two or three
// rows apart; round times where costs are written as these.
func (s scale) ticks(t *style.Theme, height int) map[int]string {
	if t.Unit() > 0 {
		return s.timeTicks(t, height)
	}
	step := model.Cost(1)
	for k := 0; float64(step) < (s.high-s.low)/max(0.4*float64(height), 3) && step < model.Saturated/10; k++ {
		step = step * [...]model.Cost{2, 5, 2}[k%3] / [...]model.Cost{1, 2, 1}[k%3]
	}
	marks := make(map[int]string)
	for v := model.Cost(s.high) / step * step; float64(v) >= s.low && v >= 0; v -= step {
		if y := s.row(v, height); y >= 0 && y < height && s.level(v, height) > 0 {
			marks[y] = style.Number(v)
		}
		if v < step {
			break
		}
	}
	return marks
}

// timeTicks are ticks of round times.
func (s scale) timeTicks(t *style.Theme, height int) map[int]string {
	low, high := s.low*t.Unit(), s.high*t.Unit()
	least := (high - low) / max(0.4*float64(height), 3)
	step := math.Pow(10, math.Floor(math.Log10(least)))
	for _, f := range []float64{2, 2.5, 2} {
		if step < least {
			step *= f
		}
	}
	marks := make(map[int]string)
	for k := math.Floor(high / step); k >= 0 && k*step >= low; k-- {
		v := model.Cost(k * step / t.Unit())
		if y := s.row(v, height); y >= 0 && y < height && s.level(v, height) > 0 {
			marks[y] = style.Seconds(k * step)
		}
	}
	return marks
}

// roundTimes are what a time axis may be divided into.
var roundTimes = []time.Duration{
	time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond,
	20 * time.Millisecond, 50 * time.Millisecond,
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second,
	5 * time.Second, 10 * time.Second,
	20 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute,
	20 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 24 * time.Hour,
}

// roundTime writes one of them, or a multiple.
func roundTime(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	}
	return Clock(d)
}

// timeTicks are the times that the axis names, ascending.
func (c *Chart) timeTicks(width int) []time.Duration {
	var all []time.Duration
	if c.Log {
		for _, d := range []time.Duration{10 * time.Millisecond, 100 * time.Millisecond, time.Second,
			10 * time.Second, time.Minute, 10 * time.Minute, time.Hour, 10 * time.Hour} {
			if d <= c.span() {
				all = append(all, d)
			}
		}
		return all
	}
	step := roundTimes[len(roundTimes)-1]
	for _, d := range roundTimes {
		if c.span()/d <= time.Duration(max(1, width/16)) {
			step = d
			break
		}
	}
	for d := step; d <= c.span() && len(all) < width; d += step {
		all = append(all, d)
	}
	return all
}

// timeAxis is the line below the chart.
func (c *Chart) timeAxis(t *style.Theme, width int) string {
	rule := "─"
	if t.ASCII {
		rule = "-"
	}
	first := "0 s"
	if c.Log {
		first = roundTime(axisTime)
	}
	line, end := first+" ", style.Width(first)+1
	for _, d := range c.timeTicks(width) {
		text := " " + roundTime(d)
		from := c.column(d, width) + 1 - style.Width(text)
		if from < end+1 {
			continue
		}
		line += strings.Repeat(rule, from-end) + text
		end = from + style.Width(text)
		if end < width {
			line += " "
			end++
		}
	}
	return c.now(t, line+strings.Repeat(rule, max(0, width-end)), rule, width)
}

// now marks on the time axis how far a run has come that still works.
func (c *Chart) now(t *style.Theme, line, rule string, width int) string {
	cells := []rune(line)
	x := c.column(c.Now, width)
	if c.Over || x >= len(cells) || string(cells[x]) != rule {
		return line
	}
	mark := '▲'
	if t.ASCII {
		mark = '^'
	}
	cells[x] = mark
	return string(cells)
}
