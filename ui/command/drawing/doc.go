// Package drawing is the commands that put what the screen shows into slides,
// papers and recordings. What they draw is made by packages figure and record; here
// flags and files are read.
package drawing

import (
	"facet/ui/shell"

	"github.com/spf13/cobra"
)

// Commands gives them all.
func Commands(s *shell.Shell) []*cobra.Command { return []*cobra.Command{Figure(s), Record(s)} }
