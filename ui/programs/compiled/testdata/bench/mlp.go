package bench

import "math"

// MLP is a network of six inputs, two layers of eight and six units and three outputs, by
// its inputs, weights and biases.
func MLP(x [6]float64, w1 [8][6]float64, b1 [8]float64, w2 [6][8]float64, b2 [6]float64, w3 [3][6]float64, b3 [3]float64) (y [3]float64) {
	var h1 [8]float64
	for i := range h1 {
		s := b1[i]
		for j := range x {
			s += w1[i][j] * x[j]
		}
		h1[i] = math.Tanh(s)
	}
	var h2 [6]float64
	for i := range h2 {
		s := b2[i]
		for j := range h1 {
			s += w2[i][j] * h1[j]
		}
		h2[i] = math.Tanh(s)
	}
	for i := range y {
		y[i] = b3[i]
		for j := range h2 {
			y[i] += w3[i][j] * h2[j]
		}
	}
	return y
}
