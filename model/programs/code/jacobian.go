package code

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"facet/model"
	"facet/model/programs/decision"
	"facet/model/programs/source"
	"facet/model/refusal"
)

// Jacobian is the code of a program and its derivatives, before it is written in
// a language.
type Jacobian struct {
	Program *source.Program
	Task    *Task

	// Entries are the structural nonzeros, by output, then by input.
	Entries []Entry

	// Products counts the eliminations that multiply, Units those that need not
	// because a factor is 1 or -1.
	Products, Units int

	ops     []model.Op
	graph   *graph
	results []ref // of the program's outputs
	inputs  []ref // of the program's inputs, then of the direction or the weights

	isFast   bool // values may differ from the program's in their last bits
	isTurned bool // what turnSigns does is done
}

// Entry is an entry of the Jacobian that is not zero by structure. A tangent has
// entries by output alone, an adjoint by input alone; the other is -1.
type Entry struct {
	Output, Input int // positions in Program.Outputs and Program.Inputs
	value         factor
}

// checkEvery is after how many steps one looks whether to go on.
const checkEvery = 1 << 12

// New makes the code of a sequence that starts from the fresh line dag of the
// task's dag. The sequence has to be complete. An error can be that of the context.
func New(ctx context.Context, t *Task, ops []model.Op) (*Jacobian, error) {
	return NewUntil(ctx, ctx, t, ops)
}

// NewUntil is New, but tidies the code only as long as late has not ended, and takes it as
// it is then.
func NewUntil(ctx, late context.Context, t *Task, ops []model.Op) (*Jacobian, error) {
	j, err := newJacobian(ctx, late, t, ops, false)
	if !t.Options.FastMath || err != nil {
		return j, err
	}
	fast, err := newJacobian(ctx, late, t, ops, true)
	if err != nil || fast.Counts().Weight() >= j.Counts().Weight() {
		return j, err // reciprocals may hide what is equal
	}
	return fast, nil
}

// newJacobian makes the code; if it is fast, values may differ in their last bits.
func newJacobian(ctx, late context.Context, t *Task, ops []model.Op, isFast bool) (j *Jacobian, err error) {
	j = &Jacobian{Program: t.Program, Task: t, ops: ops, graph: newGraph(len(t.Program.Nodes) + len(ops)),
		isFast: isFast}
	defer func() {
		if errors.Is(err, decision.ErrTooLarge) {
			j, err = nil, fmt.Errorf("function %s cannot be differentiated: %w", t.Program.Name, err)
		}
	}()
	defer refusal.Catch(&err)
	g := newGuards(j.graph)
	values, need := j.evaluate(g)
	held := j.elementals(g, values, need)
	tape := model.NewTape(model.NewState(t.Dag))
	for k, o := range ops {
		if k%checkEvery == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		change, err := tape.Do(o)
		if err != nil {
			return nil, fmt.Errorf("operation %d: %w", k+1, err)
		}
		j.graph.mark = node{section: ofProducts, op: int32(k)}
		j.carryOut(g, held, change)
	}
	end := tape.State()
	if !end.Done() {
		return nil, fmt.Errorf("the sequence is not complete: %d faces are left", end.Faces())
	}
	j.collect(g, end, held)
	j.Units += t.free
	j.tidy(late)
	return j, context.Cause(ctx)
}

// evaluate makes the nodes of the values, each as the program has it, and finds where each
// is needed.
func (j *Jacobian) evaluate(g *guards) (values []ref, need []decision.Truth) {
	p := j.Program
	values = make([]ref, len(p.Nodes))
	for _, v := range p.Inputs {
		values[v] = g.input()
		j.inputs = append(j.inputs, values[v])
	}
	for v := range p.Nodes {
		n := &p.Nodes[v]
		args := make([]ref, len(n.Args))
		for k, a := range n.Args {
			args[k] = values[a]
		}
		switch n.Kind {
		case source.Input:
		case source.Constant:
			values[v] = g.constant(n.Const)
		case source.Identity:
			values[v] = args[0]
		default:
			g.mark = node{section: ofValues, of: source.Value(v)}
			if n.Kind == source.Div && j.isFast {
				values[v] = g.byReciprocal(args[0], args[1])
				continue
			}
			values[v] = g.valueOf(n.Kind, n.Func, args...)
		}
	}
	for _, v := range p.Outputs {
		j.results = append(j.results, values[v])
	}
	need = g.needed(p, values, decision.False)
	g.judge(values, need)
	return values, need
}

// elementals gives each edge of the dag its factor.
func (j *Jacobian) elementals(g *guards, values []ref, need []decision.Truth) map[model.Z]guarded {
	t := j.Task
	held := make(map[model.Z]guarded, len(t.Dag.Edges))
	seed := make(map[int]ref)
	inputs, outputs := j.Seeds()
	for _, k := range slices.Concat(inputs, outputs) {
		seed[k] = j.graph.input()
		j.inputs = append(j.inputs, seed[k])
	}
	d := newDeriver(g, t.Program, values, t.arcs)
	d.need = need
	asked := g.needed(j.Program, values, decision.True)
	for k, a := range t.arcs {
		sum := guarded{factor: g.number(0)}
		for _, of := range a {
			f := guarded{factor: factor{ref: one}}
			switch {
			case of.seed >= 0:
				f.ref = seed[of.seed]
			case !of.isUnit:
				f = d.partial(of.partial)
			}
			f.factor = f.times(of.negative)
			sum = g.plus(sum, f)
		}
		if v := t.value[t.Dag.Edges[k].Target]; v != noValue {
			sum.asked = asked[v]
		}
		if v := t.value[t.Dag.Edges[k].Source]; v != noValue {
			sum.from = need[v]
		}
		sum.when = g.within(sum.when, sum.asked)
		held[model.Z(k)] = sum
	}
	return held
}

// carryOut does to the factors what one operation does to the line dag.
func (j *Jacobian) carryOut(g *guards, held map[model.Z]guarded, change model.Change) {
	for _, e := range change.Events {
		switch e.Kind {
		case model.Born, model.Absorbed:
			u, v := held[e.Face.U], held[e.Face.V]
			if u.isUnit() || v.isUnit() {
				j.Units++
			} else {
				j.Products++
			}
			product := g.times(v, u)
			if e.Kind == model.Absorbed {
				product = g.plus(held[e.Z], product)
			}
			held[e.Z] = product
		case model.Merged:
			held[e.Z] = g.plus(held[e.Z], held[e.Other])
			delete(held, e.Other)
		case model.Removed:
			delete(held, e.Z)
		}
	}
}

// Independent lists the inputs to differentiate by, as positions in Program.Inputs.
func (j *Jacobian) Independent() []int { return j.Task.independent }

// Seeds lists what the direction of a tangent or the weights of an adjoint belong
// to: positions in Program.Inputs or in Program.Outputs. The code takes them behind
// the inputs.
func (j *Jacobian) Seeds() (inputs, outputs []int) {
	switch j.Task.Options.Product {
	case Tangent:
		return j.Task.independent, nil
	case Adjoint:
		return nil, j.Task.dependent
	}
	return nil, nil
}

// collect reads the entries off the last line dag.
func (j *Jacobian) collect(g *guards, end *model.State, held map[model.Z]guarded) {
	p, t := j.Program, j.Task
	inputs, outputs := make(map[source.Value]int), make(map[source.Value]int)
	for _, k := range t.independent {
		inputs[p.Inputs[k]] = k
	}
	for _, k := range t.dependent {
		outputs[p.Outputs[k]] = k
	}
	at := func(vertex int, among map[source.Value]int) int {
		if t.value[vertex] == noValue {
			return -1
		}
		return among[t.value[vertex]]
	}
	for _, z := range end.Vertices() {
		j.Entries = append(j.Entries, Entry{at(end.Target(z), outputs), at(end.Source(z), inputs),
			g.masked(held[z], decision.True)})
	}
	if t.IsSecond() {
		j.Entries = j.halved(j.Entries)
	}
	slices.SortFunc(j.Entries, func(a, b Entry) int {
		return cmp.Or(a.Output-b.Output, a.Input-b.Input)
	})
}

// settle keeps the nodes that results and entries need, each behind its operands: what is needed
// by none is not written.
func (j *Jacobian) settle() {
	old, next := j.graph, newGraph(len(j.graph.nodes))
	to := make([]factor, len(old.nodes))
	for r := range to {
		to[r].ref = noRef
	}
	to[one].ref, to[two].ref = one, two
	needed := make([]bool, len(old.nodes))
	var need, put func(r ref)
	need = func(r ref) {
		if r != noRef && !needed[r] {
			needed[r] = true
			for _, a := range old.nodes[r].args {
				need(a)
			}
		}
	}
	put = func(r ref) {
		if r == noRef || to[r].ref != noRef {
			return
		}
		n := old.nodes[r]
		for k, a := range n.args {
			if put(a); a != noRef {
				n.args[k] = to[a].ref
			}
		}
		to[r].ref = ref(len(next.nodes))
		next.nodes = append(next.nodes, n)
		if _, twice := next.known[n.key()]; !twice {
			next.known[n.key()] = to[r].ref
		}
		next.announce(to[r].ref)
	}
	for _, r := range slices.Concat(j.inputs, j.results) {
		need(r)
	}
	for _, e := range j.Entries {
		need(e.value.ref)
	}
	for r := range needed {
		if needed[r] {
			put(ref(r))
		}
	}
	j.moveTo(next, to)
}

// moveTo takes results, inputs and entries over to another graph, where each node is a factor.
func (j *Jacobian) moveTo(g *graph, to []factor) {
	for _, all := range [][]ref{j.results, j.inputs} {
		for k, r := range all {
			all[k] = to[r].ref
		}
	}
	for k := range j.Entries {
		e := &j.Entries[k]
		e.value = to[e.value.ref].times(e.value.negative)
	}
	j.graph = g
}

// Counts are the operations that code consists of.
type Counts struct {
	Products  int // multiplications of the accumulation
	Multiply  int // multiplications in all: of values, partial derivatives and accumulation
	Add       int // additions and subtractions
	Divide    int
	Functions int // calls of package math; a sine and a cosine of one angle are one
}

// Weight is what makes code slow, mostly: multiplications, and divisions, which take
// about as long as four; then additions.
func (c Counts) Weight() int64 {
	const dividing = 4
	return int64(c.Multiply+dividing*c.Divide)<<20 + int64(c.Add)
}

// Counts counts what is written.
func (j *Jacobian) Counts() Counts {
	var c Counts
	for r := range j.graph.nodes {
		switch n := &j.graph.nodes[r]; n.kind {
		case source.Mul:
			c.Multiply++
			if n.section == ofProducts {
				c.Products++
			}
		case source.Add, source.Sub:
			c.Add++
		case source.Div:
			c.Divide++
		case source.Call:
			c.Functions++
		}
	}
	c.Functions -= len(j.pairs()) / 2
	return c
}

// pairs finds the sines and cosines of one angle, each by each.
func (j *Jacobian) pairs() map[ref][2]ref {
	g := j.graph
	all := make(map[ref][2]ref)
	for r := range g.nodes {
		n := &g.nodes[r]
		if n.kind != source.Call || n.fn != "Sin" {
			continue
		}
		if cosine, ok := g.lookup(source.Call, "Cos", n.args[0]); ok {
			first := min(ref(r), cosine)
			all[first] = [2]ref{ref(r), cosine}
			all[ref(r)+cosine-first] = all[first]
		}
	}
	return all
}
