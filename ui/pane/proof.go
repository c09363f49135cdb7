package pane

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
}
