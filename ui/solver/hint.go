package solver

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner/insight"
	"facet/ui/intent"
	"facet/ui/theme"
)

// hint selects the best next operation and says why. What is not known yet is
// worked out in the background first.
func (m *Model) hint() (tea.Cmd, []intent.Intent) {
	if m.session == nil {
		return nil, nil
	}
	if m.session.State().Done() {
		return nil, say("The sequence is complete: %s", m.lossText())
	}
	if v := m.here(); v.Ops != nil || v.Given > 0 {
		return nil, m.giveHint()
	}
	m.hintWanted = true
	wait := say("Working out the best next operation%s", m.theme.Signs.Cut)
	if m.advisor.analysis == nil || m.advisor.quiet {
		return m.examine(), wait
	}
	return nil, wait
}

// setHints judges everything in the background, or forgets what is known: a
// class is to find the way by itself.
func (m *Model) setHints(on bool) (tea.Cmd, []intent.Intent) {
	m.advisor.quiet = !on
	m.advisor.forget()
	m.version++
	if !on {
		return m.examine(), say("Hints are off: bounds only. h still answers, v brings them back.")
	}
	return m.examine(), say("Hints are on.")
}

// giveHint is the answer to h.
func (m *Model) giveHint() []intent.Intent {
	s := m.session.State()
	h, ok := m.advisor.known.Hint(m.session.Cursor(), s)
	if !ok {
		return say("No hint: nothing is known about this state yet. b searches for the best completion.")
	}
	return append([]intent.Intent{intent.Select{Target: intent.AtOp(h.Op)}}, say("%s", m.theme.Text(reason(s, h)))...)
}

// reason says why an operation is the one to take.
func reason(s *model.State, h insight.Hint) string {
	name := strings.TrimSuffix(model.FormatOp(s, h.Op), " "+h.Price.String()) + " for " + theme.Number(h.Price)
	total := theme.Number(h.Total)
	switch {
	case h.Source == "":
		return fmt.Sprintf("Most promising: %s, total at least %s (lowest bound). Too large to solve at once: b searches.", name, total)
	case !h.Optimal:
		return fmt.Sprintf("%s: begins the best known completion, total %s (%s); at least %s. b looks for better.",
			name, total, h.Source, theme.Number(h.AtLeast))
	}
	name = fmt.Sprintf("%s: total %s, optimal.", name, total)
	switch {
	case h.Unknown > 0 || h.Equal+h.Worse <= 1:
		return name + " It begins a proved best completion."
	case h.Worse == 0:
		return name + " Every operation keeps that open."
	case h.Equal == 1:
		return fmt.Sprintf("%s The only one that loses nothing: all others lose %s or more.", name, theme.Number(h.Least))
	}
	return fmt.Sprintf("%s %s lose nothing, the others %s or more.", name, theme.Plural(h.Equal, "operation", "operations"), theme.Number(h.Least))
}

// lossText says in one line what the steps so far have lost.
func (m *Model) lossText() string {
	all := m.advisor.soFar()
	if len(all) == 0 {
		return "no step yet."
	}
	var where []string
	unknown := 0
	for k, l := range all {
		switch {
		case !l.Exact():
			unknown++
		case l.Most > 0:
			where = append(where, fmt.Sprintf("step %d +%s", k+1, theme.Number(l.Most)))
		}
	}
	least, most := m.advisor.known.Lost(m.advisor.line.SoFar())
	text := "lost " + theme.Number(least)
	switch {
	case most == 0:
		return "no step lost anything: it is still on an optimal way."
	case unknown == len(all) && least == 0 && most.IsSaturated():
		return "what they lost is not known yet."
	case most.IsSaturated():
		text = "lost at least " + theme.Number(least)
	case least < most:
		text = fmt.Sprintf("lost between %s and %s", theme.Number(least), theme.Number(most))
	}
	if len(where) > 0 {
		text += ": " + strings.Join(where, ", ")
	}
	if unknown > 0 {
		text += fmt.Sprintf(" (%s not known)", theme.Plural(unknown, "step", "steps"))
	}
	return text + "."
}
