// Facet is a terminal explorer and exact planner for generalized face
// elimination. See README.md.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"facet/ui/command"
	"facet/ui/launch"

	"github.com/charmbracelet/x/term"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // so that a second ctrl+c ends the program at once
	program := command.Program{
		Version: version(),
		In:      os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Width:   width,
		Explore: launch.Explore,
	}
	os.Exit(program.Run(ctx, os.Args[1:]))
}

// version is that of the module, or of the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// width is that of the terminal on standard output, 0 where there is none.
func width() int {
	columns, _, err := term.GetSize(os.Stdout.Fd())
	if err != nil {
		return 0
	}
	return columns
}
