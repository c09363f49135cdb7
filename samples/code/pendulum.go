package examples

import "math"

// Pendulum follows a damped pendulum for six steps of the implicit midpoint rule,
// each solved by three Newton steps from the state before it. Angle, speed, the
// length of the pendulum and its damping give angle and speed at the end.
//
// E. Hairer, C. Lubich, G. Wanner: Geometric Numerical Integration. Springer,
// 2006, sections I.1 and II.1.
func Pendulum(angle, speed, length, damping float64) (float64, float64) {
	const step, gravity = 0.05, 9.81
	frequency := gravity / length
	for range 6 {
		middle := angle + 0.5*step*speed
		for range 3 {
			// 0 = middle - angle - step/2 (speed + step/2 a(middle)), a with the
			// damping of the middle's speed.
			v := (middle - angle) / (0.5 * step)
			residual := v - speed + 0.5*step*(frequency*math.Sin(middle)+damping*v)
			slope := (1+0.5*step*damping)/(0.5*step) + 0.5*step*frequency*math.Cos(middle)
			middle -= residual / slope
		}
		v := (middle - angle) / (0.5 * step)
		angle, speed = angle+step*v, 2*v-speed
	}
	return angle, speed
}
