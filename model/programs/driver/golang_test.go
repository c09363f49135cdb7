package driver_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func runGo(t *testing.T, all []driven) {
	goTool := tool(t, "go")
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), []byte("module check\n\ngo 1.22\n"))
	var imports, calls strings.Builder
	for n, d := range all {
		text, err := d.d.Write("go", origin)
		if err != nil {
			t.Fatal(err)
		}
		// Products are counted by the harness.
		counted := strings.Replace(string(text), "func product(l, r Matrix) Matrix {\n",
			"var products int\n\nfunc product(l, r Matrix) Matrix {\n\tproducts += l.Rows * l.Cols * r.Cols\n", 1)
		write(t, filepath.Join(dir, fmt.Sprintf("d%d", n), "driver.go"), []byte(counted))
		write(t, filepath.Join(dir, fmt.Sprintf("d%d", n), "modules.go"), d.goModules(string(text)))
		fmt.Fprintf(&imports, "import d%d \"check/d%d\"\n", n, n)
		fmt.Fprintf(&calls, "\td%d.Main()\n\tprintln(\"--\")\n", n)
	}
	write(t, filepath.Join(dir, "main.go"),
		[]byte("package main\n\n"+imports.String()+"\nfunc main() {\n"+strings.ReplaceAll(calls.String(),
			"println(\"--\")", "os.Stdout.WriteString(\"--\\n\")")+"}\n"))
	text, _ := os.ReadFile(filepath.Join(dir, "main.go"))
	write(t, filepath.Join(dir, "main.go"),
		[]byte(strings.Replace(string(text), "package main\n\n", "package main\n\nimport \"os\"\n", 1)))
	run := exec.Command(goTool, "run", "-trimpath", ".")
	run.Dir = dir
	output, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for n, part := range strings.Split(strings.TrimSuffix(string(output), "--\n"), "--\n") {
		all[n].compare(t, part)
	}
}

// goModules writes the modules as Go methods of a driver's interface.
func (d driven) goModules(text string) []byte {
	var b strings.Builder
	g := d.m.g
	b.WriteString("package driver\n\nimport (\n\t\"fmt\"\n\t\"math\"\n)\n\nvar cost int\n\nvar a = [][][]float64{\n")
	for _, m := range d.m.a {
		fmt.Fprintf(&b, "\t%s,\n", strings.NewReplacer("[", "{", "]", "}", " ", ", ").
			Replace(fmt.Sprintf("%.17g", m)))
	}
	b.WriteString("}\n\nvar tangents = []int{")
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "%d, ", e.Tangent)
	}
	b.WriteString("}\n\nvar adjoints = []int{")
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "%d, ", e.Adjoint)
	}
	b.WriteString("}\n\nvar in = [][]int{")
	for i := range g.Vertices {
		fmt.Fprintf(&b, "%s, ", strings.NewReplacer("[", "{", "]", "}", " ", ", ").
			Replace(fmt.Sprint(g.In(i))))
	}
	b.WriteString("}\n\nvar targets = []int{")
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "%d, ", e.Target)
	}
	b.WriteString(`}

func value(j int, args ...[]float64) []float64 {
	y := make([]float64, len(a[in[j][0]]))
	for n, k := range in[j] {
		for r := range y {
			for c, x := range args[n] {
				y[r] += a[k][r][c] * x
			}
		}
	}
	for r := range y {
		y[r] = math.Tanh(y[r])
	}
	return y
}

func elemental(k int, args ...[]float64) Matrix {
	y := value(targets[k], args...)
	m := NewMatrix(len(a[k]), len(a[k][0]))
	for r := range a[k] {
		for c := range a[k][r] {
			m.A[r*m.Cols+c] = (1 - y[r]*y[r]) * a[k][r][c]
		}
	}
	return m
}

// times is product, and not counted.
func times(l, r Matrix) Matrix {
	m := NewMatrix(l.Rows, r.Cols)
	for i := range l.Rows {
		for k := range l.Cols {
			for j := range r.Cols {
				m.A[i*m.Cols+j] += l.A[i*l.Cols+k] * r.A[k*r.Cols+j]
			}
		}
	}
	return m
}

type modules struct{}

`)
	for _, c := range callees(g, d.d.Names()) {
		name := strings.ToUpper(c.Name[:1]) + c.Name[1:]
		j := c.At
		if c.Kind != "value" {
			j = g.Edges[c.At].Target
		}
		var args []string
		for n := range g.In(j) {
			args = append(args, fmt.Sprintf("x%d", n))
		}
		list := strings.Join(args, ", ")
		switch c.Kind {
		case "value":
			fmt.Fprintf(&b, "func (modules) %s(%s []float64) []float64 { return value(%d, %s) }\n", name,
				list, c.At, list)
		case "jacobian":
			if strings.Contains(text, fmt.Sprintf("\t%s(%s []float64) Sparse\n", name,
				strings.Join(goOperands(d, j), ", "))) {
				fmt.Fprintf(&b,
					"func (modules) %s(%s []float64) Sparse { m := elemental(%d, %s); return sparse(m, NewPattern(%q, m.Rows, m.Cols)) }\n", name, list, c.At, list, g.Edges[c.At].Pattern.Text())
				continue
			}
			fmt.Fprintf(&b, "func (modules) %s(%s []float64) Matrix { return elemental(%d, %s) }\n", name,
				list, c.At, list)
		case "tangent":
			fmt.Fprintf(&b,
				"func (modules) %s(%s []float64, v Matrix) Matrix { cost += v.Cols * tangents[%d]; return times(elemental(%d, %s), v) }\n", name, list, c.At, c.At, list)
		case "adjoint":
			fmt.Fprintf(&b,
				"func (modules) %s(%s []float64, w Matrix) Matrix { cost += w.Rows * adjoints[%d]; return times(w, elemental(%d, %s)) }\n", name, list, c.At, c.At, list)
		}
	}
	b.WriteString("\nfunc Main() {\n\tr := Jacobian(modules{}")
	for i := range g.Vertices {
		if g.IsSource(i) {
			fmt.Fprintf(&b, ", []float64%s", strings.NewReplacer("[", "{", "]", "}", " ", ", ").
				Replace(fmt.Sprintf("%.17g", d.m.x[i])))
		}
	}
	b.WriteString(`)
`)
	if strings.Contains(text, "Sparse map[") {
		b.WriteString("\tfor key, m := range r.Sparse {\n\t\tr.Blocks[key] = dense(m)\n\t}\n")
	}
	b.WriteString(`	for key, m := range r.Blocks {
		fmt.Print(key[0], "|", key[1], "|")
		for _, v := range m.A {
			fmt.Print(" ", v)
		}
		fmt.Println()
	}
	fmt.Printf("cost|%d\n", cost+products)
}
`)
	return []byte(b.String())
}

// goOperands are the names of a vertex's operands in a driver.
func goOperands(d driven, j int) (all []string) {
	for _, k := range d.m.g.In(j) {
		all = append(all, d.d.Names()[d.m.g.Edges[k].Source])
	}
	return all
}
