package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/files/store"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel/drawing"
	"facet/ui/panel/next"
	"facet/ui/style"
	"facet/ui/terminal"
)

// settings are how everything is drawn and what the terminal does: what a user chooses
// once, and finds again next time.
type settings struct {
	*screen
	store.Settings
	theme     *style.Theme
	solver    layer.Solver
	directory store.Directory
	kept      bool // in the directory
	fps       int
	suspend   func() // nil where there is no shell
	getenv    func(name string) string
}

// keep writes the settings beside the screen.
func (s *settings) keep() tea.Cmd {
	if !s.kept {
		return nil
	}
	directory, all := s.directory, s.Settings
	return begin(s.jobs, settingsJob, func(context.Context) error { return directory.Keep(all) },
		func(err error) (tea.Cmd, []intent.Intent) { return nil, report(err) })
}

// Perform changes a setting.
func (s *settings) Perform(_ *layer.View, i intent.Intent) (cmd tea.Cmd, said []intent.Intent, mine bool) {
	switch i := i.(type) {
	case intent.Sort:
		said = s.sort(i.Order)
	case intent.SetTheme:
		kind, err := style.ParseKind(i.Kind)
		if err != nil {
			return nil, report(err), true
		}
		s.dress(style.New(kind, s.theme.ASCII, s.getenv))
		s.Theme = i.Kind
	case intent.SetASCII:
		s.dress(s.theme.WithASCII(i.On))
		return nil, nil, true
	case intent.SetMotion:
		said = s.setMotion(i.On)
	case intent.ToggleMouse:
		cmd, said = s.toggleMouse()
	case intent.Repaint:
		return tea.ClearScreen, nil, true
	case intent.Suspend:
		if s.suspend == nil {
			return nil, refuse("There is no shell here."), true
		}
		return tea.Exec(terminal.Stopping(s.suspend), func(error) tea.Msg { return resumedMsg{} }), nil, true
	default:
		return nil, nil, false
	}
	return tea.Batch(cmd, s.keep()), said, true
}

// resumedMsg tells that the program goes on after a stop.
type resumedMsg struct{}

// wake is what the terminal is asked for at the start, and after a stop.
func (s *settings) wake() tea.Cmd {
	if s.Mouse {
		return tea.EnableMouseCellMotion
	}
	return nil
}

// sort orders the list of what is possible next: by the next of the orders where none
// is named.
func (s *settings) sort(name string) []intent.Intent {
	order, ok := next.ParseOrdering(name)
	if !ok {
		order = (s.next.Order + 1) % next.Orderings
	}
	s.next.Order = order
	s.Sort = order.String()
	return layer.Say("The list is sorted by " + s.Sort + ".")
}

// dress changes how everything is drawn.
func (s *settings) dress(t *style.Theme) {
	s.theme = t
	s.version++
	if s.solver != nil {
		s.solver.SetTheme(t)
	}
}

// setMotion plays transitions, or shows where they end.
func (s *settings) setMotion(on bool) []intent.Intent {
	s.Motion = onOff(on)
	s.pictures.motion.On = drawing.Smooth(s.fps, s.Motion, s.getenv)
	if on && !s.pictures.motion.On {
		return layer.Say("Animations need --fps 15 or more.")
	}
	return nil
}

// toggleMouse is off at first: a terminal that reports the mouse no longer lets
// its user mark and copy text.
func (s *settings) toggleMouse() (tea.Cmd, []intent.Intent) {
	if s.Mouse = !s.Mouse; s.Mouse {
		return tea.EnableMouseCellMotion, layer.Say("Mouse on: a click selects, the wheel pans. To copy text, hold shift or press M again.")
	}
	return tea.DisableMouse, layer.Say("Mouse off: the terminal marks and copies text again.")
}

// hint keeps whether operations are judged unasked.
func (s *settings) hint(on bool) tea.Cmd {
	hints := onOff(on)
	if s.Hints == hints || s.Hints == "" && on {
		return nil
	}
	s.Hints = hints
	return s.keep()
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
