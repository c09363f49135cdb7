package driver_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/model/programs/code"
	"facet/model/programs/driver"
)

// modules are random smooth functions for the vertices of a dag: each is the
// tanh of a sum of matrices times its operands.
type modules struct {
	g *model.Dag
	a [][][]float64 // by edge: rows, columns
	x [][]float64   // by vertex: the values
}

func newModules(rng *rand.Rand, g *model.Dag) *modules {
	m := &modules{g: g, a: make([][][]float64, len(g.Edges)), x: make([][]float64, len(g.Vertices))}
	for k, e := range g.Edges {
		m.a[k] = make([][]float64, g.Vertices[e.Target].Size)
		for i := range m.a[k] {
			m.a[k][i] = make([]float64, g.Vertices[e.Source].Size)
			for j := range m.a[k][i] {
				m.a[k][i][j] = rng.Float64() - 0.5
			}
		}
	}
	for i := range g.Vertices {
		if len(g.In(i)) == 0 {
			for range g.Vertices[i].Size {
				m.x[i] = append(m.x[i], rng.Float64())
			}
		}
	}
	m.compute()
	return m
}

// compute finds the values of all vertices.
func (m *modules) compute() {
	g := m.g
	for _, i := range g.Topological() {
		if len(g.In(i)) == 0 {
			continue
		}
		m.x[i] = make([]float64, g.Vertices[i].Size)
		for r := range m.x[i] {
			sum := 0.0
			for _, k := range g.In(i) {
				for c, x := range m.x[g.Edges[k].Source] {
					sum += m.a[k][r][c] * x
				}
			}
			m.x[i][r] = math.Tanh(sum)
		}
	}
}

// blocks are the Jacobians of the sinks by the sources, by the chain rule.
func (m *modules) blocks() map[[2]string][]float64 {
	g := m.g
	all := make(map[[2]string][]float64)
	for x := range g.Vertices {
		if !g.IsSource(x) {
			continue
		}
		d := make([][][]float64, len(g.Vertices))
		for _, i := range g.Topological() {
			if i == x {
				d[i] = identity(len(m.x[i]))
			}
			for _, k := range g.In(i) {
				from := d[g.Edges[k].Source]
				if from == nil {
					continue
				}
				if d[i] == nil {
					d[i] = make([][]float64, len(m.x[i]))
					for r := range d[i] {
						d[i][r] = make([]float64, len(m.x[x]))
					}
				}
				for r := range d[i] {
					for c := range d[i][r] {
						for j := range from {
							d[i][r][c] += (1 - m.x[i][r]*m.x[i][r]) * m.a[k][r][j] * from[j][c]
						}
					}
				}
			}
			if g.IsSink(i) && d[i] != nil {
				var flat []float64
				for _, row := range d[i] {
					flat = append(flat, row...)
				}
				all[[2]string{g.Vertices[i].ID, g.Vertices[x].ID}] = flat
			}
		}
	}
	return all
}

func identity(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
		m[i][i] = 1
	}
	return m
}

// callee is a function that a driver calls, and what it has to do.
type callee struct {
	Name string
	Kind string // value, jacobian, tangent, adjoint
	At   int    // the vertex, or the edge
}

func callees(g *model.Dag, names []string) []callee {
	var all []callee
	for i := range g.Vertices {
		if len(g.In(i)) > 0 {
			all = append(all, callee{"value_" + names[i][1:], "value", i})
		}
	}
	for i, v := range g.Vertices {
		if len(v.Extra) > 0 {
			all = append(all, callee{v.Extra[0].Value, "tangents", i},
				callee{v.Extra[1].Value, "adjoints", i})
		}
	}
	for k, e := range g.Edges {
		for _, kind := range []string{"jacobian", "tangent", "adjoint"} {
			all = append(all, callee{kind + "_" + names[e.Source][1:] + "_" + names[e.Target][1:], kind, k})
		}
	}
	return all
}

// sequence is a random complete one, by junctions or by single operations.
func sequence(t *testing.T, rng *rand.Rand, g *model.Dag) []model.Op {
	s := model.NewState(g)
	var ops []model.Op
	if rng.IntN(2) == 0 {
		for _, j := range rng.Perm(len(g.Vertices)) {
			if plan, err := junction.Vertex(s, j); err == nil {
				s, _, _ = model.Replay(s, plan.Ops)
				ops = append(ops, plan.Ops...)
			}
		}
	}
	for !s.Done() {
		all := s.Operations()
		o := all[rng.IntN(len(all))].Op
		next, _, err := s.Apply(o)
		if err != nil {
			t.Fatal(err)
		}
		s, ops = next, append(ops, o)
	}
	return ops
}

type driven struct {
	m     *modules
	d     *driver.Driver
	fused bool // its calls serve several operations, so that they cost less
}

// sized is a random dag whose vectors have up to four entries.
func sized(t *testing.T, rng *rand.Rand) *model.Dag {
	t.Helper()
	g := modeltest.Random(t, rng, 7)
	for i := range g.Vertices {
		g.Vertices[i].Size = 1 + rng.Int64N(4)
	}
	g, err := model.NewDag("random", g.Vertices, g.Edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// randomDrivers are some for random smooth modules.
func randomDrivers(t *testing.T) (all []driven) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 5))
	for len(all) < 6 {
		g := sized(t, rng)
		d, err := driver.New(g, sequence(t, rng, g))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, driven{newModules(rng, g), d, false})
	}
	return all
}

// TestDrivers runs drivers of random smooth modules in every language whose
// compiler is there, in C++ by TestInCPP: their blocks are the chain rule's, and what they call costs
// what the sequence does.
func TestDrivers(t *testing.T) {
	all := randomDrivers(t)
	t.Run("python", func(t *testing.T) { runPython(t, all) })
	t.Run("go", func(t *testing.T) { runGo(t, all) })
}

func tool(t *testing.T, name string) string {
	t.Helper()
	extent.NoRace(t)
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("there is no %s to run the drivers with", name)
	}
	return path
}

var origin = code.Origin{How: "random", Proof: "not proved", Again: "facet code"}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// compare reads lines "sink|source|numbers" and a line "cost|number".
func (d driven) compare(t *testing.T, output string) {
	t.Helper()
	want := d.m.blocks()
	cost := -1.0
	for line := range strings.Lines(output) {
		parts := strings.Split(strings.TrimSpace(line), "|")
		if parts[0] == "cost" {
			cost, _ = strconv.ParseFloat(parts[1], 64)
			continue
		}
		key := [2]string{parts[0], parts[1]}
		numbers := strings.Fields(parts[2])
		if len(numbers) != len(want[key]) {
			t.Fatalf("block %v has %d entries, want %d", key, len(numbers), len(want[key]))
		}
		for k, text := range numbers {
			if v, err := strconv.ParseFloat(text, 64); err != nil || math.Abs(v-want[key][k]) > 1e-9 {
				t.Fatalf("entry %d of block %v is %s, want %g", k, key, text, want[key][k])
			}
		}
		delete(want, key)
	}
	if len(want) > 0 {
		t.Fatalf("blocks are missing: %v\n%s", want, output)
	}
	if cost != float64(d.d.Cost) && !d.fused {
		t.Fatalf("the driver's calls cost %g, the sequence %d", cost, d.d.Cost)
	}
}

// numpy is a Python that has it, which is looked for once.
func numpy(t *testing.T) string {
	t.Helper()
	extent.NoRace(t)
	path := found()
	if path == "" {
		t.Skip("there is no python3 with numpy to run the drivers with")
	}
	return path
}

var found = sync.OnceValue(func() string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if path, err := exec.LookPath(name); err == nil && exec.Command(path, "-c", "import numpy").
			Run() == nil {
			return path
		}
	}
	return ""
})

func runPython(t *testing.T, all []driven) {
	python := numpy(t)
	var dirs []string
	for _, d := range all {
		text, err := d.d.Write("python", origin)
		if err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, t.TempDir())
		for name, text := range map[string][]byte{"driver.py": text, "data.json": d.data(t),
			"main.py": []byte(pythonMain)} {
			write(t, filepath.Join(dirs[len(dirs)-1], name), text)
		}
	}
	for n, output := range pythonIn(t, python, dirs) {
		all[n].compare(t, output)
	}
}

// pythonIn runs the file main.py of each folder in a copy of one process, which has imported what
// they need, and gives what each prints.
func pythonIn(t *testing.T, python string, dirs []string) []string {
	t.Helper()
	const each = `
import os, runpy, sys, traceback
import json, numpy
if any("scipy" in open(d + "/driver.py").read() for d in sys.argv[1:]):
    import scipy.sparse
for d in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        try:
            os.chdir(d)
            sys.path[0] = d
            runpy.run_path("main.py")
            sys.stdout.flush()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            print(open("driver.py").read(), file=sys.stderr, flush=True)
            os._exit(1)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit(1)
    print("--", flush=True)
`
	output := outputOf(t, t.TempDir(), python, append([]string{"-c", each}, dirs...)...)
	parts := strings.Split(strings.TrimSuffix(output, "--\n"), "--\n")
	if len(parts) != len(dirs) {
		t.Fatalf("%d of %d drivers have printed:\n%s", len(parts), len(dirs), output)
	}
	return parts
}

// data is all that a harness has to know of the modules.
func (d driven) data(t *testing.T) []byte {
	g := d.m.g
	type edge struct {
		Source, Target   int
		Tangent, Adjoint int64
		A                [][]float64
	}
	var data struct {
		Callees []callee
		Edges   []edge
		In      [][]int
		Sources [][]float64
		IDs     []string
	}
	data.Callees = callees(g, d.d.Names())
	for k, e := range g.Edges {
		data.Edges = append(data.Edges, edge{e.Source, e.Target, int64(e.Tangent), int64(e.Adjoint),
			d.m.a[k]})
	}
	for i := range g.Vertices {
		data.In = append(data.In, append([]int{}, g.In(i)...))
		if g.IsSource(i) {
			data.Sources = append(data.Sources, d.m.x[i])
		}
	}
	text, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

const pythonMain = `
import json
import numpy as np
import driver

data = json.load(open("data.json"))
callees = {c["Name"]: c for c in data["Callees"]}
cost = 0

class Counting(np.ndarray):
    def __matmul__(self, other):
        global cost
        cost += self.shape[0] * self.shape[1] * other.shape[1]
        return np.matmul(np.asarray(self), np.asarray(other)).view(Counting)

def elemental(k, args):
    e = data["Edges"][k]
    y = value(e["Target"], args)
    return (1 - y * y)[:, None] * np.array(e["A"])

def value(j, args):
    return np.tanh(sum(np.array(data["Edges"][k]["A"]) @ x for k, x in zip(data["In"][j], args)))

class Modules:
    def __getattr__(self, name):
        c = callees[name]
        def call(*args):
            global cost
            if c["Kind"] == "value":
                return value(c["At"], args)
            if sparse:
                f = elemental(c["At"], args if c["Kind"] == "jacobian" else args[:-1])
                return f if c["Kind"] == "jacobian" else f @ np.asarray(args[-1]) if c["Kind"] == "tangent" else np.asarray(args[-1]) @ f
            if c["Kind"] == "jacobian":
                return elemental(c["At"], args).view(Counting)
            edges = data["In"][c["At"]] if c["Kind"].endswith("s") else None
            if c["Kind"] == "tangents":
                return sum(elemental(k, args[:-1]) @ np.asarray(v) for k, v in zip(edges, args[-1]) if v is not None).view(Counting)
            if c["Kind"] == "adjoints":
                return [(np.asarray(args[-2]) @ elemental(edges[n], args[:-2])).view(Counting) for n in args[-1]]
            e = data["Edges"][c["At"]]
            f, seed = elemental(c["At"], args[:-1]), np.asarray(args[-1])
            if c["Kind"] == "tangent":
                cost += seed.shape[1] * e["Tangent"]
                return (f @ seed).view(Counting)
            cost += seed.shape[0] * e["Adjoint"]
            return (seed @ f).view(Counting)
        return call

sparse = hasattr(driver, "_Pattern")
driver.np = driver.np if sparse else type("np", (), {"eye": staticmethod(np.eye), "zeros": staticmethod(np.zeros), "dot": staticmethod(lambda a, b: a @ b), "array": staticmethod(lambda a: np.array(a).view(Counting)), "concatenate": staticmethod(lambda a, axis=0: np.concatenate([np.asarray(x) for x in a], axis).view(Counting))})
values, blocks = driver.jacobian(Modules(), *[np.array(x) for x in data["Sources"]])
for (sink, source), b in blocks.items():
    b = b.toarray() if hasattr(b, "toarray") else b
    print(sink + "|" + source + "|" + " ".join(repr(float(v)) for v in np.asarray(b).ravel()))
print("cost|" + str(cost))
`
