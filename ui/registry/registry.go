// Package entry is the table of everything that can be wanted: its name, its
// arguments, its keys, and what makes an intent of it. Keys, palette and help are
// made from it. It carries nothing out.
package registry

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// The headings of the help, in its order.
const (
	groupDo   = "Eliminate"
	groupStep = "Steps"
	groupFind = "Find"
	groupLook = "Look"
	groupKeep = "Keep"
)

// Table is everything that can be wanted: keys, palette and help are made from
// it, and nothing else gives a key or a command a meaning.
type Table []layer.Command

// entry is an intent that needs no argument.
func entry(name, does string, want intent.Intent) layer.Command {
	return layer.Command{Name: name, Does: does, Intent: want}
}

// keyed gives an entry its keys. What the help shows and says stands with the
// first of several entries that share a line there.
func keyed(e layer.Command, group, shown, help, brief string, keys ...string) layer.Command {
	e.Group, e.Brief = group, brief
	e.Keys = key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, help))
	return e
}

// also gives an entry keys that share another entry's line of the help.
func also(e layer.Command, keys ...string) layer.Command {
	e.Keys, e.Hidden = key.NewBinding(key.WithKeys(keys...)), true
	return e
}

// New makes the explorer's entries; more are those of the solver.
func New(samples []string, more []layer.Command) Table {
	t := operationEntries()
	t = append(t, stepEntries()...)
	t = append(t, findEntries()...)
	t = append(t, lookEntries()...)
	t = append(t, keepEntries(samples)...)
	t = append(t, sessionEntries()...)
	return append(t, more...)
}

func operationEntries() Table {
	return Table{
		keyed(entry("do", "carry out the selected operation", intent.DoSelected{}), groupDo, "Enter", "carry out the selected operation", "", "enter"),
		keyed(unless(done, entry("eliminate", "eliminate the selected face", intent.Eliminate{})), groupDo, "e", "eliminate the selected face", "eliminate", "e"),
		keyed(unless(done, entry("preaccumulate", "preaccumulate the selected Jacobian", intent.Preaccumulate{})), groupDo, "a", "preaccumulate the selected Jacobian", "preaccumulate", "a"),
		keyed(entry("mode", "next mode of the selected operation", intent.ChangeMode{}), groupDo, "m", "next mode of the selected operation", "mode", "m"),
		keyed(entry("edge", "front or back elimination of the selected edge", intent.AskEdge{}), groupDo, "E", "edge elimination, front or back", "", "E"),
		keyed(vertexEntry(), groupDo, "V", "vertex elimination", "", "V"),
		edgeEntry("front", "front elimination of edge (i,j)", true),
		edgeEntry("back", "back elimination of edge (i,j)", false),
		typedEntry("acc", "preaccumulate, as in acc tan (0 1)"),
		typedEntry("eli", "eliminate a face, as in eli (0 1)(1 2)"),
	}
}

func stepEntries() Table {
	return Table{
		keyed(unless(atStart, entry("undo", "one step back", intent.Undo{})), groupStep, "u z PgUp", "undo, one step back", "undo", "u", "z", "pgup"),
		keyed(unless(atEnd, entry("redo", "one step forward", intent.Redo{})), groupStep, "ctrl+r Z PgDn", "redo, one step forward", "", "ctrl+r", "Z", "pgdown"),
		jumpEntry(),
		branchEntry(),
		keyed(entry("play", "play the steps ahead, or stop", intent.Play{}), groupStep, "space . F5", "play the steps ahead, or stop (< > speed)", "", " ", ".", "f5"),
		also(entry("faster", "play faster", intent.Pace{Faster: true}), ">"),
		also(entry("slower", "play slower", intent.Pace{}), "<"),
		keyed(entry("ways", "compare branches, greedy, classical modes and the optimum", intent.ShowWays{}), groupStep, "B", "compare branches, methods, optimum", "", "B"),
		keyed(noteEntry(), groupStep, "n", "note on this step", "", "n"),
		keyed(entry("totals", "totals and proof of the sequence so far", intent.ShowTotals{}), groupStep, "t", "totals and proof of the sequence so far", "", "t"),
	}
}

func findEntries() Table {
	return Table{
		keyed(labelEntry(), groupFind, "/", "go to a label", "go to", "/"),
		keyed(hidden(entry("command", "type a command", intent.AskCommand{})), groupFind, ":", "command, or an operation as in a file", "command", ":"),
		keyed(orderEntry(), groupFind, "o", "order of the list: position, price, fill", "", "o"),
		keyed(hidden(entry("next-pane", "the next pane", intent.Cycle{By: 1})), groupFind, "Tab", "next pane (shift+Tab: back)", "pane", "tab"),
		also(entry("previous-pane", "the previous pane", intent.Cycle{By: -1}), "shift+tab"),
		keyed(hidden(entry("dag", "the dag", intent.Focus{Panel: intent.Dag})), groupFind, "1 2 3 4", "dag, line dag, history, solver", "", "1"),
		also(entry("line-dag", "the line dag", intent.Focus{Panel: intent.LineDag}), "2"),
		also(entry("history", "the history", intent.Focus{Panel: intent.History}), "3"),
		also(entry("solver", "the solver", intent.Focus{Panel: intent.Solver}), "4"),
	}
}

func lookEntries() Table {
	return Table{
		keyed(hidden(entry("larger", "a larger picture", intent.ZoomBy{Levels: 1})), groupLook, "+ -", "zoom (0: the largest that fits)", "", "+"),
		also(entry("smaller", "a smaller picture", intent.ZoomBy{Levels: -1}), "-"),
		also(entry("fit", "the largest zoom that fits", intent.ZoomTo{Level: intent.Fit}), "0"),
		zoomEntry(),
		keyed(hidden(entry("pan-right", "pan to the right", intent.Pan{Columns: 8})), groupLook, "H J K L", "pan the picture (or shift+arrows)", "", "L", "shift+right"),
		also(entry("pan-left", "pan to the left", intent.Pan{Columns: -8}), "H", "shift+left"),
		also(entry("pan-up", "pan upwards", intent.Pan{Rows: -3}), "K", "shift+up"),
		also(entry("pan-down", "pan downwards", intent.Pan{Rows: 3}), "J", "shift+down"),
		keyed(entry("tidy", "make a new layout of the picture", intent.Tidy{}), groupLook, "=", "new layout of the picture", "", "="),
		keyed(entry("pin", "pin the pictures, or allow new layouts again", intent.Pin{}), groupLook, "P", "pin the pictures: no new layouts", "", "P"),
		keyed(entry("large", "picture large, or beside the list", intent.Enlarge{}), groupLook, "f", "picture large or beside the list", "", "f"),
		keyed(entry("mouse", "mouse on or off", intent.ToggleMouse{}), groupLook, "M", "mouse on or off: click selects, wheel pans", "", "M"),
		keyed(entry("repaint", "redraw the screen", intent.Repaint{}), groupLook, "ctrl+l", "redraw the screen", "", "ctrl+l"),
		choice("theme", "colours", func(word string) intent.Intent { return intent.SetTheme{Kind: word} }, style.Kinds()...),
		choice("motion", "animate vertices when the layout changes", func(word string) intent.Intent { return intent.SetMotion{On: word == "on"} }, "on", "off"),
		choice("ascii", "draw with ASCII signs only", func(word string) intent.Intent { return intent.SetASCII{On: word == "on"} }, "on", "off"),
		choice("sizes", "vector sizes beside the dag's vertices", func(word string) intent.Intent { return intent.SetSizes{On: word == "on"} }, "on", "off"),
		hidden(textual("say", "a sentence", "show a sentence", func(text string) intent.Intent { return intent.Say{Text: text} })),
	}
}

func keepEntries(samples []string) Table {
	return Table{
		keyed(hidden(entry("save-as", "save the sequence; proposes a file name", intent.AskSave{})), groupKeep, "s", "save the sequence to a file", "", "s"),
		textual("save", "a file", "save the sequence, one operation per line", func(text string) intent.Intent { return intent.Save{Path: text} }),
		textual("replay", "a file", "carry out the sequence in a file", func(text string) intent.Intent { return intent.Replay{Path: text} }),
		textual("export", "a file", "write the dag: .xml GraphML, .dot Graphviz, .line.dot the line dag", func(text string) intent.Intent { return intent.Export{Path: text} }),
		keyed(hidden(entry("figure-as", "write the pictures; proposes a file name", intent.AskFigure{})), groupKeep, "w", "write the pictures for a slide or a paper", "", "w"),
		textual("figure", "a file", "write the pictures: .svg, .tex for TikZ, .html or .txt", func(text string) intent.Intent { return intent.Figure{Path: text} }),
		textual("table", "a file", "write the sequence in the paper's notation: .tex or .md", func(text string) intent.Intent { return intent.Table{Path: text} }),
		textual("save-lesson", "a file", "save the session as a lesson, with notes and branches", func(text string) intent.Intent { return intent.SaveLesson{Path: text} }),
		textual("save-session", "a file", "save the whole session with all branches", func(text string) intent.Intent { return intent.SaveSession{Path: text} }),
		openEntry(samples),
		entry("restart", "start a new session on this dag; this one stays saved", intent.Restart{}),
		keyed(hidden(entry("suspend", "suspend: back to the shell until fg", intent.Suspend{})), groupKeep, "ctrl+z", "back to the shell (fg returns)", "", "ctrl+z"),
		keyed(entry("help", "all keys", intent.ShowHelp{}), groupKeep, "?", "this help", "help", "?"),
		entry("glossary", "glossary: face, fill, absorb, merge, loss (? Tab)", intent.ShowHelp{Glossary: true}),
		keyed(entry("quit", "quit; everything is saved", intent.Leave{}), groupKeep, "q ctrl+c", "quit; everything is saved", "", "q", "ctrl+c"),
	}
}

// unless gives an entry the reason why it is not possible now.
func unless(why func(s *layer.View) string, e layer.Command) layer.Command {
	e.Why = why
	return e
}

func done(s *layer.View) string {
	if s.State().Done() {
		return "the sequence is complete"
	}
	return ""
}

func atStart(s *layer.View) string {
	if s.Steps.Depth() == 0 {
		return "this is the start"
	}
	return ""
}

func atEnd(s *layer.View) string {
	if s.Steps.Depth() == len(s.Steps.Line()) {
		return "this is the last step"
	}
	return ""
}

func hidden(e layer.Command) layer.Command {
	e.Hidden = true
	return e
}

// Intent finds what a key means.
func (t Table) Intent(msg tea.KeyMsg) (intent.Intent, bool) {
	for k := range t {
		if e := &t[k]; key.Matches(msg, e.Keys) {
			return e.Intent, true
		}
	}
	return nil, false
}
