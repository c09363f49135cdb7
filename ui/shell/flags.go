package shell

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// FlagError makes a sentence of what the parser says about a flag, and points
// to the help.
func FlagError(c *cobra.Command, err error) error {
	var number *strconv.NumError
	if errors.As(err, &number) {
		about, _, _ := strings.Cut(err.Error(), ": strconv.")
		err = fmt.Errorf("%s: %s", about, wanted(number))
	}
	return fmt.Errorf("%w: see %s --help", err, c.CommandPath())
}

// wanted says what should stand where strconv could read no value.
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

// OneAlone tells that more than one of flags was given that exclude each other.
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
