// Package solver plans beside the explorer: it hands the remainder of a
// sequence to the planner, shows how the search goes, and gives the result
// back as steps. It also works out hints: what each possible operation leads
// to, and where a sequence lost what it lost.
//
// [Model] is the explorer's companion. It owns the solver's page and the small
// pane beside the history.
//
// # Who waits for whom
//
// Nobody waits for the screen. A run of the planner is a handle that the model
// looks at a few times a second, and only while the run works; its workers never
// send anything. Hints are worked out in slices of a tenth of a second by
// commands that carry the revision they were asked for: what comes late is
// dropped. [Model.Close] stops everything and waits until it has ended.
//
// # Which state a run belongs to
//
// A run belongs to the step of the session that it started from. When the user
// goes on, the run keeps its step; applying an incumbent goes back there first,
// and the session keeps the branch that was left.
package solver
