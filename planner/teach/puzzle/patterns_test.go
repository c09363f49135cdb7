package puzzle

import "testing"

// Puzzles with patterns have sparse Jacobians, are the same for everybody, and hints
// lead to their optimum.
func TestPatternedPuzzles(t *testing.T) {
	for number := range 3 {
		p, err := Series{Seed: 7, Level: Levels, Number: number + 1, Patterns: true}.Puzzle(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		again, err := p.Series.Puzzle(t.Context())
		if err != nil || again.Dag.Fingerprint() != p.Dag.Fingerprint() {
			t.Errorf("%s: %v", p.Series, err)
		}
		if !p.Dag.HasPatterns() {
			t.Errorf("%s has no patterns", p.Name)
		}
		t.Logf("%s: par %d, %.2f bits, %s", p.Series, p.Par, p.Bits, outline(p.Dag))
		followed(t, p, 0)
	}
	for _, s := range []Series{{Seed: 1, Level: 4, Number: 1, Patterns: true},
		{Seed: 1, Level: Levels, Patterns: true}} {
		if _, err := s.Puzzle(t.Context()); err == nil {
			t.Errorf("%s has a puzzle", s)
		}
	}
}
