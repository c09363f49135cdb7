package solver

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/planner"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver/page"
)

// group is the heading of the solver's keys in the help.
const group = "Solver"

// Commands are the solver's rows of the registry.
func (m *Model) Commands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Command{Name: "greedy", Does: "complete the sequence with the greedy heuristic",
			Intent: intent.Greedy{}}.
			On("g").Help(group, "complete the sequence with the greedy heuristic"),
		layer.Command{Name: "search", Does: "branch and bound with the options of the command line",
			Intent: intent.Search{}, Hidden: true}.
			On("b").Help(group, "branch and bound from this state, in the background"),
		layer.Command{Name: "hint",
			Does:   "why the selected operation loses; again, or if it does not: the best one, and why",
			Intent: intent.Hint{}}.
			On("h").Help(group, "why the selected operation loses; again: the best one").Foot("hint").Early(),
		layer.Command{Name: "pause", Does: "pause or resume the run", Intent: intent.Pause{}}.
			On("p").Help(group, "pause or resume the run"),
		layer.Command{Name: "stop", Does: "stop the run, keep its best sequence", Intent: intent.Stop{}}.
			On("x").Help(group, "stop the run, keep its best sequence"),
		m.solveCommand(), m.paceCommand(), lossesCommand(),
		layer.Textual("certificate", "a file",
			"write a proof of what the run on page 4 has found, for facet verify",
			func(path string) intent.Intent { return intent.Certify{Path: path} }),
		{Name: "apply", Does: "apply the selected sequence of page 4 as steps", Intent: intent.Apply{}},
		{Name: "preview", Does: "preview the selected sequence of page 4", Intent: intent.ShowChosen{}},
		{Name: "follow", Does: "restart the run from the current step", Intent: intent.FollowMe{}},
	}, intent.Solver)
}

// offered are arguments of an entry, each with what it does.
func offered(e layer.Command, arguments [][2]string) layer.Command {
	e.Offers = func(v *layer.View) []layer.Offer {
		var all []layer.Offer
		for _, a := range arguments {
			if want, err := e.Parse(v, a[0]); err == nil {
				all = append(all, layer.Offer{Text: e.Name + " " + a[0], Does: a[1], Intent: want})
			}
		}
		return all
	}
	return e
}

func (m *Model) solveCommand() layer.Command {
	e := layer.Command{
		Name: "solve", Args: "method= bound= start= workers= time= memory= seed= pace=",
		Does:    "start a run from this state; other options keep their values",
		Example: intent.Solve{},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			o := m.options
			if !strings.Contains(arg, "method=") {
				o.Method = planner.BranchAndBound
			}
			if err := o.SetAll(arg); err != nil {
				return nil, err
			}
			return intent.Solve{Options: o}, nil
		},
	}
	var arguments [][2]string
	for _, b := range []planner.Bound{planner.BoundCover, planner.BoundPacking, planner.BoundSimple,
		planner.BoundNone} {
		arguments = append(arguments, [2]string{"bound=" + b.String(), "branch and bound with this bound"})
	}
	for _, o := range []planner.WarmStart{planner.WarmHeuristics, planner.WarmNothing} {
		arguments = append(arguments, [2]string{"bound=simple start=" + o.String(),
			"search with a weaker bound"})
	}
	for _, k := range planner.Methods() {
		if k != planner.BranchAndBound {
			arguments = append(arguments, [2]string{"method=" + k.String(), k.Text()})
		}
	}
	return offered(e, arguments)
}

func (m *Model) paceCommand() layer.Command {
	e := layer.Command{Name: "pace", Args: "nodes per second, or full",
		Does: "slow motion of the current run", Example: intent.SetPace{},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			nodes, err := planner.ParsePace(arg)
			return intent.SetPace{Nodes: nodes}, err
		}}
	var arguments [][2]string
	for _, p := range []string{"1", "3", "10", "100", "full"} {
		arguments = append(arguments, [2]string{p, "nodes per second"})
	}
	return offered(e, arguments)
}

func lossesCommand() layer.Command {
	e := layer.Command{Name: "losses", Also: []string{"hints", "verdicts"}, Args: "on|off",
		Does:   "show or hide the losses of operations and steps",
		Intent: intent.ToggleHints{}, Example: intent.SetHints{},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			switch arg {
			case "":
				return intent.ToggleHints{}, nil
			case "on", "off":
				return intent.SetHints{On: arg == "on"}, nil
			}
			return nil, fmt.Errorf("losses needs on or off")
		}}.On("v").Help(group, "losses of operations and steps: show or hide")
	return offered(e, [][2]string{{"on", "show losses and best totals"},
		{"off", "lower bounds only; h still gives a hint"}})
}

// Performs are the intents that are the solver's.
func (*Model) Performs() []intent.Intent {
	return []intent.Intent{intent.Greedy{}, intent.Search{}, intent.Solve{}, intent.SetPace{}, intent.Hint{},
		intent.SetHints{}, intent.ToggleHints{},
		intent.Pause{}, intent.Stop{}, intent.Certify{}, intent.Apply{}, intent.ShowChosen{},
		intent.FollowMe{}}
}

// Perform carries them out.
func (m *Model) Perform(v *layer.View, i intent.Intent) (cmd tea.Cmd, more []intent.Intent) {
	if m.study.session == nil {
		return nil, nil
	}
	switch i := i.(type) {
	case intent.Greedy:
		cmd, more = m.greedy()
	case intent.Search:
		cmd, more = m.search(v)
	case intent.Solve:
		cmd, more = m.launch(i.Options)
	case intent.SetPace:
		more = m.pace(i.Nodes)
	case intent.Hint:
		cmd, more = m.study.advisor.hint(m.display.theme)
	case intent.SetHints:
		cmd, more = m.study.setHints(i.On)
	case intent.ToggleHints:
		cmd, more = m.study.setHints(m.study.advisor.quiet)
	case intent.Pause:
		cmd, more = m.pause()
	case intent.Stop:
		more = m.stop()
	case intent.Certify:
		more = m.certify(i)
	case intent.Apply, intent.ShowChosen, intent.FollowMe:
		cmd, more = m.withChosen(i)
	}
	return cmd, more
}

// withChosen is for what needs a run.
func (m *Model) withChosen(i intent.Intent) (tea.Cmd, []intent.Intent) {
	r := m.study.run()
	if r == nil {
		return nil, say("No run yet: {b:search} starts branch and bound.")
	}
	switch i.(type) {
	case intent.Apply:
		return nil, m.study.apply(r, m.study.chosen)
	case intent.ShowChosen:
		return nil, m.study.preview(r, m.study.chosen)
	}
	return m.followSession(r)
}

// search starts with the bound and the opening that the program was asked for,
// whatever was tried since; workers and limits stay.
func (m *Model) search(v *layer.View) (tea.Cmd, []intent.Intent) {
	o := m.options
	o.Method, o.Bound, o.WarmStart = planner.BranchAndBound, m.asked.Bound, m.asked.WarmStart
	cmd, more := m.branchAndBound(o)
	if cmd != nil && v.Focus != intent.Solver {
		// where there is no room for the panel nothing else would tell
		more = append(more,
			say("Branch and bound is running: {4:solver} shows it, {p:pause} pauses, {x:stop} stops and keeps the best.")...)
	}
	return cmd, more
}

// pace changes the speed of the run that is at work.
func (m *Model) pace(nodes float64) []intent.Intent {
	r := m.study.active()
	if r == nil {
		m.options.Pace = nodes
		return say("The speed of the next run is %s.", page.Pace(nodes))
	}
	r.options.Pace = nodes
	if r.handle != nil {
		r.handle.SetPace(nodes)
	}
	return say("The speed of this run is %s; the next one runs at full speed.", page.Pace(nodes))
}
