// Package app is the full-screen explorer: it shows the dag and its line
// dag, every operation that is possible next, the history and the totals, and
// carries out what the user chooses.
//
// # How it is built
//
// [Model] is the root. It holds the stack of layers (facet/ui/layer): overlays, a
// preview, who leads the user, the solver, the focused panel, and the registry of
// commands. A layer reads a [layer.View] and answers with intents (facet/ui/intent); it
// cannot reach the session or another layer. Keys, clicks, typed commands, the solver and
// [Intents] from elsewhere all make the same intents. The root asks the layers that guard
// whether an intent is allowed, and the performers, one after another, whose it is.
//
// A performer ([layer.Performer]) has a part of the explorer's state and carries out the
// intents that change it: the pictures, what has the keys, playback, operations, files,
// saved sessions, settings, a preview, who leads. What else should happen it answers with
// further intents.
//
// Files refer to each other in one direction only. Lowest is the screen (screen.go), which
// shows some session: selection and lists, pictures, proof, playback, notice. Above it
// are the performers that decide which session that is and change it, and above them the
// root: what is there (model.go, snapshot.go), what happens to an intent (route.go), and
// what comes in and goes out (input.go, view.go, update.go).
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
// library and a state directory are given to it. Which terminal it is shown on, which
// processes and signals there are: that is launch's.
package app
