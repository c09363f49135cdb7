package code

import (
	"fmt"
	"slices"

	"facet/model"
	"facet/model/source"
)

// Jacobian is the code of a program and its derivatives, before it is written in
// a language.
type Jacobian struct {
	Program *source.Program
	Dag     *model.Dag

	Entries []Entry // the structural nonzeros, by output, then by input

	// Products counts the multiplications of the accumulation, Units the
	// eliminations that need none because a factor is 1 or -1. Together they are
	// what the sequence costs. Sums counts additions.
	Products, Units, Sums int

	names      []string    // of the program's nodes in the code
	values     []statement // of the program
	partials   []statement // of the elementals
	operations []statement // of the sequence
}

// Entry is an entry of the Jacobian that is not zero by structure.
type Entry struct {
	Output, Input int // positions in Program.Outputs and Program.Inputs
	value         factor
}

// factor is a number with a sign: 1 or -1 where name is empty.
type factor struct {
	name     string
	negative bool
}

func (f factor) isUnit() bool { return f.name == "" }

func (f factor) String() string {
	name := f.name
	if f.isUnit() {
		name = "1.0" // a sum of two would be whole without the point
	}
	if f.negative {
		return "-" + name
	}
	return name
}

// statement is name := expr.
type statement struct {
	name, expr string
	uses       []string
	comment    string
}

// New makes the code of a sequence that starts from the fresh line dag of the
// program's dag. The sequence has to be complete.
func New(p *source.Program, ops []model.Op) (*Jacobian, error) {
	g, values, err := p.Dag()
	if err != nil {
		return nil, err
	}
	j := &Jacobian{Program: p, Dag: g}
	w := newWriter(p, j)
	w.values()
	held := w.partials(g, values)
	t := model.NewTape(model.NewState(g))
	for k, o := range ops {
		line := ""
		if _, err := t.State().Price(o); err == nil {
			line = model.OpName(t.State(), o)
		}
		change, err := t.Do(o)
		if err != nil {
			return nil, fmt.Errorf("operation %d: %w", k+1, err)
		}
		w.operation(held, change, line)
	}
	end := t.State()
	if !end.Done() {
		return nil, fmt.Errorf("the sequence is not complete: %d faces are left", end.Faces())
	}
	w.entries(end, values, held)
	j.clean()
	return j, nil
}

// operation carries one elimination out on the factors.
func (w *writer) operation(held map[model.Z]factor, change model.Change, line string) {
	for _, e := range change.Events {
		switch e.Kind {
		case model.Born, model.Absorbed:
			u, v := held[e.Face.U], held[e.Face.V]
			var old *factor
			if e.Kind == model.Absorbed {
				f := held[e.Z]
				old = &f
			}
			held[e.Z] = w.product(old, v, u, line)
		case model.Merged:
			held[e.Z] = w.sum(held[e.Z], held[e.Other], "merge: "+line)
			delete(held, e.Other)
		case model.Removed:
			delete(held, e.Z)
		}
	}
}

// product is v·u, added to old where there is one.
func (w *writer) product(old *factor, v, u factor, line string) factor {
	negative := v.negative != u.negative
	if v.isUnit() || u.isUnit() {
		w.j.Units++
		p := factor{v.name + u.name, negative} // one of the names is empty, or both
		if old == nil {
			return p
		}
		return w.sum(*old, p, line)
	}
	w.j.Products++
	product := v.name + " * " + u.name
	if old == nil {
		name := w.fresh("d")
		w.do(statement{name: name, expr: product, uses: []string{v.name, u.name}, comment: line})
		return factor{name, negative}
	}
	w.j.Sums++
	name := w.fresh("d")
	sign := " + "
	if negative {
		sign = " - "
	}
	w.do(statement{name: name, expr: old.String() + sign + product, uses: []string{old.name, v.name, u.name}, comment: line})
	return factor{name: name}
}

func (w *writer) sum(a, b factor, line string) factor {
	w.j.Sums++
	name := w.fresh("d")
	sign := " + "
	if b.negative {
		sign, b.negative = " - ", false
	}
	w.do(statement{name: name, expr: a.String() + sign + b.String(), uses: []string{a.name, b.name}, comment: line})
	return factor{name: name}
}

func (w *writer) do(s statement) { w.j.operations = append(w.j.operations, s) }

// entries reads the Jacobian off the last line dag.
func (w *writer) entries(end *model.State, values []source.Value, held map[model.Z]factor) {
	p := w.p
	inputs, outputs := make(map[source.Value]int), make(map[source.Value]int)
	for k, v := range p.Inputs {
		inputs[v] = k
	}
	for k, v := range p.Outputs {
		outputs[v] = k
	}
	for _, z := range end.Vertices() {
		w.j.Entries = append(w.j.Entries, Entry{
			Output: outputs[values[end.Target(z)]], Input: inputs[values[end.Source(z)]], value: held[z],
		})
	}
	slices.SortFunc(w.j.Entries, func(a, b Entry) int {
		if a.Output != b.Output {
			return a.Output - b.Output
		}
		return a.Input - b.Input
	})
}

// clean takes out what nothing uses: partial derivatives that only stand in
// entries of value 1, say. Products of the sequence stay, used or not.
func (j *Jacobian) clean() {
	used := make(map[string]bool)
	for _, e := range j.Entries {
		used[e.value.name] = true
	}
	for _, s := range j.operations {
		for _, u := range s.uses {
			used[u] = true
		}
	}
	drop := func(list []statement) []statement {
		var kept []statement
		for _, s := range slices.Backward(list) {
			if used[s.name] {
				kept = append(kept, s)
				for _, u := range s.uses {
					used[u] = true
				}
			}
		}
		slices.Reverse(kept)
		return kept
	}
	j.partials = drop(j.partials)
	for _, v := range j.Program.Outputs {
		used[j.names[v]] = true
	}
	j.values = drop(j.values)
}
