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
		return []layer.Command{table().Do("apply", func() []intent.Intent {
			return m.study.applyFromAfar(r)
		}).Help("", "").When(r != nil)}
	case m.display.view == viewForm:
		return append(m.display.formBindings(m), m.display.pageBindings(m)...)
	case m.display.view == viewTree, m.display.view == viewBounds:
		return watcher{m}.bindings(r)
	}
	return m.display.pageBindings(m)
}

// Table are the keys of the page.
func (m *Model) Table() *layer.Table { return table() }

// pageBindings are the keys that mean something on the page only, those that matter now
// first.
func (d *display) pageBindings(m *Model) []layer.Command {
	r := d.study.run()
	keys := table()
	preview, apply, follow := keys.Means("preview", m.previewing()), keys.Means("apply", m.applying()),
		keys.Means("follow", m.following())
	compare := keys.Means("compare", intent.Line("ways"))
	watched := r != nil && r.company().Watched
	form := keys.Change("options", func() { d.openForm(m.options) })
	if watched { // nothing that it offers could be started
		form = keys.Do("options", func() []intent.Intent {
			return say("You are watching this search: another one is started by who leads it.")
		}).Help("", "")
	}
	log := keys.Change("log-time", func() { d.log = !d.log })
	near := keys.Do("range", func() []intent.Intent {
		if d.close = !d.close; r != nil && r.snap.Proven {
			return layer.Say("Best and bound have met: nothing lies between them.")
		}
		return nil
	})
	left := keys.Change("run-back", func() { d.study.show(d.study.shown - 1) }).As("← →").Help("", "")
	certify := keys.Means("certificate", m.certifying("", false))
	tree := keys.Change("tree", func() { d.showTree() })
	back := layer.Back("esc").Foot("back")
	if d.view != viewRun {
		back = layer.Change(func() { d.view = viewRun }, "esc").Foot("back")
	}
	switch {
	case d.view == viewForm:
		back = back.Foot("") // the form names it
	case r == nil:
		return append([]layer.Command{layer.Mention("search", "branch and bound"),
			layer.Mention("greedy", "greedy"), layer.Mention("hint", "hint"),
			form.Foot("options"), compare.Foot("compare"), back}, d.rows(preview, apply, log, near, follow,
			left, certify, tree)...)
	default:
		compare, tree = compare.Foot("compare"), tree.Foot("tree")
		log, near = log.Foot("log time"), near.Foot("range")
		if !watched && (r.handle != nil || r.phase == restored) { // else it may be one that is watched
			form = form.Foot("options")
		}
		if d.study.moved(r) > 0 && r.phase != restored && !r.company().Watched {
			follow = follow.Foot("follow")
		}
		if len(r.incumbents) > 0 {
			preview = preview.Foot("preview")
			if !r.company().Watched {
				apply = apply.Foot("apply")
			}
		}
		if len(d.study.runs) > 1 {
			left = left.Foot("runs")
		}
	}
	all := append([]layer.Command{follow}, d.mentions(r)...)
	return append(all, d.rows(preview, apply, back, compare, form, tree, log, near, left, certify)...)
}

// mentions are commands of the registry that matter for a run.
func (d *display) mentions(r *run) []layer.Command {
	switch {
	case r == nil || d.view != viewRun || r.company().Watched:
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
	keys := table()
	all := append(others, keys.Change("run-next", func() { d.study.show(d.study.shown + 1) }).Help("", ""))
	if r == nil {
		return all
	}
	all = append(all, keys.Change("keep", func() { d.study.kept = r.id }).Help("", ""))
	return append(all, layer.Pages(r.logRows(d.room-aboveChart)-aboveLog, func(by int) []intent.Intent {
		d.study.choose(r, d.study.chosen+by)
		return nil
	})...)
}

// openForm asks what the next run shall be.
func (d *display) openForm(o planner.Options) {
	d.form = page.Form{Options: o}
	d.view = viewForm
}

// formBindings are the keys of the form.
func (d *display) formBindings(m *Model) []layer.Command {
	back := func() { d.view = viewRun }
	return []layer.Command{
		layer.Change(func() { d.form.Move(-1) }, "up", "k", "shift+tab").As("↑↓").Foot("choose"),
		layer.Change(func() { d.form.Move(1) }, "down", "j", "tab"),
		layer.Change(func() { d.form.Change(-1) }, "left").As("← →").Foot("change"),
		layer.Change(func() { d.form.Change(1) }, "right", " "),
		layer.Do(func() []intent.Intent {
			return []intent.Intent{m.solving(d.form.Options)}
		}, "enter").Foot("start"),
		layer.Change(back, "esc").Foot("back"), layer.Change(back, "o"),
	}
}

// branchAndBound starts a run, unless the same one is at work already.
func (m *Model) branchAndBound(o planner.Options) (tea.Cmd, []intent.Intent) {
	r := m.study.active()
	if r != nil && m.study.session != nil && m.study.moved(r) == 0 && r.options.Method == o.Method &&
		r.options.Bound == o.Bound && r.options.WarmStart == o.WarmStart {
		if r.snap.Phase == planner.Paused {
			return m.pause()
		}
		return nil,
			say("A run from this state is running already: {4:solver} shows it, {p:pause} pauses, {x:stop} stops.")
	}
	return m.launch(o)
}

// followSession starts a run like this one on the remainder at the cursor.
func (m *Model) followSession(r *run) (tea.Cmd, []intent.Intent) {
	if m.study.moved(r) == 0 {
		return nil, say("The run started from this step already.")
	}
	return m.launch(r.options)
}
