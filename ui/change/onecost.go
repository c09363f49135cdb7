package change

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/planner/puzzle"
	"facet/ui/files/store"
	"facet/ui/intent"
	"facet/ui/job"
	"facet/ui/layer"
	"facet/ui/style"
)

// OneCost leads through a puzzle that is solved by changing one cost of the dag. Any cost is
// right with which edge elimination is optimal, which is found out by solving.
type OneCost struct {
	puzzle *puzzle.OneCost
	keep   func(g *model.Dag, r store.Puzzle) error // nil keeps nothing
	jobs   *job.Runner
	cancel context.CancelFunc

	dial    dial
	turning bool // the keys turn the dial
	dag     *model.Dag
	result  store.Puzzle
	solved  bool
	hints   int
	said    string
	role    style.Role
	sel     intent.Selection
}

var (
	_ layer.Leader    = (*OneCost)(nil)
	_ layer.Performer = (*OneCost)(nil)
)

// NewOneCost makes a leader; keep takes what came of the puzzle, nil for nobody.
func NewOneCost(ctx context.Context, p *puzzle.OneCost, keep func(g *model.Dag, r store.Puzzle) error) *OneCost {
	g := &OneCost{puzzle: p, keep: keep}
	ctx, g.cancel = context.WithCancel(ctx)
	g.jobs = job.New(ctx)
	g.load(p)
	return g
}

func (g *OneCost) load(p *puzzle.OneCost) {
	g.puzzle, g.dag, g.turning, g.solved, g.hints = p, p.Dag, false, false, 0
	g.result = store.Puzzle{Name: p.Name, Title: p.Title}
	g.say("Walk to an edge, press $ to turn its costs, and Enter to have it judged.", style.Plain)
}

func (g *OneCost) say(text string, role style.Role) { g.said, g.role = text, role }

// The jobs.
const (
	judgeJob job.Name = "the judgement"
	nextJob  job.Name = "the next puzzle"
)

// judgement is what a dag was found to be.
type judgement struct {
	of     *model.Dag
	spaces puzzle.Spaces
	solved bool
}

// Title is the puzzle's name.
func (g *OneCost) Title() string { return "puzzle: one cost" }

// Begin shows the dag.
func (g *OneCost) Begin(*layer.View) (tea.Cmd, []intent.Intent) {
	g.sel = intent.AtVertex(0)
	return nil, append([]intent.Intent{intent.Focus{Panel: intent.Dag}}, g.show(false)...)
}

func (g *OneCost) show(like bool) []intent.Intent {
	return []intent.Intent{intent.Show{Session: session.New(g.dag), Like: like}, intent.Select{Target: g.sel}}
}

// Update takes a judgement, or the next puzzle.
func (g *OneCost) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	what, _ := g.jobs.Open(msg)
	switch what := what.(type) {
	case error:
		g.say(layer.Sentence(what.Error()), style.Bad)
	case judgement:
		if what.of == g.dag {
			return g.judged(what), nil
		}
	case *puzzle.OneCost:
		g.load(what)
		g.sel = intent.AtVertex(0)
		return nil, g.show(false)
	}
	return nil, nil
}

// judged says whether it is an answer, and keeps it.
func (g *OneCost) judged(j judgement) tea.Cmd {
	g.result.Tries++
	if g.solved = j.solved; !j.solved {
		g.say(fmt.Sprintf("Not yet: edge elimination costs %s now, and the optimum is %s.", style.Number(j.spaces.Edges), style.Number(j.spaces.Faces)), style.Bad)
		return g.store()
	}
	stars := 3 - min(g.hints, 2)
	if g.result.Shown {
		stars = 1
	}
	g.result.Solved, g.result.Stars, g.result.Hints, g.result.Best = true, stars, g.hints, j.spaces.Faces
	g.say(fmt.Sprintf("Solved: edge elimination costs %s, and nothing is cheaper. N: the next puzzle.", style.Number(j.spaces.Edges)), style.Good)
	return g.store()
}

// store keeps the result beside the screen.
func (g *OneCost) store() tea.Cmd {
	if g.keep == nil {
		return nil
	}
	keep, dag, r := g.keep, g.puzzle.Dag, g.result
	return g.jobs.Run(func() tea.Msg { _ = keep(dag, r); return nil })
}

// judge has the dag solved as it is now.
func (g *OneCost) judge() tea.Cmd {
	g.turning = false
	if err := g.puzzle.Allows(g.dag); err != nil {
		g.say(layer.Sentence(err.Error()), style.Bad)
		return nil
	}
	g.say("Solving the dag over edge and over face eliminations.", style.Plain)
	p, dag := g.puzzle, g.dag
	return g.jobs.Start(judgeJob, func(ctx context.Context) tea.Msg {
		spaces, solved, err := p.Judge(ctx, dag)
		if err != nil {
			return err
		}
		return judgement{dag, spaces, solved}
	})
}

// Moved has nothing to say.
func (g *OneCost) Moved(*layer.View, bool) (tea.Cmd, []intent.Intent) { return nil, nil }

// Conceals is true: the optimum is the question.
func (g *OneCost) Conceals() bool { return true }

// Allows to look around, and to change costs.
func (g *OneCost) Allows() intent.Effect { return intent.Looks | intent.Writes | intent.Draws }

// Refuses says what this puzzle is about.
func (g *OneCost) Refuses(_ *layer.View, i intent.Intent) string {
	if i.Effect().Within(g.Allows()) {
		return ""
	}
	return "This puzzle is about one cost: $ turns those of an edge, Enter has it judged, :end restores your own session."
}

// Close ends the jobs.
func (g *OneCost) Close() { g.cancel(); g.jobs.Close() }

// Perform takes costs that are typed: the costs of other edges are as they were then.
func (g *OneCost) Perform(v *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	e, ok := i.(intent.EditDag)
	if !ok {
		return nil, nil, false
	}
	d := g.dial
	if err := d.take(e.Edit); err != nil || !g.turning {
		if d, ok = aboutEdit(g.puzzle.Dag, e.Edit); !ok {
			return nil, layer.Say("Only costs can be changed here, as in :cost 1 3 2/4."), true
		}
	}
	g.dial = d
	return nil, g.turned(), true
}

// turned shows the dag with the figures as they are.
func (g *OneCost) turned() []intent.Intent {
	dag, err := g.dial.dag(g.puzzle.Dag)
	if err != nil {
		return layer.Say(layer.Sentence(err.Error()))
	}
	g.jobs.Stop(judgeJob)
	g.dag, g.solved = dag, false
	g.sel = edgeAt(dag, g.dial.from, g.dial.to)
	g.say("Enter has this judged.", style.Plain)
	return g.show(true)
}
