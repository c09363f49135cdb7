package page

import (
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/ui/draw/style"
)

// The labels of the axes are round, ascend, and stand where a best of that cost
// is drawn and where that time is reached.
func TestAxes(t *testing.T) {
	c := Chart{Now: 68 * time.Second, Over: true}
	c.Best.Add(0, 212345)
	c.Best.Add(31*time.Second, 176001)
	c.Bound.Add(0, 61234)
	c.Bound.Add(67*time.Second, 118567)
	for _, height := range []int{6, 11, 30} {
		s := c.scaleOf()
		ticks := s.ticks(height)
		if len(ticks) < 2 {
			t.Errorf("%d rows: ticks %v", height, ticks)
		}
		for y, text := range ticks {
			var v model.Cost
			for _, r := range strings.ReplaceAll(text, " ", "") {
				v = 10*v + model.Cost(r-'0')
			}
			if s.row(v, height) != y || v%1000 != 0 {
				t.Errorf("%d rows: %s stands on row %d, the best would on %d", height, text, y, s.row(v, height))
			}
		}
	}
	for _, log := range []bool{false, true} {
		c.Log = log
		for _, width := range []int{20, 60, 110} {
			line := c.timeAxis(style.Make(style.Mono, false, termenv.Ascii), width)
			if style.Width(line) != width {
				t.Errorf("an axis of %d cells instead of %d: %q", style.Width(line), width, line)
			}
			for _, d := range c.timeTicks(width) {
				text := " " + roundTime(d)
				at := strings.Index(strings.ReplaceAll(line, "─", "-"), text+" ")
				if end := c.column(d, width); at >= 0 && at+len(text) != end+1 {
					t.Errorf("%d cells: %s ends in column %d, not %d: %q", width, text, at+len(text)-1, end, line)
				}
			}
		}
	}
}
