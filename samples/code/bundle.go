package examples

import "math"

// Bundle is the model of bundle adjustment: where a camera of nine parameters
// (rotation as an axis times an angle, translation, focal length, two coefficients
// of radial distortion) sees a point.
//
// S. Agarwal, N. Snavely, S. M. Seitz, R. Szeliski: Bundle adjustment in the large.
// ECCV 2010.
func Bundle(camera [9]float64, point [3]float64) (u, v float64) {
	w0, w1, w2 := camera[0], camera[1], camera[2]
	theta := math.Sqrt(w0*w0 + w1*w1 + w2*w2)
	s, c := math.Sin(theta), math.Cos(theta)
	a0, a1, a2 := w0/theta, w1/theta, w2/theta
	dot := (a0*point[0] + a1*point[1] + a2*point[2]) * (1 - c)
	x := point[0]*c + (a1*point[2]-a2*point[1])*s + a0*dot + camera[3]
	y := point[1]*c + (a2*point[0]-a0*point[2])*s + a1*dot + camera[4]
	z := point[2]*c + (a0*point[1]-a1*point[0])*s + a2*dot + camera[5]
	px, py := -x/z, -y/z
	r2 := px*px + py*py
	f := camera[6] * (1 + r2*(camera[7]+r2*camera[8]))
	return f * px, f * py
}
