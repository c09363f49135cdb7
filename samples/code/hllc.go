package examples

import "math"

// HLLC is the approximate Riemann flux with a contact wave for the Euler equations
// in one dimension, for gamma 1.4, where the contact moves to the right: density,
// velocity and pressure on the left and on the right give three fluxes.
//
// E. F. Toro, M. Spruce, W. Speares: Restoration of the contact surface in the
// HLL-Riemann solver. Shock Waves 4 (1994), 25-34.
func HLLC(rhoL, uL, pL, rhoR, uR, pR float64) (mass, momentum, energy float64) {
	const gamma = 1.4
	aL, aR := math.Sqrt(gamma*pL/rhoL), math.Sqrt(gamma*pR/rhoR)
	eL := pL/(gamma-1) + 0.5*rhoL*uL*uL
	eR := pR/(gamma-1) + 0.5*rhoR*uR*uR
	wL, wR := math.Sqrt(rhoL), math.Sqrt(rhoR)
	hL, hR := (eL+pL)/rhoL, (eR+pR)/rhoR
	u := (wL*uL + wR*uR) / (wL + wR)
	h := (wL*hL + wR*hR) / (wL + wR)
	a := math.Sqrt((gamma - 1) * (h - 0.5*u*u))
	sL := 0.5*(u-a+uL-aL) - 0.5*math.Abs(u-a-uL+aL)
	sR := 0.5*(u+a+uR+aR) + 0.5*math.Abs(u+a-uR-aR)
	s := (pR - pL + rhoL*uL*(sL-uL) - rhoR*uR*(sR-uR)) / (rhoL*(sL-uL) - rhoR*(sR-uR))
	factor := rhoL * (sL - uL) / (sL - s)
	mass = rhoL*uL + sL*(factor-rhoL)
	momentum = rhoL*uL*uL + pL + sL*(factor*s-rhoL*uL)
	energy = uL*(eL+pL) + sL*(factor*(eL/rhoL+(s-uL)*(s+pL/(rhoL*(sL-uL))))-eL)
	return mass, momentum, energy
}
