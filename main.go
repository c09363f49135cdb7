// Facet is a terminal explorer and exact planner for generalized face
// elimination. See README.md.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"facet/ui/command"
	"facet/ui/launch"
	"facet/ui/shell"
	"facet/ui/sshd"
	"facet/ui/terminal"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
)

func main() {
	program := command.Program{
		Version: version(),
		In:      os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Width: width, Getenv: os.Getenv,
		// A fifth more than a search may keep is left to everything else.
		LimitMemory: func(bytes int64) { debug.SetMemoryLimit(bytes + bytes/5) },
		Explore:     launch.Explore,
		Also: func(s shell.Shell) []*cobra.Command {
			own := func() (terminal.Terminal, func(), error) { return launch.Own(false) }
			return []*cobra.Command{sshd.Command(s, sshd.Host{Version: version(), Own: own, StayUp: launch.StayUp, Serve: launch.Serve, Getenv: os.Getenv})}
		},
	}
	os.Exit(program.Run(launch.Signals(), os.Args[1:]))
}

// version is that of the module, or the commit that it was built from.
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

// width is that of the terminal on standard output, 0 where there is none.
func width() int {
	columns, _, err := term.GetSize(os.Stdout.Fd())
	if err != nil {
		return 0
	}
	return columns
}
