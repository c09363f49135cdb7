package command_test

import (
	"context"
	"os"
	"testing"

	"facet/ui/cli/command"
	"facet/ui/uitest/whole"

	"facet/model/modeltest/extent"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"facet": func() {
		program := command.Program{Version: "1.2.3", In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
			Getenv: os.Getenv, Features: whole.Features()}
		os.Exit(program.Run(context.Background(), os.Args[1:]))
	}})
}

// The scripts in testdata are the commands as a user types them.
func TestScripts(t *testing.T) {
	extent.NoRace(t)
	testscript.Run(t, testscript.Params{Dir: "testdata/script",
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != ""})
}
