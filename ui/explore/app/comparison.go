package app

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/comparison"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// compare has the methods find their sequences, once for each dag.
func (on *screen) compare(v *layer.View) (tea.Cmd, []intent.Intent) {
	switch {
	case v.Concealed && v.Rivals == nil:
		return nil, layer.Refuse("The comparison is hidden while you solve the puzzle.")
	case on.compared.of == v.Dag():
		return nil, on.showWays()
	}
	root, _ := on.shown.session.StateAt(0)
	return layer.Begin(on.jobs, comparisonJob, func(ctx context.Context) []layer.Complete {
		return comparison.Methods(ctx, root)
	},
		func(found []layer.Complete) (tea.Cmd, []intent.Intent) {
			if v := on.shown.view(); v.Dag() != root.Dag() || v.Concealed && v.Rivals == nil ||
				v.Preview != "" || on.where.top() != nil {
				return nil, nil
			}
			on.compared.of, on.compared.found = root.Dag(), found
			return nil, on.showWays()
		}), layer.Say("Computing the comparison" + v.Theme.Signs.Cut)
}

func (on *screen) showWays() []intent.Intent {
	if v := on.shown.view(); v.Preview != "" || on.where.top() != nil {
		return nil
	}
	advice := func(int) layer.Advice { return layer.Advice{} }
	led := on.shown.view().Rivals != nil // by who has the solver rest
	found := on.compared.found
	if on.options.Solver != nil && !led {
		advice, found = on.options.Solver.Advice, slices.Concat(found, on.options.Solver.Found())
	}
	hidden := on.options.Solver != nil && !led && !on.options.Solver.Hints()
	if hidden {
		advice = nil
	}
	on.where.push(comparison.NewList(comparison.Of(on.shown.view(), found, advice), hidden))
	return layer.Say("")
}

// compareCommands are the command of the comparison.
func (on *screen) compareCommands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Named("ways", "compare branches, greedy, classical modes, optimum",
			layer.Act{Of: intent.Judges | intent.Searches, Do: on.compare}).
			Known("compare").On("B").Help(groupStep, "compare branches, methods, optimum"),
	}, intent.History)
}
