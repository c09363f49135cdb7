package compiled_test

import (
	"bytes"
	"cmp"
	"flag"
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
	"facet/model/junction"
	"facet/model/programs/code"
	"facet/model/programs/source"
	"facet/planner"
	"facet/ui/programs/compiled"
)

// TestPeers makes the table of docs/measured.md: for every function of samples/code and of
// testdata/bench, the multiplications and the least time of its Jacobian with the
// best order, in reverse order, by symbolic differentiation forward and backward with
// common subexpressions, and by sympy, CasADi, CppADCodeGen and ADOL-C, where they are
// installed; all as C by gcc -O3 (ADOL-C by its own driver), the best order for many
// points at once, and in Go for the same processor. What all ways compute is compared.
//
//	go test -v -run Peers -timeout 2h ./ui/programs/compiled -peers
//
// Flags take only some files, limit the search for each, and leave ways out. In "fast" our values
// differ in their last bits, as sympy's do (--fast-math). "values" and "Go values" are the
// function alone, with its operations as it has them: what has its values to the last bit
// takes no less.
//
// A library that is not where compilers look is found by CPATH, LIBRARY_PATH and
// LD_LIBRARY_PATH.
func TestPeers(t *testing.T) {
	if !*peers {
		t.Skip("with the flag -peers: it takes minutes and a quiet machine")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("there is no gcc")
	}
	var files []string
	for _, folder := range []string{"../../../samples/code/", "testdata/bench/"} {
		some, err := filepath.Glob(folder + *peersOf + "*.go")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, some...)
	}
	tools := findTools(t)
	ways := []string{"best", "reverse", "forward", "backward", "sympy", "CasADi", "CppADCodeGen", "ADOL-C",
		"batch", "Go", "fast", "values", "Go values"}
	fmt.Println("| function | bound | products: best / reverse | multiplications + divisions: best / " +
		strings.Join(ways[1:7], " / ") + " | C: " + strings.Join(ways, " | ") + " |")
	fmt.Println("|" + strings.Repeat("---|", 4+len(ways)))
	ratio := make(map[string][]float64)
	var slower []string
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
		rivals := c.rivals(t, tools)
		took := c.race(t, rivals)
		if ns, err := strconv.ParseFloat(strings.TrimSpace(tools.run(t, "adolc", c.operations())),
			64); err == nil {
			took["ADOL-C"] = ns
		}
		next := math.Inf(1)
		for _, v := range rivals {
			next = min(next, took[v.name])
		}
		took["the next best"] = next
		if next < took["best"]/1.05 {
			slower = append(slower,
				fmt.Sprintf("%s (%.1f ns, another way %.1f, the values alone %.1f, --fast-math %.1f)", p.Name,
					took["best"], next, took["values"], took["fast"]))
		}
		for way, ns := range took {
			ratio[way] = append(ratio[way], ns/took["best"])
		}
		fmt.Println(c.row(ways, took, rivals))
	}
	fmt.Printf("not fastest nor level: %s\n", cmp.Or(strings.Join(slower, ", "), "none"))
	for _, way := range append(ways[1:], "the next best") {
		logs := 0.0
		for _, r := range ratio[way] {
			logs += math.Log(r)
		}
		fmt.Printf("%s: %.2f times the best order's, geometric mean of %d; %.2f to %.2f\n", way,
			math.Exp(logs/float64(len(ratio[way]))), len(ratio[way]),
			slices.Min(append(ratio[way], math.Inf(1))), slices.Max(append(ratio[way], 0)))
	}
}

// What TestPeers compares.
var (
	peers      = flag.Bool("peers", false, "make the table of docs/measured.md")
	peersOf    = flag.String("peers.of", "", "take only the files that begin with this")
	searchTime = flag.Duration("peers.time", 10*time.Second, "how long a sequence is searched for")
	leftOut    = flag.String("peers.without", "", "ways that are left out, separated by commas")
	processor  = flag.String("peers.goamd64", "v3", "the processor that Go is compiled for")
)

// contest is one function in all ways.
type contest struct {
	p             *source.Program
	point         []float64
	best, reverse *code.Jacobian
	fast          *code.Jacobian // the best, with values that differ in their last bits
	bound         model.Cost
}

func newContest(t *testing.T, p *source.Program) *contest {
	task, err := code.NewTask(p, code.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := &contest{p: p, point: compiled.PointOf(p)}
	if c.point == nil {
		t.Fatalf("no point for %s", p.Name)
	}
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
	end, err := planner.Solve(t.Context(), model.NewState(task.Dag),
		planner.Options{Time: *searchTime, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	c.bound = end.Bound
	if c.reverse, err = code.New(t.Context(), task, reverse.Ops); err != nil {
		t.Fatal(err)
	}
	from := [][]model.Op{reverse.Ops, forward.Ops, greedy.Ops, end.Incumbent.Ops}
	c.best = fewest(t, task, from)
	if task, err = code.NewTask(p, code.Options{FastMath: true}); err != nil {
		t.Fatal(err)
	}
	c.fast = fewest(t, task, from)
	return c
}

// fewest is the code with the fewest multiplications that is found from some sequences.
func fewest(t *testing.T, task *code.Task, from [][]model.Op) (best *code.Jacobian) {
	least := int64(math.MaxInt64)
	weigh := func(ops []model.Op) (int64, error) {
		j, err := code.New(t.Context(), task, ops)
		return j.Counts().Weight(), err
	}
	for _, ops := range from {
		r := planner.Reordering{Weigh: weigh, Tries: 50_000 / len(task.Dag.Edges)}
		better, err := r.From(t.Context(), task.Dag, ops)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range [][]model.Op{ops, better} {
			if o == nil {
				continue
			}
			j, err := code.New(t.Context(), task, o)
			if err != nil {
				t.Fatal(err)
			}
			if w := j.Counts().Weight(); w < least || w == least && j.Products < best.Products {
				least, best = w, j
			}
		}
	}
	return best
}

func (c *contest) row(ways []string, took map[string]float64, rivals []rival) string {
	b, r := c.best.Counts(), c.reverse.Counts()
	written := fmt.Sprintf("%s / %s", counts{b.Multiply, b.Divide}, counts{r.Multiply, r.Divide})
	for _, name := range []string{"forward", "backward", "sympy", "CasADi", "CppADCodeGen"} {
		count := "-"
		for _, v := range rivals {
			if v.name == name {
				count = v.String()
			}
		}
		written += " / " + count
	}
	row := fmt.Sprintf("| %s | %s | %d / %d | %s |", c.p.Name, c.bound, c.best.Products, c.reverse.Products,
		written)
	for _, way := range ways {
		ns := "-"
		if v, ok := took[way]; ok {
			ns = fmt.Sprintf("%.0f", v)
		}
		row += " " + ns + " |"
	}
	return row
}

// points of a batch: no power of two, or all of its arrays would meet in the same lines
// of a cache.
const points = 1000

// race compiles and times all ways, each for the least of several rounds, in turns of C and Go.
func (c *contest) race(t *testing.T, rivals []rival) map[string]float64 {
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
	header(c.fast, "fast")
	for _, v := range rivals {
		put(v.name+".h", []byte("#include <math.h>\n"+v.text))
	}
	alone := rival{name: "values", call: "values(x, r);"} // no rival: it differentiates nothing
	put("values.h",
		[]byte("#include <math.h>\nstatic void values(const double *x, double *r) {\n"+c.valuesCode(inC)+"}\n"))
	for name, text := range c.sources(append(slices.Clip(rivals), alone)) {
		put(name, text)
	}
	took, gives := inTurns(t, raceInC(t, dir), c.raceInGo(t))
	for way, numbers := range gives {
		if len(numbers) == 0 {
			continue // Go's race gives none
		}
		want := gives["best"]
		if way == alone.name {
			want = want[:len(c.p.Outputs)]
		}
		sameNumbers(t, c.p.Name, way, numbers, want)
	}
	return took
}

// sources is the C program that calls all ways in turns. Each way is a file, so that none is
// compiled in the place where it is called because others are not.
func (c *contest) sources(rivals []rival) map[string][]byte {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <string.h>\n#include <time.h>\n")
	outputs, entries := len(c.p.Outputs), len(c.best.Entries)
	fmt.Fprintf(&b,
		"enum { N = %d };\nstatic double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return 1e9 * t.tv_sec + t.tv_nsec; }\nvolatile double sum;\n", points)
	var list, one, many []string
	for _, v := range c.point {
		list = append(list, strconv.FormatFloat(v, 'g', -1, 64))
	}
	fmt.Fprintf(&b, "double x[] = {%s}, X[N * %d], r[%d], R[N * %d];\n", strings.Join(list, ", "), len(list),
		outputs+entries, outputs+entries)
	place := func(at int, port source.Port, result bool) {
		single := fmt.Sprintf("%s + %d", map[bool]string{false: "x", true: "r"}[result], at)
		if port.Scalar() && !result {
			single = fmt.Sprintf("x[%d]", at)
		}
		one, many = append(one, single),
			append(many, fmt.Sprintf("%s + N * %d", map[bool]string{false: "X", true: "R"}[result], at))
	}
	at := 0
	for _, port := range c.p.Params {
		place(at, port, false)
		at += len(port.Entries)
	}
	at = 0
	for _, port := range append(slices.Clone(c.p.Results), source.Port{Entries: make([]string, entries)}) {
		place(at, port, true)
		at += len(port.Entries)
	}
	type way struct{ name, header, call string }
	ways := []way{
		{"best", "best", "best(" + strings.Join(one, ", ") + ");"},
		{"reverse", "reverse", "reverse(" + strings.Join(one, ", ") + ");"},
		{"fast", "fast", "fast(" + strings.Join(one, ", ") + ");"},
		{"batch", "best", fmt.Sprintf("bestBatch(N, %s); for (int i = 0; i < %d; ++i) r[i] = R[N * i];",
			strings.Join(many, ", "), outputs+entries)},
	}
	for _, v := range rivals {
		ways = append(ways, way{v.name, v.name, v.call})
	}
	ways = slices.DeleteFunc(ways, func(w way) bool { return without(w.name) })
	files := make(map[string][]byte)
	for _, w := range ways {
		fmt.Fprintf(&b, "void run_%s(void);\n", w.name)
		files["run_"+w.name+".c"] = fmt.Appendf(nil,
			"#include \"%s.h\"\nenum { N = %d };\nextern volatile double sum;\nextern double x[%d], X[N * %[3]d], r[%d], R[N * %[4]d];\nvoid run_%s(void) { %s sum += r[%d]; }\n",
			w.header, points, len(list), outputs+entries, w.name, w.call, outputs)
	}
	fmt.Fprintf(&b,
		"int main(void) {\n  double t, least[%d];\n  for (int i = 0; i < N * %d; ++i) X[i] = x[i / N];\n  for (int round = 0; round < %d; ++round) {\n", len(ways), len(c.point), rounds)
	for k, w := range ways {
		times, per := 4000, 4000
		if w.name == "batch" {
			times, per = 4, 4*points
		}
		fmt.Fprintf(&b,
			"    t = now(); for (int i = 0; i < %d; ++i) { x[0] += 1e-13; run_%s(); } t = (now() - t) / %d; if (!round || t < least[%d]) least[%d] = t;\n", times, w.name, per, k, k)
	}
	fmt.Fprintf(&b, "  }\n  x[0] = %s;\n", list[0])
	for k, w := range ways {
		fmt.Fprintf(&b,
			"  memset(r, 0, sizeof r); run_%s(); printf(\"%s %%.2f\", least[%d]); for (int i = 0; i < %d; ++i) printf(\" %%.17g\", r[i]); printf(\"\\n\");\n", w.name, w.name, k, outputs+entries)
	}
	b.WriteString("  return 0;\n}\n")
	files["main.c"] = []byte(b.String())
	return files
}
