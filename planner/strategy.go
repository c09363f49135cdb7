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
	// clocked says that parts of its work end by the clock: where work is counted it
	// stands back.
	clocked bool
	// asked reports whether branch and bound asks the strategy, if it is on its list.
	asked func(*question) bool
	// when is the stage in which it is asked, by the size of the dag.
	when when
	// of is what it works on.
	of ground
	// packed says that it keeps packed states, whose memory grows with the square
	// of the dag: where memory is short it is left out.
	packed bool
	// slots is how many goroutines it works with; 0 is one for each worker.
	slots int
	// slice is how long its turn is while it finds nothing; 0 is the usual.
	slice time.Duration
	// unit is about the time between two of its checks; 0 is the usual.
	unit time.Duration
	// longSlice is the slice of long runs on large dags; 0 is the slice. hugeSlice is that
	// on huge ones.
	longSlice, hugeSlice time.Duration
	// part is the part of a long run that it has at least, in percent, on dags of partEdges and
	// more.
	part int64
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

const (
	// firstSlice is the turn of strategies that make the first sequence.
	firstSlice = time.Second

	// wholeSlice is the first turn of strategies whose one result is the optimum.
	wholeSlice = 5 * time.Second

	// boundSlice is the first turn of strategies that have little to show before they
	// are nearly done.
	boundSlice = 400 * time.Millisecond

	// patientSlice is the slice of the strategies that give the best bounds of large dags, but
	// seldom a better one: also after turns in vain they have a quarter of it.
	patientSlice = 1600 * time.Millisecond

	// slowCheck is the unit of strategies that check every few milliseconds.
	slowCheck = 2 * time.Millisecond

	// annealingCheck is that of annealing: 0.07 to 0.45 ms were measured.
	annealingCheck = 300 * time.Microsecond
)
