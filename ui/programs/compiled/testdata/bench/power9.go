package bench

import "math"

// Power9 is the power flow of a ring of nine buses with a chord: active and reactive
// power at each bus, by the voltages and the angles.
func Power9(v, angle [9]float64) (p, q [9]float64) {
	lines := [10][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 8}, {8, 0}, {1, 5}}
	for k, l := range lines {
		g, b := 1.2+0.1*float64(k), -(7 + 0.3*float64(k))
		for side := range 2 {
			i, j := l[side], l[1-side]
			c, s := math.Cos(angle[i]-angle[j]), math.Sin(angle[i]-angle[j])
			p[i] += v[i]*v[i]*g - v[i]*v[j]*(g*c+b*s)
			q[i] += -v[i]*v[i]*b - v[i]*v[j]*(g*s-b*c)
		}
	}
	return p, q
}
