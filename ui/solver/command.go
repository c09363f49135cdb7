package solver

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"facet/planner"
	"facet/ui/intent"
	"facet/ui/pane"
)

// Entries are the solver's rows of the explorer's table.
func (m *Model) Entries() []pane.Entry {
	return []pane.Entry{
		keyed(pane.Entry{Name: "greedy", Does: "the greedy heuristic completes the sequence", Wish: intent.Greedy{}},
			"g", "let the greedy heuristic complete the sequence"),
		keyed(pane.Entry{Name: "search", Does: "branch and bound as the program was asked to", Wish: intent.Search{}, Hidden: true},
			"b", "branch and bound on what is left, in the background"),
		keyed(pane.Entry{Name: "hint", Does: "the best next operation, and why", Wish: intent.Hint{}},
			"h", "hint: the best next operation, and why"),
		keyed(pane.Entry{Name: "pause", Does: "pause the run, or let it go on", Wish: intent.Pause{}},
			"p", "pause the run, or let it go on"),
		keyed(pane.Entry{Name: "stop", Does: "stop the run and keep its best", Wish: intent.Stop{}},
			"x", "stop the run and keep its best"),
		m.solveEntry(), m.paceEntry(), hintsEntry(),
		{Name: "apply", Does: "apply the chosen sequence of page 4 as steps", Wish: intent.Apply{}},
		{Name: "preview", Does: "look at the chosen sequence of page 4 without taking it", Wish: intent.ShowChosen{}},
		{Name: "follow", Does: "start the run again from where you are now", Wish: intent.FollowMe{}},
	}
}

func keyed(e pane.Entry, name, help string) pane.Entry {
	e.Group, e.Keys = "Solver", key.NewBinding(key.WithKeys(name), key.WithHelp(name, help))
	return e
}

// offered are arguments of an entry, each with what it does.
func offered(e pane.Entry, arguments [][2]string) pane.Entry {
	e.Offers = func(s *pane.Snapshot) []pane.Offer {
		var all []pane.Offer
		for _, a := range arguments {
			if wish, err := e.Parse(s, a[0]); err == nil {
				all = append(all, pane.Offer{Text: e.Name + " " + a[0], Does: a[1], Wish: wish})
			}
		}
		return all
	}
	return e
}

func (m *Model) solveEntry() pane.Entry {
	e := pane.Entry{
		Name: "solve", Args: "method= bound= start= workers= time= memory= seed= pace=",
		Does:  "start a run on what is left; what is not named stays as it was",
		Makes: intent.Solve{},
		Parse: func(_ *pane.Snapshot, arg string) (intent.Intent, error) {
			o := m.options
			if !strings.Contains(arg, "method=") {
				o.Method = planner.BranchAndBound
			}
			if err := parseOptions(&o, arg); err != nil {
				return nil, err
			}
			return intent.Solve{Options: o}, nil
		},
	}
	var arguments [][2]string
	for _, b := range []planner.Bound{planner.BoundCover, planner.BoundPacking, planner.BoundSimple, planner.BoundNone} {
		arguments = append(arguments, [2]string{"bound=" + b.String(), "branch and bound with this bound"})
	}
	for _, o := range []planner.Opening{planner.OpenWithHeuristics, planner.OpenWithNothing} {
		arguments = append(arguments, [2]string{"bound=simple start=" + o.String(), "search, with less help"})
	}
	for _, k := range planner.Methods() {
		if k != planner.BranchAndBound {
			arguments = append(arguments, [2]string{"method=" + k.String(), k.Text()})
		}
	}
	return offered(e, arguments)
}

func (m *Model) paceEntry() pane.Entry {
	e := pane.Entry{Name: "pace", Args: "nodes a second, or full", Does: "slow motion of the run that is at work", Makes: intent.SetPace{},
		Parse: func(_ *pane.Snapshot, arg string) (intent.Intent, error) {
			o := m.options
			if err := parseOptions(&o, "pace="+arg); err != nil {
				return nil, err
			}
			return intent.SetPace{Nodes: o.Pace}, nil
		}}
	var arguments [][2]string
	for _, p := range []string{"1", "3", "10", "100", "full"} {
		arguments = append(arguments, [2]string{p, "nodes a second"})
	}
	return offered(e, arguments)
}

func hintsEntry() pane.Entry {
	e := pane.Entry{Name: "hints", Args: "on|off", Does: "judge all operations and steps in the background, or give nothing away", Makes: intent.SetHints{},
		Parse: func(_ *pane.Snapshot, arg string) (intent.Intent, error) {
			if arg != "on" && arg != "off" {
				return nil, fmt.Errorf("hints takes on or off")
			}
			return intent.SetHints{On: arg == "on"}, nil
		}}
	return offered(e, [][2]string{{"on", "show what each operation leads to"}, {"off", "bounds only; h still answers"}})
}

// Do carries out the wishes that are the solver's.
func (m *Model) Do(i intent.Intent) (cmd tea.Cmd, more []intent.Intent, mine bool) {
	if m.session == nil {
		return nil, nil, false
	}
	switch i := i.(type) {
	case intent.Greedy:
		cmd, more = m.greedy()
	case intent.Search:
		cmd, more = m.search()
	case intent.Solve:
		cmd, more = m.launch(i.Options)
	case intent.SetPace:
		more = m.pace(i.Nodes)
	case intent.Hint:
		cmd, more = m.hint()
	case intent.SetHints:
		cmd, more = m.setHints(i.On)
	case intent.Pause:
		cmd, more = m.pause()
	case intent.Stop:
		cmd, more = m.stop()
	case intent.Apply, intent.ShowChosen, intent.FollowMe:
		cmd, more = m.withChosen(i)
	default:
		return nil, nil, false
	}
	return cmd, more, true
}

// withChosen is for what needs a run.
func (m *Model) withChosen(i intent.Intent) (tea.Cmd, []intent.Intent) {
	r := m.run()
	if r == nil {
		return nil, say("No run yet: b starts branch and bound.")
	}
	switch i.(type) {
	case intent.Apply:
		return nil, m.apply(r, m.chosen)
	case intent.ShowChosen:
		return nil, m.preview(r, m.chosen)
	}
	return m.followSession(r)
}

// search starts with the bound and the opening that the program was asked for,
// whatever was tried since; workers and limits stay.
func (m *Model) search() (tea.Cmd, []intent.Intent) {
	o := m.options
	o.Method, o.Bound, o.Opening = planner.BranchAndBound, m.asked.Bound, m.asked.Opening
	cmd, more := m.branchAndBound(o)
	if cmd != nil && !m.focused { // where there is no room for the pane nothing else would tell
		more = append(more, say("Branch and bound is at work: 4 shows it, p pauses, x stops and keeps the best.")...)
	}
	return cmd, more
}

// pace changes the speed of the run that is at work.
func (m *Model) pace(nodes float64) []intent.Intent {
	r := m.active()
	if r == nil {
		m.options.Pace = nodes
		return say("The next run goes at %s.", paceText(m.options))
	}
	r.options.Pace = nodes
	if r.handle != nil {
		r.SetPace(nodes)
	}
	return say("This run goes at %s; the next one at full speed again.", paceText(r.options))
}

// parseOptions reads "bound=simple workers=2 time=90s".
func parseOptions(o *planner.Options, text string) error {
	for _, word := range strings.Fields(text) {
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			return fmt.Errorf("%q is no option: write it as bound=simple, time=90s, workers=2", word)
		}
		if err := parseOption(o, strings.ToLower(key), value); err != nil {
			return err
		}
	}
	return nil
}

func parseOption(o *planner.Options, key, value string) (err error) {
	switch key {
	case "method":
		o.Method, err = planner.ParseMethod(value)
	case "bound":
		o.Bound, err = planner.ParseBound(value)
	case "start":
		o.Opening, err = planner.ParseOpening(value)
	case "workers":
		o.Workers, err = strconv.Atoi(value)
		if err != nil || o.Workers < 1 || o.Workers > mostWorkers {
			return fmt.Errorf("workers takes a number from 1 to %d; this machine has %d processors", mostWorkers, runtime.NumCPU())
		}
	case "time":
		if value == "none" || value == "0" {
			o.Time = 0
			return nil
		}
		o.Time, err = time.ParseDuration(value)
		if err != nil || o.Time < 0 {
			return fmt.Errorf("time takes a limit such as 90s, 5m or 2h, or none")
		}
	case "memory":
		o.Memory, err = parseBytes(value)
	case "seed":
		o.Seed, err = strconv.ParseUint(value, 10, 64)
		if err != nil {
			return fmt.Errorf("seed takes a whole number")
		}
	case "pace":
		if value == "full" || value == "" {
			o.Pace = 0
			return nil
		}
		o.Pace, err = strconv.ParseFloat(value, 64)
		if err != nil || !(o.Pace >= 0) || o.Pace > 1e9 {
			return fmt.Errorf("pace takes nodes a second such as 10, or full")
		}
	default:
		return fmt.Errorf("there is no option %q: there are method, bound, start, workers, time, memory, seed and pace", key)
	}
	return err
}

// parseBytes reads 500MB, 2GB or a plain number of bytes.
func parseBytes(text string) (int64, error) {
	wrong := fmt.Errorf("memory takes an amount of at least 1MB such as 500MB or 2GB")
	number, unit := text, int64(1)
	for suffix, u := range map[string]int64{"KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30} {
		if n, ok := strings.CutSuffix(strings.ToUpper(text), suffix); ok {
			number, unit = n, u
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || !(n*float64(unit) >= 1<<20) || n*float64(unit) > 1<<50 {
		return 0, wrong
	}
	return int64(n * float64(unit)), nil
}

// commandOf writes options as a command, without what is usual.
func commandOf(o planner.Options) string {
	out := ":solve"
	add := func(format string, args ...any) { out += " " + fmt.Sprintf(format, args...) }
	if o.Method != planner.BranchAndBound {
		add("method=%s", o.Method)
	}
	add("bound=%s start=%s workers=%d", o.Bound, o.Opening, o.Workers)
	if o.Time > 0 {
		add("time=%s", o.Time)
	}
	if o.Memory > 0 && o.Memory != planner.DefaultMemory {
		add("memory=%dMB", o.Memory>>20)
	}
	if o.Seed > 0 {
		add("seed=%d", o.Seed)
	}
	if o.Pace > 0 {
		add("pace=%g", o.Pace)
	}
	return out
}
