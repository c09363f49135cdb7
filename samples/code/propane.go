package examples

// Propane is the residual of the equilibrium of burning propane in air: five
// reduced equations in the amounts of the products.
//
// B. M. Averick, R. G. Carter, J. J. Moré, G.-L. Xue: The MINPACK-2 test problem
// collection. Argonne National Laboratory, 1992, section 2.5.
func Propane(x [5]float64) (f [5]float64) {
	const r, r5, r6, r7, r8, r9, r10 = 10.0, 0.193, 4.10622e-4, 5.45177e-4, 4.4975e-7, 3.40735e-5, 9.615e-7
	a, b, c, d, e := x[0], x[1], x[2], x[3], x[4]
	ab, bb, cc, dd := a*b, b*b, c*c, d*d
	bcc, bc, bd := b*cc, b*c, b*d
	f[0] = ab + a - 3*e
	f[1] = 2*ab + a + 3*r10*bb + bcc + r7*bc + r9*bd + r8*b - r*e
	f[2] = 2*bcc + r7*bc + 2*r5*cc + r6*c - 8*e
	f[3] = r9*bd + 2*dd - 4*r*e
	f[4] = ab + a + r10*bb + bcc + r7*bc + r9*bd + r8*b + r5*cc + r6*c + dd - 1
	return f
}
