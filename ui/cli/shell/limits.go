package shell

import (
	"context"
	"fmt"
	"time"

	"facet/planner"

	"github.com/spf13/cobra"
)

// LimitFlags adds the flags for what a run may use. They write into the options, whose
// values are the defaults; [CheckOptions] checks them once they are parsed.
func LimitFlags(c *cobra.Command, o *planner.Options) {
	if o.Memory == 0 {
		o.Memory = planner.DefaultMemory
	}
	flags := c.Flags()
	flags.Var((*Limit)(&o.Time), "time", "stop after this time and keep the best sequence (default: none)")
	flags.Var((*Size)(&o.Memory), "memory", "memory limit of tables and open nodes")
	flags.IntVar(&o.Workers, "workers", o.Workers, "goroutines of a search (default: one for each processor)")
	flags.Uint64Var(&o.Seed, "seed", 0, "seed of random choices")
}

// CheckOptions says which flag of a search has a value out of its range.
func CheckOptions(o *planner.Options) error { return asFlag(o.Check()) }

// WorkersFlag adds the flag for the goroutines of a search that has a screen next to it,
// and gives a function that checks it when it is parsed.
func WorkersFlag(c *cobra.Command, workers *int, usage string) (check func() error) {
	const zero = "one fewer than processors"
	c.Flags().IntVar(workers, "workers", 0, usage+" (default: "+zero+")")
	return func() error { return asFlag(planner.CheckWorkers(*workers, zero)) }
}

// asFlag makes a sentence about an option one about its flag, which has the same name.
func asFlag(err error) error {
	if err != nil {
		err = fmt.Errorf("--%w", err)
	}
	return err
}

// Within limits the time of a context; a limit of 0 is none.
func Within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, limit)
}
