package explorer

import (
	"facet/model"
	"facet/ui/theme"
)

// losses tells, for the steps of the line, how much worse the best completion
// became with each, where that is known.
type losses struct {
	of    map[int]model.Cost // by step; steps that lost nothing are not in it
	width int                // of the largest, with its sign; 0 if there is none

	advice, revision uint64
}

// weigh works the losses out anew when session or advice have changed.
func (m *Model) weigh() {
	l := &m.losses
	if m.companion == nil || m.player.proposal != nil {
		*l = losses{}
		return
	}
	if l.of != nil && l.advice == m.stamp.advice && l.revision == m.stamp.revision {
		return
	}
	*l = losses{of: make(map[int]model.Cost), advice: m.stamp.advice, revision: m.stamp.revision}
	parent, spent := 0, model.Cost(0)
	for _, step := range m.session.Line() {
		before, after := m.companion.Advice(parent), m.companion.Advice(step.ID)
		if before.Optimal && after.Optimal {
			if lost := step.Spent.Add(after.Best) - spent.Add(before.Best); lost > 0 {
				l.of[step.ID] = lost
				l.width = max(l.width, theme.Width(theme.Number(lost))+2)
			}
		}
		parent, spent = step.ID, step.Spent
	}
}

// column writes a step's loss, or blanks, in the width of all of them.
func (l *losses) column(t *theme.Theme, step int) string {
	if lost, ok := l.of[step]; ok {
		return t.Paint(theme.Bad, t.Right("+"+theme.Number(lost), l.width))
	}
	return theme.Blank(l.width)
}
