// Package app is the full-screen explorer: it shows the dag and its line
// dag, every operation that is possible next, the history and the totals, and
// carries out what the user chooses.
//
// # How it is built
//
// [Model] is the root. It owns the session, routes messages, and lays out the
// rooms: those of facet/ui/pane (pictures, next, history, header, narration), what
// may lie over them (facet/ui/overlay), and the page and pane of a solver. A room
// reads a [pane.Snapshot] and answers with intents (facet/ui/intent); it cannot
// reach the session or another room. Keys, clicks, typed commands, a solver and
// [Intents] from elsewhere all make the same intents, and one type switch, in do,
// carries them out.
//
// Whatever can take longer than a few milliseconds is a job
// (facet/ui/job): Update and View only move values.
//
// The selection is one value. Every pane shows it in its own way, under the
// same style and the same words.
//
// # What it must not know
//
// How a run works: that is behind [pane.Solver]. Where files and sessions are: a
// library and a state directory are given to it. Which terminal it is shown on, which processes
// and signals there are: that is launch's.
package app
