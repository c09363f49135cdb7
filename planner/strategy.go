package planner

import (
	"time"

	"facet/planner/incumbent"
)

// strategy is one way to get nearer to an answer: a row of the table below. To
// add one, write its run function and its row.
type strategy struct {
	name   Source
	letter byte // in tables and charts
	text   string

	// gives says what the strategy reports.
	gives gives
	// space is the smallest space that all of its sequences belong to.
	space space
	// fits says why the strategy cannot be asked, as an error that a user who
	// named it can act on; nil fits always.
	fits func(*question) error
	// joins tells whether branch and bound asks the strategy beside others; nil
	// is never.
	joins func(*question) bool
	// reduced tells that it works on what a reduction leaves, if anything.
	reduced bool
	// bounding tells that it makes lower bounds or lives on those who do: a bound
	// of what is left says nothing of the whole unless the reduction is proved.
	bounding bool
	// stage is when it is asked: those of one stage when those of the stages
	// before have ended or used up their start, in the order of the table.
	stage int
	// dense tells that it plays on rows of bits, whose time and memory grow with
	// the square of the dag: on large dags it is not among the first, unless it
	// makes the first sequence, and where memory is short it is left out.
	dense bool
	// early puts it into the first stage on large dags.
	early bool
	// late puts it into the last stage, but for large dags: elsewhere the linear
	// programme and what is dived from it settle most things in less than a turn.
	late bool
	// slots is how many goroutines it works with; 0 is one for each worker.
	slots int
	// slice is how long its turn is while it finds nothing; 0 is the usual.
	slice time.Duration
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

// The stages.
const (
	first   = iota // a sequence, whatever it costs
	atOnce         // costs next to nothing
	opening        // often settles everything
	whole          // works until the end
	stages
)

// firstSlice is the turn of those who make the first sequence.
const firstSlice = time.Second

// wholeSlice is the first turn of those whose one result is the optimum.
const wholeSlice = 5 * time.Second

// boundSlice is the first turn of those who have little to show before they are
// nearly done.
const boundSlice = 400 * time.Millisecond

// stageTime is how long each stage may delay the next one.
var stageTime = [stages]time.Duration{first: 100 * time.Millisecond, atOnce: 50 * time.Millisecond, opening: 100 * time.Millisecond}

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
	slots := q.record.Reporters(incumbent.Job{Source: row.name, Slice: row.slice, Memory: memory / int64(n), Seed: q.Seed}, n)
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

// largeEdges is from how many edges on a dag is large. On dags of fewer than
// smallEdges all heuristics together take a moment.
const (
	largeEdges = 250
	smallEdges = 60
)

// denseStates is how many states a strategy on rows of bits needs room for: they
// grow while fill comes.
const denseStates = 64

// hasRoom tells whether the memory suffices for the strategy at all. On small
// dags it always does.
func (row *strategy) hasRoom(q *question) bool {
	return !row.dense || !q.isLarge() || denseStates*int64(q.root.Bytes()) <= q.Memory
}

func (q *question) isLarge() bool { return len(q.graph.Vertices) >= largeEdges }

// stageFor is the stage in which the strategy is asked.
func (row *strategy) stageFor(q *question) int {
	switch {
	case row.stage == first && len(q.graph.Vertices) < smallEdges:
		return atOnce
	case row.late && !q.isLarge():
		return whole
	case q.isLarge() && row.early:
		return atOnce
	case q.isLarge() && row.dense && row.stage > first:
		return max(row.stage, opening)
	}
	return row.stage
}

// warmedBy asks the strategy where the first sequences may come from at least
// so much help.
func warmedBy(o WarmStart) func(*question) bool {
	return func(q *question) bool { return q.WarmStart <= o }
}

// withRelaxation asks the strategy where the chain-cover bound is computed, but
// for a search that is to find everything by itself.
func withRelaxation(q *question) bool {
	return q.Bound == BoundCover && q.WarmStart != WarmNothing && q.Method == BranchAndBound
}
