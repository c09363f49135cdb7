package layer

import "facet/model"

// Proved is the verdict of the numeric proof of one sequence.
type Proved uint8

// The verdicts.
const (
	Unproved Proved = iota // not complete, or not looked at
	Proving
	Holds
	Fails
)

// Proof is the verdict on the sequence up to the cursor.
type Proof struct {
	Verdict Proved
	Err     error // why it fails
	Memory  model.Memory
}

// Prove proves a complete sequence numerically, and counts what it holds of
// Jacobians at once.
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
