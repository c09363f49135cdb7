package app

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/explore/comparison"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// comparing shows the session's branches, the fast methods and the best known sequence
// beside each other.
type comparing struct {
	screen *screen
	solver layer.Solver
	of     *model.Dag // that the methods were last asked about
	found  []layer.Complete
}

// ask has the methods find their sequences, once for each dag.
func (c *comparing) ask(v *layer.View) (tea.Cmd, []intent.Intent) {
	switch {
	case v.Concealed && v.Rivals == nil:
		return nil, layer.Refuse("The comparison is hidden while you solve the puzzle.")
	case c.of == v.Dag():
		return nil, c.show()
	}
	root, _ := c.screen.shown.session.StateAt(0)
	return layer.Begin(c.screen.jobs, comparisonJob, func(ctx context.Context) []layer.Complete {
		return comparison.Methods(ctx, root)
	},
		func(found []layer.Complete) (tea.Cmd, []intent.Intent) {
			if v := c.screen.shown.view(); v.Dag() != root.Dag() || v.Concealed && v.Rivals == nil ||
				v.Preview != "" || c.screen.where.top() != nil {
				return nil, nil
			}
			c.of, c.found = root.Dag(), found
			return nil, c.show()
		}), layer.Say("Computing the comparison" + v.Theme.Signs.Cut)
}

func (c *comparing) show() []intent.Intent {
	if v := c.screen.shown.view(); v.Preview != "" || c.screen.where.top() != nil {
		return nil
	}
	advice := func(int) layer.Advice { return layer.Advice{} }
	led := c.screen.shown.view().Rivals != nil // by who has the solver rest
	found := c.found
	if c.solver != nil && !led {
		advice, found = c.solver.Advice, slices.Concat(found, c.solver.Found())
	}
	hidden := c.solver != nil && !led && !c.solver.Hints()
	if hidden {
		advice = nil
	}
	c.screen.where.push(comparison.NewList(comparison.Of(c.screen.shown.view(), found, advice), hidden))
	return layer.Say("")
}

// commands are the command of the comparison.
func (c *comparing) commands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Named("ways", "compare branches, greedy, classical modes, optimum",
			layer.Act{Of: intent.Judges | intent.Searches, Do: c.ask}).
			Known("compare").On("B").Help(groupStep, "compare branches, methods, optimum"),
	}, intent.History)
}
