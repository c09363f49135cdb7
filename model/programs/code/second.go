package code

import (
	"fmt"
	"strconv"

	"facet/model/programs/source"
)

// gradient is the program of a function's value and gradient, as the code
// computes them: what is to be differentiated again for second derivatives. The
// error says that the function has more than one result.
func (j *Jacobian) gradient() (*source.Program, error) {
	p := j.Program
	if len(p.Outputs) != 1 || j.Task.Options.Product != Whole {
		return nil, fmt.Errorf("function %s has %d results: second derivatives are of one", p.Name,
			len(p.Outputs))
	}
	b := replanted{Jacobian: j, at: make([]source.Value, len(j.graph.nodes)), program: *p}
	b.program.Nodes, b.program.Inputs, b.program.Outputs = nil, nil, nil
	b.plant()
	b.output(factor{ref: j.results[0]})
	entry := make(map[int]factor)
	for _, e := range j.Entries {
		entry[e.Input] = e.value
	}
	zero := j.graph.number(0)
	for _, k := range j.Task.independent {
		f, ok := entry[k]
		if !ok {
			f = zero
		}
		b.output(f)
	}
	b.program.Results = append(p.Results[:1:1], source.PortOf("gradient", len(j.Task.independent)))
	return &b.program, nil
}

// replanted is a graph that becomes a program.
type replanted struct {
	*Jacobian
	program source.Program
	at      []source.Value // of the graph's nodes
}

// plant makes a node of the program of every node that is needed.
func (p *replanted) plant() {
	g := p.graph
	for k, r := range p.inputs {
		n := p.Program.Nodes[p.Program.Inputs[k]]
		p.at[r] = p.add(n)
		p.program.Inputs = append(p.program.Inputs, p.at[r])
	}
	for r := range g.nodes {
		n := &g.nodes[r]
		if n.kind == source.Input {
			continue
		}
		m := source.Node{Kind: n.kind, Func: n.fn, Const: n.c}
		for _, a := range n.args {
			if a != noRef {
				m.Args = append(m.Args, p.at[a])
			}
		}
		switch {
		case n.kind == source.Constant:
			m.Name = strconv.FormatFloat(n.c, 'g', -1, 64)
		case n.section == ofValues:
			of := &p.Program.Nodes[n.of]
			m.Name, m.Text, m.Line = of.Name, of.Text, of.Line
		default:
			m.Name = "g" + strconv.Itoa(r)
		}
		p.at[r] = p.add(m)
	}
}

func (p *replanted) add(n source.Node) source.Value {
	p.program.Nodes = append(p.program.Nodes, n)
	return source.Value(len(p.program.Nodes) - 1)
}

// output adds a result: an end of its own, or a constant.
func (p *replanted) output(f factor) {
	n := source.Node{Kind: source.Identity, Name: "result" + strconv.Itoa(len(p.program.Outputs))}
	switch {
	case p.graph.isConstant(f.ref):
		c := p.graph.value(f)
		n = source.Node{Kind: source.Constant, Const: c, Name: strconv.FormatFloat(c, 'g', -1, 64)}
	case f.negative:
		n.Kind = source.Neg
	}
	if n.Kind != source.Constant {
		n.Args = []source.Value{p.at[f.ref]}
	}
	p.program.Outputs = append(p.program.Outputs, p.add(n))
}

// NewSecond makes the task of the second derivatives of a function of which j is the first:
// the Jacobian of the gradient, of which one half is enough. The error says that the function
// has more than one result, or no second derivatives.
func NewSecond(j *Jacobian, o Options) (*Task, error) {
	gradient, err := j.gradient()
	if err != nil {
		return nil, err
	}
	t := &Task{Program: gradient, Options: o, first: j, title: "Hessian"}
	if err := t.chooseInputs(); err != nil {
		return nil, err
	}
	curved := false
	for k := 1; k < len(gradient.Outputs); k++ {
		t.dependent = append(t.dependent, k)
	}
	for v, is := range gradient.Active(t.independent, t.dependent) {
		curved = curved || is && len(gradient.Partials(source.Value(v))) > 0
	}
	if !curved {
		return nil,
			fmt.Errorf("function %s is linear in what it is differentiated by: its second derivatives are zero", gradient.Name)
	}
	return t, t.build()
}

// IsSecond reports whether the task is one of NewSecond.
func (t *Task) IsSecond() bool { return t.first != nil }

// halved keeps of each two entries that are equal by symmetry the one on the right
// of the diagonal.
func (j *Jacobian) halved(all []Entry) []Entry {
	t := j.Task
	place := positions(t.independent)
	type pair struct{ row, column int }
	seen := make(map[pair]bool)
	for _, e := range all {
		seen[pair{e.Output - 1, place[e.Input]}] = true
	}
	var kept []Entry
	for _, e := range all {
		row, column := e.Output-1, place[e.Input]
		if row > column {
			if seen[pair{column, row}] {
				continue
			}
			e.Output, e.Input = 1+column, t.independent[row]
		}
		kept = append(kept, e)
	}
	return kept
}
