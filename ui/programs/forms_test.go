package programs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"facet/model/programs/code"
	"facet/ui/files"
	"facet/ui/programs/functions"
)

// byHand is a file of another tool with its Jacobian, row by row, derived by hand.
type byHand struct {
	file     string
	jacobian func(x []float64) [][]float64 // of all inputs
}

func of(condition bool, yes, no float64) float64 {
	if condition {
		return yes
	}
	return no
}

var problemsByHand = []byHand{
	{"hs71.nl", func(x []float64) [][]float64 {
		a, b, c, d := x[0], x[1], x[2], x[3]
		return [][]float64{{d * (2*a + b + c), a * d, a*d + 1, a * (a + b + c)},
			{b * c * d, a * c * d, a * b * d, a * b * c}, {2 * a, 2 * b, 2 * c, 2 * d}}
	}},
	{"rosenbrock.nl", func(x []float64) [][]float64 {
		r := x[1] - x[0]*x[0]
		return [][]float64{{-2*(1-x[0]) - 400*x[0]*r, 200 * r}}
	}},
	{"defined.nl", func(x []float64) [][]float64 {
		v3, c := math.Sin(x[0]*x[1])+2*x[2], math.Cos(x[0]*x[1])
		v4, e := v3*v3-x[0], math.Exp(v3)
		return [][]float64{
			{x[1] * (2*v3*x[1]*c - 1), x[1]*2*v3*x[0]*c + v4, 4*x[1]*v3 + 3},
			{e * x[1] * c, e * x[0] * c, 2 * e},
		}
	}},
	{"linear.nl", func([]float64) [][]float64 { return [][]float64{{0, 100, -3}, {2, -1, 0}, {1, 0, 0.5}} }},
	{"functions.nl", func(x []float64) [][]float64 {
		u, w := x[0]/2, x[1]/2
		cosh := math.Cosh(u)
		rows := [][]float64{
			{0.5 / (cosh * cosh), 0}, {0, 0.5 / (math.Cos(w) * math.Cos(w))}, {0.25 / math.Sqrt(u), 0},
			{0, math.Cosh(w) / 2}, {math.Cos(u) / 2, 0},
			{0, 0.5 / (w * math.Ln10)}, {0.5 / u, 0}, {0, math.Exp(w) / 2}, {math.Sinh(u) / 2, 0},
			{0, -math.Sin(w) / 2},
			{0.5 / (1 - u*u), 0}, {0, 0.5 / (1 + w*w)}, {0.5 / math.Sqrt(1+u*u), 0},
			{0, 0.5 / math.Sqrt(1-w*w)}, {-0.5 / math.Sqrt(1-u*u), 0},
		}
		a, b := x[0], x[1]
		return append(rows, []float64{1 / math.Sqrt(a*a+2*a), 0},
			[]float64{b / (a*a + b*b), -a / (a*a + b*b)}, []float64{0, 1})
	}},
	{"powers.nl", func(x []float64) [][]float64 {
		a, b := x[0], x[1]
		p := math.Pow(1.5, a*b) * math.Log(1.5)
		return [][]float64{
			{b * math.Pow(a, b-1), math.Pow(a, b) * math.Log(a)}, {3 * a * a, 0}, {2 * a, 0},
			{0, math.Exp2(b) * math.Ln2},
			{-1 / (a * a), 0}, {0, 0.5 / math.Sqrt(b)}, {-2.5 * math.Pow(a, -3.5), 0}, {p * b, p * a},
		}
	}},
	{"kinks.nl", func(x []float64) [][]float64 {
		a, b, c := x[0], x[1], x[2]
		least := func(v, w, u float64) float64 { return of(v < w && v < u, 1, 0) }
		return [][]float64{
			{least(a, b, c), least(b, a, c), least(c, a, b)},
			{of(a*b > c, b, 0), of(a*b > c, a, 0), of(a*b > c, 0, 1)},
			{of(a > b, 1, -1), of(a > b, -1, 1), 0}, {of(b > a, -1, 0), of(b > a, 1, 0), 0},
			{math.Floor(c), 0, 0}, {0, math.Ceil(c), 0}, {-math.Trunc(c / a), 0, 1},
			{0, math.Trunc(c / a), 0},
		}
	}},
	{"pieces.nl", func(x []float64) [][]float64 {
		a, b := x[0], x[1]
		return [][]float64{{of(b < 0.7, b, 0.7+4*(b-0.7)), a * of(b < 0.7, 1, 4)}, {of(a < 1, 2, 0.25), 0}}
	}},
	{"conditions.nl", func(x []float64) [][]float64 {
		a, b, c := x[0], x[1], x[2]
		first, second, third := a < b && !(c >= 1), a > 1, 0 < b && b < c
		return [][]float64{
			{of(third, 2*a, b), of(third, 0, a), 0},
			{of(first, b, 0), of(first, a, 0), of(first, 0, math.Cos(c))},
			{of(second, 0, 3*a*a), 0, of(second, 1, 0)}, {1, 0, 0},
		}
	}},
	{"numbers.nl", func(x []float64) [][]float64 {
		a, b, c := x[0], x[1], x[2]
		first, third := math.Floor(b) != 0 || math.Floor(c) != 0, math.Floor(a) != 0 && b > 0.9
		return [][]float64{
			{of(first, c, 0), of(first, 0, math.Cos(b)), of(first, a, 0)}, {1, 0, 0},
			{of(third, b, 0), of(third, a, 0), of(third, 0, 1)}, {of(a <= 1, 2*a, 0), of(a <= 1, 0, 1), 0},
			{0, 1, 0},
		}
	}},
	{"latin1.nl", func(x []float64) [][]float64 {
		return [][]float64{{0, 5 * math.Pow(x[1], 4)}, {-3 * math.Pow(x[0], -4), 0}}
	}},
	{"order.nl", func(x []float64) [][]float64 {
		a, b := x[0], x[1]
		return [][]float64{{0, -math.Sin(b) + 0}, {4, 0}, {b, a + 1}, {1/a + 1.5, 1/b - 2}}
	}},
}

var graphsByHand = []byHand{
	{"parameters.json", func(x []float64) [][]float64 {
		return [][]float64{{x[3], 0, 0}, {0, math.Cos(x[4]), 0}, {0, 0, -4 * math.Sin(4*x[2])}}
	}},
	{"unary.json", func(x []float64) [][]float64 {
		u, cos, cosh := x[0]/2, math.Cos(x[0]/2), math.Cosh(x[0]/2)
		e := 2 / math.Sqrt(math.Pi) * math.Exp(-u*u)
		var rows [][]float64
		for _, d := range []float64{
			1, -1 / math.Sqrt(1-u*u), 2 / math.Sqrt(x[0]*x[0]+2*x[0]), 1 / math.Sqrt(1-u*u),
			1 / math.Sqrt(1+u*u), 1 / (1 + u*u), 1 / (1 - u*u),
			-math.Sin(u), math.Sinh(u), e, -e, math.Exp(u), math.Exp(u), 1 / (1 + u), 1 / u, cos, cosh,
			0.5 / math.Sqrt(u), 1 / (cos * cos), 1 / (cosh * cosh), -1,
		} {
			rows = append(rows, []float64{d / 2})
		}
		return rows
	}},
	{"binary.json", func(x []float64) [][]float64 {
		a, b := x[0], x[1]
		return [][]float64{{1, -1}, {1 / b, -a / (b * b)},
			{b * math.Pow(a, b-1), math.Pow(a, b) * math.Log(a)}, {2 * a, 0}, {2 * a, 0}, {-2 / (a * a), 0}}
	}},
	{"sum.json", func(x []float64) [][]float64 {
		s := 2*x[0] + x[1] + x[2]
		return [][]float64{{4 * s, 2 * s}}
	}},
	{"cexp.json", func(x []float64) [][]float64 {
		a, b := x[0], x[1]
		return [][]float64{{of(a < b, b, 1), of(a < b, a, 0)}, {of(a <= 1, 2*a, 0), of(a <= 1, 0, 1)}, {b, a}}
	}},
	{"stepped_over.json", func(x []float64) [][]float64 {
		c := math.Cos(x[0] * x[1])
		return [][]float64{{c * x[1], c * x[0]}}
	}},
	{"rosenbrock.json", func(x []float64) [][]float64 {
		r := x[1] - x[0]*x[0]
		return [][]float64{{-2*(1-x[0]) - 400*x[0]*r, 200 * r}}
	}},
	{"ends.json", func(x []float64) [][]float64 {
		e := math.Exp(x[0])
		return [][]float64{{x[1] * e, e}, {1, 0}, {x[1] * e, e}, {0, 0}, {0, 0}, {e, 0}}
	}},
	{"jumps.json", func(x []float64) [][]float64 { return [][]float64{{0, 1}, {x[1], x[0]}, {x[1], x[0]}} }},
	{"newton.json", func(x []float64) [][]float64 {
		y, dx, da := x[0], 1.0, 0.0
		for range 4 {
			dx, da = (1-x[1]/(y*y))/2*dx, (1-x[1]/(y*y))/2*da+0.5/y
			y = (y + x[1]/y) / 2
		}
		return [][]float64{{dx, da}}
	}},
}

// TestFormsByHand: the code for twelve .nl files and ten AD graphs, compiled, computes the
// Jacobians that were derived by hand.
func TestFormsByHand(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no Go compiler")
	}
	dir := t.TempDir()
	var calls strings.Builder
	var want [][]float64
	rng := rand.New(rand.NewPCG(1, 2))
	cases := 0
	for folder, all := range map[string][]byHand{"ampl": problemsByHand, "cppad": graphsByHand} {
		for _, c := range all {
			cases++
			in, err := new(files.Disk).
				Open(t.Context(), filepath.Join("../../model/programs", folder, "testdata", c.file))
			if err != nil {
				t.Fatal(err)
			}
			p, err := functions.Program(t.Context(), in, "", false)
			if err != nil {
				t.Error(err)
				continue
			}
			p.Name = fmt.Sprintf("F%d", cases)
			task, err := code.NewTask(p, code.Options{})
			if err != nil {
				t.Fatal(err)
			}
			plan, err := quickPlan(t.Context(), task.Dag, "reverse", 0)
			if err != nil {
				t.Fatal(err)
			}
			j, err := code.New(t.Context(), task, plan.Ops)
			if err != nil {
				t.Fatal(err)
			}
			text, err := j.Write(code.Origin{}, code.Form{Package: "main", Layout: code.Dense})
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, p.Name+".go"), text)
			for range 8 {
				var x []float64
				var args []string
				for _, port := range p.Params {
					var list []string
					for range port.Entries {
						x = append(x, 0.2+1.6*rng.Float64())
						list = append(list, strconv.FormatFloat(x[len(x)-1], 'g', -1, 64))
					}
					args = append(args, fmt.Sprintf("[%d]float64{%s}", len(list), strings.Join(list, ", ")))
				}
				var row []float64
				for _, r := range c.jacobian(x) {
					row = append(row, r...)
				}
				want = append(want, row)
				names := strings.Repeat("_, ", len(p.Results)) + "j"
				fmt.Fprintf(&calls, "\t{ %s := %s(%s); fmt.Println(%q, j) }\n", names, j.Name(),
					strings.Join(args, ", "), c.file)
			}
		}
	}
	write(t, filepath.Join(dir, "main.go"),
		[]byte("package main\n\nimport \"fmt\"\n\nfunc main() {\n"+calls.String()+"}\n"))
	write(t, filepath.Join(dir, "go.mod"), []byte("module check\n\ngo 1.22\n"))
	run := exec.Command(goTool, "run", "-trimpath", ".")
	run.Dir = dir
	output, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d", len(lines), len(want))
	}
	for k, line := range lines {
		fields := strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(line))
		if len(fields)-1 != len(want[k]) {
			t.Errorf("%s: %d entries, want %d", fields[0], len(fields)-1, len(want[k]))
			continue
		}
		for e, text := range fields[1:] {
			got, err := strconv.ParseFloat(text, 64)
			if err != nil || !(math.Abs(got-want[k][e]) <= 1e-12*(1+math.Abs(got))) {
				t.Errorf("%s: entry %d is %s, by hand %g", fields[0], e, text, want[k][e])
			}
		}
	}
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
