package command

import (
	"context"
	"fmt"
	"io"
	"time"

	"facet/model"
	"facet/ui/cli/shell"
	"facet/ui/explore/figure"
	"facet/ui/files"

	"github.com/spf13/cobra"
)

func replayCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "replay FILE SEQUENCE",
		Short: "Carry out and check an elimination sequence",
		Long: `Carry out an elimination sequence, check it numerically and print it with its
cost. The sequence is a file, or - for standard input, with one operation per line:

  ACC TAN (0 1) 4           # preaccumulate the Jacobian of (0,1), cost 4
  ELI MUL (0 1 2)(2 4) 6    # eliminate the face between (0,1,2) and (2,4), cost 6

Modes and costs may be left out. Costs that are given are checked. You can pipe the
output of facet solve into it. A saved session, a certificate and the JSON of facet
solve contain a sequence too.

` + shell.FileHelp,
		Args:              shell.Exactly("a FILE", "a SEQUENCE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	classic := shell.ClassicFlag(c)
	asJSON := shell.JSONFlag(c)
	partial := c.Flags().Bool("partial", false, "accept an incomplete sequence")
	withLosses := c.Flags().Bool("losses", false,
		"show the loss of each operation: by how much it increased the best possible total")
	inWords := c.Flags().Bool("words", false,
		"show what each operation does: fill, absorb, merge, remove, models lost")
	most := shell.Limit(lossesTime)
	c.Flags().Var(&most, "time", "time limit of --losses; unsolved losses are given as a range")
	byPosition := c.Flags().Bool("positions", false,
		"the sequence names vertices by their positions in FILE, from 0, as the reference implementation does")
	form := shell.Choice(c, "table", "", "print the sequence as a table in the paper's notation",
		figure.Tables...)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := shell.OneAlone(c, "table", "json"); err != nil {
			return err
		}
		if args[0] == shell.Stdin && args[1] == shell.Stdin {
			return fmt.Errorf("FILE and SEQUENCE cannot both be standard input")
		}
		g, err := s.ClassicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		in, err := s.Files.Read(c.Context(), files.Sequence, args[1])
		if err != nil {
			return err
		}
		start := model.NewState(g)
		if *byPosition {
			renamed, err := positional(g)
			if err != nil {
				return err
			}
			start = model.NewState(renamed)
		}
		read, err := in.Steps(start)
		if err != nil {
			return err
		}
		ops := make([]model.Op, len(read))
		for k, step := range read {
			ops[k] = step.Op
		}
		r, err := newReplay(c.Context(), args[0], g, ops)
		if err != nil {
			return err
		}
		r.Sequence.words = *inWords
		if *withLosses {
			if r.Losses, r.Sequence.lost, err = lossesOf(c.Context(), model.NewState(g), ops,
				time.Duration(most)); err != nil {
				return err
			}
		}
		if (r.left.Done() || *partial) && *form != "" {
			return printTable(s, g, read, r, *form)
		}
		if r.left.Done() || *partial {
			return printReplay(s, r, *asJSON)
		}
		return fmt.Errorf("%s: the sequence is not complete, %d faces and %d Jacobians are left: complete it, or replay it with --partial",
			shell.Called(args[1]), r.left.Faces(), r.left.Lacking())
	}
	return c
}

// replay is the result of replaying a sequence.
type replay struct {
	totals
	Cost     model.Cost `json:"cost"`
	Complete bool       `json:"complete"`
	Proved   bool       `json:"proved"`
	Peak     model.Cost `json:"peak_entries"` // of Jacobians held at once
	PeakAt   int        `json:"peak_after"`   // operations
	Sequence listing    `json:"sequence"`
	Losses   *losses    `json:"losses,omitempty"`

	left *model.State
}

func newReplay(ctx context.Context, file string, g *model.Dag, ops []model.Op) (replay, error) {
	all := listing{start: model.NewState(g), ops: ops}
	memory, end, err := model.MemoryEach(all.start, ops, func(*model.State, model.Op, model.Cost) {})
	if err != nil {
		return replay{}, err
	}
	modes, err := newTotals(ctx, file, g)
	if err != nil {
		return replay{}, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	r := replay{Peak: memory.Peak, PeakAt: memory.At, totals: modes, Cost: end.Spent(), Complete: end.Done(),
		Sequence: all, left: end}
	if r.Complete {
		if err := model.ProveContext(ctx, g, ops); err != nil {
			return replay{}, fmt.Errorf("%s: the sequence is wrong: %w", shell.Called(file), err)
		}
		r.Proved = true
	}
	return r, nil
}

func printReplay(s shell.Shell, r replay, asJSON bool) error {
	if asJSON {
		return shell.WriteJSONList(s.Data, r, "sequence", r.Sequence.elements)
	}
	if err := shell.WriteListing(s.Out, r.Sequence.lines(step.line)); err != nil {
		return err
	}
	for _, row := range []struct {
		name string
		cost model.Cost
	}{
		{"dense tangent cost", r.DenseTangent}, {"dense adjoint cost", r.DenseAdjoint},
		{"sparse tangent cost", r.SparseTangent}, {"sparse adjoint cost", r.SparseAdjoint},
		{"sequence cost", r.Cost},
	} {
		fmt.Fprintf(s.Out, "%s: %s\n", row.name, row.cost)
	}
	fmt.Fprintf(s.Out, "peak memory: %s of Jacobians, after operation %d\n", model.Entries(r.Peak), r.PeakAt)
	if r.Losses != nil {
		r.Losses.write(s.Out, len(r.Sequence.ops))
	}
	verdict := "checked: the sequence is complete and gives the Jacobian of every path"
	if !r.Complete {
		verdict = fmt.Sprintf("not complete: %d faces and %d Jacobians are left", r.left.Faces(),
			r.left.Lacking())
	}
	_, err := fmt.Fprintf(s.Out, "\n%s\n", verdict)
	return err
}

// printTable prints a replayed sequence in the paper's notation.
func printTable(s shell.Shell, g *model.Dag, read []files.Step, r replay, form string) error {
	var lost []string
	if r.Losses != nil {
		lost = make([]string, len(read))
		for k := range r.Sequence.lost {
			if one := &r.Sequence.lost[k]; one.remark() != "" {
				lost[k] = one.String()
			}
		}
	}
	text, err := walkOf(g, read).Table(form, lost)
	if err != nil {
		return fmt.Errorf("%s: %w", r.File, err)
	}
	_, err = io.WriteString(s.Data, text)
	return err
}
