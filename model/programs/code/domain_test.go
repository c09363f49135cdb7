package code_test

import (
	"math/rand/v2"
	"testing"

	"facet/model/programs/code"
	"facet/model/programs/source"
)

// Parameters and entries have limits of their own, the last that names an input; what is named has to be
// there.
func TestDomain(t *testing.T) {
	p, err := source.Read("f.go",
		[]byte("package p\n\nfunc F(n struct{ A, B float64 }, v [2]float64) float64 { return n.A * n.B * v[0] * v[1] }"), "F")
	if err != nil {
		t.Fatal(err)
	}
	d := code.Usual
	for _, text := range []string{"v=5,6", "v[1]=-3,-2", "n.B=10,11"} {
		if err := d.Set(text); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := d.Words(),
		"from 0.2 to 1.8, v from 5 to 6, v[1] from -3 to -2, n.B from 10 to 11"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	again := code.Usual
	if err := again.Set(d.String()); err != nil || again.String() != d.String() {
		t.Errorf("%s is read as %s, %v", d.String(), again.String(), err)
	}
	points, branches, missed := d.Points(p, rand.New(rand.NewPCG(1, 2)), 10)
	if len(points) != 10 || branches != 0 || len(missed) != 0 {
		t.Errorf("%d points, %d branches, %q", len(points), branches, missed)
	}
	for _, x := range points {
		for k, limits := range [][2]float64{{0.2, 1.8}, {10, 11}, {5, 6}, {-3, -2}} {
			if x[k] < limits[0] || x[k] > limits[1] {
				t.Errorf("input %d is %v, and lies between %v", k, x[k], limits)
			}
		}
	}
	if err := d.Fits(p); err != nil {
		t.Error(err)
	}
	if err := d.Set("w=0,1"); err != nil {
		t.Fatal(err)
	}
	if err := d.Fits(p); err == nil || err.Error() != "--range w=0,1: F has no parameter w" {
		t.Errorf("got %v", err)
	}
	for _, text := range []string{"", "1", "2,1", "x=1", "x=a,b", "0,Inf"} {
		if err := d.Set(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
