// Package onecost leads through puzzles that are solved by changing one cost of the dag.
package onecost

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/change/dial"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
	"facet/ui/teach/share"
)

// Leader leads through a puzzle that is solved by changing one cost of the dag. Any cost is
// right with which edge elimination is optimal, which is found out by solving.
type Leader struct {
	layer.Neutral
	puzzle *puzzle.OneCost
	keep   func(g *model.Dag, r store.Puzzle) error
	jobs   *job.Runner
	cancel context.CancelFunc

	dial    dial.Dial
	turning bool // the keys turn the dial
	dag     *model.Dag
	result  store.Puzzle
	solved  bool
	hints   int
	said    string
	role    style.Role
	sel     intent.Selection
}

var _ layer.Leader = (*Leader)(nil)

// New makes a leader; keep takes what came of the puzzle.
func New(ctx context.Context, p *puzzle.OneCost, keep func(g *model.Dag, r store.Puzzle) error) *Leader {
	l := &Leader{puzzle: p, keep: keep}
	ctx, l.cancel = context.WithCancel(ctx)
	l.jobs = job.New(ctx)
	l.load(p)
	return l
}

func (l *Leader) load(p *puzzle.OneCost) {
	l.puzzle, l.dag, l.turning, l.solved, l.hints = p, p.Dag, false, false, 0
	l.result = store.Puzzle{Name: p.Name, Title: p.Title}
	l.say("Walk to an edge, press {$:one-cost.turn} to turn its costs, and {Enter:one-cost.judge} to have it judged.", style.Plain)
}

func (l *Leader) say(text string, role style.Role) { l.said, l.role = text, role }

// heading is that of the keys in the help.
const heading = "Editing"

// rowsBeneath is how many rows the question and a verdict take beneath the pictures.
const rowsBeneath = 4

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
func (l *Leader) Title() string { return "puzzle: one cost" }

// Begin shows the dag.
func (l *Leader) Begin(*layer.View) (tea.Cmd, []intent.Intent) {
	l.sel = intent.AtVertex(0)
	return nil, append([]intent.Intent{intent.Focus{Panel: intent.Dag}}, l.show(false)...)
}

func (l *Leader) show(like bool) []intent.Intent {
	return []intent.Intent{intent.Show{Session: session.New(l.dag), Like: like}, intent.Select{Target: l.sel}}
}

// Update takes a judgement, or the next puzzle.
func (l *Leader) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	what, _ := l.jobs.Open(msg)
	switch what := what.(type) {
	case error:
		l.say(layer.Sentence(what.Error()), style.Bad)
	case judgement:
		if what.of == l.dag {
			return l.judged(what), nil
		}
	case *puzzle.OneCost:
		l.load(what)
		l.sel = intent.AtVertex(0)
		return nil, l.show(false)
	}
	return nil, nil
}

// judged says whether it is an answer, and keeps it.
func (l *Leader) judged(j judgement) tea.Cmd {
	l.result.Tries++
	if l.solved = j.solved; !j.solved {
		l.say(fmt.Sprintf("Not yet: edge elimination costs %s now, and the optimum is %s.",
			style.Number(j.spaces.Edges), style.Number(j.spaces.Faces)), style.Bad)
		return l.store()
	}
	stars := 3 - min(l.hints, 2)
	if l.result.Shown {
		stars = 1
	}
	l.result.Solved, l.result.Stars, l.result.Hints, l.result.Best = true, stars, l.hints, j.spaces.Faces
	l.say(fmt.Sprintf("Solved: edge elimination costs %s, and nothing is cheaper. N: the next puzzle.",
		style.Number(j.spaces.Edges)), style.Good)
	return l.store()
}

// store keeps the result in the background.
func (l *Leader) store() tea.Cmd {
	keep, dag, r := l.keep, l.puzzle.Dag, l.result
	return l.jobs.Run(func() tea.Msg { _ = keep(dag, r); return nil })
}

// judge has the dag solved as it is now.
func (l *Leader) judge() tea.Cmd {
	l.turning = false
	if err := l.puzzle.Allows(l.dag); err != nil {
		l.say(layer.Sentence(err.Error()), style.Bad)
		return nil
	}
	l.say("Solving the dag over edge and over face eliminations.", style.Plain)
	p, dag := l.puzzle, l.dag
	return l.jobs.Start(judgeJob, func(ctx context.Context) tea.Msg {
		spaces, solved, err := p.Judge(ctx, dag)
		if err != nil {
			return err
		}
		return judgement{dag, spaces, solved}
	})
}

// Conceals is true: the optimum is the question.
func (l *Leader) Conceals() bool { return true }

// Allows to look around, and to change costs.
func (l *Leader) Allows() intent.Effect { return intent.Looks | intent.Writes | intent.Draws }

// Refuses says what this puzzle is about.
func (l *Leader) Refuses(_ *layer.View, i intent.Intent) string {
	if i.Effect().Within(l.Allows()) {
		return ""
	}
	return "This puzzle is about one cost: $ turns those of an edge, Enter has it judged, :end restores your own session."
}

// Close ends the jobs.
func (l *Leader) Close() { l.cancel(); l.jobs.Close() }

// Perform takes costs that are typed: the costs of other edges are as they were then. It also shows
// how others open the puzzle.
func (l *Leader) Perform(v *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	if layer.NameOf(i) == "puzzle" {
		series := puzzle.Series{Seed: l.puzzle.Seed, Number: l.puzzle.Number}
		code := puzzle.Code{Series: series, OneCost: true}
		return nil, []intent.Intent{share.Page(l.puzzle.Title, code.String())}, true
	}
	e, ok := i.(intent.EditDag)
	if !ok {
		return nil, nil, false
	}
	d := l.dial
	if err := d.Take(e.Edit); err != nil || !l.turning {
		if d, ok = aboutEdit(l.puzzle.Dag, e.Edit); !ok {
			return nil, layer.Say("Only costs can be changed here, as in :cost 1 3 2/4."), true
		}
	}
	l.dial = d
	return nil, l.turned(), true
}

// turned shows the dag with the figures as they are.
func (l *Leader) turned() []intent.Intent {
	dag, err := l.dial.Dag(l.puzzle.Dag)
	if err != nil {
		return layer.Say(layer.Sentence(err.Error()))
	}
	l.jobs.Stop(judgeJob)
	l.dag, l.solved = dag, false
	l.sel = edgeAt(dag, l.dial.From, l.dial.To)
	l.say("Enter has this judged.", style.Plain)
	return l.show(true)
}
