package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/model/modeltest"
)

// The results of a puzzle are saved by puzzle and dag, and the best of two explorers
// stays.
func TestPuzzles(t *testing.T) {
	p, g := At(t.TempDir()), modeltest.Sample(t, "lion")
	if _, ok := p.Puzzle("lion-11", g); ok {
		t.Error("nothing was kept yet")
	}
	for _, r := range []Puzzle{
		{Name: "lion-11", Best: 12, Tries: 1, Attempt: []string{"ELI MUL (0 1)(1 2)"}, Asked: 1},
		{Name: "lion-11", Solved: true, Best: 11, Hints: 2, Stars: 2, Tries: 2},
		{Name: "lion-11", Best: 12, Tries: 1}, // by an explorer that began before
		{Name: "lion-12", Best: 12},
	} {
		if err := p.KeepPuzzle(g, r); err != nil {
			t.Fatal(err)
		}
	}
	got, ok := p.Puzzle("lion-11", g)
	if want := (Puzzle{Name: "lion-11", Solved: true, Best: 11, Hints: 2, Stars: 2, Tries: 2}); !ok ||
		!equal(got, want) {
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
	return a.Name == b.Name && a.Solved == b.Solved && a.Best == b.Best && a.Hints == b.Hints &&
		a.Stars == b.Stars && a.Tries == b.Tries && len(a.Attempt) == len(b.Attempt)
}

// A limited directory limits puzzles, too; existing ones can still be written.
func TestPuzzlesAreLimited(t *testing.T) {
	p := At(t.TempDir()).Limited(3)
	g := modeltest.Sample(t, "bat")
	refused := 0
	for k := range 240 {
		if err := p.KeepPuzzle(g, Puzzle{Name: fmt.Sprint(k), Best: 22}); err != nil {
			if refused++; !strings.Contains(err.Error(), "3 puzzles are saved already") {
				t.Fatal(err)
			}
		}
	}
	if err := p.KeepPuzzle(g, Puzzle{Name: "1", Best: 21}); err != nil || refused != 237 ||
		len(p.Puzzles()) != 3 {
		t.Errorf("%d were refused: %v", refused, err)
	}
}

// Users who must not see where a directory is read no path; the reporter gets it.
func TestReporting(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var told error
	p := At(filepath.Join(file, "people")).Reporting(func(err error) { told = err })
	err := p.KeepPuzzle(modeltest.Sample(t, "bat"), Puzzle{Name: "x", Best: 1})
	if err == nil || strings.Contains(err.Error(), file) || told == nil ||
		!strings.Contains(told.Error(), file) {
		t.Errorf("the user reads %v, the operator %v", err, told)
	}
}
