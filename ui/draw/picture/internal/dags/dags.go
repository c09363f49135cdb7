// Package dags has the dags that tests of pictures are about: small ones by name,
// and random ones. It is for tests only.
package dags

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"facet/ui/draw/picture/layout"
)

// Dag is a test dag: names of vertices, edges as pairs of indices, labels.
type Dag struct {
	Names []string
	Edges []layout.EdgeKey
	Cost  map[layout.EdgeKey]string
}

// Parse reads edges such as "a>b:1/2 a>c".
func Parse(text string) Dag {
	d := Dag{Cost: map[layout.EdgeKey]string{}}
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
		e := layout.EdgeKey{From: find(from), To: find(to)}
		d.Edges = append(d.Edges, e)
		d.Cost[e] = cost
	}
	return d
}

// Bat has two sources and three sinks.
func Bat() Dag {
	return Parse("-1>1:4/2 0>2:4/2 1>3:2/1 2>3:2/1 1>4:2/1 3>4:2/1 3>5:4/2 3>6:2/1 2>6:2/1")
}

// Lion has one source and two sinks.
func Lion() Dag { return Parse("0>1:2/4 1>2:1/2 1>4:1/2 2>3:3/6 2>4:1/2") }

// Newton repeats the seven edges of a Newton step; the parameter is shared and
// each state is the next step's input.
func Newton(steps int) Dag {
	var b strings.Builder
	state := "x0"
	for k := range steps {
		next := fmt.Sprintf("x%d", k+1)
		fmt.Fprintf(&b, "%s>A%d:4000/2000 p>A%d:4000/2000 %s>r%d:400/200 p>r%d:400/200 ", state, k+1, k+1,
			state, k+1, k+1)
		fmt.Fprintf(&b, "%s>%s:0/0 A%d>%s:2000/1000 r%d>%s:1600/800 ", state, next, k+1, next, k+1, next)
		state = next
	}
	return Parse(b.String())
}

// Openfoam is a step of a flow solver: many edges between few vertices.
func Openfoam() Dag {
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
	return Parse(b.String())
}

// Random has n vertices, in which edges prefer near vertices.
func Random(seed uint64, n, m int) Dag {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := Dag{Cost: map[layout.EdgeKey]string{}}
	for i := range n {
		d.Names = append(d.Names, fmt.Sprint("v", i))
	}
	seen := map[layout.EdgeKey]bool{}
	for try := 0; len(d.Edges) < m && try < 20*m; try++ {
		from := rng.IntN(n - 1)
		to := min(n-1, from+1+rng.IntN(max(2, n/3)))
		e := layout.EdgeKey{From: from, To: to}
		if !seen[e] {
			seen[e] = true
			d.Edges = append(d.Edges, e)
			d.Cost[e] = fmt.Sprintf("%d/%d", 1+rng.IntN(9), 1+rng.IntN(9))
		}
	}
	return d
}

func (d Dag) keys() []int {
	keys := make([]int, len(d.Names))
	for i := range keys {
		keys[i] = i
	}
	return keys
}

// Layers are those of the dag; the edges of test dags form no cycle.
func (d Dag) Layers() layout.Rows {
	rows, err := layout.Layers(d.keys(), d.Edges)
	if err != nil {
		panic(err)
	}
	return rows
}

// Ends reports whether vertex i has predecessors and successors.
func (d Dag) Ends(i int) (hasIn, hasOut bool) {
	for _, e := range d.Edges {
		hasIn = hasIn || e.To == i
		hasOut = hasOut || e.From == i
	}
	return
}

// Graph is the dag as a picture's input.
func (d Dag) Graph() layout.Graph {
	rows := d.Layers()
	var g layout.Graph
	for i, name := range d.Names {
		v := layout.Vertex{Key: i, Label: name, Layer: rows[i], Shape: layout.Square}
		if in, out := d.Ends(i); !in || !out {
			v.Shape = layout.Round
		}
		g.Vertices = append(g.Vertices, v)
	}
	for _, e := range d.Edges {
		g.Edges = append(g.Edges, layout.Edge{From: e.From, To: e.To, Label: d.Cost[e]})
	}
	return g
}

// Named are all dags that have a name.
func Named() map[string]Dag {
	return map[string]Dag{"bat": Bat(), "lion": Lion(), "newton1": Newton(1), "newton2": Newton(2),
		"newton10": Newton(10), "openfoam": Openfoam()}
}
