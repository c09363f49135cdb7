package measured

import (
	"math"
	"slices"
)

// Fit is a curve through times: Setup + Each·ceil(k / Width) seconds for k at once,
// a line where Width is 1. Error is how far it is from the times that matter, relative
// to them.
type Fit struct {
	Setup, Each, Error float64
	Width              int64
}

// At is the time of k at once; none where nothing was measured.
func (f Fit) At(k float64) float64 {
	if f.Width == 0 {
		return 0
	}
	return f.Setup + f.Each*math.Ceil(k/float64(f.Width))
}

// aside is what an error counts at a number that does not occur in the dag.
const aside = 0.2

// Where a line is off by more than bent, stairs are tried; they have to be twice as
// good, and to have three steps at least, or noise would look like stairs.
const (
	bent  = 0.1
	steps = 3
)

// widths are those of vector units, and of batches that programs are written for.
var widths = []int64{2, 4, 8, 16, 32, 64}

// fit finds the line whose largest relative error is least, or stairs where the times
// are no line.
func fit(samples []Sample, used []float64) Fit {
	best := line(samples, used)
	if len(samples) == 1 && slices.ContainsFunc(used, func(k float64) bool { return k != samples[0][0] }) {
		best.Error = 1 // what each takes is not known
	}
	if best.Error <= bent {
		return best
	}
	most := best.Error / 2
	for _, w := range widths {
		up := func(k float64) float64 { return math.Ceil(k / float64(w)) }
		var stairs []Sample
		var stepped, seen []float64
		for _, s := range samples {
			stairs = append(stairs, Sample{up(s[0]), s[1]})
			seen = append(seen, up(s[0]))
		}
		for _, k := range used {
			stepped = append(stepped, up(k))
		}
		slices.Sort(seen)
		if len(slices.Compact(seen)) < steps {
			continue
		}
		if f := line(stairs, stepped); f.Error < most {
			best, most = f, f.Error
			best.Width = w
		}
	}
	return best
}

// line finds the line whose largest relative error is least. Errors at the numbers
// that are used count in full. Both parts of the line are at least 0.
func line(samples []Sample, used []float64) Fit {
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
	return Fit{setup, each, worst(setup, each, weights), 1}
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

// before is what it takes before its first seed, where that is not by packs of several seeds: else as given.
func (f Fit) before(setup float64) float64 {
	if f.Width > 1 {
		return f.Setup
	}
	return setup
}
