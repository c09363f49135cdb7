package intent

// Select makes Target the one thing that all panels show as selected; without one, the
// first row of the list.
type Select struct {
	Target Selection
	Near   bool // show what surrounds it where the dag is too large to see it otherwise
}

func (Select) Effect() Effect { return Looks }

// Focus gives a panel the keys.
type Focus struct{ Panel Panel }

// Effect of a focus is that of looking; the solver's page judges.
func (f Focus) Effect() Effect {
	if f.Panel == Solver {
		return Judges
	}
	return Looks
}

// Bring brings a picture to the front where there is room for one. It stays there with
// Hold, whatever is selected, until the user or another Bring chooses.
type Bring struct {
	Panel Panel
	Hold  bool
}

func (Bring) Effect() Effect { return Looks }

// Back closes what lies on top, or gives the keys back to the panel that had them.
type Back struct{}

func (Back) Effect() Effect { return Adjusts }

// Panel names what keys can act on.
type Panel uint8

// The panels.
const (
	Dag Panel = iota
	LineDag
	Next
	History
	Solver
	Told // the sentences beside the pictures: no keys act on them
	Text // what a leader says there
)

var panelNames = [...]string{"dag", "line dag", "next", "history", "solver", "done", "text"}

func (p Panel) String() string { return panelNames[p] }
