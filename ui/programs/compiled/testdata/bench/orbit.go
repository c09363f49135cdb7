package bench

import "math"

// Orbit is a step of the classical Runge-Kutta method for a satellite around the earth
// with its flattening, in earth radii: place and speed after it, by those before it.
func Orbit(r, v [3]float64, dt float64) ([3]float64, [3]float64) {
	const j2 = 1.08263e-3
	force := func(r [3]float64) (a [3]float64) {
		rr := r[0]*r[0] + r[1]*r[1] + r[2]*r[2]
		inverse := 1 / (rr * math.Sqrt(rr))
		k := 1.5 * j2 / rr
		z := 5 * r[2] * r[2] / rr
		a[0] = -r[0] * inverse * (1 + k*(1-z))
		a[1] = -r[1] * inverse * (1 + k*(1-z))
		a[2] = -r[2] * inverse * (1 + k*(3-z))
		return a
	}
	var rs, vs [4][3]float64
	x, w := r, v
	for s := range 4 {
		rs[s], vs[s] = w, force(x)
		f := 0.5
		if s == 2 {
			f = 1
		}
		for i := range 3 {
			x[i], w[i] = r[i]+f*dt*rs[s][i], v[i]+f*dt*vs[s][i]
		}
	}
	for i := range 3 {
		r[i] += dt / 6 * (rs[0][i] + 2*rs[1][i] + 2*rs[2][i] + rs[3][i])
		v[i] += dt / 6 * (vs[0][i] + 2*vs[1][i] + 2*vs[2][i] + vs[3][i])
	}
	return r, v
}
