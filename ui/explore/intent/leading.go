package intent

import (
	"facet/model/edit"
	"facet/model/session"
)

// Lead opens a leader: Kind is that of its source, About says which one.
type Lead struct{ Kind, About string }

func (Lead) Effect() Effect { return Leaves }

// Show puts a session of a leader's on the screen; the user's own is put aside
// and nothing of the leader's is saved as the user's.
// Like is for the session on the screen on a dag that was changed: pictures move as
// little as possible.
type Show struct {
	Session *session.Session
	Like    bool
}

func (Show) Effect() Effect { return Opens }

// Keep makes what a leader has put on the screen the user's own session, which
// is saved from now on; the leader goes on leading.
// It goes on from the saved session in the file Resumed, if there is one. What is Drawn
// is a dag of the user's, which is saved before it has a step.
type Keep struct {
	Resumed string
	Drawn   bool
}

func (Keep) Effect() Effect { return Opens }

// EndLead ends the leading and brings the user's session back.
type EndLead struct{}

func (EndLead) Effect() Effect { return Leaves }

// EditDag changes the dag, where what leads is an editor.
type EditDag struct{ Edit edit.Edit }

func (EditDag) Effect() Effect { return Draws }
