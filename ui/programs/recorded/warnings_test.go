package recorded

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"facet/model/modeltest/extent"
)

// The headers that users compile with their programs give no warnings there.
func TestRuntimeHasNoWarnings(t *testing.T) {
	extent.FullOnly(t) // TestProgramsOfThePage compiles the first of them with a program
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("there is no g++")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "facet_modules.hpp"), RuntimeCPP(), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := fs.ReadDir(measurerCPP, "cpp")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := measurerCPP.ReadFile("cpp/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name()), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("g++", "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
		"facet_measure.cpp")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
