package puzzle

import (
	"context"
	"fmt"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner/puzzle"
	"facet/ui/files/store"
	"facet/ui/intent"
	"facet/ui/job"
	"facet/ui/layer"
	"facet/ui/style"
)

// Keeper keeps what came of puzzles.
type Keeper interface {
	Puzzle(name string, g *model.Dag) (store.Puzzle, bool)
	KeepPuzzle(g *model.Dag, r store.Puzzle) error
}

// keeps is a keeper that may keep nothing for the user.
type keeps interface{ Keeps() bool }

// Options say which puzzle, and what is around it.
type Options struct {
	Puzzle *puzzle.Puzzle
	Keeper Keeper // nil keeps nothing
	// Next gives the puzzle that comes after one; nil where there is none. It is
	// called beside the screen.
	Next func(ctx context.Context, after *puzzle.Puzzle) (*puzzle.Puzzle, error)
	// Referees judge for several explorers at once; nil for this one alone.
	Referees *Referees
	// Within a lesson, answers of the author are said when the move is made, and
	// the lesson says what comes next.
	Within bool
}

// Leader leads through a puzzle, and from there to the next.
type Leader struct {
	Options
	play
	cancel context.CancelFunc
	page   verdictPage

	rungs   map[int]int // of the ladder of hints that were shown, by step
	named   int         // the step at which a hint named the move; -1 for none
	saying  string      // beneath the pictures
	waiting bool        // for the next rung of the ladder
	sure    int         // how many keys were pressed when the next S shows the solution
}

var _ layer.Leader = (*Leader)(nil)

// New makes a leader. It works on nothing before Begin.
func New(ctx context.Context, o Options) (*Leader, error) {
	g := &Leader{Options: o}
	if g.Referees == nil {
		g.Referees = private()
	}
	g.page.play, g.keeper, g.at = &g.play, o.Keeper, make(map[job.Name]int)
	g.ctx, g.cancel = context.WithCancel(ctx)
	g.jobs = job.New(g.ctx)
	if err := g.load(o.Puzzle); err != nil {
		g.cancel()
		return nil, err
	}
	return g, nil
}

// load puts a puzzle on the table, with the attempt that was left.
func (g *Leader) load(p *puzzle.Puzzle) error {
	s, err := p.Session()
	if err != nil {
		return err
	}
	if _, err := puzzle.NewReferee(p); err != nil {
		return err
	}
	g.puzzle, g.session, g.first = p, s, s.Depth()
	g.par = par{total: p.Par, proven: p.Par > 0}
	g.result = store.Puzzle{Name: p.Name, Title: p.Title}
	if g.Keeper != nil {
		if kept, ok := g.Keeper.Puzzle(p.Name, p.Dag); ok {
			g.result = kept
		}
	}
	g.fresh()
	if g.resume() {
		g.saying = "You stopped here the last time: r starts again."
	}
	return nil
}

// fresh forgets what was said and asked about an attempt.
func (g *Leader) fresh() {
	g.known, g.rungs = make(map[int]*puzzle.Position), make(map[int]int)
	g.review, g.outcome, g.saying, g.waiting, g.sure, g.finished = nil, puzzle.Open, "", false, 0, false
	g.mode, g.page.top, g.named = playing, 0, -1
}

// Title is the puzzle's name.
func (g *Leader) Title() string {
	if style.Width(g.puzzle.Name) > 22 {
		return g.puzzle.Name
	}
	return "puzzle " + g.puzzle.Name
}

// Begin puts the puzzle on the screen.
func (g *Leader) Begin(*layer.View) (tea.Cmd, []intent.Intent) { return g.put() }

func (g *Leader) put() (tea.Cmd, []intent.Intent) {
	before := g.asked
	g.asked = g.Referees.enter(g.puzzle)
	if before != nil {
		before.leave()
	}
	cmds := []tea.Cmd{g.askAhead()}
	if g.par.total == 0 && !g.par.busy && g.puzzle.Goal.Kind == puzzle.Optimum && g.large() && g.puzzle.Moves == 0 && g.puzzle.Modes == 0 {
		g.par.busy = true
		cmds = append(cmds, g.askPar())
	}
	return tea.Batch(cmds...), []intent.Intent{intent.Show{Session: g.session}}
}

// askAhead has the state judged before anybody asks, where that is cheap.
func (g *Leader) askAhead() tea.Cmd {
	if g.large() || g.session.State().Done() {
		return nil
	}
	return g.ask()
}

// Moved judges nothing aloud: it looks whether the goal is reached, and keeps the
// attempt.
func (g *Leader) Moved(s *layer.View, _ bool) (tea.Cmd, []intent.Intent) {
	if s.Steps != layer.Steps(g.session) {
		return nil, nil
	}
	g.saying, g.sure, g.waiting, g.outcome, g.named = "", 0, false, puzzle.Open, -1
	state := g.session.State()
	cmds := []tea.Cmd{g.keep()}
	if g.mode == showing {
		return tea.Batch(append(cmds, g.tellMove())...), g.selected()
	}
	g.outcome = g.puzzle.Verdict(state, g.par.total)
	if g.outcome == puzzle.Open {
		if g.Within {
			g.saying = g.answer()
		}
		return tea.Batch(append(cmds, g.askAhead())...), nil
	}
	g.mode, g.page.top = verdict, 0
	g.review = nil
	return tea.Batch(append(cmds, g.finish(), g.askAll())...), nil
}

// Update takes what jobs bring.
func (g *Leader) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	what, _ := g.jobs.Open(msg)
	switch what := what.(type) {
	case error:
		g.waiting = false
		g.saying = layer.Sentence(what.Error())
	case judgedMsg:
		cmd := g.positioned(what)
		return cmd, g.selected()
	case reviewedMsg:
		return g.reviewed(what), nil
	case parMsg:
		return g.parFound(what), nil
	case nextMsg:
		return g.begin(what.puzzle)
	}
	return nil, nil
}

func (g *Leader) positioned(what judgedMsg) tea.Cmd {
	g.known[what.step] = what.pos
	if what.step == g.session.Cursor() && what.pos.Exact() && len(g.path()) == 0 {
		g.par = par{total: what.pos.Least, proven: true}
	}
	switch {
	case g.mode == showing:
		return g.tellMove()
	case g.waiting && what.step == g.session.Cursor():
		g.waiting = false
		g.nextRung()
	}
	return nil
}

func (g *Leader) reviewed(what reviewedMsg) tea.Cmd {
	if what.step != g.session.Cursor() {
		return nil
	}
	g.review, g.judged = what.review, what.step
	if what.review.Exact {
		g.par.total, g.par.proven = what.review.Par, true
	}
	if g.outcome == puzzle.Missed {
		g.outcome = g.puzzle.Verdict(g.session.State(), g.par.total)
	}
	return g.finish()
}

func (g *Leader) parFound(what parMsg) tea.Cmd {
	if what.total > 0 {
		g.par.total, g.par.proven = what.total, what.proven
	}
	if g.par.busy = what.more; g.par.busy {
		return g.askPar()
	}
	return nil
}

// begin goes on with another puzzle.
func (g *Leader) begin(p *puzzle.Puzzle) (tea.Cmd, []intent.Intent) {
	for _, name := range []job.Name{positionJob, reviewJob, parJob} {
		g.jobs.Stop(name)
	}
	if err := g.load(p); err != nil {
		g.saying = layer.Sentence(err.Error())
		return nil, nil
	}
	return g.put()
}

// Worked tells whether anything came of the puzzle.
func (g *Leader) Worked() bool {
	g.record()
	return worthKeeping(g.result)
}

// Conceals is true: what a student is to know stands in the panel and on the page.
func (g *Leader) Conceals() bool { return true }

// Close ends all jobs and keeps the attempt.
func (g *Leader) Close() {
	g.cancel()
	if g.asked != nil {
		g.asked.leave()
	}
	g.keepNow()
}

// Allows is what a student does alone.
func (g *Leader) Allows() intent.Effect {
	return intent.Looks | intent.Moves | intent.Edits | intent.Writes
}

// Refuses says why an intent is none of a puzzle's, and which moves are not allowed.
func (g *Leader) Refuses(s *layer.View, i intent.Intent) string {
	switch e := i.Effect(); {
	case e.Has(intent.Opens | intent.Reads):
		return "A puzzle is open: r starts it again, :end restores your own session."
	case !e.Within(g.Allows()):
		return g.givesAway()
	}
	switch i := i.(type) {
	case intent.ShowTotals:
		if !g.over() {
			return g.givesAway()
		}
	case intent.Undo:
		if g.session.Depth() <= g.first {
			return "This is the start of the puzzle."
		}
	case intent.JumpTo:
		if i.Depth < g.first {
			return g.beginsAt()
		}
	case intent.GoTo:
		if path := g.session.Path(i.Step); len(path) < g.first {
			return g.beginsAt()
		}
	case intent.Carry:
		return g.refusesMove(s, i.Ops)
	case intent.DoSelected, intent.Eliminate:
		if choice, ok := s.Sel.Op(s.State()); ok {
			return g.refusesMove(s, []model.Op{choice.Op})
		}
	case intent.Preaccumulate:
		if choice, ok := accumulation(s); ok {
			return g.refusesMove(s, []model.Op{choice.Op})
		}
	}
	return ""
}

func (g *Leader) givesAway() string {
	if g.over() {
		return "There is no solver in a puzzle: S shows the solution, r starts again, :end restores your own session."
	}
	return "That would show the answer: h gives a hint, p reviews your moves, S gives up and shows the solution."
}

// accumulation is what the explorer preaccumulates where this is selected: of a
// face the side without Jacobian, u before v.
func accumulation(s *layer.View) (model.Choice, bool) {
	st := s.State()
	if s.Sel.Kind != intent.OnFace || !s.Sel.Exists(st) {
		return s.Sel.Op(st)
	}
	z := s.Sel.Face.U
	if st.HasJacobian(z) {
		z = s.Sel.Face.V
	}
	return model.Cheapest(st.Accumulations(z))
}

// Farewell says on the shell what is kept.
func (g *Leader) Farewell(w io.Writer) {
	name := style.Printable(g.puzzle.Name)
	if s := g.puzzle.Series; s.Level > 0 {
		name = fmt.Sprintf("--level %d --seed %d --number %d", s.Level, s.Seed, s.Number)
	}
	switch {
	case g.Keeper == nil:
	case g.result.Solved && len(g.result.Attempt) == 0:
		fmt.Fprintf(w, "Solved, total %s: facet puzzle opens the next one, --results lists all.\n", style.Number(g.result.Best))
	case len(g.result.Attempt) > 0:
		fmt.Fprintf(w, "Saved after %s: facet puzzle %s continues it.\n", style.Plural(len(g.result.Attempt), "move", "moves"), name)
	}
}
