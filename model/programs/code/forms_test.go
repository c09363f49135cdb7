package code

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"facet/model/junction"
	"facet/model/programs/source"
	"facet/model/programs/source/sourcetest"
)

// awkward are functions whose names, results and constants are in the way of the
// code's own.
var awkward = []string{
	"func F(x2, _ float64) (float64, float64) { return x2 * x2, x2 + 1 }",
	"func F(_, x1, _ float64) float64 { return x1 * math.Sin(x1) }",
	"func F(y float64) (_y float64) { _y = y * y * y; return }",
	"func F(jacobian, p1, d1 float64) (d2 float64) { d2 = jacobian * p1 * math.Exp(d1*p1); return }",
	"func F(float64_, len, sin, double, k, n, points, point float64) (cos float64) { cos = float64_ * len * sin * double * k * n * points * point; return }",
	"func F(x, y, xDot, yBar float64) (xBar, yDot float64) { xBar = x * y * xDot; yDot = yBar / y; return }",
	"func F(FJacobian, F, FJacobianTo float64) float64 { return FJacobian * F * FJacobianTo }",
	"func F(θ, Δ float64) (ψ, σ float64) { s, c := math.Sin(θ), math.Cos(θ); ψ, σ = s*Δ, c*Δ; return }",
	"func F(y0, y1, j1, M_PI, linux, restrict float64) (gamma float64) { gamma = y0*y1 + j1*M_PI*linux/restrict; return }",
	"func F(x [3]float64) (y [3]float64) { y[0], y[1], y[2] = x[1], x[0]*x[2], x[0]; return }",
	"func F(x, y float64) (a, b, c float64) { a = x * y; b = x * y; c = -x; return }",
	"func F(x float64) (a, b float64) { a = 3; b = x / (x - 1e300) * -2.5; return }",
	"func F(x [2]float64, s float64) (y [2]float64, r float64) { y[0] = math.Sqrt(x[0])*s; y[1] = math.Log(x[1]) / x[1]; r = math.Atan2(x[0], x[1]) + math.Hypot(s, x[0]); return }",
	"func F(x, float64 float64) (float32 float64) { float32 = x * float64; return }",
	"func F(a, b, c float64) float64 { return (a + b) * (a - b) * (a + b + c) * (a - b + c) / (a*b + 1) }",
}

// formed is one function in one form, and the point and seeds it runs at.
type formed struct {
	j    *Jacobian
	form Form
	text string
	x    []float64 // then the seeds
}

func formedOf(t *testing.T, rng *rand.Rand, k int, text string, o Options, f Form) (formed, bool) {
	t.Helper()
	name := fmt.Sprintf("F%d", k)
	text = strings.Replace(text, "func F(", "func "+name+"(", 1)
	head := "package main\n\n"
	if strings.Contains(text, "math.") {
		head += "import \"math\"\n\n"
	}
	p, err := source.Read("a \\ strange??/ name", []byte(head+text), name)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(p.Params) > 1 && rng.IntN(3) == 0 {
		o.By = []string{p.Params[rng.IntN(len(p.Params))].Name}
	}
	task, err := NewTask(p, o)
	if err != nil && strings.HasSuffix(err.Error(), "nothing to eliminate") {
		return formed{}, false
	}
	if err != nil {
		t.Fatal(err)
	}
	plan, err := junction.InOrder(t.Context(), task.Dag, rng.Perm(len(task.Dag.Vertices)))
	if err != nil {
		t.Fatal(err)
	}
	j, err := New(t.Context(), task, plan.Ops)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, len(j.inputs))
	for i := range x {
		x[i] = 0.5 + rng.Float64()
	}
	out, err := j.Write(Origin{Cost: int64(plan.Cost), How: "random order", Again: "facet code f.go"}, f)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return formed{j, f, string(out), x}, true
}

// want is what the function has to give: values, then derivatives, by forward
// mode.
func (f formed) want() []float64 {
	p, t := f.j.Program, f.j.Task
	x, seeds := f.x[:len(p.Inputs)], f.x[len(p.Inputs):]
	v := p.Eval(x)
	var all []float64
	for _, o := range p.Outputs {
		all = append(all, v[o])
	}
	d := make([][]float64, len(p.Outputs))
	for o := range d {
		d[o] = make([]float64, len(p.Inputs))
	}
	for i := range p.Inputs {
		forward := ForwardMode(p, v, i)
		for o, out := range p.Outputs {
			d[o][i] = forward[out]
		}
	}
	switch t.Options.Product {
	case Tangent:
		for _, o := range t.dependent {
			sum := 0.0
			for n, i := range t.independent {
				sum += d[o][i] * seeds[n]
			}
			all = append(all, sum)
		}
	case Adjoint:
		for _, i := range t.independent {
			sum := 0.0
			for n, o := range t.dependent {
				sum += seeds[n] * d[o][i]
			}
			all = append(all, sum)
		}
	default:
		for o := range d {
			for _, i := range t.independent {
				isEntry := slices.ContainsFunc(f.j.Entries, func(e Entry) bool {
					return e.Output == o && e.Input == i
				})
				if isEntry || f.form.Layout == Dense {
					all = append(all, d[o][i])
				}
				if !isEntry && d[o][i] != 0 {
					all = append(all, math.NaN()) // it is missing
				}
			}
		}
	}
	return all
}

func (f formed) compare(t *testing.T, line string) {
	t.Helper()
	tolerance := 1e-9
	if f.form.Single {
		tolerance = 2e-4
	}
	want := f.want()
	got := strings.Fields(strings.NewReplacer("[", " ", "]", " ", "{", " ", "}", " ").Replace(line))
	if len(got) != len(want) {
		t.Fatalf("%d numbers, want %d\n%s", len(got), len(want), f.text)
	}
	for k, text := range got {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(math.Abs(v-want[k]) <= tolerance*(1+math.Abs(want[k]))) {
			t.Fatalf("number %d is %s, want %g (%v)\n%s\n%s", k, text, want[k], err, f.j.Program.Text, f.text)
		}
	}
}

// manyForms makes the awkward functions and random ones in all forms.
func manyForms(t *testing.T, languages ...string) []formed {
	rng := rand.New(rand.NewPCG(8, 8))
	texts := slices.Clone(awkward)
	for range 40 {
		texts = append(texts, sourcetest.Random(rng, "F", 3+rng.IntN(25)))
	}
	var all []formed
	for k, text := range texts {
		f := Form{Language: languages[k%len(languages)], Layout: Layout(k % 3), Single: k%5 == 4,
			Batch: k%2 == 0, Comments: k%4 == 3}
		c, ok := formedOf(t, rng, k, text, Options{Product: Product(k / 3 % 3), CountUnits: k%7 == 0}, f)
		if ok {
			all = append(all, c)
		}
	}
	return all
}

func compilerOf(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("there is no %s", name)
	}
	return path
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, dir, name string, args ...string) []string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	output, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return strings.Split(strings.TrimSuffix(string(output), "\n"), "\n")
}

func numbersOf(x []float64) string {
	list := make([]string, len(x))
	for k, v := range x {
		list[k] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strings.Join(list, ", ")
}

// TestGoForms compiles code in all forms of Go, runs it and compares it with
// forward mode.
func TestGoForms(t *testing.T) {
	goTool := compilerOf(t, "go")
	dir := t.TempDir()
	all := manyForms(t, "go")
	var b strings.Builder
	b.WriteString("package main\n\nimport \"fmt\"\n\nfunc show(all ...any) { fmt.Println(all...) }\n\nfunc main() {\n")
	for k, c := range all {
		put(t, dir, fmt.Sprintf("f%d.go", k), c.text)
		s := c.j.newShape(c.form, func(name string) string { return name })
		float := map[bool]string{false: "float64", true: "float32"}[c.form.Single]
		x := c.x
		var args, wide []string
		for i := range s.params {
			p := &s.params[i]
			list := numbersOf(x[:len(p.Entries)])
			if p.Scalar() {
				args = append(args, list)
			} else {
				args = append(args, fmt.Sprintf("[%d]%s{%s}", len(p.Entries), float, list))
			}
			var columns []string
			for _, v := range x[:len(p.Entries)] {
				columns = append(columns, numbersOf([]float64{v, v, v}))
			}
			wide = append(wide, fmt.Sprintf("[]%s{%s}", float, strings.Join(columns, ", ")))
			x = x[len(p.Entries):]
		}
		fmt.Fprintf(&b, "\tshow(%s(%s))\n", c.j.Name(), strings.Join(args, ", "))
		if c.form.Batch {
			b.WriteString("\t{\n")
			print := "\t\tshow("
			for i := range s.results {
				n := len(s.results[i].Entries)
				fmt.Fprintf(&b, "\t\tr%d := make([]%s, %d)\n", i, float, 3*n)
				wide = append(wide, fmt.Sprintf("r%d", i))
				print += fmt.Sprintf("third(r%d), ", i)
			}
			fmt.Fprintf(&b, "\t\t%sBatch(3, %s)\n%s)\n\t}\n", c.j.Name(), strings.Join(wide, ", "), print)
		}
	}
	b.WriteString("}\n\nfunc third[T any](all []T) []T {\n\tvar some []T\n\tfor k := 2; k < len(all); k += 3 {\n\t\tsome = append(some, all[k])\n\t}\n\treturn some\n}\n")
	put(t, dir, "main.go", b.String())
	put(t, dir, "go.mod", "module check\n\ngo 1.22\n")
	lines := run(t, dir, goTool, "run", "-trimpath", ".")
	for _, c := range all {
		c.compare(t, lines[0])
		if lines = lines[1:]; c.form.Batch {
			c.compare(t, lines[0])
			lines = lines[1:]
		}
	}
}

// TestCForms does the same in C99, without a warning, and in C++.
func TestCForms(t *testing.T) {
	for _, language := range []struct{ name, compiler, standard, suffix string }{{"c", "gcc", "-std=c99",
		".c"}, {"c++", "g++", "-std=c++17", ".cpp"}} {
		t.Run(language.name, func(t *testing.T) {
			compiler := compilerOf(t, language.compiler)
			dir := t.TempDir()
			all := manyForms(t, language.name)
			var b strings.Builder
			for k, c := range all {
				put(t, dir, fmt.Sprintf("f%d.h", k), c.text)
				fmt.Fprintf(&b, "#include \"f%d.h\"\n", k)
			}
			b.WriteString("#include <stdio.h>\n\n")
			for k, c := range all {
				fmt.Fprintf(&b, "static void run%d(void) {\n%s}\n\n", k, c.cMain())
			}
			b.WriteString("int main(void) {\n")
			for k := range all {
				fmt.Fprintf(&b, "  run%d();\n", k)
			}
			b.WriteString("  return 0;\n}\n")
			put(t, dir, "main"+language.suffix, b.String())
			run(t, dir, compiler, language.standard, "-Wall", "-Werror", "-o", "main", "main"+language.suffix,
				"-lm")
			lines := run(t, dir, filepath.Join(dir, "main"))
			for _, c := range all {
				c.compare(t, lines[0])
				if lines = lines[1:]; c.form.Batch {
					c.compare(t, lines[0])
					lines = lines[1:]
				}
			}
		})
	}
}

// cMain calls the function, and that for batches, and prints what they give.
func (f formed) cMain() string {
	s := f.j.newShape(f.form, func(name string) string { return name })
	float := map[bool]string{false: "double", true: "float"}[f.form.Single]
	var b strings.Builder
	var args, wide, prints, widePrints []string
	x := f.x
	for i := range s.params {
		n := len(s.params[i].Entries)
		var columns []string
		for _, v := range x[:n] {
			columns = append(columns, numbersOf([]float64{v, v, v}))
		}
		fmt.Fprintf(&b, "  const %s x%d[] = {%s};\n", float, i, strings.Join(columns, ", "))
		fmt.Fprintf(&b, "  const %s one%d[] = {%s};\n  (void)x%d;\n", float, i, numbersOf(x[:n]), i)
		arg := fmt.Sprintf("one%d", i)
		if s.params[i].Scalar() {
			arg += "[0]"
		}
		args, wide = append(args, arg), append(wide, fmt.Sprintf("x%d", i))
		x = x[n:]
	}
	for i := range s.results {
		n := len(s.results[i].Entries)
		fmt.Fprintf(&b, "  %s r%d[%d], w%d[%d];\n  (void)w%d;\n", float, i, n, i, 3*n, i)
		args, wide = append(args, fmt.Sprintf("r%d", i)), append(wide, fmt.Sprintf("w%d", i))
		prints = append(prints,
			fmt.Sprintf("  for (int k = 0; k < %d; ++k) printf(\"%%.17g \", (double)r%d[k]);\n", n, i))
		widePrints = append(widePrints,
			fmt.Sprintf("  for (int k = 0; k < %d; ++k) printf(\"%%.17g \", (double)w%d[3 * k + 1]);\n", n,
				i))
	}
	fmt.Fprintf(&b, "  %s(%s);\n%s  printf(\"\\n\");\n", f.j.Name(), strings.Join(args, ", "),
		strings.Join(prints, ""))
	if f.form.Batch {
		fmt.Fprintf(&b, "  %sBatch(3, %s);\n%s  printf(\"\\n\");\n", f.j.Name(), strings.Join(wide, ", "),
			strings.Join(widePrints, ""))
	}
	return b.String()
}
