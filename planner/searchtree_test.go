package planner

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner/bound/packing"
	"facet/planner/linegraph"
	"facet/samples"
	"facet/samples/lessons"
)

// The tree of a search is what the rules say it has to be. The audit plays every node from the
// fresh line dag by the model alone: it lists the moves that there are, prices and bounds them,
// knows which states were reached, and so what must become of each child. Only the order among
// nodes of equal rank is taken from the tree.
func TestTreeByTheRules(t *testing.T) {
	extent.NoRace(t)
	nodes := map[string]map[Bound]int64{
		"lion": {BoundSimple: 171, BoundPacking: 87, BoundCover: 20},
		"bat":  {BoundSimple: 341391, BoundPacking: 28656, BoundCover: 97},
	}
	for name, byBound := range nodes {
		g := shipped(t, name)
		for bound, want := range byBound {
			if testing.Short() && want > 1000 {
				continue // one worker alone: nothing that a race detector would see
			}
			t.Run(name+" "+bound.String(), func(t *testing.T) {
				tree, end := searched(t, g, Options{Bound: bound, WarmStart: WarmNothing, Workers: 1,
					whole: extent.Of(0, 1<<20)})
				if all := tree.Counts.All(); all != want || all != end.Discovered {
					t.Errorf("%d nodes, %d were discovered, want %d", all, end.Discovered, want)
				}
				if got := tree.Counts[NodeExpanded]; got != end.Explored {
					t.Errorf("%d nodes are expanded, %d were explored", got, end.Explored)
				}
				if got := tree.Counts[NodeSeen]; got != end.Duplicates {
					t.Errorf("%d nodes were seen before, %d are duplicates", got, end.Duplicates)
				}
				a := audit{T: t, tree: tree, bound: bound, states: make(map[int32]*model.State),
					open: make(map[rank]int), known: make(map[string]model.Cost), best: model.Saturated}
				audited := a.all()
				modeltest.Counted(t, "nodes", audited, int(min(want, WholeTree/4)))
				if tree.Whole && a.best != end.Incumbent.Cost {
					t.Errorf("the tree proves %s, the run %s", a.best, end.Incumbent.Cost)
				}
			})
		}
	}
}

func shipped(t testing.TB, name string) *model.Dag {
	t.Helper()
	data, err := samples.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := format.Read(name, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func searched(t testing.TB, g *model.Dag, o Options) (*Tree, Snapshot) {
	t.Helper()
	o.Tree = true
	run, err := Start(t.Context(), model.NewState(g), o)
	if err != nil {
		t.Fatal(err)
	}
	end, err := run.Wait()
	if err != nil || !end.Proven {
		t.Fatalf("%v, proven %v", err, end.Proven)
	}
	return run.Tree(), end
}

// The numbers of nodes that the lesson search states.
func TestSearchLesson(t *testing.T) {
	extent.NoRace(t)
	text, err := lessons.Open("search")
	if err != nil {
		t.Fatal(err)
	}
	says := func(format string, args ...any) {
		if want := fmt.Sprintf(format, args...); !strings.Contains(string(text), want) {
			t.Errorf("the lesson does not say %q", want)
		}
	}
	g := shipped(t, "lion")
	for bound, name := range map[Bound]string{BoundSimple: "simple", BoundPacking: "packed paths",
		BoundCover: "chain cover"} {
		tree, _ := searched(t, g, Options{Bound: bound, WarmStart: WarmNothing, Workers: 1})
		says("| %s | %s | %d | %d | %d | %d |", name, tree.Nodes[0].Bound, tree.Counts.All(),
			tree.Counts[NodeExpanded], tree.Counts[NodeCut], tree.Counts[NodeSeen])
	}
	tree, _ := searched(t, g, Options{Bound: BoundNone, WarmStart: WarmNothing, Workers: 1})
	says("facet makes **%d** nodes", tree.Counts.All())

	a, different := audit{T: t}, make(map[string]bool)
	var count func(s *model.State) int
	count = func(s *model.State) (n int) {
		different[a.key(s)] = true
		for _, f := range s.AllFaces() {
			for _, next := range a.ways(s, []model.Face{f}) {
				n += count(next)
			}
		}
		return n + 1
	}
	says("A tree of all sequences has %d nodes", count(model.NewState(g)))
	says("only %d different line dags", len(different))
}

// audit plays a tree again.
type audit struct {
	*testing.T
	tree   *Tree
	bound  Bound
	states map[int32]*model.State // of open nodes
	open   map[rank]int           // how many open nodes have a rank
	known  map[string]model.Cost  // the least cost of each state that was reached
	best   model.Cost
}

// all goes through the turns of the search as long as all nodes are kept one by one, and gives
// how many nodes that are.
func (a *audit) all() int {
	root := model.NewState(a.tree.of.question.model.Dag())
	a.opens(0, root)
	a.known[a.key(root)] = 0
	if want := a.rest(root); a.bound != BoundCover && a.tree.Nodes[0].Bound != want {
		a.Errorf("the root's bound is %s, want %s", a.tree.Nodes[0].Bound, want)
	}
	var turns []int32
	for n := range a.tree.Nodes {
		if a.tree.Nodes[n].Turn > 0 {
			turns = append(turns, int32(n))
		}
	}
	slices.SortFunc(turns, func(m, n int32) int {
		return cmp.Compare(a.tree.Nodes[m].Turn, a.tree.Nodes[n].Turn)
	})
	audited, before := 1, int32(-1)
	for _, n := range turns {
		node := &a.tree.Nodes[n]
		if a.states[n] == nil {
			a.Fatalf("node %d was taken, and was not open", n)
		}
		a.inTurn(n, before)
		if node.Below != nil {
			return audited // what comes now may depend on nodes that are not kept
		}
		audited += int(node.Count)
		a.taken(n)
		a.closes(n)
		before = n
	}
	for n := range a.states { // never taken
		if node := &a.tree.Nodes[n]; node.State != NodeCut || node.Bound < a.best {
			a.Errorf("node %d with the bound %s was not explored, the best is %s", n, node.Bound, a.best)
		}
	}
	return audited
}

// name is the move that leads to a node.
func (a *audit) name(n int32) string {
	before, ops, err := a.tree.At(int(n))
	if err != nil {
		a.Fatal(err)
	}
	return a.text(before, ops)
}

// inTurn makes sure that no open node ranks before node n, but where the search follows one
// node down to a sequence.
func (a *audit) inTurn(n, before int32) {
	if a.bound == BoundCover {
		return // bounds of those that were taken have risen since
	}
	ranks := a.open
	if before >= 0 && a.tree.Nodes[n].Parent == before {
		parent := &a.tree.Nodes[before]
		ranks = make(map[rank]int)
		for c := parent.First; c < parent.First+parent.Count; c++ {
			if s := a.states[c]; s != nil {
				ranks[a.rank(c)]++
			}
		}
	}
	for first := range ranks {
		if first.before(a.rank(n)) {
			a.Errorf("node %d was taken at %v, before one at %v", n, a.rank(n), first)
		}
	}
}

// rank is what decides which open node is taken first: the least bound, then the fewest faces.
type rank struct {
	bound model.Cost
	faces int
}

func (r rank) before(other rank) bool {
	return cmp.Or(cmp.Compare(r.bound, other.bound), cmp.Compare(r.faces, other.faces)) < 0
}

func (a *audit) rank(n int32) rank { return rank{a.tree.Nodes[n].Bound, a.states[n].Faces()} }

// opens notes an open node, and closes one that is taken.
func (a *audit) opens(n int32, s *model.State) {
	a.states[n] = s
	a.open[a.rank(n)]++
}

func (a *audit) closes(n int32) {
	r := a.rank(n)
	if a.open[r]--; a.open[r] == 0 {
		delete(a.open, r)
	}
	delete(a.states, n)
}

// taken checks what became of a node that a worker took, and of its children.
func (a *audit) taken(n int32) {
	node, s := &a.tree.Nodes[n], a.states[n]
	if a.known[a.key(s)] < node.Spent {
		if node.State != NodeSeen {
			a.Errorf("node %d is %v, its state was reached for less", n, node.State)
		}
		return
	}
	if node.Bound >= a.best {
		if node.State != NodeCut || node.Limit != a.best {
			a.Errorf("node %d is %v at %s, its bound is %s and the best %s", n, node.State, node.Limit,
				node.Bound, a.best)
		}
		return
	}
	possible := a.moves(s, a.name(node.First))
	for c := node.First; c < node.First+node.Count; c++ {
		before, ops, err := a.tree.At(int(c))
		if err != nil || a.key(before) != a.key(s) {
			a.Fatalf("node %d does not follow node %d: %v", c, n, err)
		}
		name := a.text(before, ops)
		next, ok := possible[name]
		if !ok {
			a.Fatalf("node %d: %s is not possible, or twice, at node %d: %v", c, name, n,
				slices.Sorted(maps.Keys(possible)))
		}
		delete(possible, name)
		a.child(c, next)
	}
	if len(possible) > 0 && node.Turn < a.tree.Turns { // at the last turn the run may end
		a.Errorf("node %d lacks children: %v", n, slices.Sorted(maps.Keys(possible)))
	}
}

// child checks what became of a child that leads to a state.
func (a *audit) child(c int32, s *model.State) {
	node, parent := &a.tree.Nodes[c], &a.tree.Nodes[a.tree.Nodes[c].Parent]
	key := a.key(s)
	old, reached := a.known[key]
	least := max(parent.Bound, s.Spent())
	want := TreeNode{Child: node.Child}
	want.Spent, want.Limit = s.Spent(), 0
	switch {
	case s.Spent() >= a.best:
		want.State, want.Bound, want.Limit = NodeCut, least, a.best
	case reached && old <= s.Spent():
		want.State, want.Bound = NodeSeen, least
	default:
		a.known[key] = s.Spent()
		if s.Faces() == 0 {
			want.State, want.Bound, a.best = NodeComplete, s.Spent(), s.Spent()
			break
		}
		want.State, want.Bound = NodeOpen, max(least, s.Spent().Add(a.rest(s)))
		if a.bound == BoundCover {
			a.sound(c, s)
			want.Bound = node.Bound
		}
		if want.Bound >= a.best {
			want.State, want.Limit = NodeCut, a.best
		} else {
			a.opens(c, s)
		}
	}
	got := node.Child
	if got.State == NodeIncumbent {
		got.State = NodeComplete
	}
	if a.states[c] != nil { // what became of it comes later; its bound may rise when it is taken
		got.State, got.Limit = want.State, want.Limit
		if a.bound == BoundCover {
			got.Bound = want.Bound
		}
	}
	if got != want.Child {
		a.Errorf("node %d is %+v, want %+v", c, got, want.Child)
	}
}

// sound makes sure that no sequence from a state costs less than the bound.
func (a *audit) sound(c int32, s *model.State) {
	end, err := Solve(a.Context(), s, Options{Workers: 1})
	if err != nil || !end.Proven {
		a.Fatal(err)
	}
	if total := s.Spent().Add(end.Incumbent.Cost); a.tree.Nodes[c].Bound > total {
		a.Errorf("node %d can be completed for %s, its bound is %s", c, total, a.tree.Nodes[c].Bound)
	}
}

// key tells line dags apart: vertices with what they stand for and have, and faces.
func (a *audit) key(s *model.State) string {
	g := s.Dag()
	var all []string
	for _, z := range s.Vertices() {
		_, _, model := s.Model(z)
		text := fmt.Sprint(s.Label(z).Text(g, " "), s.HasJacobian(z), model)
		var next []string
		for _, v := range s.Succs(z) {
			next = append(next, s.Label(v).Text(g, " "))
		}
		slices.Sort(next)
		all = append(all, text+strings.Join(next, ","))
	}
	slices.Sort(all)
	return strings.Join(all, ";")
}

func (a *audit) text(s *model.State, ops []model.Op) string {
	var all []string
	for _, o := range ops {
		all = append(all, model.FormatOp(s, o))
		var err error
		if s, _, err = s.Apply(o); err != nil {
			a.Fatal(err)
		}
	}
	return strings.Join(all, "; ")
}

// moves lists the moves at a state: each face of one component of the face graph with each choice
// of who has a Jacobian first (a preaccumulation is tried only just before its first use), and
// the states that they lead to. The component is the one with the fewest faces; among several
// it is that of the first child.
func (a *audit) moves(s *model.State, first string) map[string]*model.State {
	of := make(map[model.Z]int) // component
	var mark func(z model.Z, n int)
	mark = func(z model.Z, n int) {
		if _, ok := of[z]; ok {
			return
		}
		of[z] = n
		for _, next := range slices.Concat(s.Preds(z), s.Succs(z)) {
			mark(next, n)
		}
	}
	for n, z := range s.Vertices() {
		mark(z, n)
	}
	faces := make(map[int][]model.Face)
	for _, f := range s.AllFaces() {
		faces[of[f.U]] = append(faces[of[f.U]], f)
	}
	fewest := len(s.AllFaces())
	for _, these := range faces {
		fewest = min(fewest, len(these))
	}
	for _, these := range faces {
		if len(these) > fewest {
			continue
		}
		if all := a.ways(s, these); all[first] != nil {
			return all
		}
	}
	a.Fatalf("%s is no move in a component with the fewest faces", first)
	return nil
}

// ways are the moves that eliminate one of the faces.
func (a *audit) ways(s *model.State, faces []model.Face) map[string]*model.State {
	all := make(map[string]*model.State)
	for _, f := range faces {
		for _, who := range [][2]bool{{true, false}, {false, true}, {true, true}} {
			a.move(all, s, f, who[0] && !s.HasJacobian(f.U), who[1] && !s.HasJacobian(f.V))
		}
	}
	return all
}

// move adds the elimination of a face after the preaccumulation of its vertices that are named.
func (a *audit) move(all map[string]*model.State, s *model.State, f model.Face, u, v bool) {
	var ops []model.Op
	now := s
	do := func(o model.Op) {
		next, change, err := now.Apply(o)
		if err != nil {
			a.Fatal(err)
		}
		for _, e := range change.Events {
			if e.Kind == model.Merged && e.Other == f.U {
				f.U = e.Z
			}
			if e.Kind == model.Merged && e.Other == f.V {
				f.V = e.Z
			}
		}
		ops, now = append(ops, o), next
	}
	if u {
		best, _ := model.Cheapest(now.Accumulations(f.U))
		do(best.Op)
	}
	if v && !now.HasJacobian(f.V) {
		best, _ := model.Cheapest(now.Accumulations(f.V))
		do(best.Op)
	}
	var modes []model.Choice
	for _, c := range now.Choices(f) {
		if c.Op.Mode == model.TAN && v || c.Op.Mode == model.ADJ && u {
			continue // the accumulation could wait
		}
		modes = append(modes, c)
	}
	best, ok := model.Cheapest(modes)
	if !ok {
		return
	}
	do(best.Op)
	all[a.text(s, ops)] = now
}

// rest is a lower bound of what is left, straight from the paper or by the packing of paths.
func (a *audit) rest(s *model.State) model.Cost {
	switch a.bound {
	case BoundPacking:
		g, _ := linegraph.FromState(s)
		return new(packing.Bounder).Bound(g)
	case BoundCover:
		return 0
	}
	var sum model.Cost
	for _, z := range s.Vertices() {
		if s.HasJacobian(z) {
			continue
		}
		tangent, adjoint, _ := s.Model(z)
		i, j := s.Source(z), s.Target(z)
		n := s.Dag().Size
		sum += min(n(i)*tangent, n(j)*adjoint, least(s.Dag(), i, -1)*tangent, least(s.Dag(), j, 1)*adjoint)
	}
	return sum
}

// least is the smallest size among a vertex and all that lead to it, or that it leads to.
func least(g *model.Dag, i, direction int) model.Cost {
	size := g.Size(i)
	for _, e := range g.Edges {
		if direction < 0 && e.Target == i {
			size = min(size, least(g, e.Source, direction))
		}
		if direction > 0 && e.Source == i {
			size = min(size, least(g, e.Target, direction))
		}
	}
	return size
}
