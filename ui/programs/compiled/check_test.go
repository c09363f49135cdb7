package compiled_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest/extent"
	"facet/model/programs/code"
	"facet/model/programs/source"
	"facet/ui/programs/compiled"
)

// written makes a function's code, junctions eliminated in a random order.
func written(t *testing.T, rng *rand.Rand, text, function string) compiled.Case {
	t.Helper()
	p, err := source.Read("f.go", []byte(text), function)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return coded(t, rng, p)
}

func coded(t *testing.T, rng *rand.Rand, p *source.Program) compiled.Case {
	t.Helper()
	text := p.Text
	task, err := code.NewTask(p, code.Options{CountUnits: rng.IntN(2) == 0})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	tape := model.NewTape(model.NewState(task.Dag))
	var ops []model.Op
	for _, j := range rng.Perm(len(task.Dag.Vertices)) {
		plan, err := junction.Vertex(tape.State(), j)
		if err != nil {
			continue
		}
		for _, o := range plan.Ops {
			if _, err := tape.Do(o); err != nil {
				t.Fatal(err)
			}
		}
		ops = append(ops, plan.Ops...)
	}
	j, err := code.New(t.Context(), task, ops)
	if err != nil {
		t.Fatal(err)
	}
	form := code.Form{Order: code.LineOrder(len(text) % 2)} // all orders of lines
	out, err := j.Write(code.Origin{How: "random", Proof: "not proved", Again: "facet code f.go"}, form)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return compiled.Case{Program: p, Jacobian: j, Text: out}
}

// TestRandomFunctions: generated code of random functions over the whole of what
// is read gives the compiled function's values, bit for bit, and its derivatives.
func TestRandomFunctions(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("there is no go command, or the run is a short one")
	}
	count := extent.Of(8, 500)
	rng := rand.New(rand.NewPCG(20, 1))
	for from := 0; from < count; from += 100 {
		var cases []compiled.Case
		var texts []string
		for k := from; k < min(count, from+100); k++ {
			text := "package p\n\nimport \"math\"\n\n" + random(rng, strconv.Itoa(k))
			cases, texts = append(cases, written(t, rng, text, fmt.Sprintf("F%d", k))), append(texts, text)
		}
		judged, unclear := 0, 0
		for k, f := range check(t, cases) {
			if f.Wrong != "" {
				t.Errorf("%s\n%s", f.Wrong, texts[k])
			}
			if f.Inside == 0 {
				t.Errorf("no point is inside\n%s", texts[k])
			}
			judged, unclear = judged+f.Judged, unclear+f.Unclear
		}
		if unclear > judged/100 {
			t.Errorf("differences did not settle for %d of %d derivatives", unclear, unclear+judged)
		}
	}
}

func check(t *testing.T, cases []compiled.Case) []compiled.Finding {
	t.Helper()
	findings, err := compiled.CheckAll(context.Background(), cases, code.Domain{Low: 0.2, High: 1.8}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

// TestGoIsReadAsItIsCompiled: each has been read wrong, or not at all.
func TestGoIsReadAsItIsCompiled(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("there is no go command, or the run is a short one")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var cases []compiled.Case
	var texts []string
	for k, text := range []string{
		// Go ranges over a copy of an array.
		"func F#(a [3]float64) (s float64) { for i, v := range a { if i < 2 { a[i+1] = 10 * v } }\n return a[0] + a[1]*a[2] }",
		// Indices on the left come first.
		"func F#(x, y float64) float64 { var a [2]float64\n i := 0\n i, a[i] = 1, x*y\n return a[0] + float64(i)*x }",
		"func F#(x, y float64) float64 { a := [3]float64{x, y, x * y}\n i := 0\n i, a[i], a[2] = 2, a[2], a[i]\n return a[0]*x - a[1]*a[i] }",
		// Sized integers wrap.
		"func F#(x float64) float64 { var n uint8 = 250\n n += 10\n var k int8 = 127\n k++\n return x*x*float64(n) + float64(k)*x }",
		"func F#(x float64) float64 { n := uint32(1) << 31\n n *= 2\n return x*x + x*float64(n-1)/1e9 + float64(-7/2)*x + float64(-7>>1)*x + float64(^uint16(9)) }",
		// The derivative of a power by its base is that of the exponent at hand.
		"func F#(x float64) float64 { return math.Pow(x, 0) + x + math.Pow(x, 1)*math.Pow(x, 2) + math.Pow(x, -1) }",
		"func F#(x, y float64) float64 { return math.Pow(x-x*y/y, 0) + math.Pow(x, y) }",
		// Branches on values: what is not taken may be no number, and tables are looked up.
		"func F#(x, y float64) float64 { if x < 1 { return math.Sqrt(1-x) * y }\n if y < x { return math.Log(x-y) + math.Max(x*y, y/x) }\n return math.Sqrt(y-x) / y }",
		"func F#(x, y float64) (s float64) { a := [4]float64{x, y, x * y, 1 / x}\n i := 0\n for i < 3 && x > 0.4*float64(i+1) { i++ }\n for k := range 5 { if s > 3 { break }; if y > 1 { s += a[i] / float64(k+1) } else { s += a[3-i] * y } }\n return s }",
		// Methods, embedding, interfaces, generic functions.
		"type in# struct{ a, b float64 }\ntype out# struct { in#; c [2]in# }\nfunc (v *in#) add(k float64) { v.a += k * v.b }\nfunc F#(v out#) out# { v.add(2); w := v; w.c[1].add(v.a); v.b *= w.c[1].a; return v }",
		"type T# interface{ f(float64) float64 }\ntype A# struct{ k float64 }\ntype B# []float64\nfunc (a A#) f(x float64) float64 { return a.k * x }\nfunc (b B#) f(x float64) float64 { return b[1] / x }\nfunc F#(x, y float64) (s float64) { for _, t := range []T#{A#{x}, &A#{y}, B#{x, y}} { s += t.f(x * y); if a, is := t.(A#); is { s *= a.k } }; return }",
		"func sum#[T ~float64](all ...T) (s T) { for _, v := range all { s += v * v }; return }\nfunc F#(x, y float64) float64 { return sum#(x, y, x*y) }",
		"func F#(x, y float64) float64 { seq := func(yield func(float64) bool) { for k := range 9 { if !yield(x * float64(k)) { return } } }\n s := y\n n := 0\n for v := range seq { if n++; n == 3 { break }; s = s*v + 1 }\n return s }",
		// Closures and deferred calls change results.
		"func F#(x float64) (y float64) { defer func() { y *= x }()\n f := func() { x *= 2 }\n f()\n f()\n return x + 1 }",
		"func F#(x float64) float64 { var f func(int) float64\n f = func(n int) float64 { if n <= 1 { return x }; return f(n-1) * f(n-2) }\n return f(6) }",
		// Loops, labels, switches.
		"func F#(a [2][3]float64) (s float64) { rows: for i := range a { for j := range a[i] { switch { case i == j: continue; case j == 2: continue rows; default: s += a[i][j] * a[j%2][i] } } }; return s + 1/a[1][2] }",
		"func F#(x float64) float64 { i := 0\n again: x = x*x + 0.1\n if i++; i < 3 { goto again }\n return x }",
		"type op# int\nconst ( plus# op# = iota; times#; neg# )\nfunc F#(x, y float64) float64 { s := x\n for _, o := range []op#{plus#, times#, neg#} { switch o { case plus#: s += y; case times#: s *= y; case neg#: s = -s } }\n return s * x }",
		// Tables of the package, filled in when it begins.
		"var w# = [3]float64{1, 2}\nvar m# = map[string][]float64{\"a\": {1, 2.5}}\nfunc init() { w#[2] = w#[1] * 3 }\nfunc F#(x float64) (y [2]float64) { for i := range w# { y[i%2] += w#[i] * x * m#[\"a\"][1] }; y[1] /= x; return }",
		// Slices share memory, copies do not.
		"func F#(a [4]float64) float64 { b := a[1:3]\n c := append([]float64(nil), b...)\n b[0] *= 2\n b = append(b, a[0])\n copy(c, b)\n c = append(c, 3, a[3])\n return a[1]*c[0] + a[3]*c[len(c)-1] }",
		"func F#(x, y float64) float64 { s := make([]float64, 0, 4)\n for i := range 4 { s = append(s, x*float64(i)) }\n t := append(s[:1], y)\n return s[1]*t[0] + s[3]*t[1] }",
		// The lesser and the greater, and both sine and cosine.
		"func F#(x, y float64) float64 { s, c := math.Sincos(x * y)\n return max(s, c, x) * min(x, y) * math.Min(1, math.Max(y, 0.5)) }",
		"func F#(x float64) float64 { const c = 1 << 3\n k := math.Floor(2.7) + math.Inf(-1)\n if math.IsInf(k, -1) { x *= c }\n return x * math.Gamma(4) }",
		"func F#(x float64) float64 { return math.Acosh(1+x) + math.Atanh(x/4) + math.Exp2(x) + math.Log2(x)*math.Log10(x) + math.Erfc(x)*math.Asinh(x) }",
		// Names that the code uses for itself.
		"func F#(p1, math1, float64_ float64) (_y, y1 float64) { return p1 * math1, p1 / float64_ }",
		"func F#(x2, _ float64) (_y float64) { return x2 * x2 }",
		"func F#(x [2]struct{ A float64 }) (y, x_0 float64) { x_0 = x[0].A * x[1].A; return x_0 * x_0, x[0].A }",
	} {
		text = "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\n" +
			strings.ReplaceAll(text, "#", strconv.Itoa(k))
		cases, texts = append(cases, written(t, rng, text, fmt.Sprintf("F%d", k))), append(texts, text)
	}
	for k, f := range check(t, cases) {
		if f.Wrong != "" || f.Inside == 0 || f.Judged == 0 {
			t.Errorf("%d: %s, %d points inside, %d derivatives judged\n%s", k, f.Wrong, f.Inside, f.Judged,
				texts[k])
		}
	}
}

// TestLoopVariablesOfOldModules: a closure holds the one variable of all turns in
// modules before Go 1.22, and that of its own turn since.
func TestLoopVariablesOfOldModules(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("there is no go command, or the run is a short one")
	}
	text := "package p\n\nfunc F(x float64) (y float64) {\n\tvar all []func() float64\n\tfor i := 0; i < 3; i++ {\n\t\tall = append(all, func() float64 { return float64(i) * x })\n\t}\n\tfor _, f := range all {\n\t\ty += f() * x\n\t}\n\treturn\n}\n"
	for version, want := range map[string]float64{"go1.21": 9, "go1.22": 3, "": 3} {
		p, err := source.Package{Files: []source.File{{Name: "f.go", Text: []byte(text)}},
			GoVersion: version}.Read(context.Background(), "")
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Eval([]float64{1})[p.Outputs[0]]; got != want {
			t.Errorf("%s: %v, want %v", version, got, want)
		}
		f := check(t, []compiled.Case{coded(t, rand.New(rand.NewPCG(1, 1)), p)})[0]
		if f.Wrong != "" || f.Judged == 0 {
			t.Errorf("%s: %s", version, f.Wrong)
		}
	}
}

// TestCheckFindsWhatIsWrong: code whose values or derivatives are off is not let
// pass, and points outside of the domain are told from others.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("there is no go command, or the run is a short one")
	}
	good := written(t, rand.New(rand.NewPCG(1, 1)),
		"package p\n\nimport \"math\"\n\nfunc F(x, y float64) (u, v float64) { return math.Sin(x) * y, math.Sqrt(x - 1) }", "F")
	for _, c := range []struct{ old, new, want string }{
		{"", "",
			"checked at 20 points with inputs from 0.2 to 1.8: values are those of the compiled function bit for bit, derivatives agree with its differences to "},
		{"*u = ", "*u = 1.000000000000001 * ", "u is "},
		{"jacobian[0] = ", "jacobian[0] = 1.00001 * ", "the derivative of u by x is "},
		{"*u = ", "*u = (", "--check: the code does not run: "},
	} {
		bad := good
		bad.Text = []byte(strings.Replace(string(good.Text), c.old, c.new, 1))
		finding, err := compiled.Check(context.Background(), bad, code.Domain{Low: 0.2, High: 1.8}, 1)
		if err != nil {
			finding = err.Error()
		}
		if !strings.HasPrefix(finding, c.want) || strings.Contains(finding, "\n") {
			t.Errorf("%s for %s: %q, want %q", c.new, c.old, finding, c.want)
		}
		if c.old == "" && !strings.Contains(finding, "; outside of its domain: ") {
			t.Errorf("%q says nothing of the domain", finding)
		}
	}
	_, err := compiled.Check(context.Background(), good, code.Domain{Low: -2, High: -1}, 1)
	if err == nil || !strings.HasPrefix(err.Error(),
		"none of 100 points with inputs from -2 to -1 is in the domain of F") {
		t.Errorf("%v", err)
	}
}

// Differences of large values are as rough as these are rounded, and contradict no small derivative;
// points are chosen in each branch, and the sentence says which have one way alone.
func TestCheckOfLargeValuesAndBranches(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("there is no go command, or the run is a short one")
	}
	for _, c := range []struct{ body, domain, want string }{
		{"return 1e9*math.Exp(x/2) + 1e-3*y*y", "0.2,1.8", "checked at 20 points with inputs from 0.2 to 1.8: "},
		{"if x > 1.799 { return x * y }; return math.Sin(x)", "0.2,1.8", "; each branch (1) went both ways"},
		{"if x > 50 { return x * y }; if y < 1 { return x }; return math.Sin(x)", "0.2,1.8",
			"; of 2 branches, 1 went one way alone, the first at x > 50 in line 5: choose other inputs by --range"},
		{"if x > 50 { return x * y }; return math.Sin(x)", "x=40,60",
			"inputs from 0.2 to 1.8, x from 40 to 60: "},
	} {
		in := code.Usual
		if err := in.Set(c.domain); err != nil {
			t.Fatal(err)
		}
		f := written(t, rand.New(rand.NewPCG(1, 1)),
			"package p\n\nimport \"math\"\n\nfunc F(x, y float64) float64 { "+c.body+" }", "F")
		got, err := compiled.Check(t.Context(), f, in, 1)
		if err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, %v, want %q", c.body, got, err, c.want)
		}
	}
}

// TestCheckOfEveryForm: what is written in other forms is compiled and compared, and
// what is wrong in it is found.
func TestCheckOfEveryForm(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("there is no go command, or the run is a short one")
	}
	p, err := source.Read("f.go",
		[]byte("package p\n\nimport \"math\"\n\ntype point struct{ x, y float64 }\n\nfunc F(p point, s [2]float64) float64 { return math.Sin(p.x)*s[0] + p.y*p.y*s[1] }"), "F")
	if err != nil {
		t.Fatal(err)
	}
	for n, k := range []struct {
		options  code.Options
		isSecond bool
		form     code.Form
		old, new string
	}{
		{options: code.Options{By: []string{"s"}}},
		{options: code.Options{Product: code.Tangent, By: []string{"p"}}, form: code.Form{Batch: true},
			old: "yDot[point] = ", new: "yDot[point] = 0.5 + "},
		{options: code.Options{Product: code.Adjoint}, form: code.Form{Language: "c", Batch: true},
			old: "pBar[0] = ", new: "pBar[0] = 1e-6 + "},
		{options: code.Options{Product: code.Adjoint}, form: code.Form{Single: true, Batch: true,
			Package: "q"}, old: "*y = ", new: "*y = 2 * "},
		{isSecond: true, form: code.Form{Language: "c++", Layout: code.Dense}, old: "hessian[5] = ",
			new: "hessian[5] = 1 + "},
		{isSecond: true, form: code.Form{Comments: true}, old: "hessian[1] = ", new: "hessian[1] = 2 * "},
		{form: code.Form{Language: "c", Single: true}, old: "jacobian[3] = ", new: "jacobian[3] = 2 + "},
		{form: code.Form{Layout: code.CSR}, old: "jacobian[2] = ", new: "jacobian[2] = -"},
	} {
		if _, err := exec.LookPath("g++"); err != nil && !k.form.IsGo() || n%extent.Of(5, 1) != extent.Of(1, 0) {
			continue
		}
		c := formed(t, p, k.options, k.isSecond, k.form)
		in := code.Domain{Low: 0.2, High: 1.8}
		finding, err := compiled.Check(t.Context(), c, in, 1)
		if err != nil || !strings.HasPrefix(finding, "checked at 20 points") || c.Written != nil &&
			!strings.Contains(finding, "; the code in the form that was asked for, ") {
			t.Errorf("%+v: %q, %v", k, finding, err)
		}
		if k.old == "" {
			continue
		}
		c.Written = []byte(strings.Replace(string(c.Written), k.old, k.new, 1))
		if finding, err := compiled.Check(t.Context(), c, in, 1); err == nil {
			t.Errorf("%+v: nothing is found: %q", k, finding)
		}
	}
}

// formed makes code in a form, in reverse order.
func formed(t *testing.T, p *source.Program, o code.Options, isSecond bool, f code.Form) compiled.Case {
	t.Helper()
	task, err := code.NewTask(p, o)
	if err != nil {
		t.Fatal(err)
	}
	for {
		back := slices.Clone(task.Dag.Topological())
		slices.Reverse(back)
		plan, err := junction.InOrder(t.Context(), task.Dag, back)
		if err != nil {
			t.Fatal(err)
		}
		j, err := code.New(t.Context(), task, plan.Ops)
		if err != nil {
			t.Fatal(err)
		}
		if !isSecond {
			plain, err := j.Go(code.Origin{})
			if err != nil {
				t.Fatal(err)
			}
			text, err := j.Write(code.Origin{}, f)
			if err != nil {
				t.Fatal(err)
			}
			if f == (code.Form{}) {
				text = nil
			}
			return compiled.Case{Program: p, Jacobian: j, Text: plain, Form: f, Written: text}
		}
		if task, err = code.NewSecond(j, o); err != nil {
			t.Fatal(err)
		}
		isSecond = false
	}
}

// With --fast-math there are no quotients by constants and one for each divisor, values are
// near, and the check says how near.
func TestFastMathIsChecked(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	p, err := source.Read("f.go",
		[]byte("package p\n\nfunc F(x, y, z float64) (u, v float64) { return x/(7*z) + y/3, (x+y)/(7*z) - 1/z }"), "F")
	if err != nil {
		t.Fatal(err)
	}
	c := formed(t, p, code.Options{FastMath: true}, false, code.Form{})
	if n := c.Jacobian.Counts().Divide; n != 2 {
		t.Errorf("%d divisions", n)
	}
	if !strings.Contains(string(c.Text), "(--fast-math)") {
		t.Errorf("the header does not say it:\n%s", c.Text)
	}
	got, err := compiled.Check(t.Context(), c, code.Domain{Low: 0.2, High: 1.8}, 1)
	if err != nil || !strings.Contains(got, "values are those of the compiled function to ") {
		t.Errorf("%s, %v", got, err)
	}
}
