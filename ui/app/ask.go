package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/coarser"
	"facet/ui/comparison"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/overlay"
)

func (m *Model) askNote() {
	step, _ := m.session.Step(m.session.Cursor())
	m.push(overlay.NewPrompt(fmt.Sprintf("note on step %d", m.session.Depth()), step.Note,
		func(text string) intent.Intent { return intent.Annotate{Text: text} }))
}

// showHelp shows the bindings of who leads, the registry's, and those of the page of the
// solver and of the panels, as if these had the keys.
func (m *Model) showHelp(i intent.ShowHelp) {
	v := *m.snapshot()
	var all []layer.Command
	if m.led.by != nil {
		all = m.led.by.Bindings(&v)
	}
	all = append(all, m.table...)
	v.Focus = intent.Solver
	if m.solver != nil {
		all = append(all, m.solver.Bindings(&v)...)
	}
	for _, p := range []intent.Panel{intent.Dag, intent.Next, intent.History} {
		all = append(all, m.panel(p).Bindings(&v)...)
	}
	m.push(overlay.NewHelp(slices.DeleteFunc(all, func(c layer.Command) bool { return c.Keys.Help().Desc == "" }), i.Glossary))
}

func (m *Model) showTotals() tea.Cmd {
	m.push(&overlay.Summary{})
	if m.state().Done() {
		return m.startProof()
	}
	return nil
}

// waysMsg brings the sequences of the fast methods.
type waysMsg struct {
	dag   *model.Dag
	found []comparison.Found
}

// findWays has the methods find their sequences, once for each dag.
func (m *Model) findWays() tea.Cmd {
	switch {
	case m.led.conceals():
		m.refuse("The comparison is hidden while you solve the puzzle.")
		return nil
	case m.methods.dag == m.dag():
		m.showWays(m.methods)
		return nil
	}
	root, _ := m.session.StateAt(0)
	m.say("Computing the comparison" + m.theme.Signs.Cut)
	return m.jobs.Start(comparisonJob, func(ctx context.Context) tea.Msg { return waysMsg{root.Dag(), comparison.Methods(ctx, root)} })
}

// showWays puts them beside the session's branches and the best that is known.
func (m *Model) showWays(w waysMsg) {
	if m.dag() != w.dag || m.led.conceals() || m.preview != nil || m.top() != nil {
		return
	}
	m.methods, m.message = w, message{}
	advice := func(int) layer.Advice { return layer.Advice{} }
	if m.solver != nil {
		advice = m.solver.Advice
	}
	hidden := m.solver != nil && !m.solver.Hints()
	if hidden {
		advice = nil
	}
	m.push(comparison.NewList(comparison.Of(m.snapshot(), w.found, advice), hidden))
}

// planMoves has coarser moves worked out in the background.
func (m *Model) planMoves(w coarser.Intent, refusal string) tea.Cmd {
	if refusal = cmp.Or(refusal, w.TooMany()); refusal != "" {
		m.refuse(refusal)
		return nil
	}
	s := m.state()
	return m.jobs.Start(eliminationJob, func(context.Context) tea.Msg { return w.Work(s) })
}

// movesPlanned carries the move out, or asks which one.
func (m *Model) movesPlanned(p coarser.Planned) tea.Cmd {
	if m.state() != p.State {
		return nil // the user has moved on
	}
	switch want, q, refusal := p.Next(); {
	case want != nil:
		return m.perform(want)
	case q != nil:
		m.push(q)
	default:
		m.refuse(refusal)
	}
	return nil
}
