package command

import (
	"fmt"
	"io"

	"facet/model"
	"facet/model/generate"
	"facet/ui/shell"

	"github.com/spf13/cobra"
)

func generateCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "generate newton|chain|random|layered",
		Short: "Generate a dag and write it as GraphML",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("there is no kind %q: choose newton, chain, random or layered", args[0])
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			return fmt.Errorf("name what to generate: newton, chain, random or layered")
		},
	}
	c.AddCommand(generateNewton(s), generateChain(s), generateRandom(s), generateLayered(s))
	return c
}

func generateNewton(s shell.Shell) *cobra.Command {
	c := &cobra.Command{Use: "newton", Short: "Steps of Newton's method, as in the paper's Figure 2", Args: shell.Exactly()}
	steps := c.Flags().Int("steps", 1, "how many steps")
	n := c.Flags().IntP("states", "n", 10, "entries of the state")
	m := c.Flags().IntP("parameters", "m", 10, "entries of the parameters")
	generates(s, c, func() (*model.Dag, error) { return generate.Newton(*steps, *n, *m) })
	return c
}

func generateChain(s shell.Shell) *cobra.Command {
	c := &cobra.Command{Use: "chain", Short: "A Jacobian chain with random sizes and costs", Args: shell.Exactly()}
	factors := c.Flags().Int("length", 6, "how many factors")
	e := elementals(c, false)
	generates(s, c, func() (*model.Dag, error) { return generate.Chain(*factors, *e) })
	return c
}

func generateRandom(s shell.Shell) *cobra.Command {
	c := &cobra.Command{Use: "random", Short: "A random dag", Args: shell.Exactly()}
	vertices := c.Flags().Int("vertices", 8, "how many vertices")
	edges := c.Flags().Int("edges", 14, "how many edges")
	e := elementals(c, true)
	generates(s, c, func() (*model.Dag, error) { return generate.Random(*vertices, *edges, *e) })
	return c
}

func generateLayered(s shell.Shell) *cobra.Command {
	c := &cobra.Command{Use: "layered", Short: "A random dag in layers", Args: shell.Exactly()}
	layers := c.Flags().Int("layers", 4, "how many layers")
	width := c.Flags().Int("width", 3, "vertices a layer")
	degree := c.Flags().Int("degree", 2, "edges into a vertex")
	e := elementals(c, true)
	generates(s, c, func() (*model.Dag, error) { return generate.Layered(*layers, *width, *degree, *e) })
	return c
}

func elementals(c *cobra.Command, jacobians bool) *generate.Elementals {
	var e generate.Elementals
	c.Flags().Uint64Var(&e.Seed, "seed", 1, "the same seed gives the same dag")
	c.Flags().IntVar(&e.MaxSize, "max-size", 10, "largest vector size")
	c.Flags().Float64Var(&e.Curves, "curves", 0, "share of the edges with cost curves, 0 to 1; products have a setup then")
	if jacobians {
		c.Flags().Float64Var(&e.Jacobians, "jacobians", 0, "share of the edges whose Jacobian is given, 0 to 1")
		c.Flags().Float64Var(&e.Bare, "bare", 0, "share of those that have no models, 0 to 1")
	}
	return &e
}

func generates(s shell.Shell, c *cobra.Command, make func() (*model.Dag, error)) {
	out, force := shell.OutFlag(c), shell.ForceFlag(c)
	c.ValidArgsFunction = cobra.NoFileCompletions
	c.RunE = func(*cobra.Command, []string) error {
		g, err := make()
		if err != nil {
			return err
		}
		return s.Put(*out, *force, func(w io.Writer) error { return writeAs("graphml", w, g) })
	}
}
