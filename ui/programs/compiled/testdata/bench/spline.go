package bench

// Spline is the natural cubic spline through six points at given places, and its slope,
// at a point between the third and the fourth, by the values and the point.
func Spline(y [6]float64, t float64) (s, slope float64) {
	x := [6]float64{0, 0.7, 1.1, 2.3, 2.9, 4}
	var h, d, r, m [6]float64
	for i := range 5 {
		h[i] = x[i+1] - x[i]
	}
	for i := 1; i < 5; i++ {
		d[i] = 2 * (h[i-1] + h[i])
		r[i] = 6 * ((y[i+1]-y[i])/h[i] - (y[i]-y[i-1])/h[i-1])
	}
	for i := 2; i < 5; i++ {
		f := h[i-1] / d[i-1]
		d[i] -= f * h[i-1]
		r[i] -= f * r[i-1]
	}
	m[4] = r[4] / d[4]
	for i := 3; i > 0; i-- {
		m[i] = (r[i] - h[i]*m[i+1]) / d[i]
	}
	a, b := x[3]-t, t-x[2]
	s = (m[2]*a*a*a+m[3]*b*b*b)/(6*h[2]) + (y[2]/h[2]-m[2]*h[2]/6)*a + (y[3]/h[2]-m[3]*h[2]/6)*b
	slope = (m[3]*b*b-m[2]*a*a)/(2*h[2]) + (y[3]-y[2])/h[2] - (m[3]-m[2])*h[2]/6
	return s, slope
}
