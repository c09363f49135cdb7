package solver

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/dustin/go-humanize"

	"facet/planner"
	"facet/ui/intent"
	"facet/ui/theme"
)

// form is the options of the next run, one on each row. Left and right change a
// value; whoever wants a value that is not offered types the command.
type form struct {
	at int
	o  planner.Options
}

// field is one row of the form.
type field struct {
	name, does string
	text       func(planner.Options) string
	step       func(o *planner.Options, by int)
}

func (m *Model) openForm() {
	m.form = form{o: m.options}
	m.view = viewForm
}

var (
	timeChoices   = []time.Duration{0, 5 * time.Second, 20 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}
	memoryChoices = []int64{64 << 20, 256 << 20, 1 << 30, 2 << 30, 4 << 30, 8 << 30, 16 << 30}
	paceChoices   = []float64{0, 1, 3, 10, 30, 100, 1000}
)

// fields lists the rows.
func fields() []field {
	return []field{
		{"method", "", func(o planner.Options) string { return o.Method.String() }, func(o *planner.Options, by int) {
			o.Method = turn(planner.Methods(), o.Method, by)
		}},
		{"bound", "what cuts off: none, simple, packing, cover", func(o planner.Options) string { return o.Bound.String() }, func(o *planner.Options, by int) {
			o.Bound = turn([]planner.Bound{planner.BoundNone, planner.BoundSimple, planner.BoundPacking, planner.BoundCover}, o.Bound, by)
		}},
		{"start", "where the first sequence comes from", func(o planner.Options) string { return o.Opening.String() }, func(o *planner.Options, by int) {
			o.Opening = turn([]planner.Opening{planner.OpenWithNothing, planner.OpenWithHeuristics, planner.OpenWithVertex}, o.Opening, by)
		}},
		{"workers", "one processor fewer keeps the screen quick", func(o planner.Options) string { return fmt.Sprint(o.Workers) }, func(o *planner.Options, by int) {
			o.Workers = max(1, min(planner.MostWorkers, o.Workers+by))
		}},
		{"time", "limit, pauses not counted", timeText, func(o *planner.Options, by int) { o.Time = turn(timeChoices, o.Time, by) }},
		{"memory", "limit of tables and open nodes", memoryLimit, func(o *planner.Options, by int) {
			o.Memory = turn(memoryChoices, cmp.Or(o.Memory, planner.DefaultMemory), by)
		}},
		{"seed", "of random choices", func(o planner.Options) string { return fmt.Sprint(o.Seed) }, func(o *planner.Options, by int) {
			if by > 0 || o.Seed > 0 {
				o.Seed += uint64(by)
			}
		}},
		{"pace", "slow motion, to watch what is cut off", paceText, func(o *planner.Options, by int) { o.Pace = turn(paceChoices, o.Pace, by) }},
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
	return clock(o.Time)
}

func memoryLimit(o planner.Options) string {
	return humanize.IBytes(uint64(cmp.Or(o.Memory, planner.DefaultMemory)))
}

func paceText(o planner.Options) string {
	if o.Pace == 0 {
		return "full speed"
	}
	return fmt.Sprintf("%g nodes/s", o.Pace)
}

// formKey takes the keys of the form.
func (m *Model) formKey(name string) (bool, tea.Cmd, []intent.Intent) {
	all := fields()
	switch name {
	case "up", "k", "shift+tab":
		m.form.at = (m.form.at + len(all) - 1) % len(all)
	case "down", "j", "tab":
		m.form.at = (m.form.at + 1) % len(all)
	case "left":
		all[m.form.at].step(&m.form.o, -1)
	case "right", " ":
		all[m.form.at].step(&m.form.o, 1)
	case "enter":
		cmd, intents := m.launch(m.form.o)
		return true, cmd, intents
	case "esc", "o":
		m.view = viewRun
	default:
		return false, nil, nil
	}
	return true, nil, nil
}

// drawForm is the page while the form is open.
func (m *Model) drawForm(width, height int) []string {
	t := m.theme
	content := []string{""}
	for k, f := range fields() {
		sign, ink := "  ", theme.Plain
		if k == m.form.at {
			sign, ink = t.Signs.Cursor+" ", theme.Selected
		}
		does := f.does
		if k == 0 {
			does = m.form.o.Method.Text()
		}
		content = append(content, " "+t.Paint(ink, sign+t.Left(f.name, 9)+t.Left(f.text(m.form.o), 20))+" "+t.Paint(theme.Faint, t.Clip(does, max(0, width-35))))
	}
	content = append(content, "",
		" "+t.Paint(theme.Key, "Enter")+" starts it on what is left after "+theme.Plural(m.session.Depth(), "step", "steps")+
			"   "+t.Paint(theme.Key, t.Text("← →"))+" change   "+t.Paint(theme.Key, "Esc")+" back",
		"", t.Paint(theme.Faint, t.Clip(" The same as a command, with any value:  "+":solve "+m.form.o.Text(), width)))
	return t.Draw(theme.Rule, "what to run", "", content, width, min(height, len(content)+1), true)
}
