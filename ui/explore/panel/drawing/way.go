package drawing

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"facet/model"
	"facet/ui/explore/layer"
)

type workStep struct {
	id  int        // noStep for one that the session does not have
	ops []model.Op // that led to the step
	sum stepsSum
}

// noStep stands for a step that the session does not have yet.
const noStep = -1

// stepsSum stands for all operations that led to a step, and where one step ends and the next
// begins: texts of them all would take more room than they do.
type stepsSum [sha256.Size]byte

// way is the steps that led to the last one that was asked for, with the start: works along
// one long sequence share them.
type way struct {
	of    layer.Steps
	steps []workStep
}

// to is the way to a step. It never changes.
func (w *way) to(s layer.Steps, at int) []workStep {
	path := s.Path(at)
	if w.of != s || len(w.steps) == 0 {
		*w = way{s, []workStep{{}}}
	}
	same := 0
	for same < len(path) && same+1 < len(w.steps) && w.steps[same+1].id == path[same] {
		same++
	}
	if same < len(path) {
		if same+1 < len(w.steps) { // another branch
			w.steps = slices.Clone(w.steps[:same+1])
		}
		for _, id := range path[same:] {
			step, _ := s.Step(id)
			w.steps = append(w.steps, workStep{id, step.Ops, w.steps[len(w.steps)-1].sum.after(step.Ops)})
		}
	}
	return w.steps[: len(path)+1 : len(path)+1]
}

// states returns a function that gives the states of the steps, replayed as far as they are not
// known.
func (w *Work) states() func(at int) *model.State {
	at, state, last := 0, w.root, len(w.steps)-1
	return func(to int) *model.State {
		switch {
		case to == last:
			return w.here
		case to == last-1:
			return w.last
		case to < at:
			at, state = 0, w.root
		}
		for ; at < to; at++ {
			state, _, _ = model.Replay(state, w.steps[at+1].ops) // they were applied before: no error
		}
		return state
	}
}

// after stands for one step more.
func (s stepsSum) after(ops []model.Op) (sum stepsSum) {
	all, one := sha256.New(), make([]byte, 0, 64)
	all.Write(s[:])
	for _, o := range ops {
		one = binary.LittleEndian.AppendUint32(one[:0], uint32(o.U))
		one = append(binary.LittleEndian.AppendUint32(one, uint32(o.V)), byte(o.Mode))
		all.Write(one)
	}
	all.Sum(sum[:0])
	return sum
}

// with stands for a mark at one of the steps, too.
func (s stepsSum) with(step int, mark byte) stepsSum {
	return sha256.Sum256(append(binary.LittleEndian.AppendUint64(slices.Clone(s[:]), uint64(step)), mark))
}
