package solver

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/planner"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/solver/page"
)

// Bindings are the keys of the page, where it is in front; those that work everywhere
// are commands of the registry.
func (m *Model) Bindings(v *layer.View) []layer.Command {
	switch r := m.run(); {
	case v.Focus != intent.Solver:
		return []layer.Command{layer.Do(func() []intent.Intent { return m.applyFromAfar(r) }, "A").When(r != nil)}
	case m.view == viewForm:
		return append(m.formBindings(), m.pageBindings()...)
	}
	return m.pageBindings()
}

func change(what func(), keys ...string) layer.Command {
	return layer.Do(func() []intent.Intent { what(); return nil }, keys...)
}

// pageGroup is the heading of the page's keys in the help.
const pageGroup = "Solver page"

// pageBindings are the keys that mean something on the page only, those that matter now
// first.
func (m *Model) pageBindings() []layer.Command {
	r := m.run()
	preview := m.ofRun("enter", intent.ShowChosen{}).Help(pageGroup, "play the selected sequence in the picture")
	apply := m.ofRun("A", intent.Apply{}).Help(pageGroup, "apply the chosen sequence, elsewhere the run's best")
	compare := change(func() { m.toggle(viewComparison) }, "c").Help(pageGroup, "compare runs and methods")
	form := change(m.openForm, "o").Help(pageGroup, "another method, bound, limit or speed")
	log := change(func() { m.log = !m.log }, "l").Help(pageGroup, "time axis linear or logarithmic")
	follow := m.ofRun("F", intent.FollowMe{}).Help(pageGroup, "restart the run from the current step")
	left := change(func() { m.show(m.shown - 1) }, "left", "[").As("← →")
	back := layer.Back("esc").Foot("back")
	if m.view != viewRun {
		back = change(func() { m.view = viewRun }, "esc").Foot("back")
	}
	search, hint := "search", "hint"
	switch {
	case m.view == viewForm:
		back = back.Foot("") // the form names it
	case m.view == viewComparison:
		compare, form = compare.Foot("back to the run"), form.Foot("another method")
		return append([]layer.Command{compare, layer.Mention(search, "branch and bound"), form, layer.Mention(hint, "hint"), back}, m.rows(preview, apply, log, follow, left)...)
	case r == nil:
		return append([]layer.Command{layer.Mention(search, "branch and bound"), layer.Mention("greedy", "greedy"), layer.Mention(hint, "hint"),
			form.Foot("options"), compare.Foot("compare"), back}, m.rows(preview, apply, log, follow, left)...)
	default:
		compare, log = compare.Foot("compare"), log.Foot("log time")
		if !r.watched() {
			form = form.Foot("options")
		}
		if m.moved(r) > 0 && !r.restored && !r.watched() {
			follow = follow.Foot("follow")
		}
		if len(r.incumbents) > 0 {
			preview = preview.Foot("preview")
			if !r.watched() {
				apply = apply.Foot("apply")
			}
		}
		if len(m.runs) > 1 {
			left = left.Foot("runs")
		}
	}
	all := append([]layer.Command{follow}, m.mentions(r)...)
	return append(all, m.rows(preview, apply, back, compare, form, log, left)...)
}

// mentions are commands of the registry that matter for a run.
func (m *Model) mentions(r *run) []layer.Command {
	switch {
	case r == nil || m.view != viewRun || r.watched():
		return nil
	case !r.live():
		return []layer.Command{layer.Mention("search", "again")}
	case r.snap.Phase == planner.Paused:
		return []layer.Command{layer.Mention("pause", "go on"), layer.Mention("stop", "stop")}
	}
	return []layer.Command{layer.Mention("pause", "pause"), layer.Mention("stop", "stop")}
}

// rows adds the keys that choose among what a run has found, and among runs.
func (m *Model) rows(others ...layer.Command) []layer.Command {
	r := m.run()
	all := append(others, change(func() { m.show(m.shown + 1) }, "right", "]"))
	if r == nil {
		return all
	}
	all = append(all, change(func() { m.kept = r.id }, "K"))
	return append(all, layer.Rows(func(by int) []intent.Intent {
		m.choose(r, m.chosen+by)
		return nil
	})...)
}

// ofRun is a command that needs a run.
func (m *Model) ofRun(key string, means intent.Intent) layer.Command {
	if m.run() != nil {
		return layer.Means(means, key)
	}
	return layer.Do(func() []intent.Intent {
		return say("No run yet: b starts branch and bound, o chooses another method.")
	}, key)
}

// openForm asks what the next run shall be.
func (m *Model) openForm() {
	m.form = page.Form{Options: m.options}
	m.view = viewForm
}

// formBindings are the keys of the form.
func (m *Model) formBindings() []layer.Command {
	back := func() { m.view = viewRun }
	return []layer.Command{
		change(func() { m.form.Move(-1) }, "up", "k", "shift+tab").As("↑↓").Foot("choose"),
		change(func() { m.form.Move(1) }, "down", "j", "tab"),
		change(func() { m.form.Change(-1) }, "left").As("← →").Foot("change"),
		change(func() { m.form.Change(1) }, "right", " "),
		layer.Do(func() []intent.Intent { return []intent.Intent{intent.Solve{Options: m.form.Options}} }, "enter").Foot("start"),
		change(back, "esc").Foot("back"), change(back, "o"),
	}
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

func (m *Model) toggle(v view) {
	if m.view == v {
		v = viewRun
	}
	m.view = v
}

// followSession starts a run like this one on the remainder at the cursor.
func (m *Model) followSession(r *run) (tea.Cmd, []intent.Intent) {
	if m.moved(r) == 0 {
		return nil, say("The run started from this step already.")
	}
	return m.launch(r.options)
}
