package bench

// Cascade is a chain of three enzymes with Michaelis-Menten rates and feedback, by
// the amounts and the constants.
func Cascade(x [6]float64, vmax, km [6]float64, inhibit float64) (d [3]float64) {
	signal := 1 / (1 + x[4]*x[4]/(inhibit*inhibit))
	for i := range 3 {
		on := vmax[2*i] * signal * x[2*i+1] / (km[2*i] + x[2*i+1])
		off := vmax[2*i+1] * x[2*i] / (km[2*i+1] + x[2*i])
		d[i] = on - off
		signal = x[2*i]
	}
	return d
}
