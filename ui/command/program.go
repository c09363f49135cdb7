package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/samples"
	"facet/ui/command/measuring"
	"facet/ui/files"
	"facet/ui/intent"
	"facet/ui/shell"
	"facet/ui/style"

	"github.com/spf13/cobra"
)

// Program is the command line with its surroundings.
type Program struct {
	Version string
	In      io.Reader
	Out     io.Writer
	Err     io.Writer

	// Width gives how many columns the terminal on Out has; 0 where Out is no
	// terminal. Without it, Out counts as none.
	Width func() int

	// Getenv looks up a variable of the environment: it says where things are kept.
	// Without it nothing is.
	Getenv func(name string) string

	// LimitMemory tells the process what a search may keep, in bytes, so that
	// garbage is collected before much more than that is in use. It may be nil.
	LimitMemory func(bytes int64)

	// Explore opens the explorer and returns when the user leaves it. Without
	// it, the program has batch commands only.
	Explore func(context.Context, ExploreOptions) error

	// Also gives commands that need more of the process than a shell, as a server
	// does; it may be nil.
	Also func(shell.Shell) []*cobra.Command

	shell shell.Shell
}

// ExploreOptions is what the user asked the explorer for.
type ExploreOptions struct {
	Dag       *model.Dag       // nil where no FILE was named, or one with a session
	Session   *session.Session // the FILE held this one
	File      string           // FILE as it was typed
	FromStdin bool             // the dag came from standard input, which is used up
	Lead      intent.Lead      // this guide leads from the start; no kind for none
	Resume    bool             // go on where the last session on this dag ended
	Theme     string           // "auto", "light", "dark", "mono"
	Hints     string           // "on", "off", or empty for what was chosen last
	ASCII     bool
	FPS       int              // frames a second, at most
	Workers   int              // goroutines of a search; 0 leaves one processor to the screen
	Solve     *planner.Options // start this run at once; nil for none
}

// Run carries out the command that args name, without the program's own name,
// and gives the exit code: 0, or 1 after a mistake.
func (p Program) Run(ctx context.Context, args []string) int {
	out := &shell.Outlet{Writer: p.Out}
	text := &style.PrintableWriter{Out: out}
	p.Out = text
	p.shell = shell.Shell{In: p.In, Out: text, Data: out, Err: p.Err, Files: &files.Disk{Stdin: p.In, Pipes: true}}
	if p.Width != nil && p.Width() > 0 {
		p.shell.Data, p.shell.Width = text, p.Width()
	}
	root := p.root()
	root.SetArgs(args)
	root.SetIn(p.In)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	err := cmp.Or(root.ExecuteContext(ctx), text.Flush())
	if out.Failed != nil {
		err = out.Failed
	}
	switch {
	case err == nil:
		return 0
	case !errors.Is(err, syscall.EPIPE): // who does not listen need not be told
		fmt.Fprintln(p.Err, "facet: "+style.Message(oneLine(err.Error())))
	}
	return 1
}

func (p Program) root() *cobra.Command {
	root := &cobra.Command{
		Use:     "facet [FILE]",
		Short:   "Explore and plan generalized face elimination",
		Long:    rootLong,
		Version: p.Version,
		Example: "  facet bat\n  facet solve newton10\n  facet show --pane line lion",
		Args:    rootArgs,

		SilenceErrors:     true,
		SilenceUsage:      true,
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	p.exploreFlags(root)
	root.SetVersionTemplate("facet {{.Version}}\n")
	root.SetFlagErrorFunc(shell.FlagError)
	root.AddCommand(
		p.samplesCommand(), p.showCommand(), p.costCommand(), p.replayCommand(), p.convertCommand(),
		p.solveCommand(), p.verifyCommand(), p.compareCommand(), p.admissionCommand(), p.generateCommand(), p.codeCommand(),
		p.figureCommand(), p.recordCommand(), p.puzzleCommand(), p.lessonCommand(), p.manCommand(),
	)
	root.AddCommand(measuring.Command(&p.shell))
	if p.Also != nil {
		root.AddCommand(p.Also(p.shell)...)
	}
	return root
}

const rootLong = `facet is an explorer and an exact planner for generalized face elimination: it finds
out how to accumulate the Jacobian of a modular program at minimal cost.

facet FILE opens the explorer. The commands below work in pipes and scripts.

` + shell.FileHelp

// rootArgs tells a mistyped command from a FILE.
func rootArgs(c *cobra.Command, args []string) error {
	if len(args) < 2 {
		return nil
	}
	if _, err := os.Stat(args[0]); err == nil || slices.Contains(samples.Names(), args[0]) {
		return fmt.Errorf("the explorer opens one FILE, %q is too much: facet compare takes several", args[1])
	}
	return fmt.Errorf("there is no command %q%s: see facet --help", args[0], shell.Suggestion(c, args[0]))
}

// oneLine keeps an error one sentence on one line, whatever was wrapped into it.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}
