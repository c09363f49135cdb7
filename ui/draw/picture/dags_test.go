package picture

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// testDag is a dag that tests are about: names of vertices, edges as pairs of indices, labels.
type testDag struct {
	Names []string
	Edges []EdgeKey
	Cost  map[EdgeKey]string
}

// parseDag reads edges such as "a>b:1/2 a>c".
func parseDag(text string) testDag {
	d := testDag{Cost: map[EdgeKey]string{}}
	find := func(name string) int {
		if i := slices.Index(d.Names, name); i >= 0 {
			return i
		}
		d.Names = append(d.Names, name)
		return len(d.Names) - 1
	}
	for _, word := range strings.Fields(text) {
		ends, cost, _ := strings.Cut(word, ":")
		from, to, _ := strings.Cut(ends, ">")
		e := EdgeKey{From: find(from), To: find(to)}
		d.Edges = append(d.Edges, e)
		d.Cost[e] = cost
	}
	return d
}

// batDag has two sources and three sinks.
func batDag() testDag {
	return parseDag("-1>1:4/2 0>2:4/2 1>3:2/1 2>3:2/1 1>4:2/1 3>4:2/1 3>5:4/2 3>6:2/1 2>6:2/1")
}

// lionDag has one source and two sinks.
func lionDag() testDag { return parseDag("0>1:2/4 1>2:1/2 1>4:1/2 2>3:3/6 2>4:1/2") }

// newtonDag repeats the seven edges of a Newton step; the parameter is shared and
// each state is the next step's input.
func newtonDag(steps int) testDag {
	var b strings.Builder
	state := "x0"
	for k := range steps {
		next := fmt.Sprintf("x%d", k+1)
		fmt.Fprintf(&b, "%s>A%d:4000/2000 p>A%d:4000/2000 %s>r%d:400/200 p>r%d:400/200 ", state, k+1, k+1,
			state, k+1, k+1)
		fmt.Fprintf(&b, "%s>%s:0/0 A%d>%s:2000/1000 r%d>%s:1600/800 ", state, next, k+1, next, k+1, next)
		state = next
	}
	return parseDag(b.String())
}

// openfoamDag is a step of a flow solver: many edges between few vertices.
func openfoamDag() testDag {
	var b strings.Builder
	group := func(from, to, cost string) {
		for _, u := range strings.Fields(from) {
			for _, v := range strings.Fields(to) {
				fmt.Fprintf(&b, "%s>%s:%s ", u, v, cost)
			}
		}
	}
	group("U_in phi_in p_in", "UEqn_A U_tmp UEqn_H", "4789/23943")
	group("UEqn_A", "rAU", "5/27")
	group("rAU U_tmp UEqn_H p_in", "HbyA", "136/681")
	group("HbyA U_tmp p_in", "phiHbyA", "71/353")
	group("rAU phiHbyA p_in", "pEqn_flux p_tmp", "14863/74313")
	group("rAU HbyA p_tmp", "U_out", "100/502")
	group("phiHbyA pEqn_flux", "phi_out", "29/142")
	group("p_tmp", "p_out", "0/0")
	return parseDag(b.String())
}

// randomDag has n vertices, in which edges prefer near vertices.
func randomDag(seed uint64, n, m int) testDag {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := testDag{Cost: map[EdgeKey]string{}}
	for i := range n {
		d.Names = append(d.Names, fmt.Sprint("v", i))
	}
	seen := map[EdgeKey]bool{}
	for try := 0; len(d.Edges) < m && try < 20*m; try++ {
		from := rng.IntN(n - 1)
		to := min(n-1, from+1+rng.IntN(max(2, n/3)))
		e := EdgeKey{From: from, To: to}
		if !seen[e] {
			seen[e] = true
			d.Edges = append(d.Edges, e)
			d.Cost[e] = fmt.Sprintf("%d/%d", 1+rng.IntN(9), 1+rng.IntN(9))
		}
	}
	return d
}

func (d testDag) keys() []int {
	keys := make([]int, len(d.Names))
	for i := range keys {
		keys[i] = i
	}
	return keys
}

// Layers are those of the dag; the edges of test dags form no cycle.
func (d testDag) Layers() Rows {
	rows, err := Layers(d.keys(), d.Edges)
	if err != nil {
		panic(err)
	}
	return rows
}

// Ends reports whether vertex i has predecessors and successors.
func (d testDag) Ends(i int) (hasIn, hasOut bool) {
	for _, e := range d.Edges {
		hasIn = hasIn || e.To == i
		hasOut = hasOut || e.From == i
	}
	return
}

// Graph is the dag as a picture's input.
func (d testDag) Graph() Graph {
	rows := d.Layers()
	var g Graph
	for i, name := range d.Names {
		v := Vertex{Key: i, Label: name, Layer: rows[i], Shape: Square}
		if in, out := d.Ends(i); !in || !out {
			v.Shape = Round
		}
		g.Vertices = append(g.Vertices, v)
	}
	for _, e := range d.Edges {
		g.Edges = append(g.Edges, Edge{From: e.From, To: e.To, Label: d.Cost[e]})
	}
	return g
}

// namedDags are all dags that have a name.
func namedDags() map[string]testDag {
	return map[string]testDag{"bat": batDag(), "lion": lionDag(), "newton1": newtonDag(1), "newton2": newtonDag(2),
		"newton10": newtonDag(10), "openfoam": openfoamDag()}
}
