package bench

// PDE6 is the residual of a convection-diffusion equation with a cubic source on a grid
// of six by six, by the five-point stencil.
func PDE6(u [6][6]float64, speed, source float64) (r [6][6]float64) {
	const h = 1.0 / 7
	at := func(i, j int) float64 {
		if i < 0 || i > 5 || j < 0 || j > 5 {
			return 0
		}
		return u[i][j]
	}
	for i := range 6 {
		for j := range 6 {
			laplace := at(i-1, j) + at(i+1, j) + at(i, j-1) + at(i, j+1) - 4*u[i][j]
			slope := (at(i+1, j) - at(i-1, j)) / (2 * h)
			r[i][j] = laplace/(h*h) - speed*u[i][j]*slope + source*u[i][j]*(1-u[i][j]*u[i][j])
		}
	}
	return r
}
