package solver

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/pane"
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
	i := m.advisor.of(m.session.Cursor())
	if i.ops != nil || i.tried {
		return nil, m.advise()
	}
	m.wanted = true
	if m.advisor.study == nil || m.advisor.quiet {
		m.advisor.halt()
		return m.beginStudy(), say("Working out the best next operation%s", m.theme.Signs.Cut)
	}
	return nil, say("Working out the best next operation%s", m.theme.Signs.Cut)
}

// setHints judges everything in the background, or forgets what is known: a
// class is to find the way by itself.
func (m *Model) setHints(on bool) (tea.Cmd, []intent.Intent) {
	m.advisor.quiet = !on
	m.advisor.reset()
	m.version++
	if m.advisor.quiet {
		return m.study(), say("Hints are off: bounds only. h still answers.")
	}
	return m.study(), say("Hints are on.")
}

// advise is the answer to h.
func (m *Model) advise() []intent.Intent {
	s, i := m.session.State(), m.advisor.of(m.session.Cursor())
	if len(i.ops) > 0 {
		return append([]intent.Intent{intent.Select{Target: intent.AtOp(i.ops[0])}},
			say("%s", m.theme.Text(m.reason(s, i)))...)
	}
	o, v, ok := i.promising()
	if !ok {
		return say("No hint: nothing is known about this state yet. b searches for the best completion.")
	}
	return append([]intent.Intent{intent.Select{Target: intent.AtOp(o)}},
		say("%s", m.theme.Text(fmt.Sprintf("Most promising: %s, total at least %s (lowest bound). Too large to solve at once: b searches.",
			spoken(s, o), theme.Number(v.Then))))...)
}

// spoken is an operation with its price as it is written on the screen.
func spoken(s *model.State, o model.Op) string {
	price, _ := s.Price(o)
	return strings.TrimSuffix(model.FormatOp(s, o), " "+price.String()) + " for " + theme.Number(price)
}

// reason says why an operation is the one to take.
func (m *Model) reason(s *model.State, i *insight) string {
	o, total := i.ops[0], theme.Number(s.Spent().Add(i.best))
	head := spoken(s, o)
	if !i.optimal() {
		return fmt.Sprintf("%s: begins the best known completion, total %s (%s); at least %s. b looks for better.",
			head, total, i.source, theme.Number(s.Spent().Add(i.bound)))
	}
	head = fmt.Sprintf("%s: total %s, optimal.", head, total)
	same, worse, least := 0, 0, model.Saturated
	for _, v := range i.verdicts {
		switch {
		case !v.HasLoss:
		case v.Loss == 0:
			same++
		default:
			worse, least = worse+1, min(least, v.Loss)
		}
	}
	switch known := same + worse; {
	case known < len(i.verdicts) || known == 0:
		return head + " It begins a proved best completion."
	case worse == 0:
		return head + " Every operation keeps that open."
	case same == 1:
		return fmt.Sprintf("%s The only one that loses nothing: all others lose %s or more.", head, theme.Number(least))
	default:
		return fmt.Sprintf("%s %s lose nothing, the others %s or more.", head, theme.Plural(same, "operation", "operations"), theme.Number(least))
	}
}

// promising is the operation with the lowest bound after it.
func (i *insight) promising() (best model.Op, v pane.Verdict, ok bool) {
	for o, w := range i.verdicts {
		if !ok || w.Then < v.Then || w.Then == v.Then && before(o, best) {
			best, v, ok = o, w, true
		}
	}
	return best, v, ok
}

func before(a, b model.Op) bool {
	if a.U != b.U {
		return a.U < b.U
	}
	if a.V != b.V {
		return a.V < b.V
	}
	return a.Mode < b.Mode
}

// loss is what one step of the line made the best completion worse by.
type loss struct {
	step  session.Step
	cost  model.Cost
	known bool
}

// losses attributes the distance to the optimum to the steps before the cursor.
func (m *Model) losses() []loss {
	if m.session == nil {
		return nil
	}
	var all []loss
	parent := m.advisor.known[0]
	var before model.Cost
	for _, k := range m.session.Path(m.session.Cursor()) {
		step, _ := m.session.Step(k)
		here := m.advisor.known[k]
		l := loss{step: step}
		if parent != nil && here != nil && parent.optimal() && here.optimal() {
			l.cost, l.known = step.Spent.Add(here.best)-before.Add(parent.best), true
		}
		all = append(all, l)
		parent, before = here, step.Spent
	}
	return all
}

// lossText says in one line what the steps so far have lost.
func (m *Model) lossText() string {
	var sum model.Cost
	var where []string
	unknown := 0
	for _, l := range m.losses() {
		switch {
		case !l.known:
			unknown++
		case l.cost > 0:
			sum = sum.Add(l.cost)
			where = append(where, fmt.Sprintf("step %d +%s", l.step.Depth, theme.Number(l.cost)))
		}
	}
	switch {
	case m.session.Depth() == 0:
		return "no step yet."
	case unknown == m.session.Depth():
		return "what they lost is not known yet."
	case len(where) == 0 && unknown == 0:
		return "no step lost anything: it is still on an optimal way."
	case len(where) == 0:
		return fmt.Sprintf("no loss in the %s that are known.", theme.Plural(m.session.Depth()-unknown, "step", "steps"))
	}
	text := fmt.Sprintf("lost %s: %s", theme.Number(sum), strings.Join(where, ", "))
	if unknown > 0 {
		text += fmt.Sprintf(" (%s not known)", theme.Plural(unknown, "step", "steps"))
	}
	return text + "."
}
