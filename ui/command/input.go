package command

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"facet/model"
	"facet/model/format"
	"facet/samples"

	"github.com/spf13/cobra"
)

const stdin = "-"

// dag reads the dag that FILE names.
func (p Program) dag(c *cobra.Command, file string) (*model.Dag, error) {
	switch file {
	case stdin:
		return format.Read("standard input", p.In)
	case "":
		return nil, fmt.Errorf("the FILE has an empty name: give a path, - for standard input, or the name of a sample")
	}
	if _, err := os.Stat(file); err == nil {
		return format.ReadFile(file)
	}
	if slices.Contains(samples.Names(), file) {
		text, err := samples.Open(file)
		if err != nil {
			return nil, err
		}
		return format.Read(file, bytes.NewReader(text))
	}
	return nil, fmt.Errorf("cannot read %s: no such file, and no sample of that name (%s)%s",
		file, strings.Join(samples.Names(), ", "), suggestedCommand(c, file))
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

// reason is what went wrong with a file, without the path and the system call
// that the message names already.
func reason(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}
