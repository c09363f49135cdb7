// Package uitest drives screens in tests: it sends keys to a tea.Model without a Program
// and without waiting for a clock, and compares screens with golden files.
package uitest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/modeltest"
)

// Sample is a sample, as in package modeltest, for tests that need no more of it: the same dag
// each time, so that explorers can share its pictures.
func Sample(t testing.TB, name string) *model.Dag {
	t.Helper()
	g, ok := samples.Load(name)
	if !ok {
		g, _ = samples.LoadOrStore(name, modeltest.Sample(t, name))
	}
	return g.(*model.Dag)
}

// samples are those that were read.
var samples sync.Map

// Paste is the message of a pasted text.
func Paste(text string) tea.KeyMsg {
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}
}

var update = flag.Bool("update", false, "write the golden screens anew")

// Golden compares a screen with the reviewed one in testdata.
func Golden(t *testing.T, name, screen string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(screen+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := screen + "\n"; got != string(want) {
		t.Errorf("%s is not as it was; if the change is meant, run go test -update\n%s", path,
			firstChange(string(want), got))
	}
}

// firstChange is the part of a changed golden that a reader needs: the whole screen, or
// the first step of a walk that differs.
func firstChange(want, got string) string {
	was, is := strings.Split(want, "\n=== "), strings.Split(got, "\n=== ")
	for k := range is {
		if k >= len(was) || was[k] != is[k] {
			return is[k]
		}
	}
	return "it ends earlier"
}
