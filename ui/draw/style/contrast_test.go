package style

import (
	"math"
	"strconv"
	"testing"
)

// Every colour can be read on a wall: the contrast of WCAG 2 between it and what
// is behind it.
func TestContrast(t *testing.T) {
	for kind, test := range map[Kind]struct {
		behind []string
		least  float64
	}{Dark: {[]string{"#000000", "#1e1e1e"}, 7}, Light: {[]string{"#ffffff"}, 4.5},
		Middle: {[]string{"#000000", "#ffffff"}, 3}} {
		p := palettes[kind]
		for name, s := range map[string]shade{"selected": p[Selected], "related": p[Related], "good": p[Good],
			"bad": p[Bad],
			"key": p[Key], "tangent": p[Tangent], "adjoint": p[Adjoint], "product": p[Product]} {
			for _, behind := range test.behind {
				a, b := luminance(t, s.full), luminance(t, behind)
				if contrast := (max(a, b) + 0.05) / (min(a, b) + 0.05); contrast < test.least {
					t.Errorf("%v: %s %s on %s has a contrast of %.1f, less than %.1f", kind, name, s.full,
						behind, contrast, test.least)
				}
			}
		}
	}
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	sum := 0.0
	for k, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*k:3+2*k], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		v := float64(n) / 255
		if v <= 0.03928 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}
