package panel

import (
	"slices"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// Contents is what a window has room for beside the panels, in rows.
type Contents struct {
	Says    int  // of what a leader says, at the whole width
	Instead bool // that stands in the place of list and history
	Aside   bool // and may stand at the right of the pictures
	Told    int  // of the sentences, at the whole width
	// Said and Noted are the rows of what a leader says, and of sentences with a note, in a
	// column of some width. They are asked only where there is one.
	Said  func(width, height int) int
	Noted func(width int) int
}

// Division is where everything stands in a window.
type Division struct {
	Window  Window // as it was divided
	Areas   []Area
	Says    int  // rows of what a leader says beneath the areas
	Told    int  // rows of the sentences below
	Cramped bool // a large picture would lose its labels to what is said beneath it
	Room    Room // that the pictures have
}

// Has reports whether a panel is on the screen.
func (d *Division) Has(p intent.Panel) bool {
	return slices.ContainsFunc(d.Areas, func(a Area) bool { return a.Panel == p })
}

// Both reports whether both pictures are on the screen.
func (d *Division) Both() bool {
	if d.Areas == nil {
		return d.Window.Both()
	}
	return d.Has(intent.Dag) && d.Has(intent.LineDag)
}

// Arrange divides a window into panels, what a leader says and the sentences, in height rows
// from top on. It depends on nothing else.
func (w Window) Arrange(top, height int, c Contents) Division {
	w.Below = c.Told - toldBeneath
	told := c.Told
	if w.Bare || c.Says == 0 && w.silent(height, told) {
		told = 0
	}
	lead := Lead{}
	if c.Instead {
		lead = Lead{Rows: c.Says, Aside: c.Aside}
	}
	beneath := c.Says - lead.Rows
	cramped := w.largeIsLess(height, beneath, lead)
	w.Large = w.Large && !cramped
	base := height - min(beneath, 1) // more than one row is taken from the list
	right := 0
	for _, most := range []int{height, base} { // the pictures may be beside the list in one of them only
		if right = w.rightWidth(most, lead); right > 0 {
			if base = most; beneath > 0 {
				w.Said, beneath = c.Said(right, most), 0
				right = w.rightWidth(most, lead) // texts need their width more
			}
			break
		}
	}
	if right > 0 {
		w.Told = c.Noted(right - 2)
	}
	d := Division{Window: w, Says: c.Says, Told: told, Cramped: cramped, Room: Room{w, base, lead}}
	sized := w
	sized.Below += max(0, beneath-1)
	d.Areas = sized.divide(top, base, lead)
	switch {
	case d.Areas == nil || w.Focus == intent.History && !d.Has(intent.History):
		d.Areas = w.fixed(top, height-told, c)
	case right > 0:
		d.Says, d.Told = 0, 0
	}
	return d
}

// fixed divides by fixed shares. What a leader says takes its room from the list, as a note
// does.
func (w Window) fixed(top, height int, c Contents) []Area {
	if c.Instead {
		return w.pictures(style.Rule, top, height-c.Says)
	}
	w.Below += max(0, c.Says-1)
	return w.shares(top, height-c.Says)
}
