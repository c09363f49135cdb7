// Facet is a terminal explorer and exact planner for generalized face
// elimination. See README.md.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"facet/ui/cli/command"
	"facet/ui/cli/feature"
	"facet/ui/cli/launch"
	"facet/ui/programs"
	"facet/ui/ranges"
	"facet/ui/resources"
	"facet/ui/teach"

	"github.com/charmbracelet/x/term"
)

func main() {
	program := command.Program{
		Version: version(),
		In:      os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Width: width, Getenv: os.Getenv,
		// A search keeps to its own limit; a fifth more is for everything else.
		LimitMemory: func(bytes int64) { debug.SetMemoryLimit(bytes + bytes/5) },
		Explore:     launch.Explore,
		// To take a wing out of the program, take it out of this list.
		Features: feature.List{
			teach.Feature(),
			programs.Feature(),
			resources.Feature(),
			ranges.Feature(),
		},
	}
	os.Exit(program.Run(launch.Signals(), os.Args[1:]))
}

// version is the version of the module, or the commit that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown version"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	built := make(map[string]string)
	for _, s := range info.Settings {
		built[s.Key] = s.Value
	}
	revision := built["vcs.revision"]
	if revision == "" {
		return "built from source, without a revision"
	}
	text := fmt.Sprintf("built from revision %.12s of %.10s", revision, built["vcs.time"])
	if built["vcs.modified"] == "true" {
		text += ", modified"
	}
	return text
}

// width is the width of the terminal on standard output, 0 where it is not a terminal.
func width() int {
	columns, _, err := term.GetSize(os.Stdout.Fd())
	if err != nil {
		return 0
	}
	return columns
}
