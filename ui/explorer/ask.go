package explorer

import (
	"cmp"
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/coarser"
	"facet/ui/intent"
	"facet/ui/overlay"
)

func (m *Model) askNote() {
	step, _ := m.session.Step(m.session.Cursor())
	m.push(overlay.NewPrompt(fmt.Sprintf("note on step %d", m.session.Depth()), step.Note,
		func(text string) intent.Intent { return intent.Annotate{Text: text} }))
}

func (m *Model) showHelp(i intent.ShowHelp) {
	var extra [][2]string
	if m.solver != nil {
		extra = m.solver.Keys()
	}
	if m.led.by != nil {
		extra = append(m.led.by.Keys(), extra...)
	}
	m.push(overlay.NewHelp(m.table, extra, i.Glossary))
}

func (m *Model) showTotals() tea.Cmd {
	m.push(&overlay.Summary{})
	if m.state().Done() {
		return m.startProof()
	}
	return nil
}

// planMoves has coarser moves worked out in the background.
func (m *Model) planMoves(w coarser.Wish, refusal string) tea.Cmd {
	if refusal = cmp.Or(refusal, w.TooMany()); refusal != "" {
		m.refuse(refusal)
		return nil
	}
	s := m.state()
	return m.lanes.Start("coarser move", func(context.Context) tea.Msg { return w.Work(s) })
}

// movesPlanned carries the move out, or asks which one.
func (m *Model) movesPlanned(p coarser.Planned) tea.Cmd {
	if m.state() != p.State {
		return nil // the user has moved on
	}
	switch wish, q, refusal := p.Next(); {
	case wish != nil:
		return m.perform(wish)
	case q != nil:
		m.push(q)
	default:
		m.refuse(refusal)
	}
	return nil
}
