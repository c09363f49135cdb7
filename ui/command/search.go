package command

import (
	"fmt"
	"strings"
	"time"

	"facet/planner"
	"facet/ui/shell"

	"github.com/spf13/cobra"
)

var (
	boundWords = []string{"cover", "packing", "simple", "none"}
	startWords = []string{"vertex", "heuristics", "none"}
)

func methodWords() []string {
	var words []string
	for _, m := range planner.Methods() {
		words = append(words, m.String())
	}
	return words
}

func methodHelp() string {
	var b strings.Builder
	for _, m := range planner.Methods() {
		fmt.Fprintf(&b, "  %-18s  %s\n", m, m.Text())
	}
	return b.String()
}

// mostWorkers is how many goroutines a search may have.
const mostWorkers = 1024

// searchFlags adds the flags that say how to search, and gives a function that
// reads them when they are parsed.
func searchFlags(c *cobra.Command) func() (planner.Options, error) {
	method := methodFlag(c)
	bound := shell.Choice(c, "bound", "cover", "lower bound of the search", boundWords...)
	start := shell.Choice(c, "start", "vertex", "method for the first sequence", startWords...)
	limits := limitFlags(c)
	pace := c.Flags().Float64("pace", 0, "nodes per second, for slow motion (default: full speed)")
	return func() (planner.Options, error) {
		o, err := limits()
		if err != nil {
			return o, err
		}
		if o.Method, err = planner.ParseMethod(*method); err != nil {
			return o, err
		}
		if o.Bound, err = planner.ParseBound(*bound); err != nil {
			return o, err
		}
		if o.WarmStart, err = planner.ParseWarmStart(*start); err != nil {
			return o, err
		}
		if !(*pace >= 0) {
			return o, fmt.Errorf("--pace is %v: choose a number of nodes per second", *pace)
		}
		o.Pace = *pace
		return o, nil
	}
}

func methodFlag(c *cobra.Command) *string {
	method := c.Flags().StringP("method", "m", planner.BranchAndBound.String(), "one of the methods above")
	err := c.RegisterFlagCompletionFunc("method", cobra.FixedCompletions(methodWords(), cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // two flags of one name
	}
	return method
}

// limitFlags adds the flags for what a run may use.
func limitFlags(c *cobra.Command) func() (planner.Options, error) {
	var limit shell.Limit
	var memory shell.Size = planner.DefaultMemory
	flags := c.Flags()
	flags.Var(&limit, "time", "stop after this time and keep the best sequence (default: none)")
	flags.Var(&memory, "memory", "memory limit of tables and open nodes")
	workers := flags.Int("workers", 0, "goroutines of a search (default: one for each processor)")
	seed := flags.Uint64("seed", 0, "seed of random choices")
	return func() (planner.Options, error) {
		if *workers < 0 || *workers > mostWorkers {
			return planner.Options{}, fmt.Errorf("--workers is %d: choose a number up to %d, or 0 for one for each processor", *workers, mostWorkers)
		}
		return planner.Options{Workers: *workers, Time: time.Duration(limit), Memory: int64(memory), Seed: *seed}, nil
	}
}
