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
		ticks := s.ticks(&style.Theme{}, height)
		if len(ticks) < 2 {
			t.Errorf("%d rows: ticks %v", height, ticks)
		}
		for y, text := range ticks {
			var v model.Cost
			for _, r := range strings.ReplaceAll(text, " ", "") {
				v = 10*v + model.Cost(r-'0')
			}
			if s.row(v, height) != y || v%1000 != 0 {
				t.Errorf("%d rows: %s stands on row %d, the best would on %d", height, text, y,
					s.row(v, height))
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
					t.Errorf("%d cells: %s ends in column %d, not %d: %q", width, text, at+len(text)-1, end,
						line)
				}
			}
		}
	}
}

// A chart that goes on has a mark where it is now, and one that is over has none.
func TestNowIsMarked(t *testing.T) {
	theme := style.Make(style.Mono, false, termenv.Ascii)
	for _, log := range []bool{false, true} {
		for _, now := range []time.Duration{300 * time.Millisecond, 7 * time.Second, 71 * time.Second} {
			c := Chart{Now: now, Log: log}
			axis := []rune(c.timeAxis(theme, 80))
			if at := c.column(now, 80); axis[at] == '─' || len(axis) != 80 ||
				strings.Count(string(axis), "▲") > 1 {
				t.Errorf("%v: %s", now, string(axis))
			}
			c.Over = true
			if axis := c.timeAxis(theme, 80); strings.Contains(axis, "▲") {
				t.Errorf("over: %s", axis)
			}
		}
	}
}

// Close up, the chart is about what lies between best and bound, whatever came before.
func TestCloseUp(t *testing.T) {
	c := Chart{Now: time.Second, Best: Staircase{At: []time.Duration{1, 2},
		Value: []model.Cost{900_000, 1010}}, Bound: Staircase{At: []time.Duration{1, 2},
		Value: []model.Cost{0, 1000}}}
	if s := c.scaleOf(); s.low > 0 || s.high < 1500 {
		t.Errorf("all costs: %+v", s)
	}
	c.Close = true
	if s := c.scaleOf(); s.low < 990 || s.low >= 1000 || s.high <= 1010 || s.high > 1020 || !s.cut {
		t.Errorf("close: %+v", s)
	}
	c.Bound.Value[1] = 1010
	if s := c.scaleOf(); s.low > 0 {
		t.Errorf("nothing is left between them: %+v", s)
	}
}

// No power of ten is beyond all measure.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		tree, explored float64
		want           string
	}{
		{36, -9, "tree about 10^36, explored 10^-9"}, {2, -1, "tree about 100, explored 0.1"},
		{36, -29, "tree about 10^36, explored less than 10^-12"},
		{3360, -3356, "tree of more than 10^100 nodes"},
	} {
		if got := Share(c.tree, c.explored); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
