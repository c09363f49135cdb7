package puzzle

import (
	"cmp"
	"fmt"
	"io"
	"text/tabwriter"

	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/files/store"
)

// WriteList prints the shipped puzzles and what came of them. It gives no par away
// that is not the goal.
func (l Library) WriteList(w io.Writer) error {
	all, err := l.shipped()
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(out, "name\tyours\ttitle")
	for _, p := range all {
		fmt.Fprintf(out, "%s\t%s\t%s\n", p.Name, cmp.Or(l.standing(p), untried), p.Title)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\nfacet puzzle --level 1 to %d --seed N makes an endless random series.\n", puzzle.Levels)
	return err
}

// untried is the standing of a puzzle of which nothing came yet.
const untried = "-"

func standingOf(r store.Puzzle) string {
	switch {
	case r.Solved && r.Stars > 0:
		return fmt.Sprintf("solved %.*s", r.Stars, "***")
	case r.Solved:
		return "solved"
	case len(r.Attempt) > 0:
		return fmt.Sprintf("%d moves in", len(r.Attempt))
	case r.Tries > 0:
		return "tried"
	case r.Asked > 0:
		return style.Plural(r.Asked, "hint", "hints")
	}
	return untried
}

// WriteResults prints what came of all puzzles that were ever tried.
func WriteResults(w io.Writer, all []store.Puzzle) error {
	if len(all) == 0 {
		_, err := fmt.Fprintln(w, "You have not tried a puzzle yet: facet puzzle opens the first.")
		return err
	}
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(out, "name\tsolved\tstars\tbest\thints\ttries\tsolution")
	for _, r := range all {
		solved, stars, best, hints, shown := "no", "-", "-", "-", "-"
		if r.Solved {
			solved, stars, hints = "yes", fmt.Sprintf("%.*s", r.Stars, "***"), fmt.Sprint(r.Hints)
		} else if r.Asked > 0 {
			hints = fmt.Sprint(r.Asked)
		}
		if r.Best > 0 {
			best = style.Number(r.Best)
		}
		if r.Shown {
			shown = "shown"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", r.Name, solved, stars, best, hints, r.Tries, shown)
	}
	return out.Flush()
}
