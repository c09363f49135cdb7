package layer

import "facet/model"

// Proved is the outcome of the numeric proof of one sequence.
type Proved uint8

// The verdicts.
const (
	Unproved Proved = iota // not complete, or not checked
	Proving
	Holds
	Fails
)

// Proof is the verdict on the sequence up to the cursor.
type Proof struct {
	Verdict Proved
	Err     error // why the proof fails
	Memory  model.Memory
}

// Prove checks numerically that a complete sequence computes the Jacobian, and counts the
// Jacobian entries that it holds at once.
func Prove(g *model.Dag, ops []model.Op) Proof {
	if err := model.Prove(g, ops); err != nil {
		return Proof{Verdict: Fails, Err: err}
	}
	memory, err := model.MemoryOf(model.NewState(g), ops)
	if err != nil {
		return Proof{Verdict: Fails, Err: err}
	}
	return Proof{Verdict: Holds, Memory: memory}
}
