package solver

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/planner"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver/page"
)

// Bindings are the keys of the page, where it is in front; those that work everywhere
// are commands of the registry.
func (m *Model) Bindings(v *layer.View) []layer.Command {
	switch r := m.study.run(); {
	case v.Focus != intent.Solver:
		return []layer.Command{layer.Do(func() []intent.Intent { return m.study.applyFromAfar(r) }, "A").When(r != nil)}
	case m.display.view == viewForm:
		return append(m.display.formBindings(), m.display.pageBindings(m.options)...)
	}
	return m.display.pageBindings(m.options)
}

func change(what func(), keys ...string) layer.Command {
	return layer.Do(func() []intent.Intent { what(); return nil }, keys...)
}

// pageGroup is the heading of the page's keys in the help.
const pageGroup = "Solver page"

// pageBindings are the keys that mean something on the page only, those that matter now
// first. The form begins with the options.
func (d *display) pageBindings(o planner.Options) []layer.Command {
	r := d.study.run()
	preview := d.ofRun("enter", intent.ShowChosen{}).Help(pageGroup, "play the selected sequence in the picture")
	apply := d.ofRun("A", intent.Apply{}).Help(pageGroup, "apply the chosen sequence, elsewhere the run's best")
	compare := change(func() { d.toggle(viewComparison) }, "c").Help(pageGroup, "compare runs and methods")
	form := change(func() { d.openForm(o) }, "o").Help(pageGroup, "another method, bound, limit or speed")
	log := change(func() { d.log = !d.log }, "l").Help(pageGroup, "time axis linear or logarithmic")
	near := change(func() { d.close = !d.close }, "z").Help(pageGroup, "chart: all costs, or what lies between best and bound")
	follow := d.ofRun("F", intent.FollowMe{}).Help(pageGroup, "restart the run from the current step")
	left := change(func() { d.study.show(d.study.shown - 1) }, "left", "[").As("← →")
	certify := layer.Do(func() []intent.Intent { return []intent.Intent{intent.Certify{}} }, "I").Help(pageGroup, "write a certificate of the run, for facet verify")
	back := layer.Back("esc").Foot("back")
	if d.view != viewRun {
		back = change(func() { d.view = viewRun }, "esc").Foot("back")
	}
	search, hint := "search", "hint"
	switch {
	case d.view == viewForm:
		back = back.Foot("") // the form names it
	case d.view == viewComparison:
		compare, form = compare.Foot("back to the run"), form.Foot("another method")
		return append([]layer.Command{compare, layer.Mention(search, "branch and bound"), form, layer.Mention(hint, "hint"), back}, d.rows(preview, apply, log, near, follow, left, certify)...)
	case r == nil:
		return append([]layer.Command{layer.Mention(search, "branch and bound"), layer.Mention("greedy", "greedy"), layer.Mention(hint, "hint"),
			form.Foot("options"), compare.Foot("compare"), back}, d.rows(preview, apply, log, near, follow, left, certify)...)
	default:
		compare, log, near = compare.Foot("compare"), log.Foot("log time"), near.Foot("range")
		if !r.watched() {
			form = form.Foot("options")
		}
		if d.study.moved(r) > 0 && !r.restored && !r.watched() {
			follow = follow.Foot("follow")
		}
		if len(r.incumbents) > 0 {
			preview = preview.Foot("preview")
			if !r.watched() {
				apply = apply.Foot("apply")
			}
		}
		if len(d.study.runs) > 1 {
			left = left.Foot("runs")
		}
	}
	all := append([]layer.Command{follow}, d.mentions(r)...)
	return append(all, d.rows(preview, apply, back, compare, form, log, near, left, certify)...)
}

// mentions are commands of the registry that matter for a run.
func (d *display) mentions(r *run) []layer.Command {
	switch {
	case r == nil || d.view != viewRun || r.watched():
		return nil
	case !r.live():
		return []layer.Command{layer.Mention("search", "again")}
	case r.snap.Phase == planner.Paused:
		return []layer.Command{layer.Mention("pause", "go on"), layer.Mention("stop", "stop")}
	}
	return []layer.Command{layer.Mention("pause", "pause"), layer.Mention("stop", "stop")}
}

// rows adds the keys that choose among what a run has found, and among runs.
func (d *display) rows(others ...layer.Command) []layer.Command {
	r := d.study.run()
	all := append(others, change(func() { d.study.show(d.study.shown + 1) }, "right", "]"))
	if r == nil {
		return all
	}
	all = append(all, change(func() { d.study.kept = r.id }, "K"))
	return append(all, layer.Rows(func(by int) []intent.Intent {
		d.study.choose(r, d.study.chosen+by)
		return nil
	})...)
}

// ofRun is a command that needs a run.
func (d *display) ofRun(key string, means intent.Intent) layer.Command {
	if d.study.run() != nil {
		return layer.Means(means, key)
	}
	return layer.Do(func() []intent.Intent {
		return say("No run yet: b starts branch and bound, o chooses another method.")
	}, key)
}

// openForm asks what the next run shall be.
func (d *display) openForm(o planner.Options) {
	d.form = page.Form{Options: o}
	d.view = viewForm
}

// formBindings are the keys of the form.
func (d *display) formBindings() []layer.Command {
	back := func() { d.view = viewRun }
	return []layer.Command{
		change(func() { d.form.Move(-1) }, "up", "k", "shift+tab").As("↑↓").Foot("choose"),
		change(func() { d.form.Move(1) }, "down", "j", "tab"),
		change(func() { d.form.Change(-1) }, "left").As("← →").Foot("change"),
		change(func() { d.form.Change(1) }, "right", " "),
		layer.Do(func() []intent.Intent { return []intent.Intent{intent.Solve{Options: d.form.Options}} }, "enter").Foot("start"),
		change(back, "esc").Foot("back"), change(back, "o"),
	}
}

// branchAndBound starts a run, unless the same one is at work already.
func (m *Model) branchAndBound(o planner.Options) (tea.Cmd, []intent.Intent) {
	r := m.study.active()
	if r != nil && m.study.session != nil && m.study.moved(r) == 0 && r.options.Method == o.Method && r.options.Bound == o.Bound && r.options.WarmStart == o.WarmStart {
		if r.snap.Phase == planner.Paused {
			return m.pause()
		}
		return nil, say("A run from this state is running already: 4 shows it, p pauses, x stops.")
	}
	return m.launch(o)
}

func (d *display) toggle(v view) {
	if d.view == v {
		v = viewRun
	}
	d.view = v
}

// followSession starts a run like this one on the remainder at the cursor.
func (m *Model) followSession(r *run) (tea.Cmd, []intent.Intent) {
	if m.study.moved(r) == 0 {
		return nil, say("The run started from this step already.")
	}
	return m.launch(r.options)
}
