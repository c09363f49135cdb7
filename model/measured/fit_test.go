package measured

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestFitFindsTheLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		want := Fit{Setup: math.Exp(-14 + 8*rng.Float64()), Each: math.Exp(-18 + 8*rng.Float64()), Width: 1}
		var samples []Sample
		var used []float64
		for _, k := range []float64{1, 4, 16, 64, 200} {
			samples, used = append(samples, Sample{k, want.At(k)}), append(used, k)
		}
		got := fit(samples, used)
		if got.Error > 1e-3 {
			t.Fatalf("the line %+v is found as %+v", want, got)
		}
	}
}

// Tangents that are evaluated eight at once, say, take as long for one as for eight.
func TestFitFindsStairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range 200 {
		want := Fit{Setup: 1e-6 * rng.Float64(), Each: 1e-6 * (1 + rng.Float64()), Width: widths[n%4]}
		var samples []Sample
		for _, k := range []float64{1, 4, 10, 16, 20, 64} {
			samples = append(samples, Sample{k, want.At(k) * (1 + 0.02*(rng.Float64()-0.5))})
		}
		if got := fit(samples, []float64{1, 4, 10, 16, 20, 64}); got.Width != want.Width || got.Error > 0.03 {
			if plain := line(samples, []float64{1, 4, 10, 16, 20, 64}); plain.Error > bent {
				t.Fatalf("stairs of %+v are found as %+v", want, got)
			}
		}
		straight := Fit{Setup: want.Setup, Each: want.Each, Width: 1}
		for k, s := range samples {
			samples[k][1] = straight.At(s[0]) * (1 + 0.15*(rng.Float64()-0.5))
		}
		if got := fit(samples, []float64{1, 4, 10, 16, 20, 64}); got.Width != 1 {
			t.Fatalf("a line of %+v with noise is found as %+v", straight, got)
		}
	}
}

// A third of the error of the best line through three times that lie on none is
// known: the errors at all three are equal, with signs in turns.
func TestFitBalancesErrors(t *testing.T) {
	samples := []Sample{{1, 1}, {2, 4}, {3, 1}}
	got := fit(samples, []float64{1, 2, 3})
	errors := make([]float64, 3)
	for k, s := range samples {
		errors[k] = math.Abs(got.At(s[0])-s[1]) / s[1]
	}
	if math.Abs(errors[1]-got.Error) > 1e-6 || math.Abs(errors[0]-got.Error) > 1e-6 ||
		math.Abs(got.Error-0.6) > 1e-6 {
		t.Fatalf("errors are %v, the least largest one is 0.6", errors)
	}
}

// What does not occur in the dag bends the line little and counts as no error.
func TestFitPrefersWhatIsUsed(t *testing.T) {
	got := fit([]Sample{{1, 3}, {10, 11}, {20, 21}}, []float64{10, 20})
	if got.Error > 0.05 || math.Abs(got.At(10)-11) > 0.6 {
		t.Fatalf("got %+v", got)
	}
	if got := fit([]Sample{{1, 5}, {4, 2}}, []float64{1, 4}); got.Setup < 0 || got.Each < 0 {
		t.Fatalf("a part of %+v is below 0", got)
	}
}

// One time says nothing of what a further one takes, where more than one occur.
func TestFitOfOneTime(t *testing.T) {
	for _, c := range []struct {
		used []float64
		want float64
	}{{[]float64{3}, 0}, {[]float64{3, 40}, 1}} {
		if got := fit([]Sample{{3, 1e-6}}, c.used); got.Error != c.want {
			t.Errorf("where %v occur, the error is %g and not %g", c.used, got.Error, c.want)
		}
	}
}
