package teach

import (
	"fmt"
	"time"

	"facet/planner/teach/puzzle"
	"facet/ui/cli/shell"
	"facet/ui/explore/intent"
	ask "facet/ui/teach/puzzle"

	"github.com/spf13/cobra"
)

const puzzleLong = `Solve a puzzle: find a sequence with a given total. The puzzle judges your moves at
the end, or when you ask. Until then the screen does not show the answer. Every
optimal move counts as right; you may also make other moves.

Without NAME, this is the first shipped puzzle that you have not solved. With --level
and --seed it is a small random dag, the same for everybody; :puzzle share shows the
CODE of such a puzzle, as in A1-1R8, by which others open it. With a FILE, the puzzle is
to find the optimum of that dag. With --one-cost you change the dag instead: one cost, so
that edge elimination becomes optimal. Attempts, solutions and hints are kept.`

func (p commands) puzzleCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "puzzle [NAME|CODE|FILE]",
		Short:   "Solve a puzzle: find a cheap sequence yourself",
		Long:    puzzleLong,
		Example: "  facet puzzle\n  facet puzzle bat-22\n  facet puzzle --level 3 --seed 7\n  facet puzzle --mistakes\n  facet puzzle --results",
	}
	seed := c.Flags().Uint64("seed", 1, "the series of random puzzles")
	level := c.Flags().Int("level", 1, fmt.Sprintf("difficulty of a random puzzle, from 1 to %d",
		puzzle.Levels))
	number := c.Flags().Int("number", 0, "number in the series (default: the first that you have not solved)")
	patterns := c.Flags().Bool("patterns", false,
		fmt.Sprintf("random puzzles with sparse Jacobians, at --level %d", puzzle.Levels))
	cost := c.Flags().Bool("one-cost", false,
		"the puzzle is to make edge elimination optimal by changing one cost")
	mistakes := c.Flags().Bool("mistakes", false,
		"what you lost in puzzles before, asked again: later each time that you find it")
	list := c.Flags().Bool("list", false, "list the shipped puzzles")
	results := c.Flags().Bool("results", false, "print your results")
	classic := shell.ClassicFlag(c)
	screen := shell.ScreenFlags(c)
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return fmt.Errorf("facet puzzle takes one puzzle, %q is too much: see facet puzzle --help",
				args[1])
		}
		return nil
	}
	c.ValidArgsFunction = completePuzzles
	c.RunE = func(c *cobra.Command, args []string) error {
		o, err := screen()
		if err != nil {
			return err
		}
		flags := c.Flags()
		random := flags.Changed("seed") || flags.Changed("level") || flags.Changed("number")
		switch {
		case *list || *results:
			if len(args) > 0 || random || *list && *results {
				return fmt.Errorf("--list and --results take no other arguments: leave out the rest")
			}
			return p.printPuzzles(*results)
		case *mistakes && (len(args) > 0 || random || *cost || *patterns || *classic):
			return fmt.Errorf("--mistakes takes no other arguments: leave out the rest")
		case random && len(args) > 0:
			return fmt.Errorf("--seed, --level and --number are for random puzzles: leave out %s", args[0])
		case random && (*level < 1 || *level > puzzle.Levels):
			return fmt.Errorf("--level is %d: choose a number from 1 to %d", *level, puzzle.Levels)
		case *patterns && (*level != puzzle.Levels || *cost || len(args) > 0):
			return fmt.Errorf("--patterns is for random puzzles of --level %d: leave out the rest",
				puzzle.Levels)
		case flags.Changed("number") && *number < 1:
			return fmt.Errorf("--number is %d: the first puzzle of a series is 1", *number)
		case len(args) > 0 && args[0] == shell.Stdin:
			return fmt.Errorf("a puzzle needs the keyboard: name a file instead of %s", args[0])
		case *cost && (len(args) > 0 || *classic || flags.Changed("level")):
			return fmt.Errorf("--one-cost takes --seed and --number: leave out the rest")
		case *classic && len(args) == 0:
			return fmt.Errorf("--classic is for the puzzle of a FILE: name one")
		}
		about := ""
		if len(args) > 0 {
			about = args[0]
		}
		switch {
		case *classic:
			about = "classic " + about
		case *mistakes:
			if text := p.nothingDue(); text != "" {
				fmt.Fprintln(p.shell.Out, text)
				return nil
			}
			about = ask.MistakesWord
		case *cost:
			about = fmt.Sprintf("%s seed %d number %d", ask.OneCostWord, *seed, *number)
		case random:
			about = puzzle.Series{Seed: *seed, Level: *level, Number: *number, Patterns: *patterns}.String()
		}
		o.Lead = intent.Lead{Kind: ask.Kind, About: about}
		return p.shell.Show(c, o)
	}
	return c
}

// nothingDue says why no past mistake is asked now; empty where one is.
func (p commands) nothingDue() string {
	place, _ := p.place()
	_, none := ask.NextMistake(place, time.Now())
	if none == nil {
		return ""
	}
	return none.Error()
}

// printPuzzles lists the puzzles, or the user's results.
func (p commands) printPuzzles(results bool) error {
	place, err := p.place()
	switch {
	case results && err != nil:
		return err
	case results:
		return ask.WriteResults(p.shell.Out, place.Puzzles())
	}
	return ask.NewLibrary(p.shell.Files, place).WriteList(p.shell.Out)
}

func completePuzzles(_ *cobra.Command, args []string, _ string) ([]cobra.Completion,
	cobra.ShellCompDirective) {
	all, err := puzzle.Shipped()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []cobra.Completion
	for _, p := range all {
		names = append(names, cobra.CompletionWithDesc(p.Name, p.Title))
	}
	return names, cobra.ShellCompDirectiveDefault
}
