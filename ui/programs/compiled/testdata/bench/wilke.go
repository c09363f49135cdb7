package bench

import "math"

// Wilke is the viscosity of a mixture of four gases after Wilke, by mole fractions,
// viscosities and molar masses.
func Wilke(x, mu, mass [4]float64) (viscosity float64) {
	for i := range 4 {
		sum := 0.0
		for j := range 4 {
			root := 1 + math.Sqrt(mu[i]/mu[j])*math.Pow(mass[j]/mass[i], 0.25)
			sum += x[j] * root * root / math.Sqrt(8*(1+mass[i]/mass[j]))
		}
		viscosity += x[i] * mu[i] / sum
	}
	return viscosity
}
