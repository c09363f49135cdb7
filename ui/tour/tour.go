// Package tour leads a newcomer around the screen: one page that shows a line dag beside
// its dag, and then five prompts beneath the pictures, on the newcomer's own dag. Each
// waits until what it asks for was done. It holds nobody: all keys mean what they always
// mean.
package tour

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
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
	toSelect:   {"List", "Each line is an operation with its number, and > marks the selected one. Type down: the next one is selected. Type esc to end the tour."},
	toCarryOut: {"Number", "Type the number of an operation: it is carried out. Enter carries out the selected one. \"loses 1\" makes the end cost 1 more."},
	toTakeBack: {"Undo", "Type u: the step is undone. ctrl+r carries it out again."},
	toLookUp:   {"Help", "Type ? for all keys, and then tab for the words, such as fill and absorb. Any other line goes on."},
	toHandOver: {"Hand over", "Type b: facet searches for the cheapest end. Then A applies it. Or go on by numbers."},
}

// asked is the prompt beside pictures.
func asked(v *layer.View, kind int) prompt {
	t := v.Theme
	switch kind {
	case toSelect:
		return prompt{"Select", "Press the down arrow: heavy lines mark the selected operation. Esc ends the tour."}
	case toForesee:
		return prompt{"Foresee", "\"next\" tells what it will do. Press 2: in the line dag, " + foreseen(v)}
	case toCarryOut:
		return prompt{"Carry out", "Press Enter: " + t.Signs.Fill + " marks what changes. A loss of +1 makes the end cost 1 more. Tab goes to the next panel."}
	case toTakeBack:
		return prompt{"Take back", "Press u: the step is undone. ctrl+r carries it out again."}
	}
	return prompt{"Hand over", "Press b: facet searches for the cheapest end, A applies it. Or go on by hand. ?, then Tab explains the words."}
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
		return "heavy lines or " + sign(t, "◆", "#") + " mark what gets its Jacobian."
	}
	return "double lines or " + sign(t, "◇", "\"") + " mark the Jacobian that it adds to."
}

// sign is how the overview marks a vertex.
func sign(t *style.Theme, fine, ascii string) string {
	if t.ASCII {
		return ascii
	}
	return fine
}

// Leader leads through the tour.
type Leader struct {
	prompt int              // that is shown, in the order of the prompts; 0 is the page
	sel    intent.Selection // when the prompt came
	depth  int              // when the prompt came
	keys   int              // pressed until the prompt came
	begun  bool             // the prompt was looked at, so that these are known
	order  []int            // of the prompts
}

var _ layer.Leader = (*Leader)(nil)

// New begins with the page.
func New() *Leader { return &Leader{order: onScreen} }

// Source begins the tour in the explorer.
func Source() layer.Source {
	lead := intent.Lead{Kind: kind}
	return layer.Source{Kind: kind,
		Commands: []layer.Command{{Name: "tour", Does: "a tour of the screen: what a line dag is, and five keys", Also: []string{"tutorial"}, Intent: lead}},
		Open:     func(context.Context, string) (layer.Leader, error) { return New(), nil }}
}

// Title names the tour; the prompts have numbers.
func (g *Leader) Title() string { return "tour" }

// asks is what the prompt that is shown asks for.
func (g *Leader) asks() int { return g.order[g.prompt] }

// Begin shows the page, and has the list begin with its first row.
func (g *Leader) Begin(*layer.View) (tea.Cmd, []intent.Intent) {
	return nil, []intent.Intent{intent.Focus{Panel: intent.Next}, intent.Select{}}
}

// Bindings turn the page, and leave the tour.
func (g *Leader) Bindings(v *layer.View) []layer.Command {
	if v.Words {
		g.order = inWords
	}
	if g.asks() == thePage {
		begin := "begin: five prompts on the screen"
		if v.Words {
			begin = "begin: five prompts"
		}
		return []layer.Command{
			layer.Do(func() []intent.Intent { g.next(); return nil }, "enter", " ", "pgdown", "right").Foot(begin),
			layer.Do(g.end("The tour is over. :tour begins it again."), "esc").Foot("no tour"),
			layer.Mention("quit", "quit"),
		}
	}
	return []layer.Command{
		layer.Do(g.end("The tour is over. :tour begins it again."), "esc").Help(group, "end the tour"),
		layer.Do(func() []intent.Intent { g.next(); return []intent.Intent{intent.ShowHelp{}} }, "?").When(g.asks() == toLookUp),
	}
}

// Covers tells that the page hides the panels.
func (g *Leader) Covers() bool { return g.asks() == thePage }

func (g *Leader) end(text string) func() []intent.Intent {
	return func() []intent.Intent { return []intent.Intent{intent.EndLead{}, intent.Say{Text: text}} }
}

func (g *Leader) next() { g.prompt, g.begun = g.prompt+1, false }

// look notes what there is when a prompt comes, and goes on from those that ask only for
// a look or a selection.
func (g *Leader) look(v *layer.View) {
	if !g.begun {
		g.sel, g.depth, g.keys, g.begun = v.Sel, v.Steps.Depth(), v.Pressed, true
	}
	if v.Pressed == g.keys { // whatever else is selected now, nobody selected it
		g.sel = v.Sel
	}
	switch {
	case g.asks() == toSelect && v.Sel != g.sel, g.asks() == toForesee && v.Focus == intent.LineDag:
		g.next()
		g.look(v)
	}
}

// Moved goes on from the prompts that ask for steps. Whoever carries out a step before that
// is asked for goes on to the next prompt: none is skipped unread.
func (g *Leader) Moved(v *layer.View, _ bool) (tea.Cmd, []intent.Intent) {
	if g.asks() == thePage {
		return nil, nil
	}
	if !g.begun {
		g.look(v)
	}
	before, depth := g.depth, v.Steps.Depth()
	switch g.begun = false; {
	case g.asks() == toHandOver && depth > before, v.State().Done():
		return nil, g.end("That was the tour. ? lists all keys, :tour begins again, :lesson paths explains the theory.")()
	case g.asks() < toTakeBack && depth > before, g.asks() == toTakeBack && depth < before:
		g.prompt++
	}
	return nil, nil
}

// Update takes no messages.
func (g *Leader) Update(*layer.View, tea.Msg) (tea.Cmd, []intent.Intent) { return nil, nil }

// Allows everything.
func (g *Leader) Allows() intent.Effect { return intent.All }

// Refuses nothing.
func (g *Leader) Refuses(*layer.View, intent.Intent) string { return "" }

// Conceals nothing.
func (g *Leader) Conceals() bool { return false }

// Close has nothing to end.
func (g *Leader) Close() {}

// Draw is the page, or the prompt beneath the pictures.
func (g *Leader) Draw(v *layer.View, b layer.Box) layer.Drawn {
	if v.Words {
		g.order = inWords
	}
	if g.asks() == thePage {
		return layer.Drawn{Rows: page(v, b.Width, b.Height), Place: layer.Whole}
	}
	g.look(v)
	t, p, most := v.Theme, prompt{}, promptRows
	if v.Words {
		p, most = spoken[g.asks()], b.Height
	} else {
		p = asked(v, g.asks())
	}
	head := fmt.Sprintf("%d/%d %s. ", g.prompt, len(g.order)-1, p.does)
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

// promptRows is how many rows a prompt takes.
const promptRows = 2
