package examples

import "math"

// NeoHooke is the first Piola-Kirchhoff stress of a compressible neo-Hookean solid,
// mu (F - F^-T) + lambda ln(det F) F^-T, by the deformation gradient F.
//
// J. Bonet, R. D. Wood: Nonlinear continuum mechanics for finite element analysis.
// Cambridge University Press, 2008.
func NeoHooke(f [3][3]float64) (p [3][3]float64) {
	const mu, lambda = 0.4, 0.6
	var c [3][3]float64
	for i := range 3 {
		for j := range 3 {
			k, l, m, n := (i+1)%3, (i+2)%3, (j+1)%3, (j+2)%3
			c[i][j] = f[k][m]*f[l][n] - f[k][n]*f[l][m]
		}
	}
	det := f[0][0]*c[0][0] + f[0][1]*c[0][1] + f[0][2]*c[0][2]
	s := (lambda*math.Log(det) - mu) / det
	for i := range 3 {
		for j := range 3 {
			p[i][j] = mu*f[i][j] + s*c[i][j]
		}
	}
	return p
}
