package bench

import "math"

// Water is the balance of a net of six nodes and eight pipes after Hazen and Williams:
// what flows into each node, by the heads and the conductances of the pipes.
func Water(head [6]float64, conductance [8]float64) (in [6]float64) {
	pipes := [8][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {0, 3}, {1, 4}}
	for k, p := range pipes {
		d := head[p[0]] - head[p[1]]
		flow := conductance[k] * d * math.Pow(d*d+1e-6, -0.23)
		in[p[0]] -= flow
		in[p[1]] += flow
	}
	return in
}
