package code

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/programs/source"
)

// Product says which product with the Jacobian is wanted.
type Product uint8

// The products.
const (
	Whole   Product = iota // the Jacobian F' itself
	Tangent                // F'·v for a direction v of the inputs
	Adjoint                // w·F' for weights w of the outputs
)

// Products lists their names, for flags.
var Products = []string{"jacobian", "tangent", "adjoint"}

// Options say which derivatives of a program a task is about.
type Options struct {
	By      []string // the parameters to differentiate by; none means all
	Product Product

	// CountUnits has products with 1 and -1 count like all others, as the
	// literature does. Else they cost nothing in the plan, for they are not written.
	CountUnits bool

	// FastMath lets values differ from the function's in their last bits: a quotient is a
	// product with a reciprocal, which others share and which is the derivative.
	FastMath bool
}

// Dag is the scalar dag of a program, as the literature has it: with a vertex for each
// input to differentiate by and each operation between these and a result.
func Dag(p *source.Program) (*model.Dag, error) {
	t, err := NewTask(p, Options{CountUnits: true})
	if err != nil {
		return nil, err
	}
	return t.Dag, nil
}

// Task is what code is to be made for: derivatives of a program, and the dag on
// which a sequence for them is planned. The dag has a vertex for each independent input and
// each value that lies between one and a result, all of size 1, and an edge for
// each partial derivative, which is given. A partial that is 1 or -1, or that of a choice
// among two values, also has a tangent and an adjoint that cost nothing, so that a face with
// it is free, and a value
// that only passes on the derivatives of another one is no vertex ([web.contract]).
//
// A tangent adds one vertex before the independent inputs, an adjoint one behind
// the results: the entries of the direction, or the weights, are the Jacobians of
// its edges. So the same planner plans all three.
type Task struct {
	Program *source.Program
	Options Options
	Dag     *model.Dag

	first       *Jacobian // of second derivatives: the code whose values Program has, with the gradient
	independent []int     // positions in Program.Inputs
	dependent   []int     // positions in Program.Outputs
	// what depends on the ones and is needed by the others; noValue for the extra vertex
	between []source.Value
	value   []source.Value // of each vertex
	arcs    []arc          // of each edge
	free    int            // products with 1 and -1 that the dag has been relieved of
	title   string         // of the function, after the program's name
}

// noValue stands for the extra vertex.
const noValue source.Value = -1

// NewTask makes the task of a program's derivatives. The error names a parameter
// that is not there, or says that no result depends on an input.
func NewTask(p *source.Program, o Options) (*Task, error) {
	t := &Task{Program: p, Options: o, title: [...]string{"Jacobian", "Tangent",
		"Adjoint"}[o.Product]}
	if err := t.chooseInputs(); err != nil {
		return nil, err
	}
	for k := range p.Outputs {
		t.dependent = append(t.dependent, k)
	}
	return t, t.build()
}

func (t *Task) chooseInputs() error {
	if len(t.Options.By) == 0 {
		t.Options.By = t.Program.By
	}
	known := make(map[string]bool)
	k := 0
	for _, port := range t.Program.Params {
		known[port.Name] = true
		for range port.Entries {
			if len(t.Options.By) == 0 || slices.Contains(t.Options.By, port.Name) {
				t.independent = append(t.independent, k)
			}
			k++
		}
	}
	for _, name := range t.Options.By {
		if !known[name] {
			var names []string
			for _, port := range t.Program.Params {
				names = append(names, port.Name)
			}
			return fmt.Errorf("function %s has no parameter %q: there are %s", t.Program.Name, name,
				strings.Join(names, ", "))
		}
	}
	return nil
}

func (t *Task) build() error {
	web := t.weave()
	if !t.Options.CountUnits {
		web.contract()
	}
	t.free = web.free
	var vertices []model.Vertex
	var edges []model.Edge
	at := make([]int, len(web.in))
	names := t.vertexNames()
	for v := range web.in {
		if web.gone[v] {
			continue
		}
		at[v] = len(vertices)
		vertices = append(vertices, model.Vertex{ID: names[v], Size: 1, Extra: t.attributes(t.between[v])})
		t.value = append(t.value, t.between[v])
		for _, from := range slices.Sorted(maps.Keys(web.in[v])) {
			a := web.in[v][from]
			e := model.Edge{Source: at[from], Target: at[v], HasJacobian: true}
			e.HasModel = !t.Options.CountUnits && (a.isUnit() || t.isChoice(a))
			if a.isUnit() {
				e.Extra = []model.Attribute{{Name: "partial", Type: "int",
					Value: map[bool]string{false: "1", true: "-1"}[a[0].negative]}}
			}
			edges, t.arcs = append(edges, e), append(t.arcs, a)
		}
	}
	g, err := model.NewDag(t.Program.Name, vertices, edges)
	if err != nil {
		return fmt.Errorf("function %s: %w", t.Program.Name, err)
	}
	t.Dag = g
	return nil
}

// attributes are what a picture of the dag says of an operation.
func (t *Task) attributes(v source.Value) []model.Attribute {
	if v == noValue || t.Program.Nodes[v].Kind == source.Input {
		return nil
	}
	n := &t.Program.Nodes[v]
	return []model.Attribute{{Name: "operation", Type: "string", Value: n.Text},
		{Name: "line", Type: "int", Value: strconv.Itoa(n.Line)}}
}

// isChoice reports whether an edge has the derivative of an operation that takes one of its
// operands: 1 or 0.
func (t *Task) isChoice(a arc) bool {
	return len(a) == 1 && a[0].seed < 0 && !a[0].isUnit && chooses(&t.Program.Nodes[a[0].partial.Of])
}

// positions says where each of some numbers stands.
func positions(all []int) map[int]int {
	at := make(map[int]int, len(all))
	for k, n := range all {
		at[n] = k
	}
	return at
}

// weave joins the values in between by their partial derivatives, and the extra
// vertex of a tangent before them or of an adjoint behind them. An edge runs from
// a lower to a higher vertex.
func (t *Task) weave() *web {
	p := t.Program
	active := p.Active(t.independent, t.dependent)
	between := slices.Clone(active)
	for _, k := range t.independent { // also those on which no result depends
		between[p.Inputs[k]] = true
	}
	at := make([]int, len(p.Nodes))
	if t.Options.Product == Tangent {
		t.between = append(t.between, noValue)
	}
	for v := range p.Nodes {
		if between[v] {
			at[v] = len(t.between)
			t.between = append(t.between, source.Value(v))
		}
	}
	end := len(t.between)
	if t.Options.Product == Adjoint {
		t.between = append(t.between, noValue)
	}
	w := newWeb(len(t.between))
	for _, v := range t.between {
		if v == noValue {
			continue
		}
		for _, d := range p.Partials(v) {
			if active[d.By] {
				w.add(at[d.By], at[v], term{partial: d, isUnit: d.Unit != 0, negative: d.Unit < 0, seed: -1})
			}
		}
	}
	switch t.Options.Product {
	case Tangent:
		for _, k := range t.independent {
			if v := p.Inputs[k]; active[v] {
				w.add(0, at[v], term{seed: k})
			}
		}
	case Adjoint:
		for _, k := range t.dependent {
			if v := p.Outputs[k]; active[v] {
				w.add(at[v], end, term{seed: k})
			}
		}
	}
	return w
}

// vertexNames are those of the values, made different where they are not.
func (t *Task) vertexNames() []string {
	extra := map[Product]string{Tangent: "direction", Adjoint: "weights"}[t.Options.Product]
	taken := make(map[string]int)
	names := make([]string, len(t.between))
	for v, value := range t.between {
		name := extra
		if value != noValue {
			name = t.Program.Nodes[value].Name
		}
		id := name
		for k := taken[name]; k > 0; k++ {
			if id = name + "'" + strconv.Itoa(k+1); taken[id] == 0 {
				taken[name] = k
				break
			}
		}
		taken[id]++
		names[v] = id
	}
	return names
}
