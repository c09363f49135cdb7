package compiled_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"facet/model"
	"facet/model/code"
	"facet/model/junction"
	"facet/model/source"
	"facet/planner"
	"facet/ui/compiled"
)

// TestPeers makes the tables of docs/code.md: for every function of samples/code,
// the multiplications and the time of its Jacobian with the best order, in reverse
// order, and as sympy writes it after common subexpressions, where python3-sympy is
// there; all as C by gcc -O3, and the best order for many points at once.
//
//	FACET_PEERS=1 go test -v -run Peers -timeout 1h ./ui/compiled
func TestPeers(t *testing.T) {
	if os.Getenv("FACET_PEERS") == "" {
		t.Skip("set FACET_PEERS=1: it takes minutes and a quiet machine")
	}
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("there is no gcc")
	}
	files, err := filepath.Glob("../../samples/code/*.go")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("| function | products: proved bound, best, reverse | written: best, reverse | multiplications in all: best, reverse, sympy | ns in C: best | reverse | sympy | in a batch | ns in Go: best |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|")
	ratio := make(map[string][]float64)
	for _, file := range files {
		if filepath.Base(file) == "doc.go" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := source.Read(file, text, "")
		if err != nil {
			t.Fatal(err)
		}
		c := newContest(t, p)
		c.sympy(t)
		took := c.race(t, gcc)
		for way, ns := range took {
			ratio[way] = append(ratio[way], ns/took["best"])
		}
		fmt.Println(c.row(took))
	}
	for _, way := range []string{"reverse", "sympy", "batch", "go"} {
		logs := 0.0
		for _, r := range ratio[way] {
			logs += math.Log(r)
		}
		fmt.Printf("%s: %.2f times the best order's, geometric mean of %d\n", way, math.Exp(logs/float64(len(ratio[way]))), len(ratio[way]))
	}
}

// contest is one function in all ways.
type contest struct {
	p             *source.Program
	best, reverse *code.Jacobian
	bound         model.Cost
	symbolic      []byte // C by sympy; nil without
	multiplies    int    // of it
}

func newContest(t *testing.T, p *source.Program) *contest {
	task, err := code.NewTask(p, code.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := &contest{p: p}
	back := slices.Clone(task.Dag.Topological())
	slices.Reverse(back)
	reverse, err := junction.InOrder(t.Context(), task.Dag, back)
	if err != nil {
		t.Fatal(err)
	}
	greedy, err := junction.Markowitz(t.Context(), task.Dag)
	if err != nil {
		t.Fatal(err)
	}
	forward, err := junction.InOrder(t.Context(), task.Dag, task.Dag.Topological())
	if err != nil {
		t.Fatal(err)
	}
	run, err := planner.Start(t.Context(), model.NewState(task.Dag), planner.Options{Time: 3 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	end, err := run.Wait()
	if err != nil {
		t.Fatal(err)
	}
	c.bound = end.Bound
	made := func(ops []model.Op) *code.Jacobian {
		j, err := code.New(task, ops)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	c.reverse = made(reverse.Ops)
	least := int64(math.MaxInt64)
	weigh := func(ops []model.Op) (int64, error) {
		j, err := code.New(task, ops)
		return j.Counts().Weight(), err
	}
	for _, ops := range [][]model.Op{reverse.Ops, forward.Ops, greedy.Ops, end.Incumbent.Ops} {
		r := planner.Reordering{Weigh: weigh, Tries: 50_000 / len(task.Dag.Edges)}
		better, err := r.From(t.Context(), task.Dag, ops)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range [][]model.Op{ops, better} {
			if o == nil {
				continue
			}
			if j := made(o); j.Counts().Weight() < least {
				least, c.best = j.Counts().Weight(), j
			}
		}
	}
	return c
}

func (c *contest) row(took map[string]float64) string {
	ns := func(way string) string {
		if v, ok := took[way]; ok {
			return fmt.Sprintf("%.0f", v)
		}
		return "-"
	}
	b, r := c.best.Counts(), c.reverse.Counts()
	sympy := "-"
	if c.symbolic != nil {
		sympy = strconv.Itoa(c.multiplies)
	}
	proved := ""
	if int64(c.bound) == int64(c.best.Products) {
		proved = ", proved"
	}
	return fmt.Sprintf("| %s | %s, %d%s, %d | %d, %d | %d, %d, %s | %s | %s | %s | %s | %s |",
		c.p.Name, c.bound, c.best.Products, proved, c.reverse.Products, b.Products, r.Products, b.Multiply, r.Multiply, sympy,
		ns("best"), ns("reverse"), ns("sympy"), ns("batch"), ns("go"))
}

// sympy lets sympy differentiate the same operations.
func (c *contest) sympy(t *testing.T) {
	python := ""
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if path, err := exec.LookPath(name); err == nil && exec.Command(path, "-c", "import sympy").Run() == nil {
			python = path
			break
		}
	}
	if python == "" {
		return
	}
	var b strings.Builder
	b.WriteString("from sympy import *\nv = {}\n")
	at := 0
	for k, n := range c.p.Nodes {
		arg := func(i int) string { return fmt.Sprintf("v[%d]", n.Args[i]) }
		expr := ""
		switch n.Kind {
		case source.Input:
			expr = fmt.Sprintf("Symbol('in%d', positive=True)", slices.Index(c.p.Inputs, source.Value(k)))
		case source.Constant:
			expr = fmt.Sprintf("Float(%v)", n.Const)
			if n.Const == math.Trunc(n.Const) {
				expr = fmt.Sprintf("Integer(%d)", int64(n.Const))
			}
		case source.Add:
			expr = arg(0) + " + " + arg(1)
		case source.Sub:
			expr = arg(0) + " - " + arg(1)
		case source.Mul:
			expr = arg(0) + " * " + arg(1)
		case source.Div:
			expr = arg(0) + " / " + arg(1)
		case source.Neg:
			expr = "-" + arg(0)
		case source.Identity:
			expr = arg(0)
		case source.Call:
			name := map[string]string{"Log1p": "log1p", "Hypot": "hypot"}[n.Func]
			if name == "" {
				name = strings.ToLower(n.Func)
			}
			if n.Func == "Abs" {
				name = "Abs"
			}
			expr = name + "(" + arg(0)
			if len(n.Args) > 1 {
				expr += ", " + arg(1)
			}
			expr = strings.ReplaceAll(expr+")", "pow(", "Pow(")
		}
		fmt.Fprintf(&b, "v[%d] = %s\n", k, expr)
		at++
	}
	fmt.Fprintf(&b, "y = Matrix([%s])\n", joined(c.p.Outputs, "v[%d]"))
	fmt.Fprintf(&b, "x = [%s]\n", joined(c.p.Inputs, "v[%d]"))
	b.WriteString(`
j = y.jacobian(x)
entries = list(y) + [e for e in j if e != 0]
names, rest = cse(entries, optimizations=None)
for s, e in names:
    print("const double %s = %s;" % (s, ccode(e)))
for k, e in enumerate(rest):
    print("r[%d] = %s;" % (k, ccode(e)))
`)
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	run := exec.CommandContext(ctx, python, "-c", b.String())
	out, err := run.Output()
	if err != nil || bytes.Contains(out, []byte("Derivative(")) || bytes.Contains(out, []byte("Subs(")) {
		return // too large for it
	}
	c.symbolic = out
	c.multiplies = bytes.Count(out, []byte("*")) + bytes.Count(out, []byte(", 2)"))
}

func joined(all []source.Value, format string) string {
	text := make([]string, len(all))
	for k, v := range all {
		text[k] = fmt.Sprintf(format, v)
	}
	return strings.Join(text, ", ")
}

// points of a batch: no power of two, or all of its arrays would meet in the same lines
// of a cache.
const points = 1000

// race compiles and times all ways, each for the least of several rounds.
func (c *contest) race(t *testing.T, gcc string) map[string]float64 {
	dir := t.TempDir()
	put := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	header := func(j *code.Jacobian, way string) {
		text, err := j.Write(code.Origin{}, code.Form{Language: "c", Batch: way == "best"})
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.ReplaceAll(text, []byte(c.p.Name+"Jacobian"), []byte(way))
		put(way+".h", bytes.ReplaceAll(text, []byte(strings.ToUpper(c.p.Name+"Jacobian")), []byte(way)))
	}
	header(c.best, "best")
	header(c.reverse, "reverse")
	point := compiled.PointOf(c.p)
	if point == nil {
		t.Fatalf("no point for %s", c.p.Name)
	}
	put("main.c", c.main(point))
	build := exec.Command(gcc, "-std=gnu99", "-O3", "-march=native", "-fno-math-errno", "-o", "race", "main.c", "-lm")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	took := make(map[string]float64)
	out, err := exec.Command(filepath.Join(dir, "race")).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		way, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		if took[way], err = strconv.ParseFloat(number, 64); err != nil {
			t.Fatal(err)
		}
	}
	codes := make(map[string][]byte)
	for _, name := range compiled.Ways[2:] {
		j := c.best
		if name == "reverse" {
			j = c.reverse
		}
		if codes[name], err = j.Write(code.Origin{}, compiled.MeasuredForm); err != nil {
			t.Fatal(err)
		}
	}
	inGo, err := compiled.Measure(t.Context(), c.p, len(c.best.Entries), codes)
	if err != nil {
		t.Fatal(err)
	}
	took["go"] = inGo["best"]
	return took
}

func (c *contest) main(point []float64) []byte {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <time.h>\n#include \"best.h\"\n#include \"reverse.h\"\n\n")
	fmt.Fprintf(&b, "enum { N = %d };\nstatic double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return 1e9 * t.tv_sec + t.tv_nsec; }\nstatic double sum;\n", points)
	var one, many []string
	at := 0
	for k, port := range c.p.Params {
		var list []string
		for range port.Entries {
			list = append(list, strconv.FormatFloat(point[at], 'g', -1, 64))
			at++
		}
		fmt.Fprintf(&b, "double p%d[] = {%s}, P%d[N * %d];\n", k, strings.Join(list, ", "), k, len(list))
		one, many = append(one, element("p", k, port)), append(many, fmt.Sprintf("P%d", k))
	}
	for k, port := range c.p.Results {
		fmt.Fprintf(&b, "double r%d[%d], R%d[N * %d];\n", k, len(port.Entries), k, len(port.Entries))
		one, many = append(one, fmt.Sprintf("r%d", k)), append(many, fmt.Sprintf("R%d", k))
	}
	fmt.Fprintf(&b, "double jac[%d], JAC[N * %d], r[%d];\n", len(c.best.Entries), len(c.best.Entries), len(c.best.Entries)+len(c.p.Outputs))
	args := strings.Join(append(one, "jac"), ", ")
	way := func(name, call string) {
		fmt.Fprintf(&b, "__attribute__((noinline)) static void run_%s(void) { %s }\n", name, call)
	}
	way("best", "best("+args+"); sum += jac[0];")
	way("reverse", "reverse("+args+"); sum += jac[0];")
	way("batch", "bestBatch(N, "+strings.Join(append(many, "JAC"), ", ")+"); sum += JAC[0];")
	ways := []string{"best", "reverse", "batch"}
	if c.symbolic != nil {
		at := 0
		call := ""
		for k, port := range c.p.Params {
			for e := range port.Entries {
				call += fmt.Sprintf("const double in%d = p%d[%d];\n", at, k, e)
				at++
			}
		}
		way("sympy", call+string(c.symbolic)+"sum += r[0];")
		ways = append(ways, "sympy")
	}
	b.WriteString("int main(void) {\n")
	for k, port := range c.p.Params {
		fmt.Fprintf(&b, "  for (int i = 0; i < N * %d; ++i) P%d[i] = p%d[i / N];\n", len(port.Entries), k, k)
	}
	b.WriteString("  double least[8];\n  for (int round = 0; round < 25; ++round) {\n    double t0, t1;\n")
	for k, w := range ways {
		times, per := 4000, 4000
		if w == "batch" {
			times, per = 4, 4*points
		}
		fmt.Fprintf(&b, "    t0 = now(); for (int i = 0; i < %d; ++i) { p0[0] += 1e-13; run_%s(); } t1 = (now() - t0) / %d; if (!round || t1 < least[%d]) least[%d] = t1;\n", times, w, per, k, k)
	}
	b.WriteString("  }\n")
	for k, w := range ways {
		fmt.Fprintf(&b, "  printf(\"%s %%.2f\\n\", least[%d]);\n", w, k)
	}
	b.WriteString("  return sum == 12345.678;\n}\n")
	return []byte(b.String())
}

func element(stem string, k int, port source.Port) string {
	if port.Scalar() {
		return fmt.Sprintf("%s%d[0]", stem, k)
	}
	return fmt.Sprintf("%s%d", stem, k)
}
