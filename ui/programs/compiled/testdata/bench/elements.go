package bench

import "math"

// Elements gives place and speed of a body from the six elements of its orbit, the
// eccentric anomaly among them.
func Elements(a, e, incl, node, peri, anomaly float64) (r, v [3]float64) {
	cE, sE := math.Cos(anomaly), math.Sin(anomaly)
	ratio := math.Sqrt(1 - 0.25*e*e)
	n := math.Sqrt(1 / (a * a * a))
	px, py := a*(cE-0.5*e), a*ratio*sE
	rate := n / (1 - 0.5*e*cE)
	qx, qy := -a*sE*rate, a*ratio*cE*rate
	cN, sN, cI, sI, cP, sP := math.Cos(node), math.Sin(node), math.Cos(incl), math.Sin(incl), math.Cos(peri), math.Sin(peri)
	turn := func(x, y float64) [3]float64 {
		u, w := cP*x-sP*y, sP*x+cP*y
		return [3]float64{cN*u - sN*cI*w, sN*u + cN*cI*w, sI * w}
	}
	return turn(px, py), turn(qx, qy)
}
