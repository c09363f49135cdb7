package bench

import "math"

// Wilson gives the logarithms of the activity coefficients of four liquids after Wilson,
// by mole fractions and temperature.
func Wilson(x [4]float64, t float64) (gamma [4]float64) {
	var a [4][4]float64
	for i := range 4 {
		for j := range 4 {
			a[i][j] = 1
			if i != j {
				a[i][j] = (1 + 0.1*float64(i-j)) * math.Exp(-(0.3+0.07*float64(i*j))/t)
			}
		}
	}
	var s [4]float64
	for i := range 4 {
		for j := range 4 {
			s[i] += x[j] * a[i][j]
		}
	}
	for i := range 4 {
		gamma[i] = 1 - math.Log(s[i])
		for k := range 4 {
			gamma[i] -= x[k] * a[k][i] / s[k]
		}
	}
	return gamma
}
