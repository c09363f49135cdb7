package puzzle

import (
	"cmp"
	"fmt"
	"io"
	"strconv"

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
	rows := [][]string{{"name", "yours", "title"}}
	for _, p := range all {
		rows = append(rows, []string{p.Name, cmp.Or(l.standing(p), untried), p.Title})
	}
	_, err = fmt.Fprintf(w, "%s\nfacet puzzle --level 1 to %d --seed N makes an endless random series.\n",
		style.Table("lll", rows), puzzle.Levels)
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
	rows := [][]string{{"name", "solved", "stars", "best", "hints", "tries", "solution"}}
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
		rows = append(rows, []string{r.Name, solved, stars, best, hints, strconv.Itoa(r.Tries), shown})
	}
	_, err := io.WriteString(w, style.Table("lllllll", rows))
	return err
}
