package shell

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/samples"
	"facet/ui/files"
	"facet/ui/style"

	"github.com/spf13/cobra"
)

// Stdin is the FILE that stands for standard input.
const Stdin = files.Standard

// Dag reads the dag that FILE names.
func (s Shell) Dag(c *cobra.Command, file string) (*model.Dag, error) {
	in, err := s.Open(c, file)
	if err != nil {
		return nil, err
	}
	return in.Dag()
}

// Open reads whatever FILE names.
func (s Shell) Open(c *cobra.Command, file string) (*files.Input, error) {
	in, err := s.Files.Open(c.Context(), file)
	var missing *files.Missing
	if errors.As(err, &missing) {
		missing.Also = commands(c)
	}
	return in, err
}

// Called is how messages call what was read from file.
func Called(file string) string {
	if file == Stdin {
		return "standard input"
	}
	return file
}

// ClassicDag is dag, in classic mode where that is wanted.
func (s Shell) ClassicDag(c *cobra.Command, file string, classic bool) (*model.Dag, error) {
	g, err := s.Dag(c, file)
	if err == nil && classic {
		g = g.Classic()
	}
	return g, err
}

// ClassicFlag adds --classic to a command that reads a dag.
func ClassicFlag(c *cobra.Command) *bool {
	return c.Flags().Bool("classic", false, "classic mode: all Jacobians are given, no models, only products")
}

// Exactly wants one argument for each name.
func Exactly(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == len(names):
			return nil
		case len(args) > len(names) && len(names) > 0:
			return fmt.Errorf("%s takes %s only, %q is too much: see %s --help",
				c.CommandPath(), strings.Join(names, " and "), args[len(names)], c.CommandPath())
		case len(names) == 0:
			return fmt.Errorf("%s takes no arguments: see %s --help", c.CommandPath(), c.CommandPath())
		}
		return fmt.Errorf("%s needs %s: see %s --help", c.CommandPath(), strings.Join(names, " and "), c.CommandPath())
	}
}

// CompleteFiles completes the first n arguments to names of samples, and to
// paths by the shell's own means.
func CompleteFiles(n int) cobra.CompletionFunc {
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

// Choice is a flag that takes one of a few words.
func Choice(c *cobra.Command, name, value, usage string, words ...string) *string {
	chosen := c.Flags().String(name, value, usage+": "+strings.Join(words, ", "))
	err := c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // two flags of one name
	}
	return chosen
}

// OneOf tells that a flag's value is not among its words.
func OneOf(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return fmt.Errorf("--%s is %q: choose one of %s", flag, value, strings.Join(words, ", "))
}

// FileHelp says in the help what a FILE may be.
const FileHelp = `FILE is a path, - for standard input, or the name of a sample (see facet samples). An
existing file takes precedence over a sample of the same name. Files are GraphML, DOT,
JSON, plain chains, listings, Go functions, or sessions saved by the explorer.`

// commands are the names that may stand where the command has its FILE.
func commands(c *cobra.Command) []string {
	var all []string
	for _, one := range c.Commands() {
		if one.IsAvailableCommand() {
			all = append(all, one.Name())
		}
	}
	return all
}

// Suggestion goes on in an error: which commands are spelt like name, if any.
func Suggestion(c *cobra.Command, name string) string {
	return style.DidYouMean(name, commands(c.Root()))
}
