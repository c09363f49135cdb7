package taskgraph

import (
	"fmt"

	"facet/model"
	"facet/model/pattern"
)

// None is what stands for no task and no Jacobian.
const None int32 = -1

// Graph is the partial order of a sequence. It never changes.
type Graph struct {
	Dag       *model.Dag
	Tasks     []Task     // in the order of the sequence
	Jacobians []Jacobian // parts before their sums
	Complete  bool       // the sequence is: what is left is the result
}

// Task is one operation of the sequence.
type Task struct {
	Op    model.Op
	Price model.Cost
	Edge  int32      // whose tangents or adjoints it evaluates; None for a product
	Tape  model.Cost // entries that are held while it works
	Makes int32      // the Jacobian that it computes, in Jacobians

	// Reads are the Jacobians whose entries it uses, and Face those on both sides of
	// its face: these are held until the last task at them has ended, whatever its mode.
	// Both end with None where there are fewer.
	Reads, Face [2]int32
}

// Jacobian is the product of one task, a Jacobian that was given, or a sum of two
// others. A vertex of the line dag that absorbs or merges is one Jacobian before and
// another one afterwards.
type Jacobian struct {
	Source, Target int32 // vertices of the dag
	Entries        model.Cost
	Pattern        *pattern.Pattern // of all parts together; nil in a dag without patterns
	Task           int32            // that computes it; None for a sum and for what was given
	Sum            int32            // what it is a part of; None at the end
	Parts          [2]int32         // of a sum; None
	Result         bool             // it is there at the end
	tasks          int32            // at how many faces of the sequence it stands
}

// New gives the partial order of operations that follow each other from start. The error
// names the operation that cannot be carried out.
func New(start *model.State, ops []model.Op) (*Graph, error) {
	t := model.NewTape(start)
	s := t.State()
	b := builder{Graph: &Graph{Dag: s.Dag(), Tasks: make([]Task, 0, len(ops))}, state: s}
	b.grow()
	for _, z := range s.Vertices() {
		if s.HasJacobian(z) {
			b.now[z] = b.add(z, None, s.Pattern(z))
		}
	}
	for k, o := range ops {
		task, err := b.task(o)
		if err != nil {
			return nil, fmt.Errorf("operation %d: %w", k+1, err)
		}
		made := s.Makes(o)
		change, err := t.Do(o)
		if err != nil {
			return nil, fmt.Errorf("operation %d: %w", k+1, err)
		}
		b.grow()
		task.Makes = b.follow(change, int32(k), made)
		b.Tasks = append(b.Tasks, task)
	}
	for _, z := range s.Vertices() {
		if x := b.now[z]; x != None {
			b.Jacobians[x].Result = true
		}
	}
	b.Complete = s.Done()
	return b.Graph, nil
}

// builder knows which Jacobian a vertex of the line dag has now.
type builder struct {
	*Graph
	state *model.State
	now   []int32 // by Z
}

func (b *builder) grow() {
	for len(b.now) < b.state.Born() {
		b.now = append(b.now, None)
	}
}

// task describes an operation before it is carried out.
func (b *builder) task(o model.Op) (Task, error) {
	s := b.state
	price, err := s.Price(o)
	if err != nil {
		return Task{}, err
	}
	t := Task{Op: o, Price: price, Edge: None, Reads: [2]int32{None, None}, Face: [2]int32{None, None}}
	evaluated := model.NoZ
	switch {
	case o.IsAccumulation() || o.Mode == model.ADJ:
		evaluated = o.U
	case o.Mode == model.TAN:
		evaluated = o.V
	}
	if evaluated != model.NoZ {
		t.Edge = int32(evaluated) // an edge of the dag keeps its position as its name
		if o.Mode == model.ADJ {
			t.Tape = s.Dag().Edges[t.Edge].Tape
		}
	}
	if o.IsAccumulation() {
		return t, nil
	}
	reads, face := t.Reads[:0], t.Face[:0]
	for k, z := range [...]model.Z{o.U, o.V} {
		x := b.now[z]
		if x == None {
			continue
		}
		face = append(face, x)
		b.Jacobians[x].tasks++
		if o.Mode == model.MUL || (o.Mode == model.TAN) == (k == 0) {
			reads = append(reads, x)
		}
	}
	return t, nil
}

// follow names what an operation has changed, and gives the Jacobian that it computed,
// with the pattern made.
func (b *builder) follow(change model.Change, task int32, made *pattern.Pattern) (makes int32) {
	for _, e := range change.Events {
		switch e.Kind {
		case model.Accumulated, model.Born:
			makes = b.add(e.Z, task, made)
			b.now[e.Z] = makes
		case model.Absorbed:
			makes = b.add(e.Z, task, made)
			b.now[e.Z] = b.sum(b.now[e.Z], makes)
		case model.Merged:
			b.now[e.Z] = b.sum(b.now[e.Z], b.now[e.Other])
			b.now[e.Other] = None
		}
	}
	return makes
}

func (b *builder) add(z model.Z, task int32, p *pattern.Pattern) int32 {
	i, k := b.state.Source(z), b.state.Target(z)
	b.Jacobians = append(b.Jacobians, Jacobian{
		Source: int32(i), Target: int32(k), Entries: b.Dag.Entries(i, k, p), Pattern: p,
		Task: task, Sum: None, Parts: [2]int32{None, None},
	})
	return int32(len(b.Jacobians) - 1)
}

func (b *builder) sum(x, y int32) int32 {
	j := b.Jacobians[x]
	j.Task, j.Parts, j.tasks = None, [2]int32{x, y}, 0
	if j.Pattern != nil {
		j.Pattern = j.Pattern.Union(b.Jacobians[y].Pattern)
		j.Entries = b.Dag.Entries(int(j.Source), int(j.Target), j.Pattern)
	}
	b.Jacobians = append(b.Jacobians, j)
	sum := int32(len(b.Jacobians) - 1)
	b.Jacobians[x].Sum, b.Jacobians[y].Sum = sum, sum
	return sum
}

// Needs gives for each task the tasks whose products it uses, ascending. It takes sums
// apart, so that it is for sequences whose sums are small or few; it is nil where there
// would be more than most of them.
func (g *Graph) Needs(most int) [][]int32 {
	parts := make([][]int32, len(g.Jacobians))
	all := make([][]int32, len(g.Tasks))
	total := 0
	of := func(x int32) []int32 {
		if x == None {
			return nil
		}
		if j := &g.Jacobians[x]; parts[x] == nil && j.Parts[0] != None {
			parts[x] = g.leaves(x)
		} else if j.Task != None {
			return []int32{j.Task}
		}
		return parts[x]
	}
	for t := range g.Tasks {
		needs := append(append([]int32(nil), of(g.Tasks[t].Reads[0])...), of(g.Tasks[t].Reads[1])...)
		if total += len(needs); total > most {
			return nil
		}
		all[t] = needs
	}
	return all
}

// leaves lists the tasks of a sum's products.
func (g *Graph) leaves(x int32) []int32 {
	all := []int32{}
	stack := []int32{x}
	for len(stack) > 0 {
		j := &g.Jacobians[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		switch {
		case j.Parts[0] != None:
			stack = append(stack, j.Parts[1], j.Parts[0])
		case j.Task != None:
			all = append(all, j.Task)
		}
	}
	return all
}
