package planner

import (
	"time"
)

// strategy is one way to get nearer to an answer: a row of the lists in table.go. To add
// one, write its run function and its row; mode makes the row of one that makes a single
// sequence at once.
type strategy struct {
	name   Source
	letter byte // in tables and charts; several may share one
	text   string

	// gives says what the strategy reports.
	gives gives
	// space is the smallest space that all of its sequences belong to; each that it
	// reports is checked.
	space space
	// fits says why the strategy cannot be asked, as an error that a user who
	// named it can act on; nil fits always.
	fits func(*question) error
	// dense says that the strategy is proved, or prices, for dense Jacobians alone: where
	// some have patterns it stands back.
	dense bool
	// asked reports whether branch and bound asks the strategy, if it is on its list.
	asked func(*question) bool
	// share is its part of the workers' time by the size of the dag, beside what the others
	// have that are at work; 0 leaves it out.
	share shares
	// early says on which dags it is asked before presolve.
	early early
	// of is what it works on.
	of ground
	// packed says that it keeps packed states, whose memory grows with the square
	// of the dag: where memory is short it is left out.
	packed bool
	// slots is how many goroutines it works with; 0 is one for each worker.
	slots int
	// unit is about the time between two of its checks; 0 is the usual.
	unit time.Duration
	// memory is the part of the run's memory that it may keep, in percent; 0 is
	// all.
	memory int64

	run func(*job) error
}

// gives is what a strategy reports.
type gives uint8

const (
	givesSequences gives = 1 << iota
	givesBounds
	givesProof // its last sequence is optimal in its space when it ends by itself
	givesCost  // a cost without a sequence
)

// space is what a strategy's sequences consist of: each space contains the ones
// before.
type space uint8

const (
	vertices space = iota
	edges
	faces
)
