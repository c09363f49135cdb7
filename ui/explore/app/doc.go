// Package app is the full-screen explorer: it shows the dag and its line
// dag, every operation that is possible next, the history and the totals, and
// carries out what the user chooses.
//
// # How it is built
//
// [Model] is the root. It holds the stack of layers (facet/ui/explore/layer): overlays, a
// preview, the leader, the solver, the focused panel, and the explorer's own commands. A
// layer reads a [layer.View] and answers with intents (facet/ui/explore/intent); it cannot
// reach the session or another layer. Keys, clicks, typed commands, the solver and
// [Intents] from elsewhere all make the same intents, and Model.perform is the one way by
// which they are carried out: the layers that guard may refuse one, and the part of the explorer
// whose state it changes carries it out; what else should happen it answers with further intents.
// Each part has its commands in its file. What only a command means says itself how it is carried
// out ([layer.Act]), as what wings bring does.
//
// Update changes, View only reads: Update ends with a plan of the screen.
//
// # Files
//
// They refer to each other in one direction only, from the last of this list to the first:
//
//	commands.go     the lowest layer: a list of commands
//	shown.go        the session on the screen, what is selected, lists, and its check
//	arrangement.go  panels and overlays: where, and which has the keys
//	pictures.go     pictures of the steps
//	playback.go, notice.go: steps that are played, and what is said
//	screen.go       all of these as one: what shows a session, and the names of its jobs
//	operations.go   selecting and carrying out; elimination.go: vertices and edges
//	clipboard.go    copying to the user's terminal
//	sessions.go     saved sessions; files.go: files of the user; settings.go
//	preview.go      a sequence that is looked at; dialogs.go: help, totals, comparison
//	leading.go      the leader, and the user's session meanwhile
//	options.go      what an explorer is made of
//	model.go        the root: its parts, all commands in the order of the help, the stack
//	route.go        what happens to intents
//	input.go        keys, clicks and typed lines
//	plan.go         what layers see, and what is on the screen, and where
//	view.go         the frame, and the same in words
//	update.go       messages, the beginning and the end
//
// Whatever can take longer than a few milliseconds is a job (facet/ui/explore/job): Update
// and View only move values.
//
// The selection is one value. Every panel shows it in its own way, under the same colour
// and the same words.
//
// # What it must not know
//
// How a run works: that is behind [layer.Solver]. Where files and sessions are: a
// library and a state directory are given to it. Which wings there are: it sees their
// parts. Which terminal it is shown on, which processes and signals there are: that is
// package launch's.
package app
