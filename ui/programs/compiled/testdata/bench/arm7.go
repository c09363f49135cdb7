package bench

import "math"

// Arm7 is the place of the hand of an arm of seven joints, each turned against the one
// before it by a right angle, with its links' lengths.
func Arm7(q [7]float64, length [7]float64) (p [3]float64) {
	x := [3]float64{0, 0, 0.1}
	for i := 6; i >= 0; i-- {
		c, s := math.Cos(q[i]), math.Sin(q[i])
		sign := 1.0
		if i%2 == 1 {
			sign = -1
		}
		y, z := sign*-x[2], sign*x[1]+length[i]
		x = [3]float64{c*x[0] - s*y, s*x[0] + c*y, z}
	}
	return x
}
