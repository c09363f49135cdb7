// Package uitest drives screens in tests: keys are pressed into a tea.Model
// without a Program and without waiting for a clock.
package uitest

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/format"
	"facet/samples"
)

// Sample opens one of facet's samples.
func Sample(t testing.TB, name string) *model.Dag {
	t.Helper()
	content, err := samples.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := format.Read(name, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Paste is the message of a text that is pasted.
func Paste(text string) tea.KeyMsg {
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}
}

var update = flag.Bool("update", false, "write the golden screens anew")

// Golden compares a screen with the one in testdata that was looked at.
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
		t.Errorf("%s is not as it was; if the change is meant, run go test -update\n%s", path, screen)
	}
}
