package shell

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/samples"
	"facet/ui/draw/style"
	"facet/ui/files"

	"github.com/spf13/cobra"
)

// Stdin is the FILE that means standard input.
const Stdin = files.Standard

// Dag reads the dag that FILE names.
func (s Shell) Dag(c *cobra.Command, file string) (*model.Dag, error) {
	in, err := s.Open(c, file)
	if err != nil {
		return nil, err
	}
	g, err := in.Dag(c.Context())
	return g, late(c, file, err)
}

// late is the error of reading a file, or that its time was over meanwhile.
func late(c *cobra.Command, file string, err error) error {
	if err != nil && errors.Is(context.Cause(c.Context()), ErrTime) && !errors.Is(err, ErrTime) {
		return fmt.Errorf("%s: reading the file was stopped: %w", Called(file), ErrTime)
	}
	return err
}

// ErrTime is why what is not a search ends at the time limit of one.
var ErrTime = errors.New("it takes longer than --time")

// InTime ends the context of a command after the time of its flag --time, 0 for none: what
// reads its files is part of that. The function that it returns gives the command its own
// context back.
func InTime(c *cobra.Command, limit time.Duration) (end func()) {
	if limit <= 0 {
		return func() {}
	}
	whole := c.Context()
	ctx, cancel := context.WithTimeoutCause(whole, limit, ErrTime)
	c.SetContext(ctx)
	return func() {
		cancel()
		c.SetContext(whole)
	}
}

// Open reads whatever FILE names.
func (s Shell) Open(c *cobra.Command, file string) (*files.Input, error) {
	in, err := s.Files.Open(c.Context(), file)
	var missing *files.Missing
	if errors.As(err, &missing) {
		missing.Also = commands(c)
	}
	return in, late(c, file, err)
}

// Called is the name, in messages, of what was read from file.
func Called(file string) string {
	if file == Stdin {
		return "standard input"
	}
	return file
}

// ClassicDag reads a dag, in classic mode if classic is true.
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

// Exactly requires one argument for each name.
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
		return fmt.Errorf("%s needs %s: see %s --help", c.CommandPath(), strings.Join(names, " and "),
			c.CommandPath())
	}
}

// CompleteFiles completes the first n arguments to names of samples, and lets the shell
// complete paths.
func CompleteFiles(n int) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) ([]cobra.Completion,
		cobra.ShellCompDirective) {
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

// Choice adds a flag whose value is one of a few words, or as it is where it is not given.
func Choice(c *cobra.Command, name, value, usage string, words ...string) *string {
	c.Flags().Var(choice{&value, name, words}, name, usage+": "+strings.Join(words, ", "))
	complete(c, name, words)
	return &value
}

// Suggested adds a flag whose value is a word. Which of them can be meant depends on the FILE.
func Suggested(c *cobra.Command, name, value, usage string, words ...string) *string {
	chosen := c.Flags().String(name, value, usage+": "+strings.Join(words, ", "))
	complete(c, name, words)
	return chosen
}

// choice is a flag for one of a few words.
type choice struct {
	value *string
	name  string
	words []string
}

// String is the word.
func (c choice) String() string {
	if c.value == nil { // of the zero flag, which the help asks for
		return ""
	}
	return *c.value
}

// Type is how the flag's value is called in the help.
func (choice) Type() string { return "string" }

// Set takes one of the words.
func (c choice) Set(text string) error {
	if err := OneOf(c.name, text, c.words...); err != nil {
		return err
	}
	*c.value = text
	return nil
}

// named is a flag for a value that has a name.
type named[T fmt.Stringer] struct {
	value *T
	parse func(name string) (T, error)
}

// Named adds a flag for a value that has one of a few names; parse reads it.
func Named[T fmt.Stringer](c *cobra.Command, name, short, usage string, value *T,
	parse func(name string) (T, error), all []T) {
	c.Flags().VarP(named[T]{value, parse}, name, short, usage)
	complete(c, name, NamesOf(all))
}

// NamesOf lists the names of values.
func NamesOf[T fmt.Stringer](all []T) []string {
	names := make([]string, len(all))
	for k, one := range all {
		names[k] = one.String()
	}
	return names
}

// complete completes the value of a flag to words.
func complete(c *cobra.Command, name string, words []string) {
	if err := c.RegisterFlagCompletionFunc(name,
		cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // a programming error: two flags of one name
	}
}

// String is the name of the value.
func (n named[T]) String() string {
	if n.value == nil { // of the zero flag, which the help asks for
		return ""
	}
	return (*n.value).String()
}

// Type is how the flag's value is called in the help.
func (named[T]) Type() string { return "string" }

// Set reads a name.
func (n named[T]) Set(text string) error {
	value, err := n.parse(text)
	if err == nil {
		*n.value = value
	}
	return err
}

// OneOf returns an error if a flag's value is not one of its words.
func OneOf(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return wrongWord{fmt.Errorf("--%s is %q: choose one of %s", flag, value, strings.Join(words, ", "))}
}

// wrongWord is the error of a flag that lists what there is.
type wrongWord struct{ error }

// FileHelp is the text of the help on FILE.
const FileHelp = `FILE is a path, - for standard input, or the name of a sample (see facet samples). An
existing file takes precedence over a sample of the same name. Files are GraphML, DOT,
JSON, plain chains, listings, Go functions, AMPL's .nl files, CppAD's AD graphs in JSON,
or sessions saved by the explorer.`

// commands are the names of subcommands that may stand in the place of the command's
// FILE.
func commands(c *cobra.Command) []string {
	var all []string
	for _, one := range c.Commands() {
		if one.IsAvailableCommand() {
			all = append(all, one.Name())
		}
	}
	return all
}

// Suggestion is the end of an error: the commands spelt similarly to name, if any.
func Suggestion(c *cobra.Command, name string) string {
	return style.DidYouMean(name, commands(c.Root()))
}

// SomeFiles requires at least one FILE, and standard input at most once.
func SomeFiles(c *cobra.Command, args []string) error {
	inputs := 0
	for _, file := range args {
		if file == Stdin {
			inputs++
		}
	}
	switch {
	case len(args) == 0:
		return fmt.Errorf("%s needs at least one FILE: see %s --help", c.CommandPath(), c.CommandPath())
	case inputs > 1:
		return fmt.Errorf("standard input can be read only once")
	}
	return nil
}
