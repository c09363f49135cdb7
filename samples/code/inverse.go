package examples

// Inverse is the inverse of a matrix of three rows, by cofactors.
func Inverse(a [3][3]float64) (b [3][3]float64) {
	for i := range 3 {
		for j := range 3 {
			p, q, r, s := (j+1)%3, (j+2)%3, (i+1)%3, (i+2)%3
			b[i][j] = a[p][r]*a[q][s] - a[p][s]*a[q][r]
		}
	}
	det := a[0][0]*b[0][0] + a[0][1]*b[1][0] + a[0][2]*b[2][0]
	for i := range 3 {
		for j := range 3 {
			b[i][j] /= det
		}
	}
	return b
}
