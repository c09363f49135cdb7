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

// The allPrompts: the page, and the prompts.
const (
	thePage = iota
	toSelect
	toForesee
	toCarryOut
	toTakeBack
	toHandOver
	allPrompts
)

// prompts are what is asked for, in two sentences at most.
var prompts = [allPrompts]struct{ does, text string }{
	toSelect:   {"Select", "Press the down arrow: heavy lines mark the selected operation. Esc ends the tour."},
	toForesee:  {"Foresee", "\"next\" tells what it will do. Press 2: in the line dag, ‹ › is what it would create."},
	toCarryOut: {"Carry out", "Press Enter. ✶ marks what has changed. A loss of +1 makes the end cost 1 more."},
	toTakeBack: {"Take back", "Press u: the step is undone. Tab goes from panel to panel, here back to the list."},
	toHandOver: {"Hand over", "Press b: facet searches for the cheapest end, A applies it. Or go on by hand: loss 0 is best."},
}

// Leader leads through the tour.
type Leader struct {
	prompt int              // that is shown; thePage before the first
	sel    intent.Selection // when the prompt came
	depth  int              // when the prompt came
	keys   int              // pressed until the prompt came
	begun  bool             // the prompt was looked at, so that these are known
}

var _ layer.Leader = (*Leader)(nil)

// New begins with the page.
func New() *Leader { return &Leader{} }

// Source begins the tour in the explorer.
func Source() layer.Source {
	lead := intent.Lead{Kind: kind}
	return layer.Source{Kind: kind,
		Commands: []layer.Command{{Name: "tour", Does: "a tour of the screen: what a line dag is, and five keys", Also: []string{"tutorial"}, Intent: lead}},
		Open:     func(context.Context, string) (layer.Leader, error) { return New(), nil }}
}

// Title names the tour; the prompts have numbers.
func (g *Leader) Title() string { return "tour" }

// Begin shows the page.
func (g *Leader) Begin(*layer.View) (tea.Cmd, []intent.Intent) {
	return nil, []intent.Intent{intent.Focus{Panel: intent.Next}}
}

// Bindings turn the page, and leave the tour.
func (g *Leader) Bindings(*layer.View) []layer.Command {
	if g.prompt == thePage {
		return []layer.Command{
			layer.Do(func() []intent.Intent { g.next(); return nil }, "enter", " ", "pgdown", "right").Foot("begin: five prompts on the screen"),
			layer.Do(g.end("The tour is over. :tour begins it again."), "esc").Foot("no tour"),
			layer.Mention("quit", "quit"),
		}
	}
	return []layer.Command{layer.Do(g.end("The tour is over. :tour begins it again."), "esc").Help(group, "end the tour")}
}

// Covers tells that the page hides the panels.
func (g *Leader) Covers() bool { return g.prompt == thePage }

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
	case g.prompt == toSelect && v.Sel != g.sel, g.prompt == toForesee && v.Focus == intent.LineDag:
		g.next()
		g.look(v)
	}
}

// Moved goes on from the prompts that ask for steps. Whoever carries out a step before that
// is asked for goes on to the next prompt: none is skipped unread.
func (g *Leader) Moved(v *layer.View, _ bool) (tea.Cmd, []intent.Intent) {
	if g.prompt == thePage {
		return nil, nil
	}
	if !g.begun {
		g.look(v)
	}
	before, depth := g.depth, v.Steps.Depth()
	switch g.begun = false; {
	case g.prompt == toHandOver && depth > before, v.State().Done():
		return nil, g.end("That was the tour. ? lists all keys, :tour begins again, :lesson paths explains the theory.")()
	case g.prompt < toTakeBack && depth > before:
		g.prompt++
	case g.prompt == toTakeBack && depth < before:
		g.prompt = toHandOver
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
	if g.prompt == thePage {
		return layer.Drawn{Rows: page(v.Theme, b.Width, b.Height), Place: layer.Whole}
	}
	g.look(v)
	t, p := v.Theme, prompts[g.prompt]
	head := fmt.Sprintf("%d/%d %s. ", g.prompt, allPrompts-1, p.does)
	text := layer.Wrap(t, t.Text(p.text), b.Width-style.Width(head), promptRows, style.Plain)
	rows := make([]string, 0, promptRows)
	for k, row := range text {
		first := style.Blank(style.Width(head))
		if k == 0 {
			first = t.Paint(style.Selected, head)
		}
		rows = append(rows, t.Left(" "+first+row[1:], b.Width))
	}
	for len(rows) < promptRows { // the pictures stay where they are
		rows = append(rows, "")
	}
	return layer.Drawn{Rows: rows, Place: layer.Beneath}
}

// promptRows is how many rows a prompt takes.
const promptRows = 2
