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
	r, told := Room{Window: w, height: height}, c.Told
	r.Below = c.Told - toldBeneath
	if r.Bare || c.Says == 0 && r.silent(height, told) {
		told = 0
	}
	if c.Instead {
		r.lead = Lead{Rows: c.Says, Aside: c.Aside}
	}
	beneath := c.Says - r.lead.Rows
	cramped := r.largeIsLess(beneath)
	r.Large = r.Large && !cramped
	right, base := 0, height-min(beneath, 1)      // more than one row is taken from the list
	for _, r.height = range []int{height, base} { // the pictures may be beside the list in one of them only
		if right = r.rightWidth(); right > 0 {
			if beneath > 0 {
				r.Said, beneath = c.Said(right, r.height), 0
				right = r.rightWidth() // texts need their width more
			}
			r.Told = c.Noted(right - 2)
			break
		}
	}
	d := Division{Window: r.Window, Says: c.Says, Told: told, Cramped: cramped, Room: r}
	sized := r
	sized.Below += max(0, beneath-1)
	d.Areas = sized.divide(top)
	switch {
	case d.Areas == nil || r.Focus == intent.History && !d.Has(intent.History):
		d.Areas = r.fixed(top, height-told, c)
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
