package bench

import "math"

// Margrabe is the value of the option to exchange one asset for another, and its
// elasticity, by prices, yields, volatilities, correlation and time.
func Margrabe(s1, s2, q1, q2, v1, v2, rho, t float64) (value, elasticity float64) {
	v := math.Sqrt(v1*v1 + v2*v2 - 2*(rho-1)*v1*v2)
	root := v * math.Sqrt(t)
	d1 := (math.Log(s1/s2) + (q2-q1+0.5*v*v)*t) / root
	d2 := d1 - root
	n := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	f1, f2 := s1*math.Exp(-q1*t), s2*math.Exp(-q2*t)
	value = f1*n(d1) - f2*n(d2)
	return value, f1 * n(d1) / value
}
