package linegraphtest

import (
	"fmt"

	"facet/model"
)

// Case is a dag of known optimum.
type Case struct {
	Name    string
	Dag     *model.Dag
	Optimum model.Cost
}

// Cases are the dags of the literature.
func Cases() []Case {
	return []Case{
		{"lion", Lion(), 16},
		{"lion classic", Lion().Classic(), 11},
		{"bat", Bat(), 32},
		{"bat classic", Bat().Classic(), 22},
		{"hierarchy", Hierarchy(), 26},
		{"newton1", NewtonChain(1), 74000},
		{"newton2", NewtonChain(2), 150000},
		{"newton10", NewtonChain(10), 758000},
		{"openfoam", OpenFOAM(), 4912999465},
	}
}

// arc is an edge by the ids of its ends; it has a model and no Jacobian.
type arc struct {
	from, to         string
	tangent, adjoint model.Cost
}

type sized struct {
	id   string
	size int64
}

func dag(name string, vertices []sized, arcs []arc) *model.Dag {
	at := make(map[string]int, len(vertices))
	vs := make([]model.Vertex, len(vertices))
	for i, v := range vertices {
		at[v.id] = i
		vs[i] = model.Vertex{ID: v.id, Size: v.size}
	}
	es := make([]model.Edge, len(arcs))
	for k, a := range arcs {
		es[k] = model.Edge{Source: at[a.from], Target: at[a.to], Tangent: a.tangent, Adjoint: a.adjoint,
			HasModel: true}
	}
	g, err := model.NewDag(name, vs, es)
	if err != nil {
		panic(err)
	}
	return g
}

// Bat is the dag of Figure 1(a).
func Bat() *model.Dag {
	return dag("bat",
		[]sized{{"-1", 2}, {"0", 2}, {"1", 1}, {"2", 1}, {"3", 1}, {"4", 1}, {"5", 2}, {"6", 1}},
		[]arc{
			{"-1", "1", 2, 4}, {"0", "2", 2, 4}, {"1", "3", 1, 2}, {"1", "4", 1, 2}, {"2", "3", 1, 2},
			{"2", "6", 1, 2}, {"3", "4", 1, 2}, {"3", "5", 2, 4}, {"3", "6", 1, 2},
		})
}

// Lion is the part of the bat that is reachable from -1, with new indices.
func Lion() *model.Dag {
	return dag("lion",
		[]sized{{"0", 2}, {"1", 1}, {"2", 1}, {"3", 1}, {"4", 2}, {"5", 1}},
		[]arc{{"0", "1", 2, 4}, {"1", "2", 1, 2}, {"1", "3", 1, 2}, {"2", "3", 1, 2}, {"2", "4", 2, 4},
			{"2", "5", 1, 2}})
}

// Hierarchy separates face, edge and vertex elimination: 26, 27 and 28.
func Hierarchy() *model.Dag {
	return dag("hierarchy",
		[]sized{{"0", 2}, {"1", 2}, {"2", 1}, {"3", 1}, {"4", 1}, {"5", 2}, {"6", 2}},
		[]arc{
			{"0", "2", 1, 2}, {"1", "3", 2, 2}, {"2", "4", 2, 1}, {"2", "5", 3, 1},
			{"3", "4", 2, 3}, {"3", "6", 3, 3}, {"4", "5", 1, 1}, {"4", "6", 1, 1},
		})
}

// NewtonChain repeats Newton's method of Figure 2 for n = m = 10: the parameter
// is shared and the state of each step is the input of the next.
func NewtonChain(steps int) *model.Dag {
	vertices := []sized{{"p", 10}, {"x0", 10}}
	var arcs []arc
	for k := 1; k <= steps; k++ {
		x, matrix, residual, next := fmt.Sprint("x", k-1), fmt.Sprint("A", k), fmt.Sprint("r", k),
			fmt.Sprint("x", k)
		vertices = append(vertices, sized{matrix, 100}, sized{residual, 10}, sized{next, 10})
		arcs = append(arcs,
			arc{x, matrix, 2000, 4000}, arc{"p", matrix, 2000, 4000},
			arc{x, residual, 200, 400}, arc{"p", residual, 200, 400},
			arc{x, next, 0, 0}, arc{matrix, next, 1000, 2000}, arc{residual, next, 800, 1600})
	}
	return dag(fmt.Sprint("newton", steps), vertices, arcs)
}

// OpenFOAM is one step of the SIMPLE algorithm.
func OpenFOAM() *model.Dag {
	var arcs []arc
	join := func(tangent, adjoint model.Cost, to string, from ...string) {
		for _, f := range from {
			arcs = append(arcs, arc{f, to, tangent, adjoint})
		}
	}
	for _, to := range []string{"UEqn_A", "U_tmp", "UEqn_H"} {
		join(4789, 23943, to, "U_in", "phi_in", "p_in")
	}
	join(5, 27, "rAU", "UEqn_A")
	join(136, 681, "HbyA", "rAU", "U_tmp", "UEqn_H", "p_in")
	join(71, 353, "phiHbyA", "HbyA", "U_tmp", "p_in")
	join(14863, 74313, "pEqn_flux", "rAU", "phiHbyA", "p_in")
	join(14863, 74313, "p_tmp", "rAU", "phiHbyA", "p_in")
	join(100, 502, "U_out", "rAU", "HbyA", "p_tmp")
	join(29, 142, "phi_out", "phiHbyA", "pEqn_flux")
	join(0, 0, "p_out", "p_tmp")
	return dag("openfoam",
		[]sized{
			{"U_in", 24450}, {"phi_in", 24170}, {"p_in", 12225}, {"UEqn_A", 12225}, {"U_tmp", 24450},
			{"UEqn_H", 12225}, {"rAU", 12225}, {"HbyA", 24450}, {"phiHbyA", 24170}, {"pEqn_flux", 24170},
			{"p_tmp", 12225}, {"U_out", 24450}, {"phi_out", 24170}, {"p_out", 12225},
		}, arcs)
}
