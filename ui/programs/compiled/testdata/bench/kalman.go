package bench

// Kalman is one step of a filter for position, speed and acceleration with a measured
// position: state and covariance after it, by those before it, the time step, both
// variances of noise and the measurement.
func Kalman(state [3]float64, cov [3][3]float64, dt, q, r, z float64) (next [3]float64, covariance [3][3]float64) {
	f := [3][3]float64{{1, dt, 0.5 * dt * dt}, {0, 1, dt}, {0, 0, 1}}
	var fp, p [3][3]float64
	var m [3]float64
	for i := range 3 {
		for k := range 3 {
			m[i] += f[i][k] * state[k]
			for j := range 3 {
				fp[i][j] += f[i][k] * cov[k][j]
			}
		}
	}
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				p[i][j] += fp[i][k] * f[j][k]
			}
		}
	}
	for i := range 3 {
		p[i][i] += q
	}
	s := p[0][0] + r
	for i := range 3 {
		gain := p[i][0] / s
		next[i] = m[i] + gain*(z-m[0])
		for j := range 3 {
			covariance[i][j] = p[i][j] - gain*p[0][j]
		}
	}
	return next, covariance
}
