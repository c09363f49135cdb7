package command

import (
	"fmt"
	"io"
	"strings"
	"time"

	"facet/model"
	"facet/planner"

	"github.com/dustin/go-humanize"
)

const (
	pollEvery = 50 * time.Millisecond
	lineEvery = 2 * time.Second // where nothing happens
	headEvery = 20              // lines
)

// progressLog is the table that mixed-integer solvers print while they work: a
// line for each incumbent, with the letter of its source, and for each rise of
// the bound, but not more often than a reader can follow.
type progressLog struct {
	out   io.Writer
	lines int
	bound model.Cost
	last  time.Duration
	seen  int
}

// logHead says what is solved and how, and what the letters of the table mean.
func logHead(w io.Writer, t totals, o planner.Options) {
	method := o.Method
	fmt.Fprintf(w, "%s: %d vertices, %d edges, %d faces, %d paths\n", model.OneLine(t.File), t.Vertices,
		t.Edges, t.Faces, t.Paths)
	for k, m := range t.modes {
		fmt.Fprintf(w, "%s%s %s", [...]string{"", ", "}[min(k, 1)], m.Name, m.Cost)
	}
	fmt.Fprintln(w)
	o.Method = planner.BranchAndBound // it stands first
	limit := "no time limit"
	if o.Time > 0 {
		limit = "time=" + o.Time.String()
		o.Time = 0
	}
	fmt.Fprintf(w, "%s %s memory=%s, %s\n", method, o.Text(), planner.FormatMemory(o.Memory), limit)
	fmt.Fprintf(w, "from: %s\n\n", legend())
}

// legend lists the letters of the sources. Heuristics share one.
func legend() string {
	var parts []string
	var seen [256]bool
	for _, s := range planner.Sources() {
		letter := planner.Letter(s)
		if seen[letter] {
			continue
		}
		seen[letter] = true
		name := string(s)
		if letter == planner.Letter(planner.Source(planner.GreedyMinFill.String())) {
			name = "heuristics"
		}
		parts = append(parts, string(letter)+" "+name)
	}
	return strings.Join(parts, ", ")
}

// logProgress prints the table until the run ends.
func logProgress(w io.Writer, run *planner.Run) {
	l := &progressLog{out: w, last: -lineEvery}
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	for {
		select {
		case <-run.Done():
			l.incumbents(run)
			end := run.Snapshot()
			l.line(end, ' ')
			if text := end.Reduction(); text != "" {
				fmt.Fprintf(w, "\n%s\n", text)
			}
			fmt.Fprintln(w)
			return
		case <-ticker.C:
			l.incumbents(run)
			s := run.Snapshot()
			since := s.Elapsed - l.last
			if since >= lineEvery || s.Bound > l.bound && since >= lineEvery/4 {
				l.line(s, ' ')
			}
		}
	}
}

// incumbents prints a line for each that is new.
func (l *progressLog) incumbents(run *planner.Run) {
	for _, found := range run.Incumbents(l.seen) {
		l.seen++
		s := run.Snapshot()
		s.Incumbent, s.HasIncumbent, s.Elapsed = found, true, found.Time
		l.line(s, planner.Letter(found.Source))
	}
}

func (l *progressLog) line(s planner.Snapshot, letter byte) {
	if l.lines%headEvery == 0 {
		fmt.Fprintf(l.out, "  %9s %12s %10s %8s %20s %20s %8s\n", "time", "nodes", "open", "table", "best",
			"bound", "gap")
	}
	l.lines++
	l.bound, l.last = s.Bound, s.Elapsed
	best, gap := "-", "-"
	if s.HasIncumbent {
		best, gap = s.Incumbent.Cost.String(), fmt.Sprintf("%.2f%%", 100*s.Gap())
	}
	fmt.Fprintf(l.out, "%c %8.1fs %12d %10d %8s %20s %20s %8s\n", letter, s.Elapsed.Seconds(), s.Explored,
		s.Open,
		humanize.Bytes(uint64(s.TableBytes)), best, s.Bound, gap)
}
