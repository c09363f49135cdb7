// Package solver plans in the background of the explorer: it hands the remainder of a
// sequence to the planner, shows how the search goes, and gives the result back as
// steps. It asks planner/analysis what operations and steps are worth, and shows that as
// hints, verdicts and losses.
//
// [Model] starts runs and takes what comes of them. The package cannot change the
// session: it answers with intents. It knows nothing of the other panels, of files, or of
// how the planner finds what it finds; what is known about a run is the planner's
// snapshot, of which it keeps the last looks.
//
//	solver.go     the model: options, messages, from the first session to the end
//	control.go    starts, holds and stops runs
//	command.go    the rows of the registry, and the intents that are the solver's
//	study.go      what is known of a session: its runs, and which of them is looked at
//	run.go        one run, and what was seen of it
//	result.go     what is done with what a run has found
//	advisor.go    what operations and steps are worth: analyses, hints
//	feed.go       carries findings from an analysis to the screen
//	archive.go    keeps runs beyond the end of the program, and brings them back
//	page.go       draws a study as the solver's page; facet/ui/explore/solver/page has the parts
//	keys.go       the keys of that page
//	tree.go       the search as a tree on it
//	treekeys.go   its keys: one node at a time, or running
//	bounds.go     the same dag searched with each bound
//	company.go    where a run stands among those of others; what those see who watch it
//	keytable.go   the names of all these keys
//	chartview.go  the chart on it
//	panel.go      draws a study as the small panel beside the history
//	report.go     what came of the runs, for the time when the screen is gone
//
// # What waits for what
//
// No run waits for the screen, and the screen for no run. A run of the planner
// begins in a command and is then a handle that the model looks at a few times a
// second, and only while the run works; its workers never send anything. An
// analysis fills a feed, which is emptied a few times a second; its messages
// carry a ticket, and what comes late is dropped. [Model.Close] stops everything
// and waits for the end of it, a fifth of a second at most.
//
// # What is sent to the terminal
//
// A terminal gets the rows that have changed, so rows that change often are kept apart:
// time, nodes and open nodes change twice a second; bound, gap, memory and workers once;
// the chart once, after ten seconds every other second, and at once for a new sequence;
// the small panel once, its chart every five seconds. The filled area of the chart stays
// until the bound rises, and its time axis changes its scale when it is full. A paused or
// ended run sends nothing.
//
// # Limits of hints and losses
//
// The cheap questions come first, in one goroutine: the path-packing bound of the state;
// the same after each operation, those near the selection first (50 million line-dag
// vertices and faces, 20 000 operations); the best completion (0.6 s, up to 100 000
// faces); what each step lost (0.04 s a state, then 0.15 s); the best completion after
// each operation (0.15 s each, 6 s in all). A key or another step cancels it. The best
// completion never falls along a sequence, so that only ranges of steps at whose ends it
// differs are halved.
//
// # Which state a run belongs to
//
// A run belongs to the step of the session that it started from. When the user
// goes on, the run keeps its step; applying an incumbent goes back there first,
// and the session keeps the branch that was left.
package solver
