package bench

import "math"

// Arrhenius is the rate of change of five species and the temperature in a stirred tank
// with four reactions.
func Arrhenius(c [5]float64, t, flow float64) (dc [5]float64, dt float64) {
	factor := [4]float64{12, 7.5, 30, 4}
	energy := [4]float64{1.1, 0.9, 1.7, 0.6}
	heat := [4]float64{8, -3, 11, 2}
	k := [4]float64{}
	for i := range k {
		k[i] = factor[i] * math.Exp(-energy[i]/t)
	}
	rate := [4]float64{k[0] * c[0] * c[1], k[1] * c[2], k[2] * c[2] * c[1], k[3] * c[3] * c[3]}
	feed := [5]float64{1, 0.8, 0, 0, 0.1}
	for i := range dc {
		dc[i] = flow * (feed[i] - c[i])
	}
	dc[0] -= rate[0] - rate[1]
	dc[1] -= rate[0] + rate[2] - rate[1]
	dc[2] += rate[0] - rate[1] - rate[2]
	dc[3] += rate[2] - 2*rate[3]
	dc[4] += rate[3]
	dt = flow * (0.7 - t)
	for i := range rate {
		dt += heat[i] * rate[i]
	}
	return dc, dt
}
