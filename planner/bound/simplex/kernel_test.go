package simplex

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// matrix is a kernel as it is written out, by row.
type matrix [][]float64

// times is the matrix times x; transposed, x times the matrix.
func (m matrix) times(x []float64, transposed bool) []float64 {
	y := make([]float64, len(m))
	for r := range m {
		for c := range m {
			if transposed {
				y[c] += x[r] * m[r][c]
			} else {
				y[r] += m[r][c] * x[c]
			}
		}
	}
	return y
}

func random(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		if r.IntN(3) > 0 {
			x[i] = float64(1 + r.IntN(9))
		}
	}
	return x
}

func solved(t *testing.T, k *kernel, m matrix, r *rand.Rand, what string) {
	t.Helper()
	for _, transposed := range []bool{false, true} {
		want := random(r, len(m))
		x := slices.Clone(want)
		if transposed {
			k.solveRow(x)
		} else {
			k.solve(x)
		}
		for i, y := range m.times(x, transposed) {
			if math.Abs(y-want[i]) > 1e-6*(1+norm(x)) {
				t.Fatalf("%s, transposed %v: entry %d of %d is %g, want %g", what, transposed, i, len(m), y,
					want[i])
			}
		}
	}
}

func norm(x []float64) (most float64) {
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	return most
}

// Factors solve what the matrix says, also when its rows and columns were replaced and added:
// what each test compares with is the matrix itself.
func TestKernelSolvesItsMatrix(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 5))
		n := 1 + r.IntN(40)
		m := make(matrix, n)
		for i, at := range r.Perm(n) {
			m[i] = make([]float64, n)
			m[i][at] = float64(1 + r.IntN(3))
			for range r.IntN(4) {
				m[i][r.IntN(n)] = float64(r.IntN(3))
			}
		}
		columns := make([]entries, n)
		for i := range m {
			for c, v := range m[i] {
				if v != 0 {
					columns[c] = append(columns[c], entry{int32(i), v})
				}
			}
		}
		var k kernel
		if !k.factor(columns, func(int) bool { return false }) {
			continue // a singular one
		}
		solved(t, &k, m, r, "as it was factored")
		for range 8 {
			switch r.IntN(3) {
			case 0: // a column
				x, c := random(r, len(m)), r.IntN(len(m))
				x[c]++
				for i, v := range m.times(x, false) {
					m[i][c] = v
				}
				k.replaceColumn(int32(c), x)
			case 1: // a row
				x, i := random(r, len(m)), r.IntN(len(m))
				x[i]++
				m[i] = m.times(x, true)
				k.replaceRow(int32(i), x)
			default: // one of each
				right, below := random(r, len(m)), random(r, len(m))
				column, row := m.times(right, false), m.times(below, true)
				corner := 2.0
				for i, v := range column {
					m[i] = append(m[i], v)
					corner += row[i] * right[i]
				}
				m = append(m, append(row, corner))
				k.replaceRow(int32(len(m)-1), append(below, 1))
				k.replaceColumn(int32(len(m)-1), append(right, 2))
			}
			solved(t, &k, m, r, "changed")
		}
	}
}
