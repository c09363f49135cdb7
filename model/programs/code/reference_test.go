package code

import (
	"math"
	"strings"
	"testing"

	"facet/model/programs/source"
)

// TestSlopesAreThoseOfDifferences: derivatives of each operation and each
// function of package math are those of differences.
func TestSlopesAreThoseOfDifferences(t *testing.T) {
	exprs := []string{"x + y", "x - y", "x * y", "x / y", "-x * x", "x * y * z / (x + z)", "math.Pow(x, 3)",
		"math.Pow(2, x)"}
	for _, name := range source.Functions() {
		args := []string{"x", "y", "z"}[:source.Operands(name)]
		call := "math." + name + "(" + strings.Join(args, ", ") + ")"
		switch name {
		case "Acosh":
			call = "math.Acosh(1 + x)"
		case "Mod":
			call = "math.Mod(5.3+x, y)"
		}
		exprs = append(exprs, call, "y*"+call+"*"+call)
	}
	for _, expr := range exprs {
		p, err := source.Read("f.go",
			[]byte("package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc F(x, y, z float64) float64 { return "+expr+" }"), "")
		if err != nil {
			t.Fatal(err)
		}
		out := p.Outputs[0]
		x := []float64{0.41, 0.73, 0.37}
		const h = 1e-5
		for i := range x {
			along := make([]float64, len(x))
			along[i] = 1
			up, down := append([]float64(nil), x...), append([]float64(nil), x...)
			up[i], down[i] = up[i]+h, down[i]-h
			got := slopesOf(p, p.Eval(x), along, nil)[out].d
			if want := (p.Eval(up)[out] - p.Eval(down)[out]) / (2 * h); math.Abs(got-want) > 1e-7 {
				t.Errorf("%s by %d: %v, differences give %v", expr, i, got, want)
			}
		}
	}
}

// Points are found where a random one has no numbers, and in branches that few have.
func TestPointsAreFound(t *testing.T) {
	for text, least := range map[string]int{
		"func F(x, y float64) float64 { return math.Sqrt(x-300) * math.Log(y-500) }":                              checkPoints,
		"func F(x, y float64) float64 { if x == y { return x*x }; if y < -1 { return math.Exp(x) }; return x*y }": checkPoints + 2,
		"func F(x float64) float64 { return math.Sqrt(-1-x*x) }":                                                  0,
	} {
		_, _, j := backwards(t, "package p\n\nimport \"math\"\n\n"+text)
		n, err := check(t.Context(), j, Usual, j.newListing(cDialect(false), Form{}, false))
		if err != nil || n < least || least == 0 && n > 0 {
			t.Errorf("%s: %d points, want %d: %v", text, n, least, err)
		}
		said, want := string(mustWrite(t, j)), "Checked at "
		if least == 0 {
			want = "It is not checked"
		}
		if !strings.Contains(said, want) {
			t.Errorf("%s\nwithout %q", said, want)
		}
	}
}

func mustWrite(t *testing.T, j *Jacobian) []byte {
	t.Helper()
	text, err := j.Write(Origin{}, Form{})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
