package bench

import "math"

// TwoLink is the inverse dynamics of an arm of two links in a plane: torques by angles,
// speeds, accelerations, masses and lengths.
func TwoLink(q, w, acc, mass, length [2]float64) (torque [2]float64) {
	const g = 9.81
	c2, s2 := math.Cos(q[1]), math.Sin(q[1])
	l1, l2 := length[0], length[1]
	h := mass[1] * l1 * l2
	m11 := (mass[0]+mass[1])*l1*l1 + mass[1]*l2*l2 + 2*h*c2
	m12 := mass[1]*l2*l2 + h*c2
	m22 := mass[1] * l2 * l2
	g2 := mass[1] * g * l2 * math.Cos(q[0]+q[1])
	g1 := (mass[0]+mass[1])*g*l1*math.Cos(q[0]) + g2
	torque[0] = m11*acc[0] + m12*acc[1] - h*s2*(2*w[0]*w[1]+w[1]*w[1]) + g1
	torque[1] = m12*acc[0] + m22*acc[1] + h*s2*w[0]*w[0] + g2
	return torque
}
