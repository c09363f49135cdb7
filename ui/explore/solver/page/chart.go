package page

import (
	"math"
	"strings"
	"time"

	"facet/model"
	"facet/ui/draw/style"
)

// Chart draws best and bound over time. The bound is the ground: it is filled
// from below and rises; the best is a line that falls. What is left between
// them is the gap, and when they meet, the best is proved.
type Chart struct {
	Best    Staircase
	Letters []byte // where each incumbent came from
	Bound   Staircase
	Now     time.Duration // where the staircases end
	Over    bool          // nothing will be added
	Log     bool          // of the time axis
	Close   bool          // costs between the best and the bound, as they are now
}

// axisTime is the shortest time that the logarithmic axis tells apart.
const axisTime = time.Millisecond

// span is how much time the axis covers. While the run works it grows in leaps,
// so that what is drawn stays where it is most of the time.
func (c *Chart) span() time.Duration {
	if c.Over && !c.Log {
		return max(c.Now, 100*time.Microsecond)
	}
	unit := 10 * time.Millisecond
	factors := []time.Duration{1, 2, 5}
	if c.Log {
		factors = factors[:1]
	}
	for ; ; unit *= 10 {
		for _, f := range factors {
			if c.Now <= f*unit {
				return f * unit
			}
		}
	}
}

// at gives the time at the right edge of a column.
func (c *Chart) at(column, width int) time.Duration {
	share := float64(column+1) / float64(width)
	span := float64(c.span())
	if c.Log {
		least := float64(axisTime)
		return time.Duration(least * math.Pow(span/least, share))
	}
	return time.Duration(span * share)
}

// column gives the column that a time falls into.
func (c *Chart) column(d time.Duration, width int) int {
	share := float64(d) / float64(c.span())
	if c.Log {
		least := float64(axisTime)
		share = math.Log(max(float64(d), least)/least) / math.Log(float64(c.span())/least)
	}
	return max(0, min(width-1, int(math.Ceil(share*float64(width)))-1))
}

// scale is the range of costs that is drawn.
type scale struct {
	low, high float64
	cut       bool // the first incumbents lie above it
}

// scaleOf covers the bound and the best. First incumbents that are far too high
// would press everything else flat: they are cut off, and a mark says so.
func (c *Chart) scaleOf() scale {
	if s, ok := c.closeUp(); ok {
		return s
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range c.Bound.Value {
		low, high = min(low, float64(v)), max(high, float64(v))
	}
	top := high
	if n := len(c.Best.Value); n > 0 {
		last := float64(c.Best.Value[n-1])
		low, high = min(low, last), max(high, last)
		top = max(high, float64(c.Best.Value[0]))
		high = min(top, last+2*max(high-low, last/8))
	}
	if low > high {
		return scale{0, 1, false}
	}
	room := max(high-low, high/8, 1)
	return scale{max(0, low-room/3), high + room/12, top > high}
}

// closeUp covers what is left between the last best and the last bound; false where that
// is not wanted, or nothing.
func (c *Chart) closeUp() (scale, bool) {
	if !c.Close || len(c.Best.Value) == 0 || len(c.Bound.Value) == 0 {
		return scale{}, false
	}
	best, bound := float64(c.Best.Value[len(c.Best.Value)-1]), float64(c.Bound.Value[len(c.Bound.Value)-1])
	if bound >= best {
		return scale{}, false
	}
	top := best + (best-bound)/3
	return scale{max(0, bound-(best-bound)/3), top, float64(c.Best.Value[0]) > top}, true
}

// level is the height of a value in eighths of a row above the bottom.
func (s scale) level(v model.Cost, height int) int {
	share := (float64(v) - s.low) / (s.high - s.low)
	return int(math.Round(share * float64(8*height)))
}

// Framed is Draw in a frame that says what is drawn.
func (c *Chart) Framed(t *style.Theme, width, height int) []string {
	title := "best and bound over time"
	if c.Log {
		title += ", logarithmic"
	}
	if _, ok := c.closeUp(); ok {
		title += ", close"
	}
	w, h := style.Rule.Inner(width, height)
	return t.Draw(style.Rule, title, legend(t), c.Draw(t, w, h), width, height, false)
}

func legend(t *style.Theme) string {
	line, ground := "━", "▆"
	if t.ASCII {
		line, ground = "=", ":"
	}
	return t.Paint(style.Good, line) + " best  " + t.Paint(style.Faint, ground) + " bound"
}

var risers = []rune("▁▂▃▄▅▆▇█")

// Plot draws the two staircases on width by height cells, without axes. What
// holds now is drawn on to the right edge, the best as a thin line: a row of the
// ground then changes only when the bound does, not with every second, and that
// is most of what a slow line would have to carry.
func (c *Chart) Plot(t *style.Theme, width, height int) []string {
	s := c.scaleOf()
	rows := make([][]cell, height)
	for y := range rows {
		rows[y] = make([]cell, width)
	}
	end := c.column(c.Now, width)
	last := -1
	for x := range width {
		at := min(c.at(x, width), c.Now)
		if v, ok := c.Bound.when(at); ok {
			c.ground(t, rows, x, s.level(v, height))
		}
		if v, ok := c.Best.when(at); ok {
			level := s.level(v, height)
			y := height - 1 - (level-1)/8
			cut := y < 0
			y = max(0, min(height-1, y))
			c.line(t, rows, x, y, last, cut, x > end)
			last = y
		}
	}
	c.marks(rows, width, height, s)
	out := make([]string, height)
	for y, row := range rows {
		out[y] = paintCells(t, row)
	}
	return out
}

type cell struct {
	text string
	role style.Role
}

// ground fills a column up to a level.
func (c *Chart) ground(t *style.Theme, rows [][]cell, x, level int) {
	height := len(rows)
	for y := range rows {
		above := level - 8*(height-1-y)
		switch {
		case above <= 0:
			continue
		case t.ASCII && above >= 4:
			rows[y][x] = cell{":", style.Faint}
		case t.ASCII:
			rows[y][x] = cell{".", style.Faint}
		default:
			rows[y][x] = cell{string(risers[min(above, 8)-1]), style.Faint}
		}
	}
}

// line draws the best in one column and joins it with the column before.
func (c *Chart) line(t *style.Theme, rows [][]cell, x, y, last int, cut, future bool) {
	flat, fall, corner, start, thin := "━", "┃", "┗", "┓", "─"
	if t.ASCII {
		flat, fall, corner, start, thin = "=", "|", "=", "=", "-"
	}
	if future {
		flat = thin
	}
	switch {
	case cut:
		rows[0][x] = cell{t.Signs.Up, style.Good}
	case last < 0 || last >= y:
		rows[y][x] = cell{flat, style.Good}
	default:
		rows[last][x] = cell{start, style.Good}
		for k := last + 1; k < y; k++ {
			rows[k][x] = cell{fall, style.Good}
		}
		rows[y][x] = cell{corner, style.Good}
	}
}

// marks puts the letter of each source where the best fell, if there is room
// above the line.
func (c *Chart) marks(rows [][]cell, width, height int, s scale) {
	for k, at := range c.Best.At {
		if k >= len(c.Letters) {
			return
		}
		x := c.column(at, width)
		y := height - 2 - (s.level(c.Best.Value[k], height)-1)/8
		if y >= 0 && y < height && rows[y][x].text == "" {
			rows[y][x] = cell{string(c.Letters[k]), style.Plain}
		} else if y >= 0 && y < height && x+1 < width && rows[y][x+1].text == "" {
			rows[y][x+1] = cell{string(c.Letters[k]), style.Plain}
		}
	}
}

func paintCells(t *style.Theme, row []cell) string {
	end := len(row)
	for end > 0 && row[end-1].text == "" {
		end--
	}
	var b, piece strings.Builder
	for x := 0; x < end; {
		role := row[x].role
		piece.Reset()
		for ; x < end && row[x].role == role; x++ {
			if row[x].text == "" {
				piece.WriteByte(' ')
			} else {
				piece.WriteString(row[x].text)
			}
		}
		b.WriteString(t.Paint(role, piece.String()))
	}
	return b.String()
}
