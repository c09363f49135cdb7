package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/comparison"
	"facet/ui/intent"
	"facet/ui/layer"
)

// comparing shows the session's branches, the fast methods and the best known sequence
// beside each other.
type comparing struct {
	*screen
	solver layer.Solver
	of     *model.Dag // that the methods were last asked about
	found  []comparison.Found
}

// Perform has the methods find their sequences, once for each dag.
func (c *comparing) Perform(v *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	switch _, mine := i.(intent.ShowComparison); {
	case !mine:
		return nil, nil, false
	case v.Concealed && v.Rivals == nil:
		return nil, refuse("The comparison is hidden while you solve the puzzle."), true
	case c.of == v.Dag():
		return nil, c.show(), true
	}
	root, _ := c.session.StateAt(0)
	return begin(c.jobs, comparisonJob, func(ctx context.Context) []comparison.Found { return comparison.Methods(ctx, root) },
		func(found []comparison.Found) (tea.Cmd, []intent.Intent) {
			if v := c.view(); v.Dag() != root.Dag() || v.Concealed && v.Rivals == nil || v.Preview != "" || c.top() != nil {
				return nil, nil
			}
			c.of, c.found = root.Dag(), found
			return nil, c.show()
		}), layer.Say("Computing the comparison" + v.Theme.Signs.Cut), true
}

func (c *comparing) show() []intent.Intent {
	if v := c.view(); v.Preview != "" || c.top() != nil {
		return nil
	}
	advice := func(int) layer.Advice { return layer.Advice{} }
	led := c.view().Rivals != nil // by who has the solver rest
	if c.solver != nil && !led {
		advice = c.solver.Advice
	}
	hidden := c.solver != nil && !led && !c.solver.Hints()
	if hidden {
		advice = nil
	}
	c.push(comparison.NewList(comparison.Of(c.view(), c.found, advice), hidden))
	return layer.Say("")
}
