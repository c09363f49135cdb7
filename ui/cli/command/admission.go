package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/files"

	"github.com/spf13/cobra"
)

func admissionCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "admission CONFIG",
		Short: "Run a configuration file of the reference implementation",
		Long: `Read a configuration file of the reference implementation (lines with dag, method
and n_threads), run the method, and print the result in the same form as the
reference implementation. Vertices are named by their positions in the dag's file,
counted from 0.

A relative path of the dag is looked up in the working directory first, then in the
directory of the configuration file.`,
		Args: shell.Exactly("a CONFIG"),
	}
	var stop shell.Limit
	c.Flags().Var(&stop, "time", "stop after this time and print the best sequence (default: none)")
	c.RunE = func(c *cobra.Command, args []string) error {
		config, err := readConfig(c.Context(), s, args[0])
		if err != nil {
			return err
		}
		options := planner.Options{Workers: int(min(config.Threads, planner.MostWorkers))}
		options.Time = time.Duration(stop)
		if config.Method != "" {
			if options.Method, err = planner.ParseMethod(config.Method); err != nil {
				return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
			}
		}
		g, err := s.Dag(c, besides(args[0], config.Dag))
		if err != nil {
			return err
		}
		return admission(s, c, config.Dag, g, options)
	}
	return c
}

func readConfig(ctx context.Context, s shell.Shell, file string) (format.Config, error) {
	in, err := s.Files.Read(ctx, files.Configuration, file)
	if err != nil {
		return format.Config{}, err
	}
	return format.ReadConfig(in.Name, bytes.NewReader(in.Content))
}

// besides finds the dag that a configuration names.
func besides(config, dag string) string {
	if _, err := os.Stat(dag); err == nil || filepath.IsAbs(dag) {
		return dag
	}
	if beside := filepath.Join(filepath.Dir(config), dag); config != shell.Stdin {
		if _, err := os.Stat(beside); err == nil {
			return beside
		}
	}
	return dag
}

func admission(s shell.Shell, c *cobra.Command, file string, g *model.Dag, o planner.Options) error {
	found, err := planner.Solve(c.Context(), model.NewState(g), o)
	if err = found.IgnoreStop(err); errors.Is(err, planner.ErrNothing) {
		err = fmt.Errorf("%w: give it more --time", err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	r, err := newResult(c.Context(), file, g, found)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "elapsed time: %.6gs\n\n", r.ElapsedSeconds)
	if err := shell.WriteListing(&b, r.Sequence.lines(func(s step) string {
		s.Target = s.positions()
		return s.line()
	})); err != nil {
		return err
	}
	fmt.Fprintf(&b, "dense tangent cost: %s\ndense adjoint cost: %s\noptimized cost: %s\n\n", r.DenseTangent,
		r.DenseAdjoint, r.Cost)
	if r.method == planner.BranchAndBound {
		r.writeStatistics(&b)
	}
	_, err = s.Out.Write(b.Bytes())
	return err
}
