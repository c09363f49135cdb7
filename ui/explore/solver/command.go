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
		layer.Named("greedy", "preview how the greedy heuristic completes the sequence",
			m.act(intent.Searches|intent.Edits, m.greedy)).
			On("g").Help(group, "the greedy heuristic completes the sequence, as a preview"),
		layer.Named("search", "branch and bound with the options of the command line",
			m.act(intent.Searches, m.search)).Hide().
			On("b").Help(group, "branch and bound from this state, in the background"),
		layer.Named("hint",
			"why the selected operation loses; again: where there is an optimal one, step by step",
			m.act(intent.Judges|intent.Searches, func(*layer.View) (tea.Cmd, []intent.Intent) {
				return m.study.advisor.hint(m.display.theme)
			})).
			On("h").Help(group, "why the selected operation loses; again: an optimal one").Foot("hint").Early(),
		layer.Named("pause", "pause or resume the run",
			m.act(intent.Steers, func(*layer.View) (tea.Cmd, []intent.Intent) { return m.pause() })).
			On("p").Help(group, "pause or resume the run"),
		layer.Named("stop", "stop the run, keep its best sequence",
			m.act(intent.Steers, func(*layer.View) (tea.Cmd, []intent.Intent) { return nil, m.stop() })).
			On("x").Help(group, "stop the run, keep its best sequence"),
		layer.Named("node", "let the search take one node, and hold it", watcher{m}.stepping()).Hide(),
		m.solveCommand(), m.paceCommand(), m.lossesCommand(),
		layer.Writing("certificate", "write a proof of what the run on page 4 has found, for facet verify",
			m.certifying),
		layer.Named("apply", "apply the selected sequence of page 4 as steps", m.applying()),
		layer.Named("preview", "preview the selected sequence of page 4", m.previewing()),
		layer.Named("follow", "restart the run from the current step", m.following()),
	}, intent.Solver)
}

// ofRun is an act that needs a run.
func (m *Model) ofRun(of intent.Effect, do func(r *run) (tea.Cmd, []intent.Intent)) layer.Act {
	return m.act(of, func(*layer.View) (tea.Cmd, []intent.Intent) {
		if r := m.study.run(); r != nil {
			return do(r)
		}
		return nil, say("No run yet: {b:search} starts branch and bound.")
	})
}

// applying takes the chosen sequence of the run over as steps.
func (m *Model) applying() layer.Act {
	return m.ofRun(intent.Judges|intent.Edits, func(r *run) (tea.Cmd, []intent.Intent) {
		return nil, m.study.apply(r, m.study.chosen)
	})
}

// previewing shows it.
func (m *Model) previewing() layer.Act {
	return m.ofRun(intent.Judges, func(r *run) (tea.Cmd, []intent.Intent) {
		return nil, m.study.preview(r, m.study.chosen)
	})
}

// following starts the run again from the cursor.
func (m *Model) following() layer.Act { return m.ofRun(intent.Searches, m.followSession) }

// solving starts a run with these options on what is left.
func (m *Model) solving(o planner.Options) layer.Act {
	return m.act(intent.Searches, func(*layer.View) (tea.Cmd, []intent.Intent) { return m.launch(o) })
}

// offered are arguments of an entry, each with what it does.
func offered(e layer.Command, arguments [][2]string) layer.Command {
	e.Offers = func(*layer.View) []layer.Offer {
		var all []layer.Offer
		for _, a := range arguments {
			all = append(all, layer.Offered(e.Name+" "+a[0], a[1]))
		}
		return all
	}
	return e
}

func (m *Model) solveCommand() layer.Command {
	e := layer.Command{
		Name: "solve", Args: "method= bound= start= workers= time= memory= seed= pace=",
		Does: "start a run from this state; other options keep their values",
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			o := m.options
			if !strings.Contains(arg, "method=") {
				o.Method = planner.BranchAndBound
			}
			if err := o.SetAll(arg); err != nil {
				return nil, err
			}
			return m.solving(o), nil
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
		Does: "slow motion of the current run",
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			nodes, err := planner.ParsePace(arg)
			return m.act(intent.Steers, func(*layer.View) (tea.Cmd, []intent.Intent) {
				return nil, m.pace(nodes)
			}), err
		}}
	var arguments [][2]string
	for _, p := range []string{"1", "3", "10", "100", "full"} {
		arguments = append(arguments, [2]string{p, "nodes per second"})
	}
	return offered(e, arguments)
}

func (m *Model) lossesCommand() layer.Command {
	hints := func(on func() bool) layer.Act {
		return m.act(intent.Judges|intent.Searches, func(*layer.View) (tea.Cmd, []intent.Intent) {
			return m.study.setHints(on())
		})
	}
	toggle := hints(func() bool { return m.study.advisor.quiet })
	e := layer.Command{Name: "losses", Also: []string{"hints", "verdicts"}, Args: "on|off",
		Does: "show or hide the losses of operations and steps", Intent: toggle,
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			switch arg {
			case "":
				return toggle, nil
			case "on", "off":
				return hints(func() bool { return arg == "on" }), nil
			}
			return nil, fmt.Errorf("losses needs on or off")
		}}.On("v").Help(group, "losses of operations and steps: show or hide")
	return offered(e, [][2]string{{"on", "show losses and best totals"},
		{"off", "lower bounds only; h still gives a hint"}})
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
