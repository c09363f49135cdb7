// Package panel says where the panels stand in a window: a pure function of its
// size and of what is in front. It draws nothing of a panel and knows no session.
package panel

import (
	"facet/ui/intent"
	"facet/ui/style"
)

// The smallest window that shows everything that is needed to work.
const (
	leastWidth  = 72
	leastHeight = 20
)

// From these sizes on both pictures, list and history are shown at once.
const (
	wideWidth  = 100
	wideHeight = 30
)

// roomyWidth is from which width on list, history and solver stand beside each other
// whether or not the solver has something to show.
const roomyWidth = 140

// Window is what the panels are arranged for.
type Window struct {
	Width, Height int
	Focus         intent.Panel // that takes the keys
	Front         intent.Panel // the picture that is shown where there is room for one
	Large         bool         // the picture takes the list's room
	Solver        bool         // there is one, with a panel of its own where there is room
	Watching      bool         // it has something to show that stands nowhere else
	Below         int          // rows that are told beneath the panels for the time being
	Number        int          // cells that the largest numbers of the list take
	Unsaved       bool         // nothing is saved
}

// TooSmall tells whether nothing sensible can be shown.
func (w Window) TooSmall() bool {
	return w.Width > 0 && w.Height > 0 && (w.Width < leastWidth || w.Height < leastHeight)
}

// Wide tells whether both pictures, list and history are shown at once.
func (w Window) Wide() bool { return w.Width >= wideWidth && w.Height >= wideHeight }

// Area is where a panel is on the screen: its frame, in cells.
type Area struct {
	Panel               intent.Panel
	Frame               style.Frame
	X, Y, Width, Height int
}

// Inner is what is inside of the frame.
func (a Area) Inner() (x, y, width, height int) {
	w, h := a.Frame.Inner(a.Width, a.Height)
	if a.Frame == style.Box {
		return a.X + 1, a.Y + 1, w, h
	}
	return a.X, a.Y + 1, w, h
}

// Within tells whether a cell of the screen is inside of the frame, and which one
// it is of the content.
func (a Area) Within(x, y int) (int, int, bool) {
	left, top, w, h := a.Inner()
	x, y = x-left, y-top
	return x, y, x >= 0 && y >= 0 && x < w && y < h
}

// Both tells whether both pictures are shown.
func (w Window) Both() bool { return w.Width >= wideWidth && !w.Large }

// Arrange places the panels into the height rows from top on, band by band and
// each from left to right.
func (w Window) Arrange(top, height int) []Area {
	if w.Wide() && !w.Large {
		return w.wide(top, height)
	}
	return w.narrow(top, height)
}

// split divides the height between pictures and what is beneath them, of lower rows
// where nothing is told. What is told takes its room from the list: a picture that
// moved whenever a note is shown could not be followed.
func (w Window) split(height, lower, least int) (int, int) {
	lower = max(min(least, lower), lower-w.Below)
	return height - lower, lower
}

// wide is both pictures above list, history and the solver's panel.
func (w Window) wide(top, height int) []Area {
	whole := height + w.Below
	upper, lower := w.split(height, max(7, min(whole*3/10, 18)), 5)
	left := w.Width * 45 / 100
	aside := 0
	if w.Solver && (w.Watching || w.Width >= roomyWidth) {
		aside = max(24, w.Width/6)
	}
	rest := w.Width - aside
	list := rest * 56 / 100
	switch { // what an operation causes is worth more than a step's price
	case aside == 0 && w.Number > 8:
		list = rest * 64 / 100
	case rest < 140 && w.Number > 8:
		list = rest * 70 / 100
	case w.Number > 8:
		list = rest * 62 / 100
	case aside > 0 && rest < 120:
		list = rest * 66 / 100
	}
	out := []Area{
		{intent.Dag, style.Box, 0, top, left, upper},
		{intent.LineDag, style.Box, left, top, w.Width - left, upper},
		{intent.Next, style.Box, 0, top + upper, list, lower},
		{intent.History, style.Box, list, top + upper, rest - list, lower},
	}
	if aside > 0 {
		out = append(out, Area{intent.Solver, style.Box, rest, top + upper, aside, lower})
	}
	return out
}

// narrow is one picture above the list, or both where the window is wide but low,
// or the history alone.
func (w Window) narrow(top, height int) []Area {
	if w.Focus == intent.History {
		return []Area{{intent.History, style.Rule, 0, top, w.Width, height}}
	}
	upper, lower := height, 0
	if !w.Large {
		upper, lower = w.split(height, max(5, (height+w.Below)*3/10), 3)
	}
	out := w.Pictures(top, upper)
	if lower > 0 {
		out = append(out, Area{intent.Next, style.Rule, 0, top + upper, w.Width, lower})
	}
	return out
}

// Pictures places the picture in front alone, or both where they have room beside
// each other.
func (w Window) Pictures(top, height int) []Area {
	if !w.Both() {
		return []Area{{w.Front, style.Rule, 0, top, w.Width, height}}
	}
	left := w.Width * 45 / 100
	return []Area{{intent.Dag, style.Rule, 0, top, left, height},
		{intent.LineDag, style.Rule, left + 1, top, w.Width - left - 1, height}}
}

// Compose puts what is drawn into the areas together.
func Compose(areas []Area, draw func(Area) []string) []string {
	var out []string
	for k := 0; k < len(areas); {
		y, height := areas[k].Y, areas[k].Height
		band := make([]string, height)
		for x := 0; k < len(areas) && areas[k].Y == y; k++ {
			gap := style.Blank(areas[k].X - x)
			for r, row := range draw(areas[k]) {
				band[r] += gap + row
			}
			x = areas[k].X + areas[k].Width
		}
		out = append(out, band...)
	}
	return out
}

// Excuse is what a window that is too small shows; typing tells that a text is being
// typed, which q is a part of.
func (w Window) Excuse(t *style.Theme, typing bool) []string {
	quit := "q"
	if typing {
		quit = "ctrl+c"
	}
	text := []string{
		"This window is too small:",
		style.Count(int64(w.Width)) + "x" + style.Count(int64(w.Height)) + ", facet needs 72x20.",
		"Make it larger, or press " + quit + " to quit.",
	}
	if w.Unsaved {
		text = append(text, "Your work is not saved.")
	} else {
		text = append(text, "Everything is saved.")
	}
	text = text[:min(w.Height, len(text))]
	for k := range text {
		text[k] = t.Clip(text[k], w.Width)
	}
	return text
}
