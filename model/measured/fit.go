package measured

import (
	"math"
	"slices"
)

// Fit is a line through times: Setup + Each·k seconds for k at once. Error is how
// far it is from the times that matter, relative to them.
type Fit struct{ Setup, Each, Error float64 }

// At is the time of k at once.
func (f Fit) At(k float64) float64 { return f.Setup + f.Each*k }

// aside is what an error counts at a number that does not occur in the dag.
const aside = 0.2

// fit finds the line whose largest relative error is least. Errors at the numbers
// that are used count in full. Both parts of the line are at least 0.
func fit(samples []Sample, used []float64) Fit {
	weights := make([]float64, len(samples))
	for k, s := range samples {
		weights[k] = aside
		if slices.Contains(used, s[0]) {
			weights[k] = 1
		}
	}
	worst := func(setup, each float64, weights []float64) float64 {
		w := 0.0
		for k, s := range samples {
			w = max(w, weights[k]*math.Abs(setup+each*s[0]-s[1])/s[1])
		}
		return w
	}
	steepest, longest := 0.0, 0.0
	for _, s := range samples {
		steepest, longest = max(steepest, s[1]/s[0]), max(longest, s[1])
	}
	// The worst error is convex in setup and slope, so that the least over slopes is
	// convex in the setup.
	slope := func(setup float64) (each, error float64) {
		return least(steepest, func(each float64) float64 { return worst(setup, each, weights) })
	}
	setup, _ := least(longest, func(setup float64) float64 { _, e := slope(setup); return e })
	each, _ := slope(setup)
	for k := range weights {
		weights[k] = math.Floor(weights[k]) // what is aside is no error of the dag
	}
	return Fit{setup, each, worst(setup, each, weights)}
}

// least finds the minimum of a convex function between 0 and end.
func least(end float64, f func(float64) float64) (at, value float64) {
	const golden = 0.6180339887498949
	a, b := 0.0, end
	x, y := b-golden*(b-a), a+golden*(b-a)
	fx, fy := f(x), f(y)
	for range 80 {
		if fx <= fy {
			b, y, fy = y, x, fx
			x = b - golden*(b-a)
			fx = f(x)
		} else {
			a, x, fx = x, y, fy
			y = a + golden*(b-a)
			fy = f(y)
		}
	}
	at, value = x, fx
	if zero := f(0); zero <= value {
		return 0, zero
	}
	return at, value
}
