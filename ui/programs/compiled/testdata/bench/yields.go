package bench

import "math"

// Yields is a curve of yields after Nelson, Siegel and Svensson at eight maturities.
func Yields(b0, b1, b2, b3, tau1, tau2 float64) (y [8]float64) {
	for i, t := range [8]float64{0.25, 0.5, 1, 2, 5, 10, 20, 30} {
		u, v := t/tau1, t/tau2
		eu, ev := math.Exp(-u), math.Exp(-v)
		fu, fv := (1-eu)/u, (1-ev)/v
		y[i] = b0 + b1*fu + b2*(fu-eu) + b3*(fv-ev)
	}
	return y
}
