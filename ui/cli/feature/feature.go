// Package feature says what a wing adds to the program: each wing of ui exports one
// [Feature], and main lists them. A wing may use the
// explorer, its drawings, files and the shell; none of these knows a wing, and no wing
// knows the inside of another. A wing whose line is taken out of main is out of the
// program.
package feature

import (
	"context"

	"github.com/spf13/cobra"

	"facet/model"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/explore/layer"
	"facet/ui/files"
)

// Feature is what a wing adds to the program. Each field may be nil.
type Feature struct {
	// Explorer makes the wing's part of an explorer.
	Explorer func(layer.Surroundings) layer.Part
	// Shell makes the wing's commands of the command line.
	Shell func(shell.Shell) []*cobra.Command
	// Objective makes an alternative to least cost for facet solve. It adds its flags to
	// the command.
	Objective func(*cobra.Command) Objective
	// Function reads the dag of a function in a programming language.
	Function files.FunctionReader
}

// Objective is something that facet solve can optimize in place of the cost.
type Objective interface {
	// Flags are the names of its flags, one of which selects it.
	Flags() []string
	// Check says what is wrong with the flags' values.
	Check(c *cobra.Command) error
	// Solve looks for a sequence and prints it.
	Solve(ctx context.Context, s shell.Shell, file string, g *model.Dag, o SolveOptions) error
}

// SolveOptions are the flags of facet solve that concern every objective.
type SolveOptions struct {
	Planner planner.Options
	JSON    bool
	Out     string // file for the sequence; empty for none
	Force   bool   // overwrite Out
}

// List is all features of a program.
type List []Feature

// Parts makes the parts of an explorer.
func (l List) Parts(around layer.Surroundings) []layer.Part {
	var all []layer.Part
	for _, f := range l {
		if f.Explorer != nil {
			all = append(all, f.Explorer(around))
		}
	}
	return all
}

// Function is the first reader of functions; nil where no wing has one.
func (l List) Function() files.FunctionReader {
	for _, f := range l {
		if f.Function != nil {
			return f.Function
		}
	}
	return nil
}
