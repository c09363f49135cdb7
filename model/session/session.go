package session

import (
	"fmt"
	"slices"

	"facet/model"
)

// Session is a sequence in the making. Its steps form a tree: going back and
// doing something else keeps what was there, and every step stays reachable by
// its id. A step is what the user did as one: an operation or a coarser move.
//
// A session is not safe for concurrent use; the states it hands out are.
type Session struct {
	dag      *model.Dag
	steps    []*step // by id; steps[0] is the root, the fresh line dag
	at       int     // id of the step whose state is shown
	revision uint64
	marks    map[string]int       // steps by the letters of their bookmarks
	states   map[int]*model.State // some of the steps' states, the root's and the cursor's always
	recent   []int                // the ids in states, the longest unused first
	held     int                  // what these states hold, in vertices
	changed  changed              // by the step that was asked for last
	common   *Common              // nil where nothing is shared

	complete bool       // some step completes a sequence
	best     model.Cost // the least total of these
}

// changed is what a step did. It is worked out where it is asked for: that of all steps of
// a long sequence would take more room than the sequence.
type changed struct {
	id      int // 0 for none
	changes []model.Change
}

// step is a node of the tree.
type step struct {
	parent   int
	children []int
	next     int // the child that redo goes to; 0 without
	depth    int
	title    string // empty where it is the first line
	note     string
	taken
	spent model.Cost // up to and with this step
	at    place      // where it is shared, once that was asked for
}

// taken is what a step takes.
type taken struct {
	ops   []model.Op
	lines []string // ops as text
	cost  model.Cost
}

// do carries one more operation out. The cost is the sum of the prices: the state's total
// may be saturated already.
func (n *taken) do(t *model.Tape, o model.Op) (model.Change, error) {
	line := ""
	if _, err := t.State().Price(o); err == nil {
		line = model.FormatOp(t.State(), o)
	}
	change, err := t.Do(o)
	if err == nil {
		n.ops, n.lines, n.cost = append(n.ops, o), append(n.lines, line), n.cost.Add(change.Price)
	}
	return change, err
}

// Step is what a session knows of one of its steps.
type Step struct {
	ID     int // 0 is the fresh line dag
	Parent int // the step before; 0 for the fresh line dag, too
	Depth  int // how many steps led here
	Title  string
	Note   string
	Ops    []model.Op
	Lines  []string   // one operation each, as in a sequence file
	Cost   model.Cost // of this step
	Spent  model.Cost // up to and with this step
	Others int        // how many other branches start beside it
}

// keptVertices is how many vertices of line dags a session keeps in states beside
// the root's and the cursor's, about 100 bytes each. Others are replayed when
// they are asked for, which takes milliseconds.
const keptVertices = 200_000

// New starts from the fresh line dag.
func New(g *model.Dag) *Session {
	return &Session{
		dag:    g,
		steps:  []*step{{parent: -1}},
		states: map[int]*model.State{0: model.NewState(g)},
	}
}

// Dag is the session's dag.
func (s *Session) Dag() *model.Dag { return s.dag }

// Revision changes with every change of the session, so that screens can be
// cached by it.
func (s *Session) Revision() uint64 { return s.revision }

// State is the line dag at the cursor.
func (s *Session) State() *model.State { return s.stateOf(s.at) }

// Cursor is the id of the step that the cursor is on; 0 before the first.
func (s *Session) Cursor() int { return s.at }

// StateAt is the line dag after a step.
func (s *Session) StateAt(id int) (*model.State, bool) {
	if id < 0 || id >= len(s.steps) {
		return nil, false
	}
	return s.stateOf(id), true
}

func (s *Session) stateOf(id int) *model.State {
	if st, ok := s.states[id]; ok {
		return st
	}
	var missing []int
	k := id
	for ; s.states[k] == nil; k = s.steps[k].parent {
		missing = append(missing, k)
	}
	var ops []model.Op
	for _, m := range slices.Backward(missing) {
		ops = append(ops, s.steps[m].ops...)
	}
	st, _, _ := model.Replay(s.states[k], ops) // they were carried out before
	s.keep(id, st)
	return st
}

func (s *Session) keep(id int, st *model.State) {
	if id == 0 {
		return
	}
	s.states[id] = st
	s.recent = append(s.recent, id)
	s.held += st.Born()
	for k := 0; s.held > keptVertices && k < len(s.recent); {
		old := s.recent[k]
		if old == s.at || old == id {
			k++
			continue
		}
		s.held -= s.states[old].Born()
		delete(s.states, old)
		s.recent = slices.Delete(s.recent, k, k+1)
	}
}

// Changes reports what the step at the cursor did, operation by operation; nil
// before the first step.
func (s *Session) Changes() []model.Change { return s.changesOf(s.at) }

func (s *Session) changesOf(id int) []model.Change {
	if id > 0 && s.changed.id != id {
		n := s.steps[id]
		_, changes, _ := model.Replay(s.stateOf(n.parent), n.ops) // they were carried out before
		s.changed = changed{id, changes}
	}
	if id == 0 {
		return nil
	}
	return s.changed.changes
}

// Do carries out operations as one step and moves the cursor there. A step that
// was already taken from here is found again instead of doubled. Nothing
// happens if one of the operations is impossible.
func (s *Session) Do(title string, ops ...model.Op) ([]model.Change, error) {
	if len(ops) == 0 {
		return nil, fmt.Errorf("there is nothing to do")
	}
	if id, known := s.child(s.at, ops); known {
		s.steps[s.at].next = id
		s.move(id)
		return s.changesOf(id), nil
	}
	done, err := s.carryOut(ops)
	if err != nil {
		return nil, err
	}
	id := s.enter(&step{parent: s.at, depth: s.steps[s.at].depth + 1, title: title, taken: done.taken},
		done.state.Done())
	s.keep(id, done.state)
	s.changed = changed{id, done.changes}
	return done.changes, nil
}

// carried is a step that was carried out. It does not change.
type carried struct {
	taken
	changes []model.Change
	state   *model.State // behind it
}

// carryOut carries operations out from the cursor.
func (s *Session) carryOut(ops []model.Op) (*carried, error) {
	here := s.State()
	if s.common == nil {
		return carryOut(here, ops)
	}
	return s.common.carry(s.place(s.at).then(ops), func() (*carried, error) { return carryOut(here, ops) })
}

func carryOut(from *model.State, ops []model.Op) (*carried, error) {
	t := model.NewTape(from)
	out := &carried{changes: make([]model.Change, 0, len(ops))}
	for k, o := range ops {
		change, err := out.do(t, o)
		if err != nil && len(ops) > 1 {
			err = fmt.Errorf("operation %d of %d: %w", k+1, len(ops), err)
		}
		if err != nil {
			return nil, err
		}
		out.changes = append(out.changes, change)
	}
	out.state = t.Keep()
	return out, nil
}

// place is where a step leads.
func (s *Session) place(id int) place {
	n := s.steps[id]
	if n.at.dag == nil {
		n.at = s.place(n.parent).then(n.ops)
	}
	return n.at
}

// child finds the step that carries operations out behind a step.
func (s *Session) child(parent int, ops []model.Op) (id int, known bool) {
	for _, id := range s.steps[parent].children {
		if slices.Equal(s.steps[id].ops, ops) {
			return id, true
		}
	}
	return 0, false
}

// enter takes a step in that was carried out, and moves the cursor there; done says that it
// completes a sequence.
func (s *Session) enter(n *step, done bool) (id int) {
	here := s.steps[n.parent]
	if n.title == n.lines[0] {
		n.title = ""
	}
	n.spent = here.spent.Add(n.cost)
	if done && (!s.complete || n.spent < s.best) {
		s.complete, s.best = true, n.spent
	}
	id = len(s.steps)
	s.steps = append(s.steps, n)
	here.children = append(here.children, id)
	here.next = id
	s.move(id)
	return id
}

func (s *Session) move(id int) {
	s.at = id
	s.revision++
}

// Undo goes one step back; false at the start.
func (s *Session) Undo() bool {
	parent := s.steps[s.at].parent
	if parent < 0 {
		return false
	}
	s.steps[parent].next = s.at
	s.move(parent)
	return true
}

// Redo goes one step forward on the branch that was last used; false at its end.
func (s *Session) Redo() bool {
	next := s.steps[s.at].next
	if next == 0 {
		return false
	}
	s.move(next)
	return true
}

// Goto moves the cursor to any step of the tree, and makes its branch the one
// that redo follows.
func (s *Session) Goto(id int) error {
	if id < 0 || id >= len(s.steps) {
		return fmt.Errorf("there is no step %d", id)
	}
	for k := id; s.steps[k].parent >= 0; k = s.steps[k].parent {
		s.steps[s.steps[k].parent].next = k
	}
	s.move(id)
	return nil
}

// Jump moves to the n-th step of the current line, 0 being its start.
func (s *Session) Jump(n int) error {
	line := s.Line()
	if n < 0 || n > len(line) {
		return fmt.Errorf("the sequence has %d steps", len(line))
	}
	if n == 0 {
		return s.Goto(0)
	}
	s.move(line[n-1].ID)
	return nil
}

// Line lists the steps of the current branch: those that led to the cursor and
// those that redo would take.
func (s *Session) Line() []Step {
	var ids []int
	for k := s.at; s.steps[k].parent >= 0; k = s.steps[k].parent {
		ids = append(ids, k)
	}
	slices.Reverse(ids)
	for k := s.steps[s.at].next; k != 0; k = s.steps[k].next {
		ids = append(ids, k)
	}
	line := make([]Step, len(ids))
	for k, id := range ids {
		line[k] = s.step(id)
	}
	return line
}

// Depth is how many steps led to the cursor.
func (s *Session) Depth() int { return s.steps[s.at].depth }

func (s *Session) step(id int) Step {
	n := s.steps[id]
	out := Step{ID: id, Parent: max(0, n.parent), Depth: n.depth, Title: n.name(), Note: n.note,
		Ops: n.ops, Lines: n.lines, Cost: n.cost, Spent: n.spent}
	if n.parent >= 0 {
		out.Others = len(s.steps[n.parent].children) - 1
	}
	return out
}

// name is the step's title, or its operation.
func (n *step) name() string {
	if n.title == "" && len(n.lines) > 0 {
		return n.lines[0]
	}
	return n.title
}

// Step is the step with this id.
func (s *Session) Step(id int) (Step, bool) {
	if id < 0 || id >= len(s.steps) {
		return Step{}, false
	}
	return s.step(id), true
}

// Best is the least total of the session's complete sequences, on any branch; false
// without one.
func (s *Session) Best() (model.Cost, bool) { return s.best, s.complete }

// Steps is the number of steps of the whole tree.
func (s *Session) Steps() int { return len(s.steps) - 1 }

// Branches lists the steps that start beside the step with this id, itself
// included, in the order in which they were taken.
func (s *Session) Branches(id int) []Step {
	if id <= 0 || id >= len(s.steps) {
		return nil
	}
	var all []Step
	for _, c := range s.steps[s.steps[id].parent].children {
		all = append(all, s.step(c))
	}
	return all
}

// Children lists the ids of the steps that follow a step, the one that redo takes
// first.
func (s *Session) Children(id int) []int {
	if id < 0 || id >= len(s.steps) {
		return nil
	}
	all := slices.Clone(s.steps[id].children)
	if at := slices.Index(all, s.steps[id].next); at > 0 {
		all = slices.Insert(slices.Delete(all, at, at+1), 0, s.steps[id].next)
	}
	return all
}

// Leaves lists the last steps of all branches, in the order in which they were
// taken.
func (s *Session) Leaves() []Step {
	var all []Step
	for id, n := range s.steps {
		if id > 0 && len(n.children) == 0 {
			all = append(all, s.step(id))
		}
	}
	return all
}

// Annotate puts a note on a step; an empty text takes it away.
func (s *Session) Annotate(id int, note string) error {
	if id < 0 || id >= len(s.steps) {
		return fmt.Errorf("there is no step %d", id)
	}
	with := *s.steps[id] // snapshots have the step as it was
	with.note = note
	s.steps[id] = &with
	s.revision++
	return nil
}

// Ops is the sequence up to the cursor.
func (s *Session) Ops() []model.Op { return s.OpsTo(s.at) }

// OpsTo is the sequence up to a step; nil for one that does not exist.
func (s *Session) OpsTo(id int) []model.Op {
	var parts [][]model.Op
	for _, k := range s.Path(id) {
		parts = append(parts, s.steps[k].ops)
	}
	return slices.Concat(parts...)
}

// Path lists the ids of the steps that lead from the start to a step, itself
// included; it is empty for 0 and for a step that does not exist.
func (s *Session) Path(id int) []int {
	if id < 0 || id >= len(s.steps) {
		return nil
	}
	path := make([]int, s.steps[id].depth)
	for k := id; s.steps[k].parent >= 0; k = s.steps[k].parent {
		path[s.steps[k].depth-1] = k
	}
	return path
}
