package examples

import "math"

// Perceptron is a network of four inputs, a layer of five with tanh and two
// outputs with the logistic function, by inputs and weights.
func Perceptron(x [4]float64, w1 [5][5]float64, w2 [2][6]float64) (y [2]float64) {
	var h [5]float64
	for i := range h {
		s := w1[i][4]
		for j := range x {
			s += w1[i][j] * x[j]
		}
		h[i] = math.Tanh(s)
	}
	for i := range y {
		s := w2[i][5]
		for j := range h {
			s += w2[i][j] * h[j]
		}
		y[i] = 1 / (1 + math.Exp(-s))
	}
	return y
}
