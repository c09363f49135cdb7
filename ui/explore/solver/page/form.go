package page

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/dustin/go-humanize"

	"facet/planner"
	"facet/ui/draw/style"
)

// Form is the options of the next run, one on each row. Left and right change a
// value; for a value that is not offered the user types the command.
type Form struct {
	Options planner.Options
	at      int // the row
}

// field is one row of the form.
type field struct {
	name, does string
	text       func(planner.Options) string
	step       func(o *planner.Options, by int)
}

var (
	timeChoices = []time.Duration{0, 5 * time.Second, 20 * time.Second, time.Minute, 5 * time.Minute,
		30 * time.Minute, 2 * time.Hour}
	memoryChoices = []int64{64 << 20, 256 << 20, 1 << 30, 2 << 30, 4 << 30, 8 << 30, 16 << 30}
	paceChoices   = []float64{0, 1, 3, 10, 30, 100, 1000}
)

// fields lists the rows.
func fields() []field {
	return []field{
		{"method", "", func(o planner.Options) string {
			return o.Method.String()
		}, func(o *planner.Options, by int) {
			o.Method = turn(planner.Methods(), o.Method, by)
		}},
		{"bound", "lower bound: none, simple, packing, cover", func(o planner.Options) string {
			return o.Bound.String()
		}, func(o *planner.Options, by int) {
			o.Bound = turn([]planner.Bound{planner.BoundNone, planner.BoundSimple, planner.BoundPacking,
				planner.BoundCover}, o.Bound, by)
		}},
		{"start", "method for the first sequence", func(o planner.Options) string {
			return o.WarmStart.String()
		}, func(o *planner.Options, by int) {
			o.WarmStart = turn([]planner.WarmStart{planner.WarmNothing, planner.WarmHeuristics,
				planner.WarmVertex}, o.WarmStart, by)
		}},
		{"workers", "leave one processor for the screen", func(o planner.Options) string {
			return fmt.Sprint(o.Workers)
		}, func(o *planner.Options, by int) {
			o.Workers = max(1, min(planner.MostWorkers, o.Workers+by))
		}},
		{"time", "limit, without pauses", timeText, func(o *planner.Options, by int) {
			o.Time = turn(timeChoices, o.Time, by)
		}},
		{"memory", "limit of tables and open nodes", memoryLimit, func(o *planner.Options, by int) {
			o.Memory = turn(memoryChoices, cmp.Or(o.Memory, planner.DefaultMemory), by)
		}},
		{"seed", "of random choices", func(o planner.Options) string {
			return fmt.Sprint(o.Seed)
		}, func(o *planner.Options, by int) {
			if by > 0 || o.Seed > 0 {
				o.Seed += uint64(by)
			}
		}},
		{"pace", "slow motion, to watch the search", func(o planner.Options) string {
			return Pace(o.Pace)
		}, func(o *planner.Options, by int) { o.Pace = turn(paceChoices, o.Pace, by) }},
	}
}

// turn gives the choice that lies by further; a value that is none of the
// choices counts as the first.
func turn[T comparable](choices []T, now T, by int) T {
	at := max(0, slices.Index(choices, now))
	return choices[(at+by+len(choices))%len(choices)]
}

func timeText(o planner.Options) string {
	if o.Time == 0 {
		return "no limit"
	}
	return Clock(o.Time)
}

func memoryLimit(o planner.Options) string {
	return humanize.IBytes(uint64(cmp.Or(o.Memory, planner.DefaultMemory)))
}

// Pace writes the nodes a second of slow motion; 0 is none.
func Pace(nodes float64) string {
	if nodes == 0 {
		return "full speed"
	}
	return fmt.Sprintf("%g nodes/s", nodes)
}

// Move chooses another row.
func (f *Form) Move(by int) {
	n := len(fields())
	f.at = (f.at + by + n) % n
}

// Change changes the value of the chosen row.
func (f *Form) Change(by int) { fields()[f.at].step(&f.Options, by) }

// Draw is the page while the form is open; depth is how many steps the session
// has made.
func (f *Form) Draw(t *style.Theme, depth, width, height int) []string {
	content := []string{""}
	for k, row := range fields() {
		sign, role := "  ", style.Plain
		if k == f.at {
			sign, role = t.Signs.Cursor+" ", style.Selected
		}
		does := row.does
		if k == 0 {
			does = f.Options.Method.Text()
		}
		content = append(content, " "+t.Paint(role, sign+t.Left(row.name, 9)+t.Left(row.text(f.Options),
			20))+" "+t.Paint(style.Faint, t.Clip(does, max(0, width-35))))
	}
	content = append(content, "",
		" "+t.Paint(style.Key, "Enter")+" starts it from the state after "+style.Plural(depth, "step",
			"steps")+
			"   "+t.Paint(style.Key, t.Text("← →"))+" change   "+t.Paint(style.Key, "Esc")+" back",
		"", t.Paint(style.Faint,
			t.Clip(" The same as a command, with other values:  "+":solve "+f.Options.Text(), width)))
	return t.Draw(style.Rule, "what to run", "", content, width, min(height, len(content)+1), true)
}
