package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/samples"
	"facet/ui/door"

	"github.com/spf13/cobra"
)

const stdin = door.Standard

// dag reads the dag that FILE names.
func (p Program) dag(c *cobra.Command, file string) (*model.Dag, error) {
	in, err := p.open(c, file)
	if err != nil {
		return nil, err
	}
	return in.Dag()
}

// open reads whatever FILE names.
func (p Program) open(c *cobra.Command, file string) (*door.Input, error) {
	in, err := p.files.Open(c.Context(), file)
	var missing *door.Missing
	if errors.As(err, &missing) {
		err = fmt.Errorf("%w%s", err, suggestedCommand(c, file))
	}
	return in, err
}

// called is how messages call what was read from file.
func called(file string) string {
	if file == stdin {
		return "standard input"
	}
	return file
}

// classicDag is dag, in classic mode where that is wanted.
func (p Program) classicDag(c *cobra.Command, file string, classic bool) (*model.Dag, error) {
	g, err := p.dag(c, file)
	if err == nil && classic {
		g = g.Classic()
	}
	return g, err
}

func classicFlag(c *cobra.Command) *bool {
	return c.Flags().Bool("classic", false, "take every Jacobian as given and no models, so that only products exist")
}

// exactly wants one argument for each name.
func exactly(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == len(names):
			return nil
		case len(args) > len(names) && len(names) > 0:
			return fmt.Errorf("%s wants %s and nothing more, %q is too much: see %s --help",
				c.CommandPath(), strings.Join(names, " and "), args[len(names)], c.CommandPath())
		case len(names) == 0:
			return fmt.Errorf("%s takes no arguments: see %s --help", c.CommandPath(), c.CommandPath())
		}
		return fmt.Errorf("%s wants %s: see %s --help", c.CommandPath(), strings.Join(names, " and "), c.CommandPath())
	}
}

// completeFiles completes the first n arguments to names of samples, and to
// paths by the shell's own means.
func completeFiles(n int) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= n {
			return nil, cobra.ShellCompDirectiveDefault
		}
		var names []cobra.Completion
		for _, s := range samples.All() {
			if strings.HasPrefix(s.Name, typed) {
				names = append(names, cobra.CompletionWithDesc(s.Name, s.Shows))
			}
		}
		return names, cobra.ShellCompDirectiveDefault
	}
}

// choice is a flag that takes one of a few words.
func choice(c *cobra.Command, name, value, usage string, words ...string) *string {
	chosen := c.Flags().String(name, value, usage+": "+strings.Join(words, ", "))
	err := c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // two flags of one name
	}
	return chosen
}

// oneOf tells that a flag's value is not among its words.
func oneOf(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return fmt.Errorf("--%s is %q: choose one of %s", flag, value, strings.Join(words, ", "))
}
