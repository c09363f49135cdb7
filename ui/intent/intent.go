// Package intent says what a user of the explorer can want: one small type for
// each. Keys, clicks, the palette, lessons and remote followers all make the same
// intents. Each is carried out by the part of the explorer that has the state it changes.
//
// The package knows nothing of screens, files or of how an intent is carried out.
package intent

import (
	"facet/model"
	"facet/model/edit"
	"facet/model/session"
	"facet/planner"
)

// Intent is what somebody wants, as a value. What it would change is its effect, by
// which whoever leads refuses it.
type Intent interface{ Effect() Effect }

// Operations on the state at the cursor.
type (
	// Select makes Target the one thing that all panels show as selected; without one, the
	// first row of the list.
	Select struct{ Target Selection }
	// DoSelected carries out the selected operation, whatever it is.
	DoSelected struct{}
	// Eliminate eliminates the selected face (Rule 2).
	Eliminate struct{}
	// Preaccumulate gives the selected vertex of the line dag its Jacobian, or
	// the end of the selected face that lacks one (Rule 3).
	Preaccumulate struct{}
	// ChangeMode selects the next mode of the selected operation.
	ChangeMode struct{}
	// AskEdge asks for front or back elimination of the selected edge.
	AskEdge struct{}
	// AskVertex asks whether to eliminate the selected junction.
	AskVertex struct{}
	// EliminateVertex eliminates a junction of the dag: all its faces as one step.
	EliminateVertex struct{ Vertex int }
	// EliminateEdge is front or back elimination of the edge (From,To) of the dag.
	EliminateEdge struct {
		From, To int
		Front    bool
	}
	// Carry carries out Ops as one step called Title; an empty title names the
	// step after its operation.
	Carry struct {
		Ops   []model.Op
		Title string
	}
)

// The steps of the session.
type (
	Undo struct{}
	Redo struct{}
	// JumpTo goes to step Depth of the line, 0 being its start.
	JumpTo struct{ Depth int }
	// GoTo goes to the step with this id, on whatever branch.
	GoTo struct{ Step int }
	// AskNote asks for a note on the current step.
	AskNote struct{}
	// Annotate puts a note on the current step; an empty text takes it away.
	Annotate struct{ Text string }
	// Play plays the steps that lie ahead, or stops.
	Play struct{}
	// Speed makes playing faster or slower.
	Speed struct{ Faster bool }
	// Preview shows Ops from the step with id From on without taking them.
	Preview struct {
		From  int
		Ops   []model.Op
		Title string
	}
)

// What is shown, and how.
type (
	Focus struct{ Panel Panel }
	// Cycle goes By panels further.
	Cycle struct{ By int }
	// AskLabel asks for a label to go to.
	AskLabel struct{}
	// ZoomBy makes the picture in front larger or smaller by levels.
	ZoomBy struct{ Levels int }
	// ZoomTo chooses a level from 0, the overview, to 3; Fit the largest that
	// fits.
	ZoomTo struct{ Level int }
	// Pan moves the window over the picture by cells.
	Pan struct{ Columns, Rows int }
	// Tidy places the picture anew.
	Tidy struct{}
	// Pin holds the pictures still, or lets them tidy themselves again.
	Pin struct{}
	// SetMotion shows how vertices travel when a picture is placed anew.
	SetMotion struct{ On bool }
	// Enlarge gives one picture the room of the list, or takes it back.
	Enlarge struct{}
	// Sort orders the list of operations: position, price or fill; the next of
	// these where Order is empty.
	Sort        struct{ Order string }
	ToggleMouse struct{}
	SetTheme    struct{ Kind string }
	SetASCII    struct{ On bool }
	// SetSizes shows vector sizes beside the dag's vertices.
	SetSizes struct{ On bool }
	Repaint  struct{}
	// Near shows only what surrounds the selection, or the whole again; Toggle changes
	// between them.
	Near struct{ On, Toggle bool }
	// Visit selects what somebody looked for, and shows what surrounds it where the dag is
	// too large to see it otherwise.
	Visit struct{ Target Selection }
	// AskCommand opens the palette with Line in it.
	AskCommand struct{ Line string }
	// ShowHelp shows all keys, or what the words mean.
	ShowHelp   struct{ Glossary bool }
	ShowTotals struct{}
	// ShowComparison shows branches, methods and the best in one table.
	ShowComparison struct{}
	// ShowRanges shows in which intervals of costs and sizes a sequence stays optimal.
	ShowRanges struct{}
	// ShowSchedule shows the steps on several machines; 0 is as many as last time.
	ShowSchedule struct {
		Machines int
		Split    bool // columns and rows of seeds are shared out
	}
	// AskText asks for a line of text under a title. It begins with Text, and a proposal that
	// typing replaces.
	AskText struct {
		Title, Text, Proposal string
		Accept                func(text string) Intent
	}
	// Back closes what lies on top, or gives the keys back to the panel that had them.
	Back struct{}
	// Say shows a sentence in the foot.
	Say struct{ Text string }
)

// Fit is the level of ZoomTo that is chosen by the room there is.
const Fit = -1

// Files and sessions.
type (
	AskSave struct{}
	// Save writes the sequence up to the cursor. Replace allows to replace a
	// file that was there; so below.
	Save struct {
		Path    string
		Replace bool
	}
	// SaveSession writes the whole session with all branches.
	SaveSession struct {
		Path    string
		Replace bool
	}
	// SaveLesson writes the session as a lesson, with notes and branches.
	SaveLesson struct {
		Path    string
		Replace bool
	}
	// Export writes the dag, or the line dag as it is, by the path's ending.
	Export struct {
		Path    string
		Replace bool
	}
	// AskFigure proposes a name for a figure; Figure writes the pictures as they
	// are, in the form that the path's ending names.
	AskFigure struct{}
	Figure    struct {
		Path    string
		Replace bool
	}
	// Table writes the sequence up to the cursor in the paper's notation, in the
	// form that the path's ending names.
	Table struct {
		Path    string
		Replace bool
	}
	// Replay carries out the sequence in a file from the cursor on.
	Replay struct{ Path string }
	// Open opens another dag: a sample or a file.
	Open    struct{ Name string }
	Restart struct{}
	// ShowSessions lists the saved sessions.
	ShowSessions struct{}
	// ChooseSession asks what to do with one of them.
	ChooseSession struct {
		Path      string
		Discarded bool
	}
	// Resume opens a saved session.
	Resume struct{ Path string }
	// Discard moves a saved session aside; ShowSessions still lists it.
	Discard struct{ Path string }
	// AskDelete asks whether to delete a saved session for good, Delete does it.
	AskDelete struct{ Path string }
	Delete    struct{ Path string }
	Suspend   struct{}
	Leave     struct{}
)

// What leads the user: a lesson, a puzzle, somebody who is followed.
type (
	// Lead has somebody lead: Kind is that of its source, About says which one.
	Lead struct{ Kind, About string }
	// Show puts a session of a leader's on the screen; the user's own is put aside
	// and nothing of the leader's is saved as the user's.
	// Like is for the session on the screen on a dag that was changed: pictures move as
	// little as possible.
	Show struct {
		Session *session.Session
		Like    bool
	}
	// Keep makes what a leader has put on the screen the user's own session, which
	// is saved from now on; the leader goes on leading.
	// It goes on from the saved session in the file Resumed, if there is one. What is Drawn
	// is a dag of the user's, which is saved before it has a step.
	Keep struct {
		Resumed string
		Drawn   bool
	}
	// Change has somebody lead who changes the dag: Kind and About are those of Lead.
	Change struct{ Kind, About string }
	// EditDag changes the dag where somebody leads who does; UndoEdit takes the last change
	// back, RedoEdit does it again, EndEdit goes on with the dag as it is.
	EditDag  struct{ Edit edit.Edit }
	UndoEdit struct{}
	RedoEdit struct{}
	EndEdit  struct{}
	// Before goes back to the session whose dag was changed, and from there to the changed
	// one.
	Before struct{}
	// EndLead ends the leading and brings the user's session back.
	EndLead struct{}
)

// Planning.
type (
	// Greedy lets the heuristic complete the sequence.
	Greedy struct{}
	// Search starts branch and bound as the program was asked to.
	Search struct{}
	// Solve starts a run with these options on what is left.
	Solve struct{ Options planner.Options }
	// SetPace limits the run to so many nodes a second, 0 for no limit.
	SetPace struct{ Nodes float64 }
	// Hint asks for the best next operation, and why.
	Hint struct{}
	// SetHints judges operations in the background, or gives nothing away.
	SetHints    struct{ On bool }
	ToggleHints struct{}
	Pause       struct{}
	Stop        struct{}
	// Apply takes the chosen sequence of the run over as steps.
	Apply struct{}
	// ShowChosen previews it.
	ShowChosen struct{}
	// FollowMe starts the run again from the cursor.
	FollowMe struct{}
)

func (Select) Effect() Effect          { return Looks }
func (DoSelected) Effect() Effect      { return Edits }
func (Eliminate) Effect() Effect       { return Edits }
func (Preaccumulate) Effect() Effect   { return Edits }
func (ChangeMode) Effect() Effect      { return Looks }
func (AskEdge) Effect() Effect         { return Edits }
func (AskVertex) Effect() Effect       { return Edits }
func (EliminateVertex) Effect() Effect { return Edits }
func (EliminateEdge) Effect() Effect   { return Edits }
func (Carry) Effect() Effect           { return Edits }
func (Undo) Effect() Effect            { return Moves }
func (Redo) Effect() Effect            { return Moves }
func (JumpTo) Effect() Effect          { return Moves }
func (GoTo) Effect() Effect            { return Moves }
func (AskNote) Effect() Effect         { return Edits }
func (Annotate) Effect() Effect        { return Edits }
func (Play) Effect() Effect            { return Moves }
func (Speed) Effect() Effect           { return Moves }
func (Preview) Effect() Effect         { return Judges }
func (Cycle) Effect() Effect           { return Looks }
func (AskLabel) Effect() Effect        { return Looks }
func (ZoomBy) Effect() Effect          { return Looks }
func (ZoomTo) Effect() Effect          { return Looks }
func (Pan) Effect() Effect             { return Looks }
func (Tidy) Effect() Effect            { return Looks }
func (Pin) Effect() Effect             { return Looks }
func (SetMotion) Effect() Effect       { return Looks }
func (Enlarge) Effect() Effect         { return Looks }
func (Sort) Effect() Effect            { return Looks }
func (ToggleMouse) Effect() Effect     { return Adjusts }
func (SetTheme) Effect() Effect        { return Adjusts }
func (SetASCII) Effect() Effect        { return Adjusts }
func (SetSizes) Effect() Effect        { return Looks }
func (Repaint) Effect() Effect         { return Adjusts }
func (Near) Effect() Effect            { return Looks }
func (Visit) Effect() Effect           { return Looks }
func (AskCommand) Effect() Effect      { return Adjusts }
func (ShowHelp) Effect() Effect        { return Adjusts }
func (ShowTotals) Effect() Effect      { return Looks }
func (ShowSchedule) Effect() Effect    { return Looks }
func (ShowComparison) Effect() Effect  { return Judges | Searches }
func (ShowRanges) Effect() Effect      { return Judges | Searches }
func (Back) Effect() Effect            { return Adjusts }
func (Say) Effect() Effect             { return Adjusts }
func (AskSave) Effect() Effect         { return Writes }
func (Save) Effect() Effect            { return Writes }
func (SaveSession) Effect() Effect     { return Writes }
func (SaveLesson) Effect() Effect      { return Writes }
func (Export) Effect() Effect          { return Writes }
func (AskFigure) Effect() Effect       { return Writes }
func (Figure) Effect() Effect          { return Writes }
func (Table) Effect() Effect           { return Writes }
func (Replay) Effect() Effect          { return Edits | Reads }
func (Open) Effect() Effect            { return Opens | Reads }
func (Restart) Effect() Effect         { return Opens }
func (ShowSessions) Effect() Effect    { return Writes }
func (ChooseSession) Effect() Effect   { return Writes }
func (Resume) Effect() Effect          { return Opens | Reads }
func (Discard) Effect() Effect         { return Writes }
func (AskDelete) Effect() Effect       { return Writes }
func (Delete) Effect() Effect          { return Writes }
func (Suspend) Effect() Effect         { return Leaves }
func (Leave) Effect() Effect           { return Leaves }
func (Lead) Effect() Effect            { return Leaves }
func (Show) Effect() Effect            { return Opens }
func (Keep) Effect() Effect            { return Opens }
func (EditDag) Effect() Effect         { return Draws }
func (UndoEdit) Effect() Effect        { return Draws }
func (RedoEdit) Effect() Effect        { return Draws }
func (EndEdit) Effect() Effect         { return Draws }
func (Before) Effect() Effect          { return Opens }
func (AskText) Effect() Effect         { return Adjusts }
func (Change) Effect() Effect          { return Opens | Edits | Judges }
func (EndLead) Effect() Effect         { return Leaves }
func (Greedy) Effect() Effect          { return Searches | Edits }
func (Search) Effect() Effect          { return Searches }
func (Solve) Effect() Effect           { return Searches }
func (SetPace) Effect() Effect         { return Steers }
func (Hint) Effect() Effect            { return Judges | Searches }
func (SetHints) Effect() Effect        { return Judges | Searches }
func (ToggleHints) Effect() Effect     { return Judges | Searches }
func (Pause) Effect() Effect           { return Steers }
func (Stop) Effect() Effect            { return Steers }
func (Apply) Effect() Effect           { return Judges | Edits }
func (ShowChosen) Effect() Effect      { return Judges }
func (FollowMe) Effect() Effect        { return Searches }

// Effect of a focus is that of looking; the solver's page judges.
func (f Focus) Effect() Effect {
	if f.Panel == Solver {
		return Judges
	}
	return Looks
}

// Panel names what keys can act on.
type Panel uint8

// The panels.
const (
	Dag Panel = iota
	LineDag
	Next
	History
	Solver
)

var panelNames = [...]string{"dag", "line dag", "next", "history", "solver"}

func (p Panel) String() string { return panelNames[p] }
