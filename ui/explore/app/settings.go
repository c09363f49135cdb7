package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/measured"
	"facet/ui/draw/style"
	"facet/ui/explore/config"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/next"
	"facet/ui/files/store"
	"facet/ui/terminal"
)

// settings are how everything is drawn and what the terminal does: what a user chooses
// once, and finds again next time.
type settings struct {
	screen *screen
	store.Settings
	options *Options
	theme   *style.Theme
	written store.Settings // as they were read, or kept last
	reports bool           // the terminal reports the mouse
}

// keep writes the settings in the background.
func (s *settings) keep() tea.Cmd {
	if !s.options.Autosave {
		return nil
	}
	directory, before, all := s.options.Directory, s.written, s.Settings
	return layer.Begin(s.screen.jobs, settingsJob, func(context.Context) error {
		return directory.KeepChanges(before, all)
	},
		func(err error) (tea.Cmd, []intent.Intent) {
			if err == nil {
				s.written = all
			}
			return nil, layer.Warn(err)
		})
}

// setting is what a command means that changes a setting, which is kept.
func (s *settings) setting(of intent.Effect,
	change func(to string) []intent.Intent) func(to string) intent.Intent {
	return layer.Acts(of, func(_ *layer.View, to string) (tea.Cmd, []intent.Intent) {
		said := change(to)
		return s.keep(), said
	})
}

// suspend gives the terminal back to the shell until the user returns.
func (s *settings) suspend(*layer.View) (tea.Cmd, []intent.Intent) {
	if s.options.Terminal.Suspend == nil {
		return nil, layer.Refuse("There is no shell here.")
	}
	return tea.Exec(terminal.Stopping(s.options.Terminal.Suspend), func(error) tea.Msg {
		return resumedMsg{}
	}), nil
}

// resumedMsg says that the program goes on after a stop.
type resumedMsg struct{}

// wake is what the terminal is asked for at the start, and after a stop.
func (s *settings) wake() tea.Cmd {
	s.reports = false
	return s.report(false)
}

// report has the terminal report the mouse where the user wants that, and on a page that
// is there to be clicked on.
func (s *settings) report(page bool) tea.Cmd {
	on := s.Mouse || page
	if on == s.reports {
		return nil
	}
	if s.reports = on; on {
		return tea.EnableMouseCellMotion
	}
	return tea.DisableMouse
}

// sort orders the list of what is possible next: by the next of the orders where none
// is named.
func (s *settings) sort(name string) []intent.Intent {
	list := &s.screen.shown.next
	sorted := list.Sorted()
	if order, ok := next.ParseOrdering(name); ok {
		list.Order = order
	} else if !sorted {
		list.Order = (list.Order + 1) % next.Orderings
	}
	s.Sort = list.Order.String()
	return layer.Say("The list is sorted by " + s.Sort + ".")
}

// setTheme chooses the colours.
func (s *settings) setTheme(name string) []intent.Intent {
	kind, err := style.ParseKind(name)
	if err != nil {
		return layer.Report(err)
	}
	s.dress(style.New(kind, s.theme.ASCII, s.options.Getenv).WithUnit(s.theme.Unit()))
	s.Theme = name
	return nil
}

// dress changes how everything is drawn.
func (s *settings) dress(t *style.Theme) {
	if s.options.Words {
		t = t.Bare()
	}
	s.theme = t
	s.screen.shown.version++
	if s.options.Solver != nil {
		s.options.Solver.SetTheme(t)
	}
}

// themeOf is the theme that a dag is drawn with: costs are times where the user wants that
// and the dag was measured.
func (s *settings) themeOf(g *model.Dag) *style.Theme {
	unit := 0.0
	if s.Units == unitsTime {
		unit = measured.UnitOf(g)
	}
	if unit != s.theme.Unit() {
		s.dress(s.theme.WithUnit(unit))
	}
	return s.theme
}

// The words for what costs are written as.
const (
	unitsCost = "cost"
	unitsTime = "time"
)

// setUnits writes costs as times, or as they are.
func (s *settings) setUnits(units string) []intent.Intent {
	if s.Units = units; units == unitsCost {
		return layer.Say("Costs are written in units again.")
	}
	g := s.screen.shown.dag()
	unit := measured.UnitOf(g)
	if unit == 0 {
		return layer.Say("The costs of " + style.Printable(g.Name) +
			" were not measured and stay as they are. Dags of facet measure are written in seconds.")
	}
	return layer.Say("Costs are written as times: a unit takes " + style.Seconds(unit) +
		". :units cost goes back.")
}

// setMouse has the mouse on or off, or the other way round. It is off at first: a terminal that
// reports the mouse no longer lets its user mark and copy text.
func (s *settings) setMouse(to string) []intent.Intent {
	if to == onOff(s.Mouse) {
		return nil
	}
	if s.Mouse = !s.Mouse; s.Mouse {
		return layer.Say("Mouse on: a click selects, the wheel pans. To copy text, hold shift or press {M:mouse} again.")
	}
	return layer.Say("Mouse off: the terminal marks and copies text again.")
}

// hint keeps whether operations are judged unasked.
func (s *settings) hint(i intent.Intent) tea.Cmd {
	if layer.NameOf(i) != "losses" { // a first session hides them unasked
		return nil
	}
	on := s.options.Solver.Hints()
	hints := onOff(on)
	if s.Hints == hints {
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

// orderCommands are the command that sorts the list.
func (s *settings) orderCommands() []layer.Command {
	sort := s.setting(intent.Looks, s.sort)
	c := layer.Choice("sort", "sort the list of operations", sort, next.OrderingNames()...)
	c.Intent = sort("") // its key goes to the next
	return []layer.Command{c.On("o").Help(groupFind, "order of the list: loss, position, price, fill")}
}

// commands are the commands of settings.
func (s *settings) commands() []layer.Command {
	choice := func(name, does string, change func(to string) []intent.Intent, words ...string) layer.Command {
		return layer.Choice(name, does, s.setting(intent.Adjusts, change), words...)
	}
	return layer.Of([]layer.Command{
		layer.Named("mouse", "mouse on or off", s.setting(intent.Adjusts, s.setMouse)("")).On("M").
			Help(groupLook, "mouse on or off: click selects, wheel pans").Always(),
		layer.Named("repaint", "redraw the screen", layer.Act{Of: intent.Adjusts,
			Do: func(*layer.View) (tea.Cmd, []intent.Intent) { return tea.ClearScreen, nil }}).On("ctrl+l").
			Listed(groupLook).Always(),
		s.setCommand(),
		choice("theme", "colours", s.setTheme, style.Kinds()...),
		choice("units", "costs as times, where the dag was measured, or in units", s.setUnits, unitsTime,
			unitsCost),
		choice("commands", "show the command behind each key", func(to string) []intent.Intent {
			s.screen.record.Shown = to == "on"
			return nil
		}, "on", "off"),
		choice("ascii", "draw with ASCII signs only", func(to string) []intent.Intent {
			s.dress(s.theme.WithASCII(to == "on"))
			return nil
		}, "on", "off"),
	}, intent.Dag, intent.LineDag)
}

// setCommand sets what the file of settings has.
func (s *settings) setCommand() layer.Command {
	c := layer.Command{Name: "set", Args: "a setting and its value",
		Does: "change a setting of the config file until you leave",
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			name, value, _ := strings.Cut(arg, " ")
			return s.set(name, strings.TrimSpace(value))
		}}
	c.Offers = func(*layer.View) (all []layer.Offer) {
		for _, one := range config.Settings() {
			for _, value := range one.Values {
				all = append(all, layer.Offered("set "+one.Name+" "+value, one.Does))
			}
		}
		return all
	}
	return c
}

// set is the intent that gives a setting a value: most have a command of their own.
func (s *settings) set(name, value string) (intent.Intent, error) {
	at := slices.IndexFunc(config.Settings(), func(s config.Setting) bool { return s.Name == name })
	if at < 0 {
		return nil, fmt.Errorf("there is no setting %s%s: :set lists them all", style.Printable(name),
			style.DidYouMean(name, config.Names()))
	}
	if err := config.Settings()[at].Check(value); err != nil {
		return nil, err
	}
	switch name {
	case "mouse":
		return s.setting(intent.Adjusts, s.setMouse)(value), nil
	case "hints":
		name = "losses"
	case "theme", "ascii", "commands", "sort", "units":
	default:
		return nil, fmt.Errorf("%s counts at the next start: write it into your file, see facet config", name)
	}
	return intent.Line(name + " " + value), nil
}

// shellCommands are the command that leaves for the shell.
func (s *settings) shellCommands() []layer.Command {
	return []layer.Command{
		layer.Named("suspend", "suspend: back to the shell until fg",
			layer.Act{Of: intent.Leaves, Do: s.suspend}).Hide().On("ctrl+z").
			Help(groupKeep, "back to the shell (fg returns)").Always(),
	}
}
