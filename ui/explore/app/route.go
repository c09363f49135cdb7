package app

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
)

// atOnce is how many intents are carried out between two looks at the keyboard, at least; of
// very many it is one part in so many, since a look takes longer the longer the sequence is.
const (
	atOnce  = 500
	onePart = 16
)

// goOnMsg has the next ones carried out.
type goOnMsg struct{}

// waiting are the intents that are still to be carried out.
func (m *Model) waiting() []intent.Intent {
	if m.queue.of != m.screen.shown.session {
		m.queue = queue{}
	}
	return m.queue.intents
}

// goOn carries out the next intents of many.
func (m *Model) goOn() tea.Cmd {
	intents := m.waiting()
	m.queue = queue{}
	return m.carryOut(intents)
}

// carryOut carries out intents, and then once what follows from them. Everything
// that changes the session or the selection goes through here.
func (m *Model) carryOut(intents []intent.Intent) tea.Cmd {
	if len(intents) > atOnce {
		now := max(atOnce, len(intents)/onePart)
		m.queue = queue{m.screen.shown.session, intents[now:]}
		cmd := m.carryNow(intents[:now])
		m.queue = queue{m.screen.shown.session, intents[now:]} // of another session, perhaps
		clear(intents[:now])                                   // the session has them
		return tea.Batch(cmd, func() tea.Msg { return goOnMsg{} })
	}
	return m.carryNow(intents)
}

func (m *Model) carryNow(intents []intent.Intent) tea.Cmd {
	session, revision, sel := m.screen.shown.session, m.screen.shown.session.Revision(), m.screen.shown.sel
	m.operations.many = len(intents) > 2
	cmds := []tea.Cmd{m.each(intents)}
	changed := m.screen.shown.session == session && m.screen.shown.session.Revision() != revision
	if m.operations.many && changed {
		m.screen.shown.selectAfter(m.screen.shown.session.Changes(), 0)
		m.screen.proof.drop() // as the steps between would have done
	}
	m.operations.many = false
	if changed {
		cmds = append(cmds, m.moved())
	}
	if m.screen.shown.sel != sel && m.judged() {
		cmds = append(cmds, m.solver.Selected(m.screen.shown.sel))
	}
	if m.leading.aside == nil && !m.preview.open() {
		cmds = append(cmds, m.sessions.save())
	}
	return tea.Batch(cmds...)
}

// each carries intents out without what follows from them, up to one that is refused.
func (m *Model) each(intents []intent.Intent) tea.Cmd {
	if len(intents) > 2 && !m.leading.leads() { // who leads may refuse one of them
		intents = together(intents)
	}
	var cmds []tea.Cmd
	for _, i := range intents {
		if text := m.refused(i); text != "" {
			m.screen.notice.text, m.screen.notice.bad = text, true
			break
		}
		cmds = append(cmds, m.do(i))
	}
	return tea.Batch(cmds...)
}

// together makes one intent of operations in a row: each by itself would copy the state.
func together(intents []intent.Intent) (all []intent.Intent) {
	var ops []model.Op
	flush := func() {
		if len(ops) > 0 {
			all, ops = append(all, intent.Follow{Ops: ops}), nil
		}
	}
	for _, i := range intents {
		if c, is := i.(intent.Carry); is && c.Title == "" && len(c.Ops) == 1 {
			ops = append(ops, c.Ops[0])
			continue
		}
		flush()
		all = append(all, i)
	}
	flush()
	return all
}

// leaveAhead stops carrying out many operations. Those that are left stand ahead of the
// cursor as steps, with their notes, so that redo goes on with them.
func (m *Model) leaveAhead() tea.Cmd {
	waiting, s := m.waiting(), m.screen.shown.session
	m.queue = queue{}
	var ops []model.Op
	notes := make(map[int]string) // by the number of operations before
	for _, i := range waiting {
		switch i := i.(type) {
		case intent.Carry:
			if len(i.Ops) == 1 {
				ops = append(ops, i.Ops[0])
			}
		case intent.Annotate:
			notes[len(ops)] = i.Text
		}
	}
	ids, err := s.Ahead(ops...)
	for k, text := range notes {
		if k > 0 && k <= len(ids) {
			err = errors.Join(err, s.Annotate(ids[k-1], text))
		}
	}
	if err != nil {
		return m.each(layer.Report(err))
	}
	return tea.Batch(m.carryOut(layer.Say(fmt.Sprintf("Stopped at step %s. %s ahead: {ctrl+r:redo} takes the next one, :jump %d all.",
		style.Count(int64(s.Depth())), style.Plural(len(ids), "step stands", "steps stand"), s.Depth()+len(ids)))), m.moved())
}

// refused tells why an intent shall not be carried out: a layer that guards refuses what
// others want; empty if it may.
func (m *Model) refused(i intent.Intent) string {
	if i == nil {
		return ""
	}
	v := m.snapshot()
	for _, l := range m.stack() {
		if l == m.author {
			continue
		}
		why := l.Refuses(v, i)
		if !i.Effect().Within(l.Allows()) {
			why = cmp.Or(why, "Not possible here: :end leaves "+m.leading.title()+".")
		}
		if why != "" {
			return why
		}
	}
	return ""
}

// do passes an intent to the performer that carries it out; the solver is asked last.
func (m *Model) do(i intent.Intent) tea.Cmd {
	switch i := i.(type) {
	case nil:
		return nil
	case byLeader:
		return m.by(m.leading.by, i.intents)
	case explore:
		return m.explore(i)
	case intent.Invoke:
		return m.invoke(i.Command)
	}
	m.screen.record.Pause = m.preview.open() || m.author != nil && m.author == layer.Layer(m.leading.by)
	for _, p := range m.performers {
		if cmd, more, mine := p.Perform(m.snapshot(), i); mine {
			return tea.Batch(cmd, m.each(more))
		}
	}
	if m.solver == nil {
		return m.each(layer.Refuse("There is no solver here."))
	}
	cmd, more, _ := m.solver.Perform(m.snapshot(), i)
	return tea.Batch(cmd, m.settings.hint(i, m.solver.Hints()), m.bySolver(more))
}

// explore puts a session of the user's on the screen.
func (m *Model) explore(i explore) tea.Cmd {
	m.preview.close()
	m.leading.opened()
	m.screen.open(i.session)
	m.sessions.own(i.session, i.session.Revision(), i.resumed)
	cmd := tea.Batch(m.tell(), m.screen.proof.wantIfDone())
	if i.fresh {
		cmd = tea.Batch(cmd, m.sessions.wantUnfinished())
	}
	return cmd
}

// by carries out what a layer wants, which that layer does not refuse.
func (m *Model) by(author layer.Layer, intents []intent.Intent) tea.Cmd {
	m.screen.shown.version++
	before := m.author
	m.author = author
	defer func() { m.author = before }()
	return m.carryOut(intents)
}

// bySolver carries out what the solver wants. Its steps are those of the user's
// session, so that whatever is previewed is left first.
func (m *Model) bySolver(intents []intent.Intent) tea.Cmd {
	has := func(any intent.Effect) bool {
		return slices.ContainsFunc(intents, func(i intent.Intent) bool { return i.Effect().Has(any) })
	}
	if has(intent.Looks | intent.Moves | intent.Edits) {
		m.preview.close()
	}
	if has(intent.Edits) {
		m.screen.where.leaveSolver() // where it can be seen what was done
	}
	return m.carryOut(intents)
}

// from carries out what comes from a layer. What is wanted in an overlay closes all of
// them; one that is left gives the view back to the one below.
func (m *Model) from(l layer.Layer, intents []intent.Intent) tea.Cmd {
	switch {
	case len(intents) == 0:
		if l == layer.Layer(m.leading.by) {
			m.screen.shown.version++
		}
		return nil
	case slices.Contains(m.screen.where.over, l):
		if _, back := intents[0].(intent.Back); !back {
			m.screen.where.over = nil
		}
	case l == layer.Layer(m.solver):
		return m.bySolver(intents)
	case l == layer.Layer(m.leading.by), l == layer.Layer(m.preview):
		return m.by(l, intents)
	}
	return m.carryOut(intents)
}

// moved does what follows from a change of the session.
func (m *Model) moved() tea.Cmd {
	if !m.screen.shown.sel.Exists(m.screen.shown.state()) {
		m.screen.shown.selectNear(0)
	}
	var cmds []tea.Cmd
	complete := false
	if m.screen.shown.state().Done() {
		cmd, fresh := m.screen.proof.want()
		cmds = append(cmds, cmd)
		if complete = fresh && !m.preview.open(); complete && !m.leading.leads() {
			m.screen.notice.text = ""
		}
	} else {
		m.screen.proof.drop()
	}
	if m.judged() && len(m.waiting()) == 0 { // a state that is left at once is not judged
		cmds = append(cmds, m.solver.Moved(m.screen.shown.session))
	}
	if by := m.leading.by; by != nil && !m.preview.open() {
		cmd, intents := by.Moved(m.snapshot(), m.author == layer.Layer(by))
		cmds = append(cmds, cmd)
		if len(intents) > 0 {
			cmds = append(cmds, m.by(by, intents))
		}
	}
	if complete && !m.leading.leads() { // who led may have ended with the last step
		m.screen.where.push(&overlay.Summary{})
	}
	return tea.Batch(cmds...)
}
