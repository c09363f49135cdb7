package lesson

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/lesson"
	"facet/planner/puzzle"
	"facet/ui/intent"
	"facet/ui/pane"
	ask "facet/ui/puzzle"
)

// puzzleOf is the puzzle of a page, as the planner knows it. It is remembered by
// the lesson and its number there.
func puzzleOf(name string, c *lesson.Course, page int) *puzzle.Puzzle {
	number := 1
	for _, p := range c.Pages[:page] {
		if p.Kind == lesson.PagePuzzle {
			number++
		}
	}
	p := &c.Pages[page]
	q := p.Quest
	out := &puzzle.Puzzle{
		Name: fmt.Sprintf("%s %d", name, number), Title: c.Chapters[p.Chapter].Title, Ask: q.Ask, Dag: q.Dag, Start: q.Before,
		Hints: q.Hints, Solved: q.Solved,
	}
	switch q.Goal.Kind {
	case lesson.GoalTotal:
		out.Goal = puzzle.Goal{Kind: puzzle.Total, Total: q.Goal.Total}
	case lesson.GoalState:
		out.Goal = puzzle.Goal{Kind: puzzle.State, State: q.Target}
	default:
		out.Goal = puzzle.Goal{Kind: puzzle.Optimum}
	}
	for is, move := range map[puzzle.Moves]bool{puzzle.Faces: q.Moves.Faces, puzzle.Edges: q.Moves.Edges, puzzle.Vertices: q.Moves.Vertices} {
		if move {
			out.Moves |= is
		}
	}
	for _, m := range q.Modes {
		out.Modes |= 1 << m
	}
	for _, r := range q.Replies {
		out.Answers = append(out.Answers, puzzle.Answer{At: r.At, Op: r.Op, Any: r.Any, Text: r.Text})
	}
	return out
}

// CheckPuzzles tells which puzzles of a course cannot be solved, as far as that can
// be found out.
func CheckPuzzles(ctx context.Context, name string, c *lesson.Course) lesson.Mistakes {
	var mistakes lesson.Mistakes
	for k := range c.Pages {
		if c.Pages[k].Kind != lesson.PagePuzzle {
			continue
		}
		if err := puzzle.Check(ctx, puzzleOf(name, c, k)); err != nil {
			mistakes = append(mistakes, lesson.Mistake{Line: c.Pages[k].Line, Text: err.Error()})
		}
	}
	return mistakes
}

// onPuzzle tells whether a puzzle leads now.
func (g *Guide) onPuzzle() bool { return g.puzzle != nil && g.puzzlePage == g.page }

// enterPuzzle has the page's puzzle lead; one that was left is gone on with.
func (g *Guide) enterPuzzle(s *pane.Snapshot) (tea.Cmd, []intent.Intent) {
	g.staged = -1
	if g.puzzlePage != g.page || g.puzzle == nil {
		if g.puzzle != nil {
			g.puzzle.Close()
			g.puzzle = nil
		}
		p, err := ask.New(g.ctx, ask.Options{Puzzle: puzzleOf(g.Name, g.Course, g.page), Keeper: g.Results, Within: true})
		if err != nil {
			g.told = pane.Sentence(err.Error())
			return nil, nil
		}
		g.puzzle, g.puzzlePage = p, g.page
	}
	return g.puzzle.Begin(s)
}

// puzzleKey gives keys to the puzzle first, but for those that go through the
// lesson: nobody has to solve anything to go on.
func (g *Guide) puzzleKey(s *pane.Snapshot, msg tea.KeyMsg) (bool, tea.Cmd, []intent.Intent) {
	if key := msg.String(); key == "[" || key == "]" {
		return false, nil, nil
	}
	return g.puzzle.Key(s, msg)
}
