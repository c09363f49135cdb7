package code

import (
	"fmt"
	"math"

	"facet/model/programs/source"
)

// run computes what the lines compute, one after the other, as they are written: the numbers
// of each result for those of all parameters. The error says that a line uses what no line
// before it has computed.
func (l *listing) run(x []float64) (results [][]float64, err error) {
	r := running{listing: l, missing: noRef, v: make([]float64, len(l.names)),
		done: make([]bool, len(l.names))}
	for _, p := range l.shape.params {
		for _, node := range p.loads {
			r.put(node, x[0])
			x = x[1:]
		}
	}
	for k := range l.jacobian.graph.nodes {
		if n := &l.jacobian.graph.nodes[k]; n.kind == source.Constant {
			r.put(ref(k), n.c)
		}
	}
	for _, line := range l.lines {
		r.line(line)
	}
	for _, p := range l.shape.results {
		numbers := make([]float64, len(p.stores))
		for e, f := range p.stores {
			if numbers[e] = r.operand(f.ref); f.negative {
				numbers[e] = -numbers[e]
			}
		}
		results = append(results, numbers)
	}
	if r.missing != noRef {
		return nil, fmt.Errorf("node %d is used before it is computed", r.missing)
	}
	return results, nil
}

// running is how far lines have come.
type running struct {
	*listing
	v       []float64
	done    []bool
	missing ref // what was used and was not there, or noRef
}

func (r *running) put(node ref, v float64) { r.v[node], r.done[node] = v, true }

// line computes what a line does.
func (r *running) line(first ref) {
	n := &r.jacobian.graph.nodes[first]
	some := r.group(first)
	if len(some) > 1 && n.kind == source.Call {
		angle := r.operand(n.args[0])
		r.put(some[0], math.Sin(angle))
		r.put(some[1], math.Cos(angle))
		return
	}
	for _, node := range some {
		r.put(node, r.computed(node))
	}
}

// operand is a node that is there, or that is written inside the line that uses it.
func (r *running) operand(node ref) float64 {
	if !r.done[node] && r.inside[node] {
		return r.computed(node)
	}
	if !r.done[node] {
		r.missing = node
	}
	return r.v[node]
}

func (r *running) computed(node ref) float64 {
	n := &r.jacobian.graph.nodes[node]
	var a [3]float64
	for k, arg := range n.args {
		if arg != noRef {
			a[k] = r.operand(arg)
		}
	}
	return source.Apply(n.kind, n.fn, a)
}
