package layer

import "facet/ui/intent"

// Box is the room that a pane has inside of its frame.
type Box struct {
	Width, Height int
	Outer         int // the width of the frame
	Focused       bool
}

// Drawn is what a pane shows: what stands at both ends of its frame, and at most
// Height rows of at most Width cells.
type Drawn struct {
	Title, Right string
	Rows         []string
}

// Room is a pane as the root sees it. What a key or the mouse means in it is an
// intent; nil for what changes the pane alone. false leaves it to the root.
type Room interface {
	Draw(s *View, b Box) Drawn
	// Key takes the arrow keys and their like.
	Key(s *View, key string) (intent.Intent, bool)
	// Click takes a click into a cell of what was drawn last.
	Click(s *View, x, y int) (intent.Intent, bool)
	// Wheel takes a turn of the mouse's wheel: 1 down, -1 up.
	Wheel(s *View, by int) (intent.Intent, bool)
}

// Rows says by how many rows a key moves in a list.
func Rows(key string) (by int, moves bool) {
	by, moves = map[string]int{"up": -1, "down": 1, "home": -1 << 20, "end": 1 << 20, "k": -1, "j": 1}[key]
	return by, moves
}
