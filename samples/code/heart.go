package examples

// HeartDipole is the residual of the human heart dipole problem: eight equations
// in the moments of two dipoles, for measured sums.
//
// B. M. Averick, R. G. Carter, J. J. Moré, G.-L. Xue: The MINPACK-2 test problem
// collection. Argonne National Laboratory, 1992, section 2.3.
func HeartDipole(x [8]float64) (f [8]float64) {
	const mx, my, sA, sB, sC, sD, sE, sF = 0.485, -0.0019, -0.0581, 0.015, 0.105, 0.0406, 0.167, -0.399
	a, b, c, d, t, u, v, w := x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
	tt, uu, vv, ww := t*t, u*u, v*v, w*w
	tv, uw := tt-vv, uu-ww
	t3, v3 := t*(tt-3*vv), v*(vv-3*tt)
	u3, w3 := u*(uu-3*ww), w*(ww-3*uu)
	f[0] = a + b - mx
	f[1] = c + d - my
	f[2] = t*a + u*b - v*c - w*d - sA
	f[3] = v*a + w*b + t*c + u*d - sB
	f[4] = a*tv - 2*c*t*v + b*uw - 2*d*u*w - sC
	f[5] = c*tv + 2*a*t*v + d*uw + 2*b*u*w - sD
	f[6] = a*t3 + c*v3 + b*u3 + d*w3 - sE
	f[7] = c*t3 - a*v3 + d*u3 - b*w3 - sF
	return f
}
