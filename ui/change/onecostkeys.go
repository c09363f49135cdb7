package change

import (
	"context"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/edit"
	"facet/planner/puzzle"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// aboutEdit is the dial of the edge whose costs an edit sets, turned so.
func aboutEdit(dag *model.Dag, e edit.Edit) (dial, bool) {
	costs, ok := e.(edit.SetCosts)
	if !ok {
		return dial{}, false
	}
	sel := edgeAt(dag, costs.From, costs.To)
	if sel.Kind != intent.OnElement {
		return dial{}, false
	}
	d := edgeDial(dag, int(sel.Z))
	return d, d.take(e) == nil
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

// Bindings open the dial, turn it, and have the dag judged.
func (g *OneCost) Bindings(v *layer.View) []layer.Command {
	turn := func(do func(), keys ...string) layer.Command {
		return layer.Do(func() []intent.Intent { do(); return g.turned() }, keys...)
	}
	judge := layer.Start(g.judge, "enter").Help(group, "puzzle: have the dag judged")
	var all []layer.Command
	if g.turning {
		all = []layer.Command{
			turn(func() { g.dial.add(1) }, "+", "up", "k").As("+ -").Foot("change"), turn(func() { g.dial.add(-1) }, "-", "down", "j"),
			judge.Foot("judge it"),
			layer.Do(func() []intent.Intent { g.dial.next(); return nil }, "tab", "left", "right").Foot("T or A"),
			layer.Do(func() []intent.Intent { g.turning = false; return nil }, "esc", "$").Foot("walk on"),
			turn(func() { g.dial.double() }, "*").As("* /").Foot("double, halve"), turn(func() { g.dial.halve() }, "/"),
			turn(func() { g.dial.reset() }, "0"),
			layer.Do(func() []intent.Intent { return g.dial.ask("") }, "e").Foot("type"),
		}
		for digit := 1; digit <= 9; digit++ {
			all = append(all, layer.Do(func() []intent.Intent { return g.dial.ask(strconv.Itoa(digit)) }, strconv.Itoa(digit)))
		}
	} else {
		all = []layer.Command{
			layer.Do(func() []intent.Intent { return g.open(v) }, "$").Help(group, "puzzle: turn the costs of the edge").Foot("turn costs"),
			judge.Foot("judge it"),
		}
	}
	all = append(all,
		layer.Do(g.hint, "h").Help(group, "puzzle: a hint; again for the next one").Foot("hint"),
		layer.Do(g.retry, "r").Help(group, "puzzle: all costs as they were").Foot("retry"),
		layer.Do(g.solution, "S").Help(group, "puzzle: see a solution").Foot("solution"),
		layer.Start(g.next, "N").Help(group, "puzzle: the next one").Foot("next"),
		layer.Mention("help", "help"), layer.Command{Name: "end"}.As(":end").Help(group, "back to your own session"))
	for _, f := range edit.Forms() {
		if f.Verb == "cost" {
			all = append(all, command(f))
		}
	}
	return all
}

// open turns the costs of the selected edge; those of another one are as they were then.
func (g *OneCost) open(v *layer.View) []intent.Intent {
	d, ok := dialOf(v)
	if !ok || d.isSize() {
		return layer.Say("Only costs of edges can be changed: walk to an edge, then press $.")
	}
	if !g.turnsSame(d) {
		at := edgeAt(g.puzzle.Dag, d.from, d.to)
		g.dial = edgeDial(g.puzzle.Dag, int(at.Z))
	}
	g.turning = true
	return g.turned()
}

func (g *OneCost) turnsSame(d dial) bool { return g.dial.from == d.from && g.dial.to == d.to }

// hint names the edge, then the cost.
func (g *OneCost) hint() []intent.Intent {
	a := g.puzzle.Answer
	g.hints = min(g.hints+1, 2)
	if g.hints == 1 {
		g.say("An edge at vertex "+model.QuoteID(a.From)+" can do it.", style.Plain)
		return nil
	}
	g.say("The edge "+ends(a.From, a.To)+" can do it.", style.Plain)
	return nil
}

// solution shows one of the answers.
func (g *OneCost) solution() []intent.Intent {
	g.result.Shown = true
	if d, ok := aboutEdit(g.puzzle.Dag, g.puzzle.Answer); ok {
		g.dial = d
	}
	out := g.turned()
	g.say("One answer: "+g.dial.text()+". Enter has it judged, r starts again.", style.Plain)
	return out
}

// retry goes back to the dag as it was.
func (g *OneCost) retry() []intent.Intent {
	shown := g.result
	g.load(g.puzzle)
	g.result, g.dial = shown, dial{}
	return g.show(true)
}

// next asks for the puzzle that follows.
func (g *OneCost) next() tea.Cmd {
	g.say("Making the next puzzle.", style.Plain)
	seed, number := g.puzzle.Seed, g.puzzle.Number+1
	return g.jobs.Start(nextJob, func(ctx context.Context) tea.Msg {
		p, err := puzzle.RandomOneCost(ctx, seed, number)
		if err != nil {
			return err
		}
		return p
	})
}

// Draw is the question, the figure and what was said last, beneath the pictures.
func (g *OneCost) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t := v.Theme
	rows := layer.Wrap(t, t.Text(g.puzzle.Question()), b.Width, 2, style.Strong)
	if g.turning || g.dial.turned() {
		rows = append(rows, " "+g.dial.row(t))
	}
	rows = append(rows, layer.Wrap(t, t.Text(g.said), b.Width, 2, g.role)...)
	for len(rows) < usualRows+1 {
		rows = append(rows, "")
	}
	return layer.Drawn{Rows: rows[:min(len(rows), b.Most)], Place: layer.Instead}
}
