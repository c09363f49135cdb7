// Package programs is the wing for an engineer's own programs and functions: facet
// measure, facet code, and dags of functions.
//
//	feature.go   the wing
//	code.go      facet code, for Jacobians and drivers
//	order.go     the sequence that code follows; orders.go compares several
package programs

import (
	"github.com/spf13/cobra"

	"facet/ui/cli/feature"
	"facet/ui/cli/shell"
	"facet/ui/programs/functions"
	"facet/ui/programs/measuring"
)

// Feature adds the commands, and the reader of functions.
func Feature() feature.Feature {
	return feature.Feature{
		Shell: func(s shell.Shell) []*cobra.Command {
			return []*cobra.Command{coder{s}.command(), measuring.Command(&s)}
		},
		Function: functions.Dag,
	}
}
