package picture

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// dag is a test dag: names of vertices, edges as pairs of indices, labels.
type dag struct {
	names []string
	edges []EdgeKey
	cost  map[EdgeKey]string
}

// parseDag reads edges such as "a>b:1/2 a>c".
func parseDag(text string) dag {
	d := dag{cost: map[EdgeKey]string{}}
	find := func(name string) int {
		if i := slices.Index(d.names, name); i >= 0 {
			return i
		}
		d.names = append(d.names, name)
		return len(d.names) - 1
	}
	for _, word := range strings.Fields(text) {
		ends, cost, _ := strings.Cut(word, ":")
		from, to, _ := strings.Cut(ends, ">")
		e := EdgeKey{find(from), find(to)}
		d.edges = append(d.edges, e)
		d.cost[e] = cost
	}
	return d
}

func bat() dag {
	return parseDag("-1>1:4/2 0>2:4/2 1>3:2/1 2>3:2/1 1>4:2/1 3>4:2/1 3>5:4/2 3>6:2/1 2>6:2/1")
}

func lion() dag { return parseDag("0>1:2/4 1>2:1/2 1>4:1/2 2>3:3/6 2>4:1/2") }

// newton repeats the seven edges of a Newton step; the parameter is shared and
// each state is the next step's input.
func newton(steps int) dag {
	var b strings.Builder
	state := "x0"
	for k := range steps {
		next := fmt.Sprintf("x%d", k+1)
		fmt.Fprintf(&b, "%s>A%d:4000/2000 p>A%d:4000/2000 %s>r%d:400/200 p>r%d:400/200 ", state, k+1, k+1, state, k+1, k+1)
		fmt.Fprintf(&b, "%s>%s:0/0 A%d>%s:2000/1000 r%d>%s:1600/800 ", state, next, k+1, next, k+1, next)
		state = next
	}
	return parseDag(b.String())
}

func openfoam() dag {
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
func randomDag(seed uint64, n, m int) dag {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := dag{cost: map[EdgeKey]string{}}
	for i := range n {
		d.names = append(d.names, fmt.Sprint("v", i))
	}
	seen := map[EdgeKey]bool{}
	for try := 0; len(d.edges) < m && try < 20*m; try++ {
		from := rng.IntN(n - 1)
		to := min(n-1, from+1+rng.IntN(max(2, n/3)))
		e := EdgeKey{from, to}
		if !seen[e] {
			seen[e] = true
			d.edges = append(d.edges, e)
			d.cost[e] = fmt.Sprintf("%d/%d", 1+rng.IntN(9), 1+rng.IntN(9))
		}
	}
	return d
}

func (d dag) keys() []int {
	keys := make([]int, len(d.names))
	for i := range keys {
		keys[i] = i
	}
	return keys
}

func (d dag) layers() Rows {
	rows, err := Layers(d.keys(), d.edges)
	if err != nil {
		panic(err)
	}
	return rows
}

// ends tells whether vertex i has predecessors and successors.
func (d dag) ends(i int) (hasIn, hasOut bool) {
	for _, e := range d.edges {
		hasIn = hasIn || e.To == i
		hasOut = hasOut || e.From == i
	}
	return
}

// graph is the dag as a picture's input.
func (d dag) graph() Graph {
	rows := d.layers()
	var g Graph
	for i, name := range d.names {
		v := Vertex{Key: i, Label: name, Layer: rows[i], Shape: Square}
		if in, out := d.ends(i); !in || !out {
			v.Shape = Round
		}
		g.Vertices = append(g.Vertices, v)
	}
	for _, e := range d.edges {
		g.Edges = append(g.Edges, Edge{From: e.From, To: e.To, Label: d.cost[e]})
	}
	return g
}

func named() map[string]dag {
	return map[string]dag{"bat": bat(), "lion": lion(), "newton1": newton(1), "newton2": newton(2),
		"newton10": newton(10), "openfoam": openfoam()}
}
