package compiled

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"facet/model/programs/code"
	"facet/model/programs/source"
)

// Fastest compiles ways to write one Jacobian into one program, runs them in turns, and
// gives the nanoseconds that each takes: the least of several rounds. The language is that
// of the first form; entries are laid out as it says.
func Fastest(ctx context.Context, jacobians []*code.Jacobian, forms []code.Form) ([]float64, error) {
	return race{jacobians: jacobians, forms: forms}.run(ctx)
}

// Beside is Fastest in Go, with the times of dual numbers and of a tape behind them.
func Beside(ctx context.Context, jacobians []*code.Jacobian) ([]float64, error) {
	return race{jacobians: jacobians, forms: make([]code.Form, len(jacobians)), baselines: true}.run(ctx)
}

// run compiles all ways, and gives their times.
func (r race) run(ctx context.Context) ([]float64, error) {
	p, forms := r.jacobians[0].Program, r.forms
	r.point = pointOf(p)
	for k := len(r.point); k < len(p.Inputs); k++ { // no number takes about as long as one
		r.point = append(r.point, 1)
	}
	var out string
	var err error
	if forms[0].IsGo() {
		var files map[string][]byte
		if files, err = r.inGo(); err == nil {
			out, err = run(ctx, "measure", r.jacobians[0].Program.GoVersion, files, "")
		}
	} else {
		var files map[string][]byte
		if files, err = r.inC(); err == nil {
			out, _, err = runC(ctx, forms[0].Language,
				strings.Fields(cmp.Or(os.Getenv("CFLAGS"), "-O3 -fno-math-errno")), files, "")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("--measure: %w", err)
	}
	took := make([]float64, len(r.jacobians))
	if r.baselines {
		took = make([]float64, len(r.jacobians)+2)
	}
	lines := strings.Fields(out)
	for k := range took {
		if len(lines) != len(took) {
			return nil, fmt.Errorf("the measured code printed %q", out)
		}
		if took[k], err = strconv.ParseFloat(lines[k], 64); err != nil {
			return nil, fmt.Errorf("the measured code printed %q", lines[k])
		}
	}
	return took, nil
}

// race is ways to write one Jacobian.
type race struct {
	jacobians []*code.Jacobian
	forms     []code.Form
	point     []float64
	baselines bool // in Go: also dual numbers and a tape
}

// rounds and calls are how often each way is called.
const (
	rounds = 25
	calls  = 2000
)

// written is the k-th way, with a name of its own.
func (r race) written(k int, f code.Form) ([]byte, error) {
	f.Batch, f.Comments = false, false
	text, err := r.jacobians[k].Write(code.Origin{}, f)
	if err != nil {
		return nil, err
	}
	name := r.jacobians[k].Name()
	text = bytes.ReplaceAll(text, []byte(strings.ToUpper(name)), fmt.Appendf(nil, "FACET_WAY%d", k))
	return bytes.ReplaceAll(text, []byte(name), fmt.Appendf(nil, "facetWay%d", k)), nil
}

// arguments visits the parameters with their numbers, then the results, which have none.
func (r race) arguments(f code.Form, visit func(name string, p source.Port, numbers []string)) {
	params, results := r.jacobians[0].Ports(f)
	at := 0
	for k, p := range params {
		list := slices.Repeat([]float64{0.5}, len(p.Entries)) // of a direction, or of weights
		at += copy(list, r.point[at:])
		visit(fmt.Sprintf("p%d", k), p, decimals(list))
	}
	for k, p := range results {
		visit(fmt.Sprintf("r%d", k), p, nil)
	}
}

// decimals are numbers as Go and C read them.
func decimals(numbers []float64) []string {
	all := make([]string, len(numbers))
	for k, v := range numbers {
		all[k] = strconv.FormatFloat(v, 'e', -1, 64)
	}
	return all
}

// pointOf is a point at which all values are finite; nil where none was found.
func pointOf(p *source.Program) []float64 {
	const tries = 1000
	points, _, _ := code.Usual.Points(p, rand.New(rand.NewPCG(1, 1)), tries)
	for _, x := range points {
		if finite(p.Eval(x)) {
			return x
		}
	}
	return nil
}

// inGo is a program in Go.
func (r race) inGo() (map[string][]byte, error) {
	f := r.forms[0]
	f.Package = "main"
	float := map[bool]string{false: "float64", true: "float32"}[f.Single]
	files := make(map[string][]byte)
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\"fmt\"\n\"time\"\n)\n\n")
	for k := range r.jacobians {
		f.Order = r.forms[k].Order
		text, err := r.written(k, f)
		if err != nil {
			return nil, err
		}
		files[fmt.Sprintf("way%d.go", k)] = text
	}
	var args []string
	first := ""
	r.arguments(f, func(name string, p source.Port, numbers []string) {
		kind := float
		if !p.Scalar() {
			kind = fmt.Sprintf("[%d]%s", len(p.Entries), float)
		}
		switch list := strings.Join(numbers, ", "); {
		case numbers == nil:
			fmt.Fprintf(&b, "var %s %s\n", name, kind)
			args = append(args, "&"+name)
		case p.Scalar():
			fmt.Fprintf(&b, "var %s %s = %s\n", name, kind, list)
			args, first = append(args, name), cmp.Or(first, name)
		default:
			fmt.Fprintf(&b, "var %s = %s{%s}\n", name, kind, list)
			args, first = append(args, "&"+name), cmp.Or(first, name+"[0]")
		}
	})
	fmt.Fprintf(&b, "\nfunc main() {\nways := []func(){\n")
	for k := range r.jacobians {
		fmt.Fprintf(&b, "func() { facetWay%dTo(%s) },\n", k, strings.Join(args, ", "))
	}
	if r.baselines {
		p := r.jacobians[0].Program
		for _, way := range []string{"Forward", "Reverse"} {
			fmt.Fprintf(&b, "func() { x[0] += 1e-13; %s%s(&x, &dense) },\n", p.Name, way)
		}
		files["base.go"] = fmt.Appendf(nil,
			"package main\n\nimport \"math\"\n\nvar _ = math.Pi\nvar x = [%d]float64{%s}\nvar dense [%d]float64\n\n%s%s",
			len(p.Inputs), strings.Join(decimals(r.point), ", "), len(p.Inputs)*len(p.Outputs),
			code.Baselines(p), code.BaselineSupport())
	}
	fmt.Fprintf(&b, `}
	least := make([]float64, len(ways))
	for round := range %d {
		for k, way := range ways {
			began := time.Now()
			for range %d {
				%s += 1e-13
				way()
			}
			if took := float64(time.Since(began).Nanoseconds()) / %d; round == 0 || took < least[k] {
				least[k] = took
			}
		}
	}
	for _, took := range least {
		fmt.Println(took)
	}
}
`, rounds, calls, first, calls)
	files["main.go"] = []byte(b.String())
	return files, nil
}

// inC is a program in C.
func (r race) inC() (map[string][]byte, error) {
	float := map[bool]string{false: "double", true: "float"}[r.forms[0].Single]
	files := make(map[string][]byte)
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <time.h>\n")
	for k := range r.jacobians {
		text, err := r.written(k, r.forms[k])
		if err != nil {
			return nil, err
		}
		files[fmt.Sprintf("way%d.h", k)] = text
		fmt.Fprintf(&b, "#include \"way%d.h\"\n", k)
	}
	var args []string
	r.arguments(r.forms[0], func(name string, p source.Port, numbers []string) {
		place := name
		if numbers != nil && p.Scalar() {
			place += "[0]"
		}
		args = append(args, place)
		fmt.Fprintf(&b, "static %s %s[%d] = {%s};\n", float, name, len(p.Entries),
			cmp.Or(strings.Join(numbers, ", "), "0"))
	})
	for k := range r.jacobians {
		fmt.Fprintf(&b, "static void call%d(void) { facetWay%d(%s); }\n", k, k, strings.Join(args, ", "))
	}
	names := make([]string, len(r.jacobians))
	for k := range names {
		names[k] = fmt.Sprintf("call%d", k)
	}
	fmt.Fprintf(&b, `static void (*volatile ways[])(void) = {%s};

int main(void) {
  static double least[%d];
  int round, k, i;
  for (round = 0; round < %d; ++round)
    for (k = 0; k < %d; ++k) {
      double took = (double)clock();
      for (i = 0; i < %d; ++i) {
        p0[0] += (%s)1e-13;
        ways[k]();
      }
      took = ((double)clock() - took) / CLOCKS_PER_SEC * 1e9 / %d;
      if (round == 0 || took < least[k]) least[k] = took;
    }
  for (k = 0; k < %d; ++k) printf("%%f\n", least[k]);
  return 0;
}
`, strings.Join(names, ", "), len(names), rounds, len(names), calls, float, calls, len(names))
	files["main"] = []byte(b.String())
	return files, nil
}
