package app

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/documents"
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

// queue is what of many intents is still to be carried out, as long as their session is
// on the screen.
type queue struct {
	of      *session.Session
	author  layer.Layer
	intents []intent.Intent
}

// waiting are the intents that are still to be carried out.
func (m *Model) waiting() []intent.Intent {
	if m.queue.of != m.screen.shown.session {
		m.queue = queue{}
	}
	return m.queue.intents
}

// goOn carries out the next intents of many.
func (m *Model) goOn() tea.Cmd {
	intents, author := m.waiting(), m.queue.author
	m.queue = queue{}
	return m.perform(author, intents...)
}

// perform carries out what a layer wants, or the user where that is nil, and what follows from
// it. Everything that changes the session, the selection or what is in front goes through here.
func (m *Model) perform(author layer.Layer, intents ...intent.Intent) tea.Cmd {
	m.makeWay(author, intents)
	before := m.screen.shown.place()
	if len(intents) <= atOnce {
		cmd := m.carry(author, intents)
		return tea.Batch(cmd, m.follow(author, before, len(intents) > 2))
	}
	now := max(atOnce, len(intents)/onePart)
	m.queue = queue{before.session, author, intents[now:]}
	cmd := m.carry(author, intents[:now])
	cmd = tea.Batch(cmd, m.follow(author, before, true))
	m.queue = queue{m.screen.shown.session, author, intents[now:]} // of another session, perhaps
	clear(intents[:now])                                           // the session has them
	return tea.Batch(cmd, func() tea.Msg { return goOnMsg{} })
}

// makeWay closes what an author leaves. What is wanted in an overlay closes all of them; one
// that is left gives the view back to the one below. The solver's steps are those of the
// user's session, so that whatever is previewed is left first.
func (m *Model) makeWay(author layer.Layer, intents []intent.Intent) {
	has := func(any intent.Effect) bool {
		return slices.ContainsFunc(intents, func(i intent.Intent) bool {
			return i != nil && i.Effect().Has(any)
		})
	}
	switch {
	case author == nil:
	case author == layer.Layer(m.leading.by), author == layer.Layer(m.preview):
		m.screen.shown.version++
	case len(intents) == 0:
	case slices.Contains(m.screen.where.over, author):
		if _, back := intents[0].(intent.Back); !back {
			m.screen.where.over = nil
		}
	case author == layer.Layer(m.solver):
		if has(intent.Looks | intent.Moves | intent.Edits) {
			m.preview.close()
		}
		if has(intent.Edits) {
			m.screen.where.leaveSolver() // where it can be seen what was done
		}
	}
}

// carry carries intents out, up to one that is refused.
func (m *Model) carry(author layer.Layer, intents []intent.Intent) tea.Cmd {
	if len(intents) > 2 {
		if many := m.screen.many; !many { // what is selected is decided at the end
			m.screen.many = true
			defer func() { m.screen.many = false }()
		}
		if !m.leading.leads() { // who leads may refuse one of them
			intents = together(intents)
		}
	}
	var cmds []tea.Cmd
	for _, i := range intents {
		if i == nil {
			continue
		}
		v := m.snapshot()
		i = m.meant(v, i)
		if text := m.refused(author, v, i); text != "" {
			m.screen.notice.text, m.screen.notice.bad = text, true
			break
		}
		cmds = append(cmds, m.do(author, v, i))
	}
	return tea.Batch(cmds...)
}

// meant is what a line means, and any other intent itself.
func (m *Model) meant(v *layer.View, i intent.Intent) intent.Intent {
	line, is := i.(intent.Line)
	if !is {
		return i
	}
	means, problem := overlay.Parse(v, m.dialogs.named(v), string(line))
	if problem != "" {
		return intent.Say{Text: problem, As: intent.Refusal}
	}
	return means
}

// together makes one intent of operations in a row: each by itself would copy the state.
func together(intents []intent.Intent) (all []intent.Intent) {
	var ops []model.Op
	part := false
	flush := func() {
		if len(ops) > 0 {
			all, ops = append(all, intent.Carry{Ops: ops, Each: true, Part: part}), nil
		}
	}
	for _, i := range intents {
		if c, is := i.(intent.Carry); is && c.Title == "" && len(c.Ops) == 1 {
			ops, part = append(ops, c.Ops[0]), c.Part
			continue
		}
		flush()
		all = append(all, i)
	}
	flush()
	return all
}

// refused tells why an intent shall not be carried out: a layer that guards refuses what
// others want; empty if it may.
func (m *Model) refused(author layer.Layer, v *layer.View, i intent.Intent) string {
	for _, l := range m.stack() {
		if l == author {
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

// do has an intent carried out by who leads, where that does it in its own way, or by the part of
// the explorer whose state it changes.
func (m *Model) do(author layer.Layer, v *layer.View, i intent.Intent) tea.Cmd {
	by := m.leading.by
	if cmd, more, mine := m.leading.leader().Perform(v, i); mine {
		return tea.Batch(cmd, m.perform(by, more...))
	}
	m.screen.record.Pause = m.preview.open() || author != nil && author == layer.Layer(by)
	var cmd tea.Cmd
	var more []intent.Intent
	switch i := i.(type) {
	case layer.Act:
		var look tea.Cmd
		if i.By == layer.Solving && m.leading.conceals() { // a leader that hides answers lets the user ask
			look = m.screen.shown.tell(m.solver)
		}
		if cmd, more = i.Do(v); i.By == layer.Leading {
			return tea.Batch(cmd, m.perform(by, more...))
		}
		if i.By == layer.Solving {
			return tea.Batch(look, cmd, m.settings.hint(i), m.perform(m.solver, more...))
		}
	case intent.Invoke:
		cmd = m.invoke(i.Command)
	case intent.Say:
		m.screen.notice.say(i)
	case intent.AskCommand:
		m.screen.where.push(m.dialogs.palette(v, i))
	case intent.AskText:
		m.screen.where.push(overlay.NewPrompt(i))
	case layer.Over:
		m.screen.where.push(i.Layer)
	case intent.Select:
		more = m.screen.selects(i)
	case intent.DoSelected, intent.Carry, intent.Undo, intent.Redo, intent.JumpTo, intent.GoTo, intent.Mark,
		intent.Annotate:
		more = m.screen.step(v, i)
	case intent.Preview:
		more = m.preview.show(i)
	case intent.Focus:
		more = m.screen.where.focus(i.Panel)
	case intent.Bring:
		m.screen.where.bring(i)
	case intent.Back:
		m.screen.where.goBack()
	case intent.Lead:
		cmd, more = m.leading.ask(i)
	case intent.Show:
		cmd = m.leading.show(i)
	case intent.Keep:
		m.leading.keep(i)
	case intent.EndLead:
		cmd, more = m.leading.end()
	case intent.EditDag: // which no leader has taken
		more = layer.Refuse("The dag is not being edited: :edit changes a copy of it.")
	case explore:
		cmd = m.explore(i)
	case documents.Content:
		cmd = m.files.write(i)
	}
	return tea.Batch(cmd, m.carry(author, more))
}

// follow does what follows from what was carried out since the session stood in another place,
// once: who was asked for more has done so for that.
func (m *Model) follow(author layer.Layer, before place, many bool) tea.Cmd {
	s := &m.screen.shown
	var cmds []tea.Cmd
	if now := m.screen.shown.place(); now.session == before.session && now.revision != before.revision &&
		(now.session != m.followed.session || now.revision != m.followed.revision) {
		m.followed = now
		if many {
			s.selectAfter(s.session.Changes(), 0)
			m.screen.proof.drop() // as the steps between would have done
		}
		cmds = append(cmds, m.moved(author))
	}
	if s.sel != before.sel && m.judged() {
		cmds = append(cmds, m.solver.Selected(s.sel))
	}
	if m.leading.aside == nil && !m.preview.open() {
		cmds = append(cmds, m.sessions.save())
	}
	return tea.Batch(cmds...)
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
		return m.perform(nil, layer.Report(err)...)
	}
	return tea.Batch(m.perform(nil,
		layer.Say(fmt.Sprintf("Stopped at step %s. %s ahead: {ctrl+r:redo} takes the next one, :jump %d all.",
			style.Count(int64(s.Depth())), style.Plural(len(ids), "step stands", "steps stand"),
			s.Depth()+len(ids)))...), m.moved(nil))
}

// explore puts a session of the user's on the screen.
func (m *Model) explore(i explore) tea.Cmd {
	m.preview.close()
	m.leading.opened()
	m.screen.open(i.session, false)
	m.sessions.own(i.session, i.session.Revision(), i.resumed)
	cmd := tea.Batch(m.leading.tell(), m.screen.proof.wantIfDone())
	if i.fresh {
		cmd = tea.Batch(cmd, m.sessions.wantUnfinished())
	}
	return cmd
}

// moved does what follows from a change of the session that an author wanted.
func (m *Model) moved(author layer.Layer) tea.Cmd {
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
		cmd, intents := by.Moved(m.snapshot(), author == layer.Layer(by))
		cmds = append(cmds, cmd)
		if len(intents) > 0 {
			cmds = append(cmds, m.perform(by, intents...))
		}
	}
	if complete && !m.leading.leads() { // who led may have ended with the last step
		m.screen.where.push(&overlay.Summary{})
	}
	return tea.Batch(cmds...)
}
