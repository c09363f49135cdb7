package bench

import "math"

// Quadrotor is the rate of change of attitude, speed and turning of a drone with a unit
// quaternion, by these and the thrusts of its rotors.
func Quadrotor(e [4]float64, v, w [3]float64, thrust [4]float64) (de [4]float64, dv, dw [3]float64) {
	const mass, arm, drag, jx, jy, jz = 0.8, 0.17, 0.05, 0.006, 0.006, 0.011
	n := 1 / math.Sqrt(e[0]*e[0]+e[1]*e[1]+e[2]*e[2]+e[3]*e[3])
	a, b, c, d := e[0]*n, e[1]*n, e[2]*n, e[3]*n
	de[0] = -0.5 * (b*w[0] + c*w[1] + d*w[2])
	de[1] = 0.5 * (a*w[0] + c*w[2] - d*w[1])
	de[2] = 0.5 * (a*w[1] - b*w[2] + d*w[0])
	de[3] = 0.5 * (a*w[2] + b*w[1] - c*w[0])
	all := thrust[0] + thrust[1] + thrust[2] + thrust[3]
	speed := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2] + 0.01)
	up := [3]float64{2 * (b*d + a*c), 2 * (c*d - a*b), a*a - b*b - c*c + d*d}
	for i := range 3 {
		dv[i] = up[i]*all/mass - drag*speed*v[i]
	}
	dv[2] -= 9.81
	dw[0] = (arm*(thrust[1]-thrust[3]) + (jy-jz)*w[1]*w[2]) / jx
	dw[1] = (arm*(thrust[2]-thrust[0]) + (jz-jx)*w[2]*w[0]) / jy
	dw[2] = (0.02*(thrust[0]-thrust[1]+thrust[2]-thrust[3]) + (jx-jy)*w[0]*w[1]) / jz
	return de, dv, dw
}
