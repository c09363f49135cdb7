package bench

// LU6 solves six linear equations by elimination without pivots, by the matrix and the
// right-hand side.
func LU6(a [6][6]float64, b [6]float64) (x [6]float64) {
	for k := range 6 {
		for i := k + 1; i < 6; i++ {
			l := a[i][k] / (a[k][k] + 3)
			for j := k + 1; j < 6; j++ {
				a[i][j] -= l * a[k][j]
			}
			b[i] -= l * b[k]
		}
	}
	for i := 5; i >= 0; i-- {
		s := b[i]
		for j := i + 1; j < 6; j++ {
			s -= a[i][j] * x[j]
		}
		x[i] = s / (a[i][i] + 3)
	}
	return x
}
