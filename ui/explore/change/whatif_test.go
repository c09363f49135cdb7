package change_test

import (
	"testing"

	"facet/ui/explore/change"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// Costs go up and down, and totals, optimum and the verdict on the plan follow; the change
// is kept, or dropped.
func TestWalkOfWhatIf(t *testing.T) {
	s := open(t, uitest.Sample(t, "bat"), "", 80, 24, change.Environment{})
	s.Shows = said(16)
	for _, line := range []string{
		// dropped
		"1 / (1,3) enter $", "+", "+ +", "tab", "* *", "-", "/", "0", "7 enter", "e 3/6 enter", "e x enter",
		"B", "esc", "b", "esc",
		"enter enter $", "+ + + + + + + + +", "enter", // kept, with two steps
		"/ 3 enter $", "+", "- - -", "9 9 enter", "u", "esc",
	} {
		s.Keys(line)
	}
	s.Types("before")
	s.Golden("what-if")
}

// The verdict says whether the plan is still optimal, by how much it is not, and what the
// new optimum does differently.
func TestVerdicts(t *testing.T) {
	s := open(t, uitest.Sample(t, "bat"), "", 120, 40, change.Environment{})
	s.Press("$")
	s.Wants("what if", "T 2", "A 4", "The optimal sequence costs 32 and is still optimal.")
	s.Command("cost -1 1 9/9")
	s.Wants("T 9 (was 2)", "A 9 (was 4)", "(32 before)", "is not optimal", "more than the new optimum",
		"in place of TAN F'(-1,1)")
	s.Command("cost 1 3 1/1")
	s.Wants("This is about (-1,1)")
	s.Press("B")
	s.Wants("the plan, what if", "optimum, what if", "greedy minimum fill", "sparse tangent")
	s.Press("esc", "esc")
	s.Wants("Dropped: all is as it was.")
	s.Press("down", "$", "$")
	s.Wants("Dropped")
}

// A kept change is a session of its own that is saved; a dropped one leaves nothing.
func TestWhatIfIsKeptOrDropped(t *testing.T) {
	dir := store.At(t.TempDir())
	s := kept(t, dir, "", nil)
	before := text(t, s.app.Session())
	s.Press("$", "+", "esc")
	if text(t, s.app.Session()) != before {
		t.Error("the session has changed")
	}
	s.Press("$", "+", "enter")
	s.Wants("Kept: costs of (-1,1) 3/4")
	s.leave()
	if g := only(t, dir).Dag(); g.Edges[0].Tangent != 3 {
		t.Errorf("saved is %+v", g.Edges[0])
	}
}
