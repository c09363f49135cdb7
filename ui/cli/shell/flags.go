package shell

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"facet/planner"
	"facet/ui/draw/style"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// FlagError turns a parser's error about a flag into a sentence that refers to the help.
func FlagError(c *cobra.Command, err error) error {
	var unknown *planner.UnknownError
	if errors.As(err, &unknown) {
		return unknown // which lists what there is
	}
	var word wrongWord
	if errors.As(err, &word) {
		return word
	}
	var number *strconv.NumError
	if errors.As(err, &number) {
		about, _, _ := strings.Cut(err.Error(), ": strconv.")
		err = fmt.Errorf("%s: %s", about, wanted(number))
	}
	return fmt.Errorf("%w%s: see %s --help", err, similarFlag(c, err), c.CommandPath())
}

// otherNames is the annotation that holds other names of a flag.
const otherNames = "also"

// Known gives a flag other names, for users who look for it by those.
func Known(c *cobra.Command, flag string, as ...string) {
	_ = c.Flags().SetAnnotation(flag, otherNames, as) // no error: the flag exists
}

// similarFlag says which flags of the command the user may have meant by an unknown one,
// or which other command has it.
func similarFlag(c *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || len(unknown.GetSpecifiedName()) < 2 {
		return ""
	}
	name, exact := unknown.GetSpecifiedName(), ""
	var all, elsewhere []string
	look := func(of *cobra.Command, found func(known string, f *pflag.Flag)) {
		of.Flags().VisitAll(func(f *pflag.Flag) {
			for _, known := range append([]string{f.Name}, f.Annotations[otherNames]...) {
				if !f.Hidden {
					found(known, f)
				}
			}
		})
	}
	look(c, func(known string, f *pflag.Flag) {
		if known == name {
			exact = f.Name
		}
		all = append(all, f.Name)
	})
	for _, other := range c.Commands() {
		look(other, func(known string, f *pflag.Flag) {
			if known == name {
				elsewhere = append(elsewhere, other.CommandPath()+" --"+f.Name)
			}
		})
	}
	if exact != "" {
		return ", did you mean --" + exact
	}
	if near := style.DidYouMean(name, all); near != "" {
		return strings.ReplaceAll(strings.ReplaceAll(near, "mean ", "mean --"), " or ", " or --")
	}
	if len(elsewhere) > 0 && len(elsewhere) <= 3 {
		return ", did you mean " + strings.Join(elsewhere, " or ")
	}
	return ""
}

// wanted says what is expected where strconv could not read a value.
func wanted(e *strconv.NumError) string {
	switch {
	case errors.Is(e, strconv.ErrRange):
		return "the number is too large"
	case e.Func == "ParseFloat":
		return "write a number"
	case e.Func == "ParseUint":
		return "write a whole number from 0"
	case e.Func == "ParseBool":
		return "write true or false, or the flag alone"
	}
	return "write a whole number"
}

// OneAlone returns an error if more than one of several exclusive flags is set.
func OneAlone(c *cobra.Command, flags ...string) error {
	var given []string
	for _, name := range flags {
		if c.Flags().Changed(name) {
			given = append(given, "--"+name)
		}
	}
	if len(given) > 1 {
		return fmt.Errorf("%s exclude each other: choose one", strings.Join(given, " and "))
	}
	return nil
}
