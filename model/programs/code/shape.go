package code

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"facet/model/programs/source"
)

// shape is the signature of generated code, in terms that every language has,
// and what is stored where.
type shape struct {
	name, of string // of the function, and of what it differentiates
	params   []port
	results  []port
	entries  []string // what each entry of the Jacobian is
	starts   []int    // of rows, in CSR
	columns  []int
}

// port is a parameter or a result.
type port struct {
	source.Port
	source []string // how its scalars are in the source, of an array in place of another type
	loads  []ref    // of a parameter: the node of each entry
	stores []factor // of a result: what each entry is
}

func (p *port) element(e int) string { return p.Name + p.Entries[e] }

// called is what the source calls an element.
func (p *port) called(e int) string {
	if p.source != nil {
		return p.Name + p.source[e]
	}
	return p.element(e)
}

// newPort is a port like one of the source. It is an array of numbers where the
// code cannot know the type that the source has.
func newPort(name string, of source.Port, f Form) port {
	hasStructs := strings.Trim(strings.TrimSuffix(of.Type, "float64"), "[]0123456789") != ""
	if !of.Scalar() && (!f.IsGo() || f.Package != "" || hasStructs && f.Single) {
		return port{Port: source.PortOf(name, len(of.Entries)), source: of.Entries}
	}
	of.Name = name
	return port{Port: of}
}

// newShape names parameters and results so that no two names are equal.
func (j *Jacobian) newShape(f Form, unique func(string) string) *shape {
	p := j.Program
	s := &shape{name: j.Name(), of: p.Name}
	derivative := ""
	if j.Task.Options.Product == Whole {
		derivative = unique(map[bool]string{false: "jacobian", true: "hessian"}[j.Task.IsSecond()])
	}
	inputs := j.inputs
	for _, in := range p.Params {
		q := newPort(unique(in.Name), in, f)
		q.loads, inputs = inputs[:len(q.Entries)], inputs[len(q.Entries):]
		s.params = append(s.params, q)
	}
	k := 0
	for _, out := range p.Results {
		r := newPort(unique(cmp.Or(out.Name, "y")), out, f)
		for range r.Entries {
			r.stores = append(r.stores, factor{ref: j.results[k]})
			k++
		}
		s.results = append(s.results, r)
	}
	t, params, results := j.Task, slices.Clip(s.params), slices.Clip(s.results)
	switch t.Options.Product {
	case Whole:
		s.results = append(results, j.entryPort(s, derivative, f.Layout))
	case Tangent: // the direction xDot of each independent parameter x, the tangent yDot of each result y
		s.params = append(params, j.productPorts(params, "Dot", inputs, t.independent, unique)...)
		s.results = append(results, j.productPorts(results, "Dot", nil, t.dependent, unique)...)
	case Adjoint: // the weights yBar of each result y, the adjoint xBar of each independent parameter x
		s.params = append(params, j.productPorts(results, "Bar", inputs, t.dependent, unique)...)
		s.results = append(results, j.productPorts(params, "Bar", nil, t.independent, unique)...)
	}
	return s
}

// Ports are the parameters and the results of the code.
func (j *Jacobian) Ports(f Form) (params, results []source.Port) {
	s := j.newShape(f, func(name string) string { return name })
	for _, p := range s.params {
		params = append(params, p.Port)
	}
	for _, p := range s.results {
		results = append(results, p.Port)
	}
	return params, results
}

// Stored reports which of the Entries each number is that code returns behind the
// values, in a layout: -1 stands for a zero.
func (j *Jacobian) Stored(l Layout) []int {
	t := j.Task
	var all []int
	at := make(map[[2]int]int, len(j.Entries))
	for k, e := range j.Entries {
		at[[2]int{e.Output, e.Input}] = k
		all = append(all, k)
	}
	place := func(output, input int) int {
		if k, ok := at[[2]int{output, input}]; ok {
			return k
		}
		return -1
	}
	switch {
	case t.Options.Product == Tangent:
		all = nil
		for _, o := range t.dependent {
			all = append(all, place(o, -1))
		}
	case t.Options.Product == Adjoint:
		all = nil
		for _, i := range t.independent {
			all = append(all, place(-1, i))
		}
	case l == Dense:
		all = nil
		for r, o := range t.dependent {
			for c, i := range t.independent {
				k := place(o, i)
				if k < 0 && t.IsSecond() {
					k = place(t.dependent[c], t.independent[r])
				}
				all = append(all, k)
			}
		}
	}
	return all
}

// entry is a factor of Entries; of -1, zero.
func (j *Jacobian) entry(k int) factor {
	if k < 0 {
		return j.graph.number(0)
	}
	return j.Entries[k].value
}

// entryPort lays the entries of the Jacobian out.
func (j *Jacobian) entryPort(s *shape, name string, layout Layout) port {
	t := j.Task
	column, row := positions(t.independent), positions(t.dependent)
	stored := j.Stored(layout)
	p := port{Port: source.PortOf(name, len(stored))}
	for _, k := range stored {
		text := ""
		if k >= 0 {
			e := j.Entries[k]
			text = "d " + elementOf(s.results, e.Output) + " / d " + elementOf(s.params, e.Input)
			if t.IsSecond() {
				text = "d2 " + s.results[0].Name + " / d " +
					elementOf(s.params, t.independent[row[e.Output]]) + " d " + elementOf(s.params, e.Input)
			}
		}
		p.stores, s.entries = append(p.stores, j.entry(k)), append(s.entries, text)
	}
	s.starts = make([]int, len(t.dependent)+1)
	for _, e := range j.Entries {
		s.columns = append(s.columns, column[e.Input])
		s.starts[row[e.Output]+1]++
	}
	for r := range t.dependent {
		s.starts[r+1] += s.starts[r]
	}
	return p
}

// elementOf is what the source calls the k-th scalar of ports.
func elementOf(ports []port, k int) string {
	for i := range ports {
		if k < len(ports[i].Entries) {
			return ports[i].called(k)
		}
		k -= len(ports[i].Entries)
	}
	return ""
}

// productPorts are like those ports whose scalars are chosen; a port is chosen as a whole. They
// take seeds, or give the derivatives where there are none.
func (j *Jacobian) productPorts(of []port, suffix string, seeds []ref, chosen []int,
	unique func(string) string) (all []port) {
	stored := j.Stored(Entries)
	k := 0
	for _, p := range of {
		n := len(p.Entries)
		if len(chosen) > 0 && chosen[0] == k {
			q := port{Port: p.Port}
			q.Name, chosen = unique(p.Name+suffix), chosen[n:]
			if seeds != nil {
				q.loads, seeds = seeds[:n], seeds[n:]
			} else {
				for _, e := range stored[:n] {
					q.stores = append(q.stores, j.entry(e))
				}
				stored = stored[n:]
			}
			all = append(all, q)
		}
		k += n
	}
	return all
}

// overlapSays reports which arrays may overlap.
func (s *shape) overlapSays() string {
	if len(s.entries) == 0 {
		return "The arrays may overlap."
	}
	return "Results may overlap parameters, " + s.results[len(s.results)-1].Name + " must not."
}

// mostListed is how many entries the comment of a function lists; the lines that
// store them say the same.
const mostListed = 60

// layoutSays reports which arrays stand for structs, and how the Jacobian is laid out.
func (s *shape) layoutSays(f Form) (lines []string) {
	for _, p := range slices.Concat(s.params, s.results) {
		if len(p.Entries) > mostListed || !strings.Contains(strings.Join(p.source, ""), ".") {
			continue
		}
		var all []string
		for e := range p.Entries {
			all = append(all, p.called(e))
		}
		lines = append(lines, wrapped(p.Name+" holds "+strings.Join(all, ", ")+".")...)
	}
	if len(lines) > 0 {
		lines = append([]string{""}, lines...)
	}
	if len(s.entries) == 0 {
		return lines
	}
	p := s.results[len(s.results)-1]
	lines = append(lines, "", fmt.Sprintf("%s holds %s", p.Name, plural(len(p.Entries), "entry", "entries")))
	last := &lines[len(lines)-1]
	switch {
	case f.Layout == Dense:
		*last += ": a row for each result, a column for each input."
	case f.Layout == CSR:
		*last += ": row i has those from " + s.name + "Rows[i] up to"
		lines = append(lines, s.name+"Rows[i+1], and "+s.name+"Columns has the column of each.")
	case len(s.entries) > mostListed:
		*last += ", by result, then by parameter; they are named where they are stored."
	default:
		*last += ":"
		lines = append(lines, "")
		for k, e := range s.entries {
			lines = append(lines, fmt.Sprintf("\t%d: %s", k, e))
		}
	}
	return lines
}

// identifier makes an identifier of what the source calls a value: m1_0 of m[1][0].
func identifier(name string, allowed func(rune) bool) string {
	var b strings.Builder
	last := ' '
	for _, r := range name {
		isDigit := last >= '0' && last <= '9'
		switch last = r; {
		case r == ']' || r == '[' && !isDigit && b.Len() > 0:
			last = ' '
			if r == ']' {
				last = '0'
			}
		case r == '_' || allowed(r):
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	id := b.String()
	if strings.Trim(id, "_") == "" || id[0] >= '0' && id[0] <= '9' {
		id = "v" + id
	}
	return id
}

// nameOf is what the source calls a value.
func (j *Jacobian) nameOf(v source.Value) string { return j.Program.Nodes[v].Name }
