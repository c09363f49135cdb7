// Package app is the full-screen explorer: it shows the dag and its line
// dag, every operation that is possible next, the history and the totals, and
// carries out what the user chooses.
//
// # How it is built
//
// [Model] is the root. It owns the session and the stack of layers (facet/ui/layer):
// overlays, a preview, who leads the user, the solver, the focused panel, and the
// registry of commands. A layer reads a [layer.View] and answers with intents
// (facet/ui/intent); it cannot reach the session or another layer. Keys, clicks, typed
// commands, the solver and [Intents] from elsewhere all make the same intents, and one
// type switch, in do, carries them out, unless a layer that guards refuses.
//
// Whatever can take longer than a few milliseconds is a job (facet/ui/job): Update and
// View only move values.
//
// The selection is one value. Every panel shows it in its own way, under the same colour
// and the same words.
//
// # What it must not know
//
// How a run works: that is behind [layer.Solver]. Where files and sessions are: a
// library and a state directory are given to it. Which terminal it is shown on, which processes
// and signals there are: that is launch's.
package app
