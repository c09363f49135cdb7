package planner

import (
	"time"

	"facet/planner/incumbent"
	"facet/planner/schedule"
)

// strategy is one way to get nearer to an answer: a row of the table in table.go. To add
// one, write its run function and its row; one that makes a single sequence at once is
// a row made by mode.
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
	// asked tells whether branch and bound asks the strategy beside others; nil
	// is never.
	asked func(*question) bool
	// when is the stage in which it is asked, by the size of the dag.
	when when
	// of is what it works on.
	of ground
	// packed tells that it keeps packed states, whose memory grows with the square
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

// firstSlice is the turn of those who make the first sequence.
const firstSlice = time.Second

// wholeSlice is the first turn of those whose one result is the optimum.
const wholeSlice = 5 * time.Second

// slowCheck is the unit of those who ask every few milliseconds.
const slowCheck = 2 * time.Millisecond

// boundSlice is the first turn of those who have little to show before they are
// nearly done.
const boundSlice = 400 * time.Millisecond

// patientSlice is the slice of those from whom the best sequences and bounds of large dags
// come, and who seldom find a better one.
const patientSlice = 400 * time.Millisecond

// job is a strategy at work on a question.
type job struct {
	*question
	*incumbent.Reporter                       // the first
	slots               []*incumbent.Reporter // one for each goroutine
	row                 *strategy
}

func (q *question) newJob(row *strategy) *job {
	n := row.slots
	if n == 0 {
		n = q.Workers
	}
	memory := q.Memory
	if row.memory > 0 {
		memory = q.Memory / 100 * row.memory
	}
	turns := schedule.Turns{Slice: row.slice, Unit: row.unit}
	switch q.size() {
	case large:
		turns.Long, turns.Unit = row.longSlice, -1
	case huge:
		turns.Slice, turns.Unit = row.hugeSlice, -1
		memory = q.Memory / 2 // for there are few of them
	}
	slots := q.record.Reporters(incumbent.Job{Source: row.name, Turns: turns, Memory: memory / int64(n), Seed: q.Seed}, n)
	return &job{question: q, Reporter: slots[0], slots: slots, row: row}
}

// at is the job at another of its slots.
func (j *job) at(d *incumbent.Reporter) *job {
	other := *j
	other.Reporter = d
	return &other
}

// work runs the strategy to its end.
func (j *job) work() error {
	err := protect(func() error { return j.row.run(j) })
	for _, d := range j.slots {
		d.Release()
		d.Keep(0)
	}
	return err
}

// keepBytes reports what the job keeps in its first slot.
func (j *job) keepBytes(bytes int64) { j.Keep(bytes) }
