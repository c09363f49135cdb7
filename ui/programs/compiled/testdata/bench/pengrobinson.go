package bench

import "math"

// PengRobinson is the pressure of a mixture of three components after Peng and
// Robinson, by volume, temperature and mole fractions.
func PengRobinson(v, t float64, x [3]float64) (p float64) {
	tc, omega, co := [3]float64{0.9, 1.1, 1.3}, [3]float64{0.1, 0.2, 0.3}, [3]float64{0.05, 0.06, 0.08}
	var root [3]float64
	var b float64
	for i := range 3 {
		m := 0.37464 + 1.54226*omega[i] - 0.26992*omega[i]*omega[i]
		f := 1 + m*(1-math.Sqrt(t/tc[i]))
		root[i] = math.Sqrt(0.5*tc[i]) * f
		b += x[i] * co[i]
	}
	a := 0.0
	for i := range 3 {
		for j := range 3 {
			k := 0.0
			if i != j {
				k = 0.01
			}
			a += x[i] * x[j] * root[i] * root[j] * (1 - k)
		}
	}
	return t/(v-b) - a/(v*(v+b)+b*(v-b))
}
