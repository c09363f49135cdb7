// Package commands carries scripts of commands out, as a user types them: each wing has those
// of its own commands.
package commands

import (
	"context"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"facet/model/modeltest/extent"
	"facet/ui/cli/command"
	"facet/ui/cli/feature"
)

// Main is the TestMain of a package with scripts, in which facet is the program with some
// wings.
func Main(m *testing.M, wings ...feature.Feature) {
	testscript.Main(m, map[string]func(){"facet": func() {
		program := command.Program{Version: "1.2.3", In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
			Getenv: os.Getenv, Features: wings}
		os.Exit(program.Run(context.Background(), os.Args[1:]))
	}})
}

// Run carries the scripts in testdata out.
func Run(t *testing.T) {
	t.Helper()
	extent.NoRace(t)
	testscript.Run(t, testscript.Params{Dir: "testdata/script",
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != ""})
}
