package onecost

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/edit"
	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/change/dial"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// aboutEdit is the dial of the edge whose costs an edit sets, turned so.
func aboutEdit(dag *model.Dag, e edit.Edit) (dial.Dial, bool) {
	costs, ok := e.(edit.SetCosts)
	if !ok {
		return dial.Dial{}, false
	}
	sel := edgeAt(dag, costs.From, costs.To)
	if sel.Kind != intent.OnElement {
		return dial.Dial{}, false
	}
	d := dial.OfEdge(dag, int(sel.Z))
	return d, d.Take(e) == nil
}

// edgeAt selects the edge between two vertices, or the first vertex where there is none.
func edgeAt(dag *model.Dag, from, to string) intent.Selection {
	i, there := dag.Find(from)
	for k := 0; there && k < len(dag.Out(i)); k++ {
		if z := dag.Out(i)[k]; dag.Vertices[dag.Edges[z].Target].ID == to {
			return intent.AtElement(model.NewState(dag), model.Z(z))
		}
	}
	return intent.AtVertex(0)
}

// Table are the keys of a puzzle about one cost.
func Table() *layer.Table {
	return &layer.Table{Layer: "one-cost", Group: heading, Rows: []layer.Row{
		{"turn", "$", "puzzle: turn the costs of the edge"},
		{"judge", "enter", "puzzle: have the dag judged"},
		{"hint", "h", "puzzle: a hint; again for the next one"},
		{"retry", "r", "puzzle: all costs as they were"},
		{"solution", "S", "puzzle: see a solution"}, {"next", "N", "puzzle: the next one"},
	}}
}

// Bindings open the dial, turn it, and have the dag judged.
func (l *Leader) Bindings(v *layer.View) []layer.Command {
	own := Table()
	judge := own.Start("judge", l.judge).Foot("judge it")
	all := []layer.Command{
		own.Do("turn", func() []intent.Intent { return l.open(v) }).Foot("turn costs"), judge,
	}
	if l.turning {
		all = l.dial.Keys(func() (tea.Cmd, []intent.Intent) { return nil, l.turned() }, judge,
			layer.Do(func() []intent.Intent { l.turning = false; return nil }, "esc", "$").Foot("walk on"))
	}
	all = append(all,
		own.Do("hint", l.hint).Foot("hint"),
		own.Do("retry", l.retry).Foot("retry"),
		own.Do("solution", l.solution).Foot("solution"),
		own.Start("next", l.next).Foot("next"),
		layer.Mention("help", "help"), layer.Command{Name: "end"}.As(":end").
			Help(heading, "back to your own session"))
	for _, f := range edit.Forms() {
		if f.Verb == "cost" {
			all = append(all, dial.Command(f))
		}
	}
	return all
}

// open turns the costs of the selected edge; those of another one are as they were then.
func (l *Leader) open(v *layer.View) []intent.Intent {
	d, ok := dial.Of(v)
	if !ok || d.IsSize() {
		return layer.Say("Only costs of edges can be changed: walk to an edge, then press {$:one-cost.turn}.")
	}
	if !l.turnsSame(d) {
		at := edgeAt(l.puzzle.Dag, d.From, d.To)
		l.dial = dial.OfEdge(l.puzzle.Dag, int(at.Z))
	}
	l.turning = true
	return l.turned()
}

func (l *Leader) turnsSame(d dial.Dial) bool { return l.dial.From == d.From && l.dial.To == d.To }

// hint names the edge, then the cost.
func (l *Leader) hint() []intent.Intent {
	a := l.puzzle.Answer
	l.hints = min(l.hints+1, 2)
	if l.hints == 1 {
		l.say("An edge at vertex "+model.QuoteID(a.From)+" can do it.", style.Plain)
		return nil
	}
	l.say("The edge "+dial.Ends(a.From, a.To)+" can do it.", style.Plain)
	return nil
}

// solution shows one of the answers.
func (l *Leader) solution() []intent.Intent {
	l.result.Shown = true
	if d, ok := aboutEdit(l.puzzle.Dag, l.puzzle.Answer); ok {
		l.dial = d
	}
	out := l.turned()
	l.say("One answer: "+l.dial.Text()+". {Enter:one-cost.judge} has it judged, {r:one-cost.retry} starts again.", style.Plain)
	return out
}

// retry goes back to the dag as it was.
func (l *Leader) retry() []intent.Intent {
	shown := l.result
	l.load(l.puzzle)
	l.result, l.dial = shown, dial.Dial{}
	return l.show(true)
}

// next asks for the puzzle that follows.
func (l *Leader) next() tea.Cmd {
	l.say("Making the next puzzle.", style.Plain)
	seed, number := l.puzzle.Seed, l.puzzle.Number+1
	return l.jobs.Start(nextJob, func(ctx context.Context) tea.Msg {
		p, err := puzzle.RandomOneCost(ctx, seed, number)
		if err != nil {
			return err
		}
		return p
	})
}

// Draw is the question, the figure and what was said last, beneath the pictures.
func (l *Leader) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t := v.Theme
	rows := layer.Wrap(t, t.Text(l.puzzle.Question()), b.Width, 2, style.Strong)
	if l.turning || l.dial.Turned() {
		rows = append(rows, " "+l.dial.Row(t))
	}
	rows = append(rows, layer.Wrap(t, t.Text(v.Keymap.Text(l.said)), b.Width, 2, l.role)...)
	for len(rows) < rowsBeneath+1 {
		rows = append(rows, "")
	}
	return layer.Drawn{Rows: rows[:min(len(rows), b.Most)], Place: layer.Instead}
}
