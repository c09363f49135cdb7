package class

import "facet/ui/explore/layer"

// AllKind is the first word of what opens the board, or something for all; for those
// who do not lead it goes to what is open for all.
const AllKind = "class"

// allKey is its key.
const allKey = "C"

// Kind is the first word of what follows the lecturer, WatchKind of what watches the
// class's search.
const (
	Kind      = "follow"
	WatchKind = "watch"
)

// keyed gives a command the key of the class.
func keyed(c layer.Command, help string) layer.Command { return c.On(allKey).Help("Class", help) }
