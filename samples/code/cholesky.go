package examples

import "math"

// Cholesky is the factor of a symmetric positive definite matrix of four rows. The
// lower triangles of both are given row by row.
func Cholesky(a [10]float64) (l [10]float64) {
	at := func(i, j int) int { return i*(i+1)/2 + j }
	for i := range 4 {
		for j := range i + 1 {
			s := a[at(i, j)]
			for k := range j {
				s -= l[at(i, k)] * l[at(j, k)]
			}
			if i == j {
				l[at(i, j)] = math.Sqrt(s)
			} else {
				l[at(i, j)] = s / l[at(j, j)]
			}
		}
	}
	return l
}
