// Package panel computes where the panels stand in a window, as a pure function of its
// size and of which panel is in front. It draws no panel and knows no session.
package panel

import (
	"slices"

	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// The smallest window in which one can work.
const (
	leastWidth  = 72
	leastHeight = 20
)

// From this size on both pictures, list and history are shown at once.
const (
	wideWidth  = 100
	wideHeight = 30
)

// roomyWidth is the width from which list, history and solver stand side by side, even
// while the solver has nothing to show.
const roomyWidth = 140

// Window is what the arrangement depends on.
type Window struct {
	Width, Height int
	Focus         intent.Panel // the focused panel
	Front         intent.Panel // the picture that is shown where only one fits
	Large         bool         // the picture takes the list's place
	Bare          bool         // the picture takes the place of everything
	Single        bool         // a part of a large picture is shown, which takes the room of both
	Solver        bool         // there is a solver; it gets a panel where there is room
	Watching      bool         // the solver's panel shows something that is shown nowhere else
	Below         int          // rows that are shown beneath the panels at the moment
	Number        int          // width of the largest numbers in the list
	Listed        int          // operations in the list at the start; 0 where that is not known
	Unsaved       bool         // nothing is saved, and Excuse warns of that
	Needs         Needs        // of the pictures
	Kept          Shape        // that stays while it has room for the pictures; the zero one for the best
	Said          int          // rows of what a leader says in a column, above the sentences
	Told          int          // rows of the sentences in a column, the step's note included
}

// TooSmall reports whether the window is too small to work in.
func (w Window) TooSmall() bool {
	return w.Width > 0 && w.Height > 0 && (w.Width < leastWidth || w.Height < leastHeight)
}

// HeaderRows is the height of the header: a low window needs its rows for the pictures.
func (w Window) HeaderRows() int {
	if w.Height < 36 {
		return 1
	}
	return 2
}

// Area is the place of a panel on the screen: its frame, in cells.
type Area struct {
	Panel               intent.Panel
	Frame               style.Frame
	X, Y, Width, Height int
}

// Inner is the inside of the frame.
func (a Area) Inner() (x, y, width, height int) {
	w, h := a.Frame.Inner(a.Width, a.Height)
	if a.Frame == style.Box {
		return a.X + 1, a.Y + 1, w, h
	}
	return a.X, a.Y + 1, w, h
}

// Within reports whether a cell of the screen is inside the frame, and returns the cell
// of the content.
func (a Area) Within(x, y int) (int, int, bool) {
	left, top, w, h := a.Inner()
	x, y = x-left, y-top
	return x, y, x >= 0 && y >= 0 && x < w && y < h
}

// Both reports whether both pictures are shown.
func (w Window) Both() bool { return w.Width >= wideWidth && !w.large() && !w.Single }

// large reports whether one picture takes the place of the list.
func (w Window) large() bool { return w.Large || w.Bare }

// shares places the panels into height rows from top on, by fixed shares, each band from left to
// right: both pictures above list, history and the solver's panel; or in a smaller window those
// or one of them above the list, or the history alone if only a part of the picture could be seen.
// Messages take their rows from the list: a picture that moved with every message could not be
// followed.
func (w Window) shares(top, height int) []Area {
	whole := height + w.Below
	wide := w.Height >= wideHeight && w.Both()
	frame, lower, least := style.Box, max(7, min(whole*3/10, 18)), 5
	if !wide {
		frame, lower, least = style.Rule, max(5, whole*3/10), 2
		part := w.Needs.Of(w.Front)[picture.ZoomLabels] == (picture.Point{})
		if w.Focus == intent.History && !w.Bare && part {
			return []Area{{intent.History, frame, 0, top, w.Width, height}}
		}
	}
	if lower = max(min(least, lower), lower-w.Below); w.large() {
		lower = 0
	}
	out := w.pictures(frame, top, height-lower)
	switch {
	case wide:
		return append(out, w.lower(top+height-lower, lower)...)
	case lower > 0:
		out = append(out, Area{w.list(), frame, 0, top + height - lower, w.Width, lower})
	}
	return out
}

// pictures places the picture in front, or both where they fit side by side.
func (w Window) pictures(frame style.Frame, top, height int) []Area {
	if !w.Both() {
		return []Area{{w.Front, frame, 0, top, w.Width, height}}
	}
	left, gap := w.Width*45/100, 0
	if frame == style.Rule {
		gap = 1
	}
	return []Area{{intent.Dag, frame, 0, top, left, height}, {intent.LineDag, frame, left + gap, top,
		w.Width - left - gap, height}}
}

// lower places list, history and the solver's panel beneath the pictures. In a window that is not
// roomy the solver shares the column of the history, so that the list keeps the room for effects.
func (w Window) lower(top, lower int) []Area {
	aside, below := 0, 0
	switch {
	case w.Solver && w.Width >= roomyWidth:
		aside = max(24, w.Width/6)
	case w.Solver && w.Watching:
		if below = min(7, lower/2); lower < 8 { // room for one of the two
			below = lower
		}
	}
	rest := w.Width - aside
	list := rest * 56 / 100
	switch { // effects in the list are worth more than prices in the history
	case aside == 0 && w.Number > 8:
		list = rest * 64 / 100
	case aside > 0 && (w.Number > 8 || rest < 120):
		list = rest * 66 / 100
	}
	out := []Area{{intent.Next, style.Box, 0, top, list, lower}}
	if below < lower {
		out = append(out, Area{intent.History, style.Box, list, top, rest - list, lower - below})
	}
	switch {
	case aside > 0:
		out = append(out, Area{intent.Solver, style.Box, rest, top, aside, lower})
	case below > 0:
		out = append(out, Area{intent.Solver, style.Box, list, top + lower - below, rest - list, below})
	}
	return out
}

// Compose draws the areas and joins them row by row.
func Compose(areas []Area, draw func(Area) []string) []string {
	var out []string
	ends := make([]int, 0, 64) // the column at which each row ends so far
	areas = slices.Clone(areas)
	slices.SortStableFunc(areas, func(a, b Area) int { return a.X - b.X })
	top := 0
	for k, a := range areas {
		if k == 0 || a.Y < top {
			top = a.Y
		}
	}
	for _, a := range areas {
		for len(out) < a.Y-top+a.Height {
			out, ends = append(out, ""), append(ends, 0)
		}
		for r, row := range draw(a) {
			at := a.Y - top + r
			out[at] += style.Blank(a.X-ends[at]) + row
			ends[at] = a.X + a.Width
		}
	}
	return out
}

// Excuse is what a window that is too small shows. typing is true while a text is typed,
// in which q is a letter and does not quit. way is another way to see it; empty for none.
func (w Window) Excuse(t *style.Theme, typing bool, way string) []string {
	quit := "q"
	if typing {
		quit = "ctrl+c"
	}
	text := []string{
		"This window is too small:",
		style.Count(int64(w.Width)) + "x" + style.Count(int64(w.Height)) + ", facet needs 72x20.",
		"Make it larger, or press " + quit + " to quit.",
	}
	if way != "" {
		text = append(text[:2], slices.Collect(style.Wrap(way+" "+quit+" quits.", max(1, w.Width)))...)
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
