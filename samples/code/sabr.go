package examples

import "math"

// SABR is the implied volatility of the stochastic alpha-beta-rho model by Hagan's
// expansion, by forward, strike, time and the four parameters.
//
// P. S. Hagan, D. Kumar, A. S. Lesniewski, D. E. Woodward: Managing smile risk.
// Wilmott Magazine (2002), 84-108.
func SABR(f, k, t, alpha, beta, rho, nu float64) float64 {
	logFK := math.Log(f / k)
	b := 1 - beta
	fk := math.Pow(f*k, 0.5*b)
	b2 := b * b * logFK * logFK
	z := nu / alpha * fk * logFK
	x := math.Log((math.Sqrt(1-2*rho*z+z*z) + z - rho) / (1 - rho))
	top := 1 + t*(b*b/24*alpha*alpha/(fk*fk)+0.25*rho*beta*nu*alpha/fk+(2-3*rho*rho)/24*nu*nu)
	return alpha / (fk * (1 + b2/24 + b2*b2/1920)) * z / x * top
}
