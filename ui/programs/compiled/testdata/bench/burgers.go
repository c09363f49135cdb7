package bench

// Burgers is one step of a second-order scheme for Burgers' equation on a ring of twelve
// cells, by the cells, the viscosity and the step.
func Burgers(u [12]float64, nu, dt float64) (next [12]float64) {
	const h = 0.1
	rate := func(u [12]float64) (d [12]float64) {
		for i := range 12 {
			left, right := u[(i+11)%12], u[(i+1)%12]
			d[i] = nu*(left-2*u[i]+right)/(h*h) - (right*right-left*left)/(4*h)
		}
		return d
	}
	first := rate(u)
	for i := range 12 {
		next[i] = u[i] + 0.5*dt*first[i]
	}
	second := rate(next)
	for i := range 12 {
		next[i] = u[i] + dt*second[i]
	}
	return next
}
