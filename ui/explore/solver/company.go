package solver

import "facet/planner"

// Look is what the leader of a search looks at on its page.
type Look struct {
	Tree bool
	Node int // of the tree; -1 for the one that was taken last
}

// Company is where a run stands among those of others; the zero value is that of a run which
// begins at once, and which nobody else leads.
type Company struct {
	Waits   bool // it stands in a queue,
	Before  int  // with so many before it
	Led     bool // another user may pause and resume it: it is looked at while it is paused, too
	Watched bool // this user may only look at it
	Look    Look // what its leader looks at
}

// Alone is a run of the planner in no company.
type Alone struct{ *planner.Run }

// Company is none.
func (Alone) Company() Company { return Company{} }

// Show tells nobody.
func (Alone) Show(Look) {}
