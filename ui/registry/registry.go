// Package registry is the commands that do not belong to one panel: names, arguments,
// keys, and the intents that they mean. It carries nothing out.
package registry

import (
	"slices"

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

// Commands are the lowest layer: what is meant where no other layer gives a key a meaning.
type Commands []layer.Command

var _ layer.Layer = Commands(nil)

// Bindings are all commands. The key line offers no operation where none is left.
func (t Commands) Bindings(v *layer.View) []layer.Command {
	if !v.State().Done() {
		return t
	}
	all := slices.Clone(t)
	for k := range all {
		switch all[k].Intent.(type) {
		case intent.DoSelected, intent.Eliminate, intent.Preaccumulate, intent.ChangeMode:
			all[k].Brief = ""
		}
	}
	return all
}

// Draw draws nothing: the commands are seen in foot, help and palette.
func (t Commands) Draw(*layer.View, layer.Box) layer.Drawn { return layer.Drawn{} }

// Find is the command of that name.
func (t Commands) Find(name string) layer.Command {
	for _, c := range t {
		if c.Name == name {
			return c
		}
	}
	return layer.Command{}
}

// command is a command that needs no argument.
func command(name, does string, means intent.Intent) layer.Command {
	return layer.Command{Name: name, Does: does, Intent: means}
}

// also gives a command keys that share another one's line of the help.
func also(c layer.Command, keys ...string) layer.Command { return hidden(c.On(keys...)) }

// everywhere has a command heard whatever covers the panels.
func everywhere(c layer.Command) layer.Command {
	c.Everywhere = true
	return c
}

// New makes the commands; more are those of leaders and of the solver.
func New(samples []string, more []layer.Command) Commands {
	t := Commands(layer.Of(operations(), intent.Next))
	t = append(t, layer.Of(steps(), intent.History)...)
	t = append(t, finding()...)
	t = append(t, layer.Of(looking(), intent.Dag, intent.LineDag)...)
	t = append(t, keeping(samples)...)
	t = append(t, sessions()...)
	return append(t, more...)
}

func operations() Commands {
	return Commands{
		command("do", "carry out the selected operation", intent.DoSelected{}).On("enter").Help(groupDo, "carry out the selected operation").Foot("carry out").Early(),
		unless(done, command("eliminate", "eliminate the selected face", intent.Eliminate{})).On("e").Help(groupDo, "eliminate the selected face").Foot("eliminate"),
		unless(done, command("preaccumulate", "preaccumulate the selected Jacobian", intent.Preaccumulate{})).On("a").Help(groupDo, "preaccumulate the selected Jacobian").Foot("preaccumulate"),
		command("mode", "next mode of the selected operation", intent.ChangeMode{}).On("m").Help(groupDo, "next mode of the selected operation").Foot("mode").Early(),
		command("edge", "front or back elimination of the selected edge", intent.AskEdge{}).On("E").Help(groupDo, "edge elimination, front or back"),
		vertexCommand().On("V").Help(groupDo, "vertex elimination"),
		edgeCommand("front", "front elimination of edge (i,j)", true),
		edgeCommand("back", "back elimination of edge (i,j)", false),
		typedCommand("acc", "preaccumulate, as in acc tan (0 1)"),
		typedCommand("eli", "eliminate a face, as in eli (0 1)(1 2)"),
	}
}

func steps() Commands {
	return Commands{
		unless(atStart, command("undo", "one step back", intent.Undo{}).Known("back")).On("u", "z", "pgup").Help(groupStep, "undo, one step back").Foot("undo").Early(),
		unless(atEnd, command("redo", "one step forward", intent.Redo{})).On("ctrl+r", "Z", "pgdown").Help(groupStep, "redo, one step forward"),
		jumpCommand(),
		branchCommand(),
		command("play", "play the steps ahead, or stop", intent.Play{}).On(" ", ".", "f5").Help(groupStep, "play the steps ahead, or stop (< > speed)"),
		also(command("faster", "play faster", intent.Speed{Faster: true}), ">"),
		also(command("slower", "play slower", intent.Speed{}), "<"),
		command("ways", "compare branches, greedy, classical modes, optimum", intent.ShowComparison{}).Known("compare").On("B").Help(groupStep, "compare branches, methods, optimum"),
		command("ranges", "in which intervals of costs and sizes a sequence stays optimal", intent.ShowRanges{}).Known("sensitivity"),
		scheduleCommand().On("W").Help(groupStep, "the steps on several machines, and memory"),
		noteCommand().On("n").Help(groupStep, "note on this step"),
		command("totals", "totals and proof of the sequence so far", intent.ShowTotals{}).On("t").Help(groupStep, "totals and proof of the sequence so far"),
	}
}

func finding() Commands {
	return Commands{
		labelCommand().On("/").Help(groupFind, "go to a label").Foot("go to").Early(),
		everywhere(hidden(command("command", "type a command", intent.AskCommand{})).On(":").Help(groupFind, "command, or an operation as in a file").Foot("command").Early()),
		orderCommand().On("o").Help(groupFind, "order of the list: loss, position, price, fill"),
		hidden(command("next-pane", "the next panel", intent.Cycle{By: 1})).On("tab").Help(groupFind, "next panel (shift+Tab: back)").Foot("panel").Early(),
		also(command("previous-pane", "the previous panel", intent.Cycle{By: -1}), "shift+tab"),
		hidden(command("dag", "the dag", intent.Focus{Panel: intent.Dag})).On("1").As("1 2 3 4").Help(groupFind, "dag, line dag, history, solver"),
		also(command("line-dag", "the line dag", intent.Focus{Panel: intent.LineDag}), "2"),
		also(command("history", "the history", intent.Focus{Panel: intent.History}), "3"),
		also(command("solver", "the solver", intent.Focus{Panel: intent.Solver}), "4"),
	}
}

func looking() Commands {
	return Commands{
		hidden(command("larger", "a larger picture", intent.ZoomBy{Levels: 1})).On("+").As("+ -").Help(groupLook, "zoom (0: the largest that fits)"),
		also(command("smaller", "a smaller picture", intent.ZoomBy{Levels: -1}), "-"),
		also(command("fit", "the largest zoom that fits", intent.ZoomTo{Level: intent.Fit}), "0"),
		zoomCommand(),
		hidden(command("pan-right", "pan to the right", intent.Pan{Columns: 8})).On("L", "shift+right").As("H J K L").Help(groupLook, "pan the picture (or shift+arrows)"),
		also(command("pan-left", "pan to the left", intent.Pan{Columns: -8}), "H", "shift+left"),
		also(command("pan-up", "pan upwards", intent.Pan{Rows: -3}), "K", "shift+up"),
		also(command("pan-down", "pan downwards", intent.Pan{Rows: 3}), "J", "shift+down"),
		command("tidy", "make a new layout of the picture", intent.Tidy{}).On("=").Help(groupLook, "new layout of the picture"),
		command("pin", "pin the pictures, or allow new layouts again", intent.Pin{}).On("P").Help(groupLook, "pin the pictures: no new layouts"),
		command("near", "only what is around the selection, or the whole again", intent.Near{Toggle: true}).Known("neighbourhood", "around").On("N").Help(groupLook, "what is around the selection, or the whole"),
		command("large", "picture large, or beside the list", intent.Enlarge{}).On("f").Help(groupLook, "picture large or beside the list"),
		everywhere(command("mouse", "mouse on or off", intent.ToggleMouse{}).On("M").Help(groupLook, "mouse on or off: click selects, wheel pans")),
		everywhere(command("repaint", "redraw the screen", intent.Repaint{}).On("ctrl+l").Help(groupLook, "redraw the screen")),
		choice("theme", "colours", func(word string) intent.Intent { return intent.SetTheme{Kind: word} }, style.Kinds()...),
		choice("motion", "animate vertices when the layout changes", func(word string) intent.Intent { return intent.SetMotion{On: word == "on"} }, "on", "off"),
		choice("ascii", "draw with ASCII signs only", func(word string) intent.Intent { return intent.SetASCII{On: word == "on"} }, "on", "off"),
		choice("sizes", "vector sizes beside the dag's vertices", func(word string) intent.Intent { return intent.SetSizes{On: word == "on"} }, "on", "off"),
		hidden(textual("say", "a sentence", "show a sentence", func(text string) intent.Intent { return intent.Say{Text: text} })),
	}
}

func keeping(samples []string) Commands {
	return Commands{
		hidden(command("save-as", "save the sequence; proposes a file name", intent.AskSave{})).On("s").Help(groupKeep, "save the sequence to a file"),
		textual("save", "a file", "save the sequence, one operation per line", func(text string) intent.Intent { return intent.Save{Path: text} }).Known("write"),
		textual("replay", "a file", "carry out the sequence in a file", func(text string) intent.Intent { return intent.Replay{Path: text} }),
		textual("export", "a file", "write the dag: .xml GraphML, .json, .dot Graphviz, .line.dot the line dag", func(text string) intent.Intent { return intent.Export{Path: text} }).Known("convert"),
		hidden(command("figure-as", "write the pictures; proposes a file name", intent.AskFigure{})).On("w").Help(groupKeep, "write the pictures for a slide or a paper"),
		textual("figure", "a file", "write the pictures: .svg, .tex for TikZ, .html or .txt", func(text string) intent.Intent { return intent.Figure{Path: text} }),
		textual("table", "a file", "write the sequence in the paper's notation: .tex or .md", func(text string) intent.Intent { return intent.Table{Path: text} }),
		textual("save-lesson", "a file", "save the session as a lesson, with notes and branches", func(text string) intent.Intent { return intent.SaveLesson{Path: text} }),
		textual("save-session", "a file", "save the whole session with all branches", func(text string) intent.Intent { return intent.SaveSession{Path: text} }),
		openCommand(samples),
		command("restart", "start a new session on this dag; this one stays saved", intent.Restart{}).Known("reset"),
		everywhere(hidden(command("suspend", "suspend: back to the shell until fg", intent.Suspend{})).On("ctrl+z").Help(groupKeep, "back to the shell (fg returns)")),
		everywhere(command("help", "all keys", intent.ShowHelp{}).Known("keys").On("?").Help(groupKeep, "this help").Foot("help")),
		command("glossary", "glossary: face, fill, absorb, merge, loss (? Tab)", intent.ShowHelp{Glossary: true}),
		everywhere(command("quit", "quit; everything is saved", intent.Leave{}).Known("exit").On("q", "ctrl+c").Help(groupKeep, "quit; everything is saved")),
	}
}

// Unsaved has no command say that something is saved.
func (t Commands) Unsaved() {
	for k := range t {
		switch t[k].Name {
		case "quit":
			t[k].Does = "quit; nothing is saved here"
			t[k] = t[k].Help(groupKeep, t[k].Does)
		case "restart":
			t[k].Does = "start a new session on this dag; this one is lost"
		}
	}
}

// unless gives a command the reason why it is not possible now.
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
