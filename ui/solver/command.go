package solver

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/planner"
	"facet/ui/explorer"
)

// Commands lists what can be typed.
func (m *Model) Commands() []explorer.TypedCommand {
	solve := explorer.TypedCommand{
		Name: "solve", Args: "method= bound= start= workers= time= memory= seed= pace=",
		Does: "start a run on what is left; what is not named stays as it was",
	}
	for _, b := range []planner.Bound{planner.BoundCover, planner.BoundPacking, planner.BoundSimple, planner.BoundNone} {
		solve.Offers = append(solve.Offers, [2]string{"bound=" + b.String(), "branch and bound with this bound"})
	}
	for _, o := range []planner.Opening{planner.OpenWithHeuristics, planner.OpenWithNothing} {
		solve.Offers = append(solve.Offers, [2]string{"bound=simple start=" + o.String(), "search, with less help"})
	}
	for _, k := range planner.Methods() {
		if k != planner.BranchAndBound {
			solve.Offers = append(solve.Offers, [2]string{"method=" + k.String(), k.Text()})
		}
	}
	pace := explorer.TypedCommand{Name: "pace", Args: "nodes a second, or full", Does: "slow motion of the run that is at work"}
	for _, p := range []string{"1", "3", "10", "100", "full"} {
		pace.Offers = append(pace.Offers, [2]string{p, "nodes a second"})
	}
	return []explorer.TypedCommand{
		solve, pace,
		{Name: "greedy", Does: "the greedy heuristic completes the sequence"},
		{Name: "hint", Does: "the best next operation, and why"},
		{Name: "hints", Args: "on|off", Does: "judge all operations and steps in the background, or give nothing away",
			Offers: [][2]string{{"on", "show what each operation leads to"}, {"off", "bounds only; h still answers"}}},
		{Name: "pause", Does: "pause the run, or let it go on"},
		{Name: "stop", Does: "stop the run and keep its best"},
		{Name: "apply", Does: "apply the chosen sequence of page 4 as steps"},
		{Name: "preview", Does: "look at the chosen sequence of page 4 without taking it"},
		{Name: "follow", Does: "start the run again from where you are now"},
	}
}

// Command carries out a typed command.
func (m *Model) Command(name, arg string) (cmd tea.Cmd, intents []explorer.Intent) {
	if m.session == nil {
		return nil, nil
	}
	r := m.run()
	switch name {
	case "solve":
		o := m.options
		if !strings.Contains(arg, "method=") {
			o.Method = planner.BranchAndBound
		}
		if err := parseOptions(&o, arg); err != nil {
			return nil, refuse(err)
		}
		cmd, intents = m.launch(o)
	case "greedy":
		cmd, intents = m.greedy()
	case "hint":
		cmd, intents = m.hint()
	case "pause":
		cmd, intents = m.pause()
	case "stop":
		cmd, intents = m.stop()
	case "hints":
		cmd, intents = m.setHints(arg)
	case "pace":
		intents = m.pace(arg)
	case "apply", "preview", "follow":
		switch {
		case r == nil:
			intents = say("No run yet: b starts branch and bound.")
		case name == "apply":
			intents = m.apply(r, m.chosen)
		case name == "preview":
			intents = m.preview(r, m.chosen)
		default:
			cmd, intents = m.followSession(r)
		}
	}
	return cmd, intents
}

// pace changes the speed of the run that is at work.
func (m *Model) pace(arg string) []explorer.Intent {
	o := m.options
	if err := parseOptions(&o, "pace="+arg); err != nil {
		return refuse(err)
	}
	m.options.Pace = o.Pace
	r := m.active()
	if r == nil {
		return say("The next run goes at %s.", paceText(o))
	}
	r.SetPace(o.Pace)
	r.options.Pace = o.Pace
	return say("The run goes at %s.", paceText(o))
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
