package app

import (
	"reflect"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// enlist says who carries out intents of which types: there is one for each. Who leads is
// asked before them.
func (m *Model) enlist(copies *clipboard) {
	all := [][]layer.Performer{
		layer.Performs(func(_ *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent) {
			return m.perform(m.leading.by, i.(byLeader).intents...), nil
		}, byLeader{}),
		layer.Performs(func(_ *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent) {
			return m.explore(i.(explore)), nil
		}, explore{}),
		layer.Performs(func(_ *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent) {
			return m.invoke(i.(intent.Invoke).Command), nil
		}, intent.Invoke{}),
		layer.Performs(m.operations.perform, intent.Undo{}, intent.Redo{}, intent.JumpTo{}, intent.GoTo{},
			intent.Mark{}, intent.Annotate{},
			intent.Select{}, intent.DoSelected{}, intent.Eliminate{}, intent.Preaccumulate{},
			intent.ChangeMode{}, intent.Carry{}, intent.Follow{}),
		layer.Performs(m.screen.notice.perform, intent.Say{}, intent.Refuse{}, intent.Warn{},
			intent.Message{}, remark{}),
		layer.Performs(m.screen.where.perform, intent.Focus{}, intent.Cycle{}, intent.Bring{},
			intent.Enlarge{}, intent.Back{}),
		layer.Performs(m.screen.pictures.perform, intent.ZoomBy{}, intent.ZoomTo{}, intent.Pan{},
			intent.Pin{}, intent.Near{}, intent.Visit{},
			intent.Tidy{}, intent.SetSizes{}),
		layer.Performs(m.screen.playback.perform, intent.Play{}, intent.Speed{}),
		layer.Performs(m.settings.perform, intent.Sort{}, intent.SetTheme{}, intent.SetASCII{},
			intent.ShowCommands{}, intent.SetUnits{},
			intent.SetMotion{}, intent.SetMouse{}, intent.ToggleMouse{}, intent.Repaint{}, intent.Suspend{}),
		layer.Performs(m.preview.perform, intent.Preview{}),
		layer.Performs(m.leading.perform, intent.Lead{}, intent.Change{}, intent.Show{}, intent.Keep{},
			intent.EndLead{}, intent.Before{},
			intent.EditDag{}, intent.UndoEdit{}, intent.RedoEdit{}, intent.EndEdit{}),
		layer.Performs((&elimination{m.screen}).perform, intent.AskEdge{}, intent.AskVertex{},
			intent.EliminateVertex{}, intent.EliminateEdge{}),
		layer.Performs(copies.perform, intent.Copy{}),
		layer.Performs(m.files.perform, intent.Replay{}, intent.Open{}, intent.Resume{}, intent.Restart{},
			intent.Leave{}, intent.Save{},
			intent.SaveSession{}, intent.SaveScript{}, documents.Content{}, intent.Export{}, intent.Figure{},
			intent.Table{}),
		layer.Performs(m.sessions.perform, intent.ShowSessions{}, intent.ChooseSession{}, intent.AskDelete{},
			intent.Discard{}, intent.Delete{}),
		layer.Performs((&comparing{screen: m.screen, solver: m.solver}).perform, intent.ShowComparison{}),
		layer.Performs(m.dialogs.perform, intent.AskCommand{}, intent.AskKeys{}, intent.AskText{},
			intent.AskLabel{}, intent.AskMark{},
			intent.AskNote{}, intent.AskSave{}, intent.AskFigure{}, intent.ShowHelp{}, intent.ShowTotals{},
			intent.ShowPattern{}),
	}
	for _, part := range m.options.Parts {
		if part.Performers != nil {
			all = append(all, part.Performers(host{m.screen}))
		}
	}
	if m.solver != nil {
		all = append(all, layer.Performs(func(v *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent) {
			cmd, more := m.solver.Perform(v, i)
			return tea.Batch(cmd, m.settings.hint(i, m.solver.Hints()), m.perform(m.solver, more...)), nil
		}, m.solver.Performs()...))
	}
	m.performers = make(map[reflect.Type]func(*layer.View, intent.Intent) (tea.Cmd, []intent.Intent))
	for _, p := range slices.Concat(all...) {
		if m.performers[p.Of] != nil {
			panic("two carry out " + p.Of.String())
		}
		m.performers[p.Of] = p.Do
	}
}
