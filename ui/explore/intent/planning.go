package intent

import (
	"facet/planner"
)

// Greedy lets the heuristic complete the sequence.
type Greedy struct{}

func (Greedy) Effect() Effect { return Searches | Edits }

// Search starts branch and bound as the program was asked to.
type Search struct{}

func (Search) Effect() Effect { return Searches }

// Solve starts a run with these options on what is left.
type Solve struct{ Options planner.Options }

func (Solve) Effect() Effect { return Searches }

// SetPace limits the run to so many nodes a second, 0 for no limit.
type SetPace struct{ Nodes float64 }

func (SetPace) Effect() Effect { return Steers }

// Hint asks for the best next operation, and why.
type Hint struct{}

func (Hint) Effect() Effect { return Judges | Searches }

// SetHints judges operations in the background, or gives nothing away.
type SetHints struct{ On bool }

func (SetHints) Effect() Effect { return Judges | Searches }

// ToggleHints shows the losses, or hides them.
type ToggleHints struct{}

func (ToggleHints) Effect() Effect { return Judges | Searches }

// Pause holds the run, or lets it go on.
type Pause struct{}

func (Pause) Effect() Effect { return Steers }

// Stop ends the run.
type Stop struct{}

func (Stop) Effect() Effect { return Steers }

// Apply takes the chosen sequence of the run over as steps.
type Apply struct{}

func (Apply) Effect() Effect { return Judges | Edits }

// ShowChosen previews it.
type ShowChosen struct{}

func (ShowChosen) Effect() Effect { return Judges }

// FollowMe starts the run again from the cursor.
type FollowMe struct{}

func (FollowMe) Effect() Effect { return Searches }
