package examples

import "math"

// Robot is the forward kinematics of an arm with six revolute joints whose axes
// meet in a spherical wrist: six angles give the place of the hand and the axis
// along which it points.
//
// J. J. Craig: Introduction to Robotics. Addison-Wesley, 1986, chapter 3 (the
// PUMA 560, with its lengths in metres).
func Robot(q1, q2, q3, q4, q5, q6 float64) (x, y, z, nx, ny, nz float64) {
	const a2, a3, d3, d4, tool = 0.4318, 0.0203, 0.15, 0.4318, 0.1
	c1, s1 := math.Cos(q1), math.Sin(q1)
	c2, s2 := math.Cos(q2), math.Sin(q2)
	c23, s23 := math.Cos(q2+q3), math.Sin(q2+q3)
	c4, s4 := math.Cos(q4), math.Sin(q4)
	c5, s5 := math.Cos(q5), math.Sin(q5)
	c6, s6 := math.Cos(q6), math.Sin(q6)

	// The wrist.
	reach := a2*c2 + a3*c23 - d4*s23
	px := c1*reach - d3*s1
	py := s1*reach + d3*c1
	pz := -a3*s23 - a2*s2 - d4*c23

	// The axis of the hand.
	along, across := c23*c4*s5+s23*c5, s4*s5
	ax := -c1*along - s1*across
	ay := -s1*along + c1*across
	az := s23*c4*s5 - c23*c5

	// The direction in which the fingers open.
	f := c4*c5*c6 - s4*s6
	g := s4*c5*c6 + c4*s6
	open := c23*f - s23*s5*c6
	nx = c1*open + s1*g
	ny = s1*open - c1*g
	nz = -s23*f - c23*s5*c6
	return px + tool*ax, py + tool*ay, pz + tool*az, nx, ny, nz
}
