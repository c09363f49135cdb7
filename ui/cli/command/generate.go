package command

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/generate"
	"facet/ui/cli/shell"

	"github.com/spf13/cobra"
)

func generateCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "generate newton|chain|random|layered|banded|stencil",
		Short: "Generate a dag and write it as GraphML",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("there is no kind %q: choose newton, chain, random, layered, banded or stencil", args[0])
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			return fmt.Errorf("name what to generate: newton, chain, random, layered, banded or stencil")
		},
	}
	c.AddCommand(generateNewton(s), generateChain(s), generateRandom(s), generateLayered(s),
		generateBanded(s), generateStencil(s))
	return c
}

func generateNewton(s shell.Shell) *cobra.Command {
	c := &cobra.Command{Use: "newton", Short: "Steps of Newton's method, as in the paper's Figure 2",
		Args: shell.Exactly()}
	steps := c.Flags().Int("steps", 1, "how many steps")
	n := c.Flags().IntP("states", "n", 10, "entries of the state")
	m := c.Flags().IntP("parameters", "m", 10, "entries of the parameters")
	generates(s, c, func() (*model.Dag, error) { return generate.Newton(*steps, *n, *m) })
	return c
}

func generateChain(s shell.Shell) *cobra.Command {
	c := &cobra.Command{Use: "chain", Short: "A Jacobian chain with random sizes and costs",
		Args: shell.Exactly()}
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

func generateBanded(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:     "banded",
		Short:   "Steps in time whose Jacobians are bands",
		Example: "  facet generate banded --size 400 --steps 12 --band 1,1",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("generate banded takes no argument %q: write --band 1,1", args[0])
			}
			return nil
		},
	}
	size := c.Flags().Int("size", 400, "entries of the state")
	steps := c.Flags().Int("steps", 4, "how many steps")
	band := c.Flags().IntSlice("band", []int{1, 1},
		"how far the band reaches below and above the diagonal, as in 1,1 or 1 1")
	generates(s, c, func() (*model.Dag, error) {
		reach, err := bandOf(*band, c.Flags().Args())
		if err != nil {
			return nil, err
		}
		return generate.Banded(*size, *steps, reach[0], reach[1])
	})
	return c
}

// bandOf reads the two numbers of --band: "1,1", or "1 1", of which the shell makes an
// argument of its own.
func bandOf(flag []int, args []string) (reach [2]int, err error) {
	for _, a := range args {
		n, err := strconv.Atoi(a)
		if err != nil || len(flag) > 1 {
			return reach, fmt.Errorf("generate banded takes no argument %q: write --band 1,1", a)
		}
		flag = append(slices.Clone(flag), n)
	}
	if len(flag) != 2 {
		return reach,
			fmt.Errorf("--band has %d numbers: write how far the band reaches below and above the diagonal, as in 1,1", len(flag))
	}
	return [2]int(flag), nil
}

func generateStencil(s shell.Shell) *cobra.Command {
	c := &cobra.Command{Use: "stencil", Short: "Steps in time of an explicit scheme on a grid",
		Example: "  facet generate stencil --points 24x24 --steps 8 --sensors 9", Args: shell.Exactly()}
	points := c.Flags().String("points", "24x24", "points along each axis, of one to three")
	steps := c.Flags().Int("steps", 8, "how many steps")
	order := c.Flags().Int("order", 2,
		"order of the differences, 2 or 4: one or two neighbours in each direction")
	sensors := c.Flags().Int("sensors", 0, "how many entries of the last state are the result; 0 is all")
	generates(s, c, func() (*model.Dag, error) {
		var grid []int
		for word := range strings.SplitSeq(*points, "x") {
			n, err := strconv.Atoi(word)
			if err != nil {
				return nil, fmt.Errorf("--points is %q: write the points along each axis, as in 24x24",
					*points)
			}
			grid = append(grid, n)
		}
		return generate.Stencil(grid, *steps, *order, *sensors)
	})
	return c
}

func elementals(c *cobra.Command, jacobians bool) *generate.Elementals {
	var e generate.Elementals
	c.Flags().Uint64Var(&e.Seed, "seed", 1, "the same seed gives the same dag")
	c.Flags().IntVar(&e.MaxSize, "max-size", 10, "largest vector size")
	c.Flags().Float64Var(&e.Curves, "curves", 0,
		"share of the edges with cost curves, 0 to 1; products have a setup then")
	if jacobians {
		c.Flags().Float64Var(&e.Jacobians, "jacobians", 0,
			"share of the edges whose Jacobian is given, 0 to 1")
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
