package examples

import "math"

// Roe is Roe's approximate Riemann flux for the Euler equations in one dimension
// and an ideal gas of gamma 1.4: density, momentum and energy on the left and on
// the right of a face give the three fluxes through it.
//
// P. L. Roe: Approximate Riemann solvers, parameter vectors, and difference
// schemes. Journal of Computational Physics 43 (1981), 357-372.
func Roe(rhoL, mL, eL, rhoR, mR, eR float64) (mass, momentum, energy float64) {
	const gamma = 1.4
	uL, uR := mL/rhoL, mR/rhoR
	pL := (gamma - 1) * (eL - 0.5*mL*uL)
	pR := (gamma - 1) * (eR - 0.5*mR*uR)
	hL, hR := (eL+pL)/rhoL, (eR+pR)/rhoR

	sL, sR := math.Sqrt(rhoL), math.Sqrt(rhoR)
	s := sL + sR
	u := (sL*uL + sR*uR) / s
	h := (sL*hL + sR*hR) / s
	a2 := (gamma - 1) * (h - 0.5*u*u)
	a := math.Sqrt(a2)
	rho := sL * sR

	dRho, dU, dP := rhoR-rhoL, uR-uL, pR-pL
	slow, fast := u-a, u+a
	wSlow := math.Abs(slow) * (dP - rho*a*dU) / (2 * a2)
	wMid := math.Abs(u) * (dRho - dP/a2)
	wFast := math.Abs(fast) * (dP + rho*a*dU) / (2 * a2)

	mass = 0.5*(mL+mR) - 0.5*(wSlow+wMid+wFast)
	momentum = 0.5*(mL*uL+pL+mR*uR+pR) - 0.5*(wSlow*slow+wMid*u+wFast*fast)
	energy = 0.5*(mL*hL+mR*hR) - 0.5*(wSlow*(h-u*a)+wMid*0.5*u*u+wFast*(h+u*a))
	return mass, momentum, energy
}
