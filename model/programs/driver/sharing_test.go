package driver_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/programs/driver"
)

// sums are modules that add their operands up, so that every Jacobian is the
// identity: a tangent gives its V back, an adjoint its W, and all edges hold one
// matrix. A driver that adds to what such a module gave spoils it.
type sums struct {
	g *model.Dag
	d *driver.Driver
}

func randomSums(t *testing.T, n int) []sums {
	rng := rand.New(rand.NewPCG(9, 9))
	all := make([]sums, n)
	for k := range all {
		g := modeltest.Random(t, rng, 9)
		for i := range g.Vertices {
			g.Vertices[i].Size = 2
		}
		g, err := model.NewDag("sums", g.Vertices, g.Edges)
		if err != nil {
			t.Fatal(err)
		}
		d, err := driver.New(g, sequence(t, rng, g))
		if err != nil {
			t.Fatal(err)
		}
		all[k] = sums{g, d}
	}
	return all
}

// want lists the blocks: as often the identity as there are paths.
func (s sums) want() map[string]bool {
	all := make(map[string]bool)
	for x := range s.g.Vertices {
		if !s.g.IsSource(x) {
			continue
		}
		paths := make([]int, len(s.g.Vertices))
		paths[x] = 1
		for _, i := range s.g.Topological() {
			for _, k := range s.g.In(i) {
				paths[i] += paths[s.g.Edges[k].Source]
			}
			if n := paths[i]; n > 0 && s.g.IsSink(i) {
				all[fmt.Sprintf("%s|%s|%d 0 0 %d", s.g.Vertices[i].ID, s.g.Vertices[x].ID, n, n)] = true
			}
		}
	}
	return all
}

func (s sums) compare(t *testing.T, output string, text []byte) {
	t.Helper()
	want := s.want()
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if line == "held|1 0 0 1" {
			continue
		}
		if !want[line] {
			t.Fatalf("%s is not among %v\n%s", line, want, text)
		}
		delete(want, line)
	}
	if len(want) > 0 {
		t.Fatalf("%v are missing\n%s", want, text)
	}
}

func (s sums) text(t *testing.T, language string) []byte {
	t.Helper()
	text, err := s.d.Write(language, origin)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (s sums) sources() (n int) {
	for i := range s.g.Vertices {
		if s.g.IsSource(i) {
			n++
		}
	}
	return n
}

// TestModulesAreNotChanged runs drivers of modules that give back what they were
// given, or what they hold; TestInCPP has those in C++.
func TestModulesAreNotChanged(t *testing.T) {
	t.Run("python", func(t *testing.T) {
		python := numpy(t)
		all := randomSums(t, 12)
		var dirs []string
		for _, s := range all {
			dir := t.TempDir()
			dirs = append(dirs, dir)
			write(t, filepath.Join(dir, "driver.py"), s.text(t, "python"))
			write(t, filepath.Join(dir, "main.py"),
				fmt.Appendf(nil, pythonSums, strings.Repeat("np.zeros(2), ", s.sources())))
		}
		for n, output := range pythonIn(t, python, dirs) {
			all[n].compare(t, output, all[n].text(t, "python"))
		}
	})
	t.Run("go", func(t *testing.T) {
		goTool := tool(t, "go")
		dir := t.TempDir()
		all := randomSums(t, 12)
		var imports, calls strings.Builder
		for n, s := range all {
			write(t, filepath.Join(dir, fmt.Sprintf("d%d", n), "driver.go"), s.text(t, "go"))
			write(t, filepath.Join(dir, fmt.Sprintf("d%d", n), "modules.go"), s.goSums())
			fmt.Fprintf(&imports, "import d%d \"check/d%d\"\n", n, n)
			fmt.Fprintf(&calls, "\td%d.Main()\n\tfmt.Println(\"--\")\n", n)
		}
		write(t, filepath.Join(dir, "go.mod"), []byte("module check\n\ngo 1.22\n"))
		write(t, filepath.Join(dir, "main.go"),
			[]byte("package main\n\nimport \"fmt\"\n"+imports.String()+"\nfunc main() {\n"+calls.String()+"}\n"))
		output := outputOf(t, dir, goTool, "run", "-trimpath", ".")
		for n, part := range strings.Split(strings.TrimSuffix(output, "--\n"), "--\n") {
			all[n].compare(t, part, all[n].text(t, "go"))
		}
	})
}

func outputOf(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	run := exec.Command(name, args...)
	run.Dir = dir
	output, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return string(output)
}

const pythonSums = `
import numpy as np
import driver

held = np.eye(2)

class Modules:
    def __getattr__(self, name):
        def call(*args):
            if name.startswith("value"):
                return sum(args)
            if name.startswith("jacobian"):
                return held
            return args[-1]
        return call

values, blocks = driver.jacobian(Modules(), %s)
show = lambda m: " ".join(str(int(v)) for v in np.asarray(m).ravel())
for (sink, source), b in blocks.items():
    print(sink + "|" + source + "|" + show(b))
print("held|" + show(held))
`

func (s sums) goSums() []byte {
	var b strings.Builder
	b.WriteString("package driver\n\nimport \"fmt\"\n\nvar held = identity(2)\n\ntype modules struct{}\n\n")
	for _, c := range callees(s.g, s.d.Names()) {
		j := c.At
		if c.Kind != "value" {
			j = s.g.Edges[c.At].Target
		}
		args := strings.TrimSuffix(strings.Repeat("_, ", len(s.g.In(j))), ", ") + " []float64"
		name := strings.ToUpper(c.Name[:1]) + c.Name[1:]
		switch c.Kind {
		case "value":
			fmt.Fprintf(&b, "func (modules) %s(%s) []float64 { return []float64{0, 0} }\n", name, args)
		case "jacobian":
			fmt.Fprintf(&b, "func (modules) %s(%s) Matrix { return held }\n", name, args)
		default:
			fmt.Fprintf(&b, "func (modules) %s(%s, v Matrix) Matrix { return v }\n", name, args)
		}
	}
	show := "\n\t\tfor k, v := range m.A {\n\t\t\tif k > 0 {\n\t\t\t\tfmt.Print(\" \")\n\t\t\t}\n\t\t\tfmt.Print(v)\n\t\t}\n\t\tfmt.Println()\n"
	fmt.Fprintf(&b,
		"\nfunc Main() {\n\tr := Jacobian(modules{}%s)\n\tfor key, m := range r.Blocks {\n\t\tfmt.Print(key[0], \"|\", key[1], \"|\")%s\t}\n\tfmt.Print(\"held|\")\n\tm := held%s}\n",
		strings.Repeat(", []float64{0, 0}", s.sources()), show, show)
	return []byte(b.String())
}

func (s sums) cppSums() []byte {
	var b strings.Builder
	b.WriteString("static const Matrix held = facet::identity(2);\n\nstruct Modules {\n")
	for _, c := range callees(s.g, s.d.Names()) {
		j := c.At
		if c.Kind != "value" {
			j = s.g.Edges[c.At].Target
		}
		args := strings.TrimSuffix(strings.Repeat("const Vector&, ", len(s.g.In(j))), ", ")
		switch c.Kind {
		case "value":
			fmt.Fprintf(&b, "  Vector %s(%s) { return Vector(2); }\n", c.Name, args)
		case "jacobian":
			fmt.Fprintf(&b, "  const Matrix& %s(%s) { return held; }\n", c.Name, args)
		default:
			fmt.Fprintf(&b, "  const Matrix& %s(%s, const Matrix& v) { return v; }\n", c.Name, args)
		}
	}
	fmt.Fprintf(&b, `};

static void show(const Matrix& m) {
  for (std::size_t k = 0; k < m.a.size(); ++k) std::printf(k ? " %%g" : "%%g", m.a[k]);
  std::printf("\n");
}

void print() {
  Modules modules;
  auto r = jacobian(modules%s);
  for (auto& e : r.blocks) {
    std::printf("%%s|%%s|", e.first.first.c_str(), e.first.second.c_str());
    show(e.second);
  }
  std::printf("held|");
  show(held);
}
`, strings.Repeat(", Vector(2)", s.sources()))
	return []byte(b.String())
}
