package compiled

import (
	"context"
	"fmt"
	"math"
	"os/exec"
	"strings"
	"testing"

	"facet/model"
	"facet/model/programs/code"
	"facet/model/programs/source"
)

// TestPartialsAtSpecialPoints: each derivative is what differences of the function
// go to, also where a formula would divide zero by zero.
func TestPartialsAtSpecialPoints(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	inf, nan, any := math.Inf(1), math.NaN(), 12345.0
	rows := []struct {
		expr     string
		x, y     float64
		dx, dy   float64
		sidelong bool // the function is not there on both sides: no differences
	}{
		{"math.Pow(x, y)", 0, 1, 1, 0, true},
		{"math.Pow(x, y)", 0, 2, 0, 0, true},
		{"math.Pow(x, y)", 0, 3, 0, 0, true},
		{"math.Pow(x, y)", 0, 0.5, inf, 0, true},
		{"math.Pow(x, y)", 0, 0, 0, any, true},
		{"math.Pow(x, y)", 2, 0, 0, math.Ln2, false},
		{"math.Pow(x, y)", 1e-30, 1, 1, 1e-30 * math.Log(1e-30), false},
		{"math.Pow(x, y)", -2, 3, 12, nan, true},
		{"math.Pow(x, y)", 0, 1e-320, inf, 0, true},
		{"x*math.Pow(y, 0)", 3, 0, 1, 0, false},
		{"math.Pow(x, 1)*y", 0, 2, 2, 0, false},
		{"math.Pow(x, 2)*y", 0, 2, 0, 0, false},
		{"math.Pow(x, 3)*y", 0, 2, 0, 0, false},
		{"math.Pow(x, -1)*y", 2, 1, -0.25, 0.5, false},
		{"math.Pow(x, 0.5)+y", 0, 1, inf, 1, true},
		{"math.Pow(x, 0.5)+y", 5e-324, 1, 0.5 / math.Sqrt(5e-324), 1, true},
		{"math.Pow(x, 2.5)+y", 0, 1, 0, 1, true},
		{"math.Pow(x, 2.5)+y", 3, 1, 2.5 * math.Pow(3, 1.5), 1, false},
		{"math.Pow(x, 5)*y", -2, 1, 80, -32, false},
		{"math.Pow(x, -3)*y", -2, 1, -3. / 16, -1. / 8, false},
		{"math.Pow(x, -0.5)+y", 0, 1, -inf, 1, true},
		{"math.Pow(x, 1.25)+math.Pow(x, 0.25)+y", 2, 1, 1.25*math.Pow(2, 0.25) + 0.25*math.Pow(2, -0.75), 1,
			false},
		{"math.Pow(0, x)+y", 2, 1, 0, 1, false},
		{"math.Pow(1, x)+x*y", 2, 1, 1, 2, false},
		{"math.Sqrt(x)+y", 0, 1, inf, 1, true},
		{"math.Cbrt(x)+y", 0, 1, inf, 1, true},
		{"math.Cbrt(x)+y", -8, 1, 1. / 12, 1, false},
		{"math.Abs(x)+y", 0, 1, 1, 1, true},
		{"math.Abs(x)+y", -3, 1, -1, 1, false},
		{"math.Hypot(x, y)", 0, 3, 0, 1, false},
		{"math.Hypot(x, y)", 3, 0, 1, 0, false},
		{"math.Atan2(x, y)", 0, 1, 1, 0, false},
		{"math.Atan2(x, y)", 1, 0, 0, -1, false},
		{"math.Max(x, y)", 1, 1, 1, 0, true},
		{"math.Max(x, y)", 1, 2, 0, 1, false},
		{"max(x, y, 3)", 1, 2, 0, 0, false},
		{"math.Min(x, y)", 1, 1, 1, 0, true},
		{"min(x, y)", 2, 1, 0, 1, false},
		{"math.Asin(x)+y", 1, 1, inf, 1, true},
		{"math.Acos(x)+y", 0, 1, -1, 1, false},
		{"math.Acosh(x)+y", 1, 1, inf, 1, true},
		{"math.Acosh(x)+y", 1.5, 1, 1 / math.Sqrt(1.25), 1, false},
		{"math.Atanh(x)+y", 0.5, 1, 4. / 3, 1, false},
		{"math.Asinh(x)+y", 0, 1, 1, 1, false},
		{"math.Log(x)+y", 0, 1, inf, 1, true},
		{"math.Log1p(x)+y", 0, 1, 1, 1, false},
		{"math.Log2(x)*math.Log10(y)", 2, 10, 1 / (2 * math.Ln2), 1 / (10 * math.Ln10), false},
		{"math.Exp2(x)*math.Expm1(y)", 3, 1, 8 * math.Ln2 * (math.E - 1), 8 * math.E, false},
		{"math.Erf(x)+math.Erfc(y)", 0, 0, 2 / math.SqrtPi, -2 / math.SqrtPi, false},
		{"math.Tan(x)*math.Tanh(y)", 0, 0.5, math.Tanh(0.5), 0, false},
		{"math.Sinh(x)*math.Cosh(y)", 0, 0.5, math.Cosh(0.5), 0, false},
		{"math.Sin(x)*math.Cos(y)*math.Exp(x)*math.Atan(y)", 0, 1, math.Cos(1) * math.Pi / 4, 0, false},
		{"x/y", 0, 2, 0.5, 0, false},
		{"math.Mod(x, y)", 7, 2.5, 1, -2, false},
		{"math.Mod(x, y)", -7, 2.5, 1, 2, false},
		{"math.Mod(x, 1)*y", 2.25, 3, 3, 0.25, false},
		{"math.Floor(x)*y+math.Ceil(y)*x", 1.5, 2.5, 3, 1, false},
		{"math.Trunc(x)*y+math.Round(y)*x", -1.5, 2.5, 3, -1, true},
		{"math.Trunc(x)*y+math.Round(y)*x", -1.5, 2.6, 3, -1, false},
		{"math.Copysign(x, y)", 2, -3, -1, 0, false},
		{"math.Copysign(x, y)", -2, -3, 1, 0, false},
		{"math.Copysign(x*y, x)", 2, 3, 3, 2, false},
		{"math.Copysign(3, x)*y", -2, 3, 0, -3, false},
		{"math.FMA(x, y, x)", 2, 3, 4, 2, false},
		{"math.FMA(x, x, x)*y", 2, 3, 15, 6, false},
		{"math.FMA(2, y, -1)+math.FMA(x, x, 0)", 2, 3, 4, 2, false},
	}
	files := map[string][]byte{}
	used := ""
	main := "package main\n\nimport (\n\t\"fmt\"\n\t\"math\"\n\n\t\"check/own\"\n)\n\nfunc main() {\n\tfmt.Println(math.Pi)\n"
	for k, r := range rows {
		used += r.expr
		text := fmt.Sprintf("package own\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc F%d(x, y float64) float64 { return %s }\n", k, r.expr)
		p, err := source.Read("f.go", []byte(text), "")
		if err != nil {
			t.Fatal(err)
		}
		j := dense(t, p)
		out, err := j.Go(code.Origin{})
		if err != nil {
			t.Fatal(err)
		}
		files[fmt.Sprintf("own/f%d.go", k)], files[fmt.Sprintf("own/j%d.go", k)] = []byte(text), out
		call := func(f string, x, y string) string { return fmt.Sprintf("own.F%d%s(%s, %s)", k, f, x, y) }
		x, y := fmt.Sprintf("%v", r.x), fmt.Sprintf("%v", r.y)
		main += fmt.Sprintf("\tv%d, j%d := %s\n\tfmt.Println(v%d, j%d", k, k, call("Jacobian", x, y), k, k)
		for _, at := range [][4]string{{x + "+1e-6", y, x + "-1e-6", y}, {x, y + "+1e-6", x, y + "-1e-6"}} {
			main += fmt.Sprintf(", (%s-%s)/2e-6", call("", at[0], at[1]), call("", at[2], at[3]))
		}
		main += ")\n"
	}
	files["main.go"] = []byte(main + "}\n")
	output, err := run(context.Background(), "check", "", files, "")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(output, "\n")[1:]
	for k, r := range rows {
		got, err := numbers(strings.NewReplacer("[", "", "]", "").Replace(lines[k]))
		if err != nil {
			t.Fatal(err)
		}
		p, _ := source.Read("f.go", files[fmt.Sprintf("own/f%d.go", k)], "")
		d := [2]float64{}
		for n, e := range dense(t, p).Entries {
			d[e.Input] = got[1+n]
		}
		for i, want := range []float64{r.dx, r.dy} {
			near := func(a, b, off float64) bool { return same(a, b) || math.Abs(a-b) <= off*(1+math.Abs(b)) }
			if want != any && !near(d[i], want, 1e-14) {
				t.Errorf("%s at %v, %v: derivative %d is %v, want %v", r.expr, r.x, r.y, i+1, d[i], want)
			}
			if !r.sidelong && !near(got[len(got)-2+i], want, 1e-6) {
				t.Errorf("%s at %v, %v: derivative %d is %v by differences, want %v", r.expr, r.x, r.y, i+1,
					got[len(got)-2+i], want)
			}
		}
	}
	for _, name := range source.Functions() {
		if !strings.Contains(used, "math."+name+"(") {
			t.Errorf("math.%s is not looked at", name)
		}
	}
}

// dense makes the code of a function's Jacobian, junctions in any order.
func dense(t *testing.T, p *source.Program) *code.Jacobian {
	t.Helper()
	task, err := code.NewTask(p, code.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := model.NewState(task.Dag)
	var ops []model.Op
	for !s.Done() {
		o := s.Operations()[0].Op
		s, _, _ = s.Apply(o)
		ops = append(ops, o)
	}
	j, err := code.New(t.Context(), task, ops)
	if err != nil {
		t.Fatal(err)
	}
	return j
}
