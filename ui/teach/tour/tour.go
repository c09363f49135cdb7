// Package tour leads a newcomer around the screen: one page that shows a line dag beside
// its dag, and then five prompts beneath the pictures, on the newcomer's own dag. Each
// waits until what it asks for was done. It never stops a newcomer: all keys mean what they always
// mean.
package tour

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// kind is the first word of the intent that begins the tour.
const kind = "tour"

// group is the heading of the tour's keys in the help.
const group = "Here"

// The page, and what the prompts ask for.
const (
	thePage = iota
	toSelect
	toForesee
	toCarryOut
	toTakeBack
	toLookUp
	toHandOver
)

// onScreen and inWords are the order of the prompts: beside pictures, and where lines are
// typed and operations have numbers.
var (
	onScreen = []int{thePage, toSelect, toForesee, toCarryOut, toTakeBack, toHandOver}
	inWords  = []int{thePage, toSelect, toCarryOut, toTakeBack, toLookUp, toHandOver}
)

// prompt is what is asked for, in few sentences.
type prompt struct{ does, text string }

// spoken are the prompts in words.
var spoken = [...]prompt{
	toSelect: {"List",
		"Each line is an operation with its number, and > marks the selected one. Type down: the next one is selected. Type esc to end the tour."},
	toCarryOut: {"Number",
		"Type the number of an operation: it is carried out. Enter carries out the selected one. \"loses 1\" makes the end cost 1 more."},
	toTakeBack: {"Undo", "Type {u:undo}: the step is undone. {ctrl+r:redo} carries it out again."},
	toLookUp: {"Help",
		"Type {?:help} for all keys, and then tab for the words, such as fill and absorb. Any other line goes on."},
	toHandOver: {"Hand over",
		"Type {b:search}: facet searches for the cheapest end. Then {A:solver.apply} applies it. Or go on by numbers."},
}

// asked is the prompt beside pictures.
func asked(v *layer.View, kind int) prompt {
	t := v.Theme
	switch kind {
	case toSelect:
		return prompt{"Select",
			"Press the down arrow: heavy lines mark the selected operation. Esc ends the tour."}
	case toForesee:
		return prompt{"Foresee", "\"next\" tells what it will do. Press {2:line-dag}: in the line dag, " +
			foreseen(v)}
	case toCarryOut:
		if v.Silent {
			return prompt{"Carry out", "Press Enter: " + t.Signs.Fill +
				" marks what changes. Losses are hidden: {v:losses} shows them. {Tab:next-pane} goes to the next panel."}
		}
		return prompt{"Carry out", "Press Enter: " + t.Signs.Fill +
			" marks what changes. A loss of +1: the end costs 1 more. {Tab:next-pane} goes to the next panel."}
	case toTakeBack:
		return prompt{"Take back", "Press {u:undo}: the step is undone. {ctrl+r:redo} carries it out again."}
	}
	return prompt{"Hand over",
		"{b:search} searches for the cheapest end, {A:solver.apply} applies it. Or go on by hand. {?:help}, then Tab explains the words."}
}

// foreseen says how the picture marks what the selected operation would do.
func foreseen(v *layer.View) string {
	t := v.Theme
	o, ok := v.Outlook()
	if !ok {
		return "heavy lines mark what is selected."
	}
	if _, born := o.Born(); born {
		return t.Signs.Would + " is the new Jacobian that it would create."
	}
	if o.Choice.Op.IsAccumulation() {
		return "heavy lines or " + t.Either("◆", "#") + " mark what gets its Jacobian."
	}
	return "double lines or " + t.Either("◇", "\"") + " mark the Jacobian that it adds to."
}

// Leader leads through the tour.
type Leader struct {
	layer.Neutral
	prompt int              // that is shown, in the order of the prompts; 0 is the page
	sel    intent.Selection // when the prompt came
	depth  int              // when the prompt came
	keys   int              // pressed until the prompt came
	begun  bool             // the prompt was looked at, so that these are known
	order  []int            // of the prompts
	ticked bool             // what the prompt before asked for was done
}

var _ layer.Leader = (*Leader)(nil)

// New begins with the page.
func New() *Leader { return &Leader{order: onScreen} }

// Source begins the tour in the explorer.
func Source() layer.Source {
	lead := intent.Lead{Kind: kind}
	return layer.Source{Kind: kind, Welcome: true,
		Commands: []layer.Command{{Name: "tour",
			Does: "a tour of the screen: what a line dag is, and five keys", Also: []string{"tutorial"},
			Intent: lead}},
		Section: func() (layer.Section, error) {
			return layer.Section{Name: "tour", Key: "t", Means: lead, Line: kind,
				About: "A page that shows what a line dag is, and five things to do on a small dag. Two minutes, and you know the screen."}, nil
		},
		Open: func(context.Context, string) (layer.Leader, error) { return New(), nil }}
}

// Title names the tour; the prompts have numbers.
func (l *Leader) Title() string { return "tour" }

// asks is what the prompt that is shown asks for.
func (l *Leader) asks() int { return l.order[l.prompt] }

// Begin shows the page, and has the list begin with its first row.
func (l *Leader) Begin(*layer.View) (tea.Cmd, []intent.Intent) {
	return nil, []intent.Intent{intent.Focus{Panel: intent.LineDag}, intent.Focus{Panel: intent.Next},
		intent.Select{}}
}

// Bindings turn the page, and leave the tour.
func (l *Leader) Bindings(v *layer.View) []layer.Command {
	if l.asks() == thePage {
		begin := "begin: five prompts on the screen"
		if v.Words {
			begin = "begin: five prompts"
		}
		return []layer.Command{
			layer.Do(func() []intent.Intent {
				l.next()
				return nil
			}, "enter", " ", "pgdown", "right").Foot(begin),
			layer.Do(l.end("The tour is over. :tour begins it again."), "esc").Foot("no tour"),
			layer.Mention("quit", "quit"),
		}
	}
	return []layer.Command{
		layer.Do(l.end("The tour is over. :tour begins it again."), "esc").Help(group, "end the tour"),
		layer.Do(func() []intent.Intent {
			l.next()
			return []intent.Intent{intent.Line("help")}
		}, "?").When(l.asks() == toLookUp),
	}
}

// Covers reports whether the page hides the panels.
func (l *Leader) Covers() bool { return l.asks() == thePage }

func (l *Leader) end(text string) func() []intent.Intent {
	return func() []intent.Intent { return []intent.Intent{intent.EndLead{}, intent.Say{Text: text}} }
}

func (l *Leader) next() { l.prompt, l.begun, l.ticked = l.prompt+1, false, l.asks() != thePage }

// look notes what there is when a prompt comes, and goes on from those that ask only for
// a look or a selection.
func (l *Leader) look(v *layer.View) {
	if !l.begun {
		l.sel, l.depth, l.keys, l.begun = v.Sel, v.Steps.Depth(), v.Pressed, true
	}
	if v.Pressed == l.keys { // what else is selected now, the newcomer did not select
		l.sel = v.Sel
	}
	switch {
	case l.asks() == toSelect && v.Sel != l.sel, l.asks() == toForesee && v.Focus == intent.LineDag:
		l.next()
		l.look(v)
	}
}

// Moved goes on from the prompts that ask for steps. A newcomer who carries out a step before that
// is asked for goes on to the next prompt: none is skipped unread.
func (l *Leader) Moved(v *layer.View, _ bool) (tea.Cmd, []intent.Intent) {
	if l.asks() == thePage {
		return nil, nil
	}
	if !l.begun {
		l.look(v)
	}
	before, depth, asked := l.depth, v.Steps.Depth(), l.asks()
	switch l.begun = false; {
	case l.asks() == toHandOver && depth > before, v.State().Done():
		back := ""
		if v.State().Done() && !v.Words { // it stands in the foot of the page at the end, which says so else
			back = "Enter goes back to the pictures, "
		}
		return nil, l.end("That was the tour. " + back +
			"{?:help} lists all keys, :tour begins again, :lesson paths explains the theory.")()
	case l.asks() < toTakeBack && depth > before, l.asks() == toTakeBack && depth < before:
		l.next()
		l.ticked = asked >= toCarryOut // a step is not what the prompts before ask for
	}
	return nil, nil
}

// Fit looks whether the user has done what the prompt asks for.
func (l *Leader) Fit(v *layer.View, _ layer.Box) {
	if v.Words {
		l.order = inWords
	}
	if l.asks() != thePage {
		l.look(v)
	}
}

// Draw is the page, or the prompt beneath the pictures.
func (l *Leader) Draw(v *layer.View, b layer.Box) layer.Drawn {
	if l.asks() == thePage {
		return layer.Drawn{Rows: page(v, b.Width, b.Height), Place: layer.Whole}
	}
	t, p, most := v.Theme, prompt{}, promptRows
	if v.Words {
		p, most = spoken[l.asks()], b.Height
		if l.asks() == toCarryOut && v.Silent {
			p.text = "Type the number of an operation: it is carried out. Enter carries out the selected one. Losses are hidden: {v:losses} shows them."
		}
	} else {
		p = asked(v, l.asks())
	}
	p.text = v.Keymap.Text(p.text)
	head := fmt.Sprintf("%d/%d %s. ", l.prompt, len(l.order)-1, p.does)
	if l.ticked && !v.Words {
		head = fmt.Sprintf("%d%s %s", l.prompt-1, t.Signs.Done, head) // the tick is the last prompt's
	}
	if b.Width < narrow && !v.Words {
		rows := []string{t.Left(" "+t.Paint(style.Selected, head), b.Width)}
		for _, row := range layer.Wrap(t, t.Text(p.text), b.Width, columnRows-1, style.Plain) {
			rows = append(rows, t.Left(row, b.Width))
		}
		for len(rows) < columnRows {
			rows = append(rows, "")
		}
		return layer.Drawn{Rows: rows, Place: layer.Beneath}
	}
	text := layer.Wrap(t, t.Text(p.text), b.Width-style.Width(head), most, style.Plain)
	rows := make([]string, 0, promptRows)
	for k, row := range text {
		first := style.Blank(style.Width(head))
		if k == 0 {
			first = t.Paint(style.Selected, head)
		}
		rows = append(rows, t.Left(" "+first+row[1:], b.Width))
	}
	for len(rows) < promptRows && !v.Words { // the pictures stay where they are
		rows = append(rows, "")
	}
	return layer.Drawn{Rows: rows, Place: layer.Beneath}
}

// promptRows is how many rows a prompt takes, columnRows in a column that is narrow.
const (
	promptRows = 2
	columnRows = 7
	narrow     = 60
)
