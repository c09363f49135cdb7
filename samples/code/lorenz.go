package examples

// Lorenz is one step of length h of the classical Runge-Kutta method on the
// system of Lorenz: the new state by the old one and the three parameters.
//
// E. N. Lorenz: Deterministic nonperiodic flow. Journal of the Atmospheric Sciences
// 20 (1963), 130-141.
func Lorenz(x [3]float64, sigma, rho, beta float64) (y [3]float64) {
	const h = 0.01
	var k [4][3]float64
	c := [4]float64{0, h / 2, h / 2, h}
	for s := range 4 {
		z := x
		if s > 0 {
			for i := range 3 {
				z[i] += c[s] * k[s-1][i]
			}
		}
		k[s][0] = sigma * (z[1] - z[0])
		k[s][1] = z[0]*(rho-z[2]) - z[1]
		k[s][2] = z[0]*z[1] - beta*z[2]
	}
	for i := range 3 {
		y[i] = x[i] + h/6*(k[0][i]+2*k[1][i]+2*k[2][i]+k[3][i])
	}
	return y
}
