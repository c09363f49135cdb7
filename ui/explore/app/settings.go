package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/config"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/drawing"
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

// perform changes a setting.
func (s *settings) perform(_ *layer.View, i intent.Intent) (cmd tea.Cmd, said []intent.Intent) {
	switch i := i.(type) {
	case intent.Sort:
		said = s.sort(i.Order)
	case intent.SetTheme:
		kind, err := style.ParseKind(i.Kind)
		if err != nil {
			return nil, layer.Report(err)
		}
		s.dress(style.New(kind, s.theme.ASCII, s.options.Getenv).WithUnit(s.theme.Unit()))
		s.Theme = i.Kind
	case intent.SetASCII:
		s.dress(s.theme.WithASCII(i.On))
		return nil, nil
	case intent.ShowCommands:
		s.screen.record.Shown = i.On
		return nil, nil
	case intent.SetUnits:
		said = s.setUnits(i.Time)
	case intent.SetMotion:
		said = s.setMotion(i.On)
	case intent.SetMouse:
		if i.On != s.Mouse {
			said = s.toggleMouse()
		}
	case intent.ToggleMouse:
		said = s.toggleMouse()
	case intent.Repaint:
		return tea.ClearScreen, nil
	case intent.Suspend:
		if s.options.Terminal.Suspend == nil {
			return nil, layer.Refuse("There is no shell here.")
		}
		return tea.Exec(terminal.Stopping(s.options.Terminal.Suspend), func(error) tea.Msg {
			return resumedMsg{}
		}), nil
	}
	return tea.Batch(cmd, s.keep()), said
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
	order, ok := next.ParseOrdering(name)
	if ok {
		s.screen.shown.next.Sorted()
	}
	if !ok {
		if order = s.screen.shown.next.Order; !s.screen.shown.next.Sorted() {
			order = (order + 1) % next.Orderings
		}
	}
	s.screen.shown.next.Order = order
	s.Sort = order.String()
	return layer.Say("The list is sorted by " + s.Sort + ".")
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
		unit = layer.UnitOf(g)
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
func (s *settings) setUnits(time bool) []intent.Intent {
	if s.Units = unitsCost; !time {
		return layer.Say("Costs are written in units again.")
	}
	s.Units = unitsTime
	g := s.screen.shown.dag()
	unit := layer.UnitOf(g)
	if unit == 0 {
		return layer.Say("The costs of " + style.Printable(g.Name) +
			" were not measured and stay as they are. Dags of facet measure are written in seconds.")
	}
	return layer.Say("Costs are written as times: a unit takes " + style.Seconds(unit) +
		". :units cost goes back.")
}

// setMotion plays transitions, or shows where they end.
func (s *settings) setMotion(on bool) []intent.Intent {
	s.Motion = onOff(on)
	s.screen.pictures.motion.On = drawing.Smooth(s.options.FPS, s.Motion, s.options.Getenv)
	if on && !s.screen.pictures.motion.On {
		return layer.Say("Animations need --fps 15 or more.")
	}
	return nil
}

// toggleMouse is off at first: a terminal that reports the mouse no longer lets
// its user mark and copy text.
func (s *settings) toggleMouse() []intent.Intent {
	if s.Mouse = !s.Mouse; s.Mouse {
		return layer.Say("Mouse on: a click selects, the wheel pans. To copy text, hold shift or press {M:mouse} again.")
	}
	return layer.Say("Mouse off: the terminal marks and copies text again.")
}

// hint keeps whether operations are judged unasked.
func (s *settings) hint(i intent.Intent, on bool) tea.Cmd {
	switch i.(type) {
	case intent.SetHints, intent.ToggleHints:
	default: // a first session hides them unasked
		return nil
	}
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

// orderCommands are the command that sorts the list.
func orderCommands() []layer.Command {
	return []layer.Command{
		orderCommand().On("o").Help(groupFind, "order of the list: loss, position, price, fill"),
	}
}

// settingCommands are the commands of settings.
func settingCommands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Named("mouse", "mouse on or off", intent.ToggleMouse{}).On("M").
			Help(groupLook, "mouse on or off: click selects, wheel pans").Always(),
		layer.Named("repaint", "redraw the screen", intent.Repaint{}).On("ctrl+l").
			Help(groupLook, "redraw the screen").Always(),
		setCommand(),
		layer.Choice("theme", "colours", func(word string) intent.Intent {
			return intent.SetTheme{Kind: word}
		}, style.Kinds()...),
		layer.Choice("units", "costs as times, where the dag was measured, or in units",
			func(word string) intent.Intent {
				return intent.SetUnits{Time: word == unitsTime}
			}, unitsTime, unitsCost),
		layer.Choice("commands", "show the command behind each key", func(word string) intent.Intent {
			return intent.ShowCommands{On: word == "on"}
		}, "on", "off"),
		layer.Choice("motion", "animate vertices when the layout changes", func(word string) intent.Intent {
			return intent.SetMotion{On: word == "on"}
		}, "on", "off"),
		layer.Choice("ascii", "draw with ASCII signs only", func(word string) intent.Intent {
			return intent.SetASCII{On: word == "on"}
		}, "on", "off"),
	}, intent.Dag, intent.LineDag)
}

// setCommand sets what the file of settings has.
func setCommand() layer.Command {
	c := layer.Command{Name: "set", Args: "a setting and its value",
		Does: "change a setting of the config file until you leave", Example: intent.SetMouse{},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			name, value, _ := strings.Cut(arg, " ")
			return setting(name, strings.TrimSpace(value))
		}}
	c.Offers = func(*layer.View) (all []layer.Offer) {
		for _, s := range config.Settings() {
			for _, value := range s.Values {
				means, _ := setting(s.Name, value)
				all = append(all, layer.Offer{Text: "set " + s.Name + " " + value, Does: s.Does,
					Intent: means})
			}
		}
		return all
	}
	return c
}

// setting is the intent that gives a setting a value.
func setting(name, value string) (intent.Intent, error) {
	at := slices.IndexFunc(config.Settings(), func(s config.Setting) bool { return s.Name == name })
	if at < 0 {
		return nil, fmt.Errorf("there is no setting %s%s: :set lists them all", style.Printable(name),
			style.DidYouMean(name, config.Names()))
	}
	if err := config.Settings()[at].Check(value); err != nil {
		return nil, err
	}
	switch on := value == "on"; name {
	case "theme":
		return intent.SetTheme{Kind: value}, nil
	case "ascii":
		return intent.SetASCII{On: on}, nil
	case "mouse":
		return intent.SetMouse{On: on}, nil
	case "motion":
		return intent.SetMotion{On: value != "off"}, nil
	case "hints":
		return intent.SetHints{On: on}, nil
	case "commands":
		return intent.ShowCommands{On: on}, nil
	case "sort":
		return intent.Sort{Order: value}, nil
	case "units":
		return intent.SetUnits{Time: value == unitsTime}, nil
	}
	return nil, fmt.Errorf("%s counts at the next start: write it into your file, see facet config", name)
}

// shellCommands are the command that leaves for the shell.
func shellCommands() []layer.Command {
	return []layer.Command{
		layer.Named("suspend", "suspend: back to the shell until fg", intent.Suspend{}).Hide().On("ctrl+z").
			Help(groupKeep, "back to the shell (fg returns)").Always(),
	}
}

// orderCommand is the order of the list; its key goes to the next.
func orderCommand() layer.Command {
	e := layer.Choice("sort", "sort the list of operations", func(word string) intent.Intent {
		return intent.Sort{Order: word}
	}, next.OrderingNames()...)
	e.Intent = intent.Sort{}
	return e
}
