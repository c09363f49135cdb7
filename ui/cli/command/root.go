package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"facet/samples"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/files"
)

// Run carries out the command that args name, without the program's own name,
// and gives the exit code: 0, or 1 after a mistake.
func (p Program) Run(ctx context.Context, args []string) int {
	out := &shell.Outlet{Writer: p.Out}
	text := &style.PrintableWriter{Out: out}
	p.Out = text
	p.shell = shell.Shell{Version: p.Version, In: p.In, Out: text, Data: out, Err: p.Err, Getenv: p.Getenv,
		Explore: p.Explore, Parts: p.Features.Parts,
		Files: &files.Disk{Stdin: p.In, Pipes: true, Function: p.Features.Function()}}
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
	case !errors.Is(err, syscall.EPIPE): // the reader is gone, so no message is needed
		fmt.Fprintln(p.Err, "facet: "+style.Message(strings.TrimSpace(err.Error())))
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
		samplesCommand(p.shell), showCommand(p.shell), costCommand(p.shell), replayCommand(p.shell),
		convertCommand(p.shell),
		p.solveCommand(), verifyCommand(p.shell), compareCommand(p.shell), admissionCommand(p.shell),
		generateCommand(p.shell),
		figureCommand(p.shell), recordCommand(p.shell), newCommand(p.shell), configCommand(p.shell),
		manCommand(p.shell),
	)
	for _, f := range p.Features {
		if f.Shell != nil {
			root.AddCommand(f.Shell(p.shell)...)
		}
	}
	return root
}

const rootLong = `facet is an explorer and an exact planner for generalized face elimination: it finds
out how to accumulate the Jacobian of a modular program at minimal cost.

facet FILE opens the explorer, and facet alone a first page with tour, lessons, puzzles,
samples and your last sessions. The commands below work in pipes and scripts.

` + shell.FileHelp

// rootArgs distinguishes a mistyped command from a FILE.
func rootArgs(c *cobra.Command, args []string) error {
	if len(args) < 2 {
		return nil
	}
	if _, err := os.Stat(args[0]); err == nil || slices.Contains(samples.Names(), args[0]) {
		return fmt.Errorf("the explorer opens one FILE, %q is too much: facet compare takes several", args[1])
	}
	return fmt.Errorf("there is no command %q%s: see facet --help", args[0], shell.Suggestion(c, args[0]))
}
