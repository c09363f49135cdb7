package recorded

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// What measures is compiled once for a compiler and its flags; what is damaged is compiled
// again, and nothing is kept where nothing can be.
func TestMeasurerIsKept(t *testing.T) {
	cache, dir := t.TempDir(), t.TempDir()
	log := filepath.Join(dir, "log")
	compiler := filepath.Join(dir, "compiler") // which says when it compiles
	script := "#!/bin/sh\ncase \" $* \" in *\" -E \"*) echo 1; exit;; esac\necho x >> " + log +
		"\nfor a; do [ \"$last\" = -o ] && { echo object > \"$a\"; }; last=$a; done\n"
	if err := os.WriteFile(compiler, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	object := filepath.Join(dir, "measure.o")
	compiles := func(c CPP, want int) {
		t.Helper()
		c.folder = cache
		before, _ := os.ReadFile(log)
		_ = os.Remove(object)
		if err := c.measurer(t.Context(), compiler, dir, "f.cpp", object); err != nil {
			t.Fatal(err)
		}
		after, _ := os.ReadFile(log)
		if got := bytes.Count(after, []byte("x")) - bytes.Count(before, []byte("x")); got != want {
			t.Errorf("compiled %d times, want %d", got, want)
		}
		if text, err := os.ReadFile(object); err != nil || string(text) != "object\n" {
			t.Errorf("the object is %q: %v", text, err)
		}
	}
	compiles(CPP{}, 1)
	compiles(CPP{}, 0)
	compiles(CPP{Flags: []string{"-O3"}}, 1)
	files, err := filepath.Glob(filepath.Join(cache, "*"))
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if err := os.WriteFile(f, []byte("obj"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	compiles(CPP{}, 1)
	compiles(CPP{}, 0)
	for n := range mostKept + 2 {
		compiles(CPP{Flags: []string{fmt.Sprint("-D", n)}}, 1)
		if files, err = filepath.Glob(filepath.Join(cache, "*")); err != nil {
			t.Fatal(err)
		}
		for _, f := range files { // those of one time have no order
			info, err := os.Stat(f)
			if err == nil {
				err = os.Chtimes(f, time.Time{}, info.ModTime().Add(-time.Minute))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if files, _ = filepath.Glob(filepath.Join(cache, "*")); len(files) != mostKept {
		t.Errorf("%d are kept", len(files))
	}
	compiles(CPP{Flags: []string{fmt.Sprint("-D", mostKept+1)}}, 0)
	cache = log // no folder
	compiles(CPP{}, 1)
	compiles(CPP{}, 1)
}
