package puzzle

import (
	"context"
	"fmt"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/teach/lesson"
	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
)

// Options say which puzzle, and what is around it.
type Options struct {
	Puzzle  *puzzle.Puzzle
	Library Library        // it is from there, and what comes of it is kept there
	Again   *store.Mistake // that is asked now, and kept as one alone; nil for a puzzle from its start
	// Within a lesson, answers of the author are said when the move is made, and
	// the lesson says what comes next.
	Within bool
}

// Leader leads through a puzzle, and from there to the next.
type Leader struct {
	layer.Neutral
	options Options
	code    string // how others open the puzzle; empty for one that they cannot
	attempt attempt
	savedAs string // the result that was kept last, as text
	saver   store.Newest[kept]
	jobs    *job.Runner
	cancel  context.CancelFunc
	asked   *question
}

var _ layer.Leader = (*Leader)(nil)

// New makes a leader. It works on nothing before Begin.
func New(ctx context.Context, o Options) (*Leader, error) {
	if o.Library.Referees == nil {
		o.Library.Referees = private()
	}
	ctx, cancel := context.WithCancel(ctx)
	l := &Leader{options: o, cancel: cancel, jobs: job.New(ctx)}
	l.saver.Save = func(k kept) error { return o.Library.keep(k.dag, k.result) }
	if err := l.load(o.Puzzle); err != nil {
		l.cancel()
		return nil, err
	}
	return l, nil
}

// load puts a puzzle on the table, with the attempt that was left.
func (l *Leader) load(p *puzzle.Puzzle) error {
	s, err := p.Session()
	if err != nil {
		return err
	}
	if _, err := puzzle.NewReferee(p, layer.Names{}); err != nil {
		return err
	}
	l.attempt = attempt{puzzle: p, session: s, first: s.Depth(), par: par{total: p.Par, proven: p.Par > 0},
		result: store.Puzzle{Name: p.Name, Title: p.Title}}
	switch {
	case l.options.Again != nil:
		l.code = l.options.Again.Puzzle
	case !l.options.Within:
		l.code = l.options.Library.codeOf(p)
	}
	if kept, ok := l.options.Library.kept(p.Name, p.Dag); ok {
		l.attempt.result = kept
	}
	l.attempt.fresh()
	if len(l.attempt.result.Attempt) == 0 {
		l.attempt.anew()
	}
	if l.attempt.resume() {
		l.attempt.try.saying = "You stopped here the last time: {r:puzzle.retry} starts again."
	}
	return nil
}

// Title is the puzzle's name.
func (l *Leader) Title() string {
	if style.Width(l.attempt.puzzle.Name) > 22 {
		return l.attempt.puzzle.Name
	}
	return "puzzle " + l.attempt.puzzle.Name
}

// Begin puts the puzzle on the screen.
func (l *Leader) Begin(*layer.View) (tea.Cmd, []intent.Intent) { return l.put() }

// put puts the puzzle on the screen, and asks what can be asked ahead.
func (l *Leader) put() (tea.Cmd, []intent.Intent) {
	before := l.asked
	l.asked = l.options.Library.Referees.enter(l.attempt.puzzle)
	if before != nil {
		before.leave()
	}
	cmds := []tea.Cmd{l.askAhead()}
	if l.attempt.par.total == 0 && l.attempt.puzzle.Goal.Kind == lesson.GoalOptimum &&
		l.attempt.large() && l.attempt.puzzle.Moves == 0 && l.attempt.puzzle.Modes == 0 {
		cmds = append(cmds, l.askPar())
	}
	return tea.Batch(cmds...), []intent.Intent{intent.Show{Session: l.attempt.session}}
}

// askAhead asks about the state before the user does, where that is cheap.
func (l *Leader) askAhead() tea.Cmd {
	if l.attempt.large() || l.attempt.state().Done() {
		return nil
	}
	return l.ask()
}

// Moved says no judgement: it looks whether the goal is reached, and keeps the
// attempt.
func (l *Leader) Moved(v *layer.View, _ bool) (tea.Cmd, []intent.Intent) {
	if v.Steps != layer.Steps(l.attempt.session) {
		return nil, nil
	}
	try := &l.attempt.try
	try.saying, try.sure, try.waiting, try.named = "", sure{}, false, -1
	cmds := []tea.Cmd{l.keep()}
	switch {
	case try.mode == showing:
		return tea.Batch(append(cmds, l.tellMove())...), l.selected()
	case l.attempt.outcome() == puzzle.Open:
		if l.options.Within {
			try.saying = l.attempt.answer()
		}
		return tea.Batch(append(cmds, l.askAhead())...), nil
	}
	try.mode, try.top, try.review = verdict, 0, nil
	return tea.Batch(append(cmds, l.finish(), l.askAll())...), nil
}

// Update takes what jobs bring.
func (l *Leader) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	if kept, mine := msg.(keptMsg); mine {
		return nil, layer.Warn(kept.err)
	}
	what, _ := l.jobs.Open(msg)
	switch what := what.(type) {
	case error:
		l.attempt.try.waiting = false
		l.attempt.try.saying = layer.Sentence(what.Error())
	case judgedMsg:
		cmd := l.positioned(what)
		return cmd, l.selected()
	case reviewedMsg:
		return l.reviewed(what), nil
	case par:
		return l.parFound(what), nil
	case nextMsg:
		return l.begin(what.puzzle)
	}
	return nil, nil
}

// positioned takes what is known of a state.
func (l *Leader) positioned(what judgedMsg) tea.Cmd {
	if what.step != l.attempt.cursor() {
		return nil
	}
	l.attempt.try.known, l.attempt.try.at = what.pos, what.step
	if what.pos.Exact() && l.attempt.moves() == 0 {
		l.attempt.par = par{total: what.pos.Least, proven: true}
	}
	switch {
	case l.attempt.try.mode == showing:
		return l.tellMove()
	case l.attempt.try.waiting:
		l.attempt.try.waiting = false
		l.nextRung()
		return l.keep()
	}
	return nil
}

// reviewed takes the review of an attempt.
func (l *Leader) reviewed(what reviewedMsg) tea.Cmd {
	if what.step != l.attempt.cursor() {
		return nil
	}
	l.attempt.try.review, l.attempt.try.judged = what.review, what.step
	if what.review.Exact {
		l.attempt.par.total, l.attempt.par.proven = what.review.Par, true
	}
	if l.attempt.outcome() != puzzle.Open {
		l.remember(what.review)
	}
	return l.finish()
}

// parFound takes what is known of the best total.
func (l *Leader) parFound(what par) tea.Cmd {
	if what.total > 0 {
		l.attempt.par = what
	}
	if l.attempt.outcome() == puzzle.Open {
		return nil
	}
	return l.finish()
}

// begin goes on with another puzzle.
func (l *Leader) begin(p *puzzle.Puzzle) (tea.Cmd, []intent.Intent) {
	for _, name := range []job.Name{positionJob, reviewJob, parJob} {
		l.jobs.Stop(name)
	}
	if err := l.load(p); err != nil {
		l.attempt.try.saying = layer.Sentence(err.Error())
		return nil, nil
	}
	return l.put()
}

// Worked reports whether anything came of the puzzle.
func (l *Leader) Worked() bool {
	l.attempt.record()
	return worthKeeping(l.attempt.result)
}

// Conceals is true: what a student is to know stands in the panel and on the page.
func (l *Leader) Conceals() bool { return true }

// Close ends all jobs and keeps the attempt.
func (l *Leader) Close() {
	l.cancel()
	if l.asked != nil {
		l.asked.leave()
	}
	l.keep()
	_ = l.saver.Flush() // the screen is gone
}

// Allows is what a student does alone.
func (l *Leader) Allows() intent.Effect {
	return intent.Looks | intent.Moves | intent.Edits | intent.Writes
}

// Refuses says why an intent does not belong in a puzzle, and which moves are not allowed.
func (l *Leader) Refuses(v *layer.View, i intent.Intent) string {
	switch e := i.Effect(); {
	case e.Has(intent.Opens | intent.Reads):
		return "A puzzle is open: r starts it again, :end restores your own session."
	case !e.Within(l.Allows()):
		return l.givesAway()
	}
	if layer.NameOf(i) == "totals" && !l.attempt.over() {
		return l.givesAway()
	}
	switch i := i.(type) {
	case intent.Undo:
		if l.attempt.session.Depth() <= l.attempt.first {
			return "This is the start of the puzzle."
		}
	case intent.JumpTo:
		if i.Depth < l.attempt.first {
			return l.attempt.beginsAt()
		}
	case intent.GoTo:
		if path := l.attempt.session.Path(i.Step); len(path) < l.attempt.first {
			return l.attempt.beginsAt()
		}
	case intent.Carry:
		return l.attempt.refusesMove(v, i.Ops)
	case intent.DoSelected:
		choice, ok := v.Sel.Op(v.State())
		if i.Rule == 3 {
			choice, ok = accumulation(v)
		}
		if ok {
			return l.attempt.refusesMove(v, []model.Op{choice.Op})
		}
	}
	return ""
}

func (l *Leader) givesAway() string {
	if l.attempt.over() {
		return "There is no solver in a puzzle: S shows the solution, r starts again, :end restores your own session."
	}
	return "That would show the answer: h gives a hint, p reviews your moves, S gives up and shows the solution."
}

// accumulation is what the explorer preaccumulates where this is selected: of a
// face the side without Jacobian, u before v.
func accumulation(v *layer.View) (model.Choice, bool) {
	st := v.State()
	if v.Sel.Kind != intent.OnFace || !v.Sel.Exists(st) {
		return v.Sel.Op(st)
	}
	z := v.Sel.Face.U
	if st.HasJacobian(z) {
		z = v.Sel.Face.V
	}
	return model.Cheapest(st.Accumulations(z))
}

// saved reports whether the user finds again what came of the puzzle.
func (l *Leader) saved() bool { return l.options.Library.Directory != nil && l.options.Again == nil }

// Farewell says on the shell what is kept.
func (l *Leader) Farewell(w io.Writer) {
	name := style.Printable(l.attempt.puzzle.Name)
	if l.attempt.puzzle.Series.Level > 0 {
		name = l.code
	}
	switch {
	case !l.saved():
	case l.attempt.result.Solved && len(l.attempt.result.Attempt) == 0:
		fmt.Fprintf(w, "Solved, total %s: facet puzzle opens the next one, --results lists all.\n",
			style.Number(l.attempt.result.Best))
	case len(l.attempt.result.Attempt) > 0:
		fmt.Fprintf(w, "Saved after %s: facet puzzle %s continues it.\n",
			style.Plural(len(l.attempt.result.Attempt), "move", "moves"), name)
	}
}
