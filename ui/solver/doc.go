// Package solver plans beside the explorer: it hands the remainder of a
// sequence to the planner, shows how the search goes, and gives the result
// back as steps. It asks planner/analysis what operations and steps are worth,
// and tells it as hints, verdicts and losses.
//
// [Model] starts runs and analyses and takes what comes of them. What is known of a
// session is a study, which the display draws as the solver's page and as a small panel
// beside the history: neither starts anything. What they are made of is drawn by
// facet/ui/solver/page. The package cannot change the session: it answers with intents.
// It knows nothing of the other panels, of files, or of how the planner finds what it
// finds; what is known about a run is the planner's snapshot, of which it keeps the last
// looks.
//
// # Who waits for whom
//
// Nobody waits for the screen, and the screen for nobody. A run of the planner
// begins in a command and is then a handle that the model looks at a few times a
// second, and only while the run works; its workers never send anything. An
// analysis fills a feed, which is emptied a few times a second; its messages
// carry a ticket, and what comes late is dropped. [Model.Close] stops everything
// and waits for the end of it, a fifth of a second at most.
//
// # Which state a run belongs to
//
// A run belongs to the step of the session that it started from. When the user
// goes on, the run keeps its step; applying an incumbent goes back there first,
// and the session keeps the branch that was left.
package solver
