package store

import (
	"os"
	"path/filepath"
	"testing"

	"facet/ui/uitest"
)

// What came of a puzzle is kept, by puzzle and dag, and the best of two explorers
// stays.
func TestPuzzles(t *testing.T) {
	p, g := At(t.TempDir()), uitest.Sample(t, "lion")
	if _, ok := p.Puzzle("lion-11", g); ok {
		t.Error("nothing was kept yet")
	}
	for _, r := range []Puzzle{
		{Name: "lion-11", Best: 12, Tries: 1, Attempt: []string{"ELI MUL (0 1)(1 2)"}, Asked: 1},
		{Name: "lion-11", Solved: true, Best: 11, Hints: 2, Stars: 2, Tries: 2},
		{Name: "lion-11", Best: 12, Tries: 1}, // of an explorer that began before
		{Name: "lion-12", Best: 12},
	} {
		if err := p.KeepPuzzle(g, r); err != nil {
			t.Fatal(err)
		}
	}
	got, ok := p.Puzzle("lion-11", g)
	if want := (Puzzle{Name: "lion-11", Solved: true, Best: 11, Hints: 2, Stars: 2, Tries: 2}); !ok || !equal(got, want) {
		t.Errorf("%+v, %v", got, ok)
	}
	if _, ok := p.Puzzle("lion-11", g.Classic()); ok {
		t.Error("another dag has another puzzle")
	}
	path := p.puzzle("lion-12", g)
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok := p.Puzzle("lion-12", g); ok {
		t.Error("half a file was read")
	}
	if all := p.Puzzles(); len(all) != 1 || all[0].Name != "lion-11" {
		t.Errorf("%+v", all)
	}
	if left, err := filepath.Glob(filepath.Join(p.puzzles(), "*")); err != nil || len(left) != 2 {
		t.Errorf("files: %v, %v", left, err)
	}
	if err := (Directory{}).KeepPuzzle(g, Puzzle{Name: "x"}); err != nil {
		t.Error(err)
	}
}

func equal(a, b Puzzle) bool {
	return a.Name == b.Name && a.Solved == b.Solved && a.Best == b.Best && a.Hints == b.Hints && a.Stars == b.Stars && a.Tries == b.Tries && len(a.Attempt) == len(b.Attempt)
}
