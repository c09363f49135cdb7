package solver

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/planner"
	"facet/ui/intent"
	"facet/ui/solver/page"
)

// Keys lists the keys of the page for the help; those that work everywhere are
// entries.
func (m *Model) Keys() [][2]string {
	return [][2]string{
		{"4 Enter", "play the selected sequence in the picture"},
		{"A", "apply the best sequence, on 4 the selected one"},
		{"4 c", "compare runs and methods"},
		{"4 o", "another method, bound, limit or speed"},
		{"4 l", "time axis linear or logarithmic"},
		{"4 F", "restart the run from the current step"},
	}
}

// Key takes a key of the page.
func (m *Model) Key(msg tea.KeyMsg, focused bool) (bool, tea.Cmd, []intent.Intent) {
	name := msg.String()
	m.focused = focused
	if focused && m.view == viewForm {
		if handled, cmd, intents := m.formKey(name); handled {
			return true, cmd, intents
		}
	}
	if !focused {
		if r := m.run(); name == "A" && r != nil {
			return true, nil, m.applyFromAfar(r)
		}
		return false, nil, nil
	}
	return m.pageKey(name)
}

// openForm asks what the next run shall be.
func (m *Model) openForm() {
	m.form = page.Form{Options: m.options}
	m.view = viewForm
}

// formKey takes the keys of the form.
func (m *Model) formKey(name string) (bool, tea.Cmd, []intent.Intent) {
	switch name {
	case "enter":
		cmd, intents := m.launch(m.form.Options)
		return true, cmd, intents
	case "esc", "o":
		m.view = viewRun
		return true, nil, nil
	}
	return m.form.Key(name), nil, nil
}

// branchAndBound starts a run, unless the same one is at work already.
func (m *Model) branchAndBound(o planner.Options) (tea.Cmd, []intent.Intent) {
	r := m.active()
	if r != nil && m.session != nil && m.moved(r) == 0 && r.options.Method == o.Method && r.options.Bound == o.Bound && r.options.WarmStart == o.WarmStart {
		if r.snap.Phase == planner.Paused {
			return m.pause()
		}
		return nil, say("A run from this state is running already: 4 shows it, p pauses, x stops.")
	}
	return m.launch(o)
}

// pageKey takes the keys that mean something on the page only.
func (m *Model) pageKey(name string) (bool, tea.Cmd, []intent.Intent) {
	r := m.run()
	switch name {
	case "o":
		m.openForm()
		return true, nil, nil
	case "c":
		m.toggle(viewComparison)
		return true, nil, nil
	case "esc":
		if m.view != viewRun {
			m.view = viewRun
			return true, nil, nil
		}
		return false, nil, nil
	case "l":
		m.log = !m.log
		return true, nil, nil
	case "left", "[":
		m.show(m.shown - 1)
		return true, nil, nil
	case "right", "]":
		m.show(m.shown + 1)
		return true, nil, nil
	}
	if r == nil {
		if name == "enter" || name == "A" || name == "F" {
			return true, nil, say("No run yet: b starts branch and bound, o chooses another method.")
		}
		return false, nil, nil
	}
	switch name {
	case "up", "k":
		m.choose(r, m.chosen-1)
	case "down", "j":
		m.choose(r, m.chosen+1)
	case "home":
		m.choose(r, 0)
	case "end":
		m.choose(r, len(r.incumbents)-1)
	case "enter":
		return true, nil, m.preview(r, m.chosen)
	case "A":
		return true, nil, m.apply(r, m.chosen)
	case "F":
		cmd, intents := m.followSession(r)
		return true, cmd, intents
	case "K":
		m.kept = r.id
	default:
		return false, nil, nil
	}
	return true, nil, nil
}

func (m *Model) toggle(v view) {
	if m.view == v {
		v = viewRun
	}
	m.view = v
}

// show brings another run onto the page.
func (m *Model) show(k int) {
	if len(m.runs) == 0 {
		return
	}
	m.shown = max(0, min(len(m.runs)-1, k))
	m.chosen, m.follow = max(0, len(m.run().incumbents)-1), true
}

// choose moves the log's row. On the last row it stays on the last incumbent.
func (m *Model) choose(r *run, k int) {
	m.chosen = max(0, min(len(r.incumbents)-1, k))
	m.follow = m.chosen == len(r.incumbents)-1
}

// followSession starts a run like this one on the remainder at the cursor.
func (m *Model) followSession(r *run) (tea.Cmd, []intent.Intent) {
	if m.moved(r) == 0 {
		return nil, say("The run started from this step already.")
	}
	return m.launch(r.options)
}
