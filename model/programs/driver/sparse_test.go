package driver_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"facet/model"
	"facet/model/pattern"
	"facet/model/programs/driver"
)

// stepped is a program with sparse Jacobians, large enough that they are held so.
func stepped(t *testing.T, rng *rand.Rand) *model.Dag {
	t.Helper()
	n := 66 + rng.Int64N(8)
	var vertices []model.Vertex
	var edges []model.Edge
	add := func(id string, size int64, from ...int) int {
		vertices = append(vertices, model.Vertex{ID: id, Size: size})
		for _, i := range from {
			columns := vertices[i].Size
			texts := []string{fmt.Sprintf("band %d %d", rng.IntN(2), 1+rng.IntN(2)), "dense"}
			if columns == size {
				texts = append(texts, "diagonal", "identity", "band 1 0")
			}
			if size < columns {
				var some []string
				for range size {
					some = append(some, fmt.Sprint(rng.Int64N(columns)))
				}
				texts = append(texts, "select "+strings.Join(some, " "), "select "+strings.Join(some, " "))
			}
			text := texts[rng.IntN(len(texts))]
			if text == "dense" && rng.IntN(3) > 0 {
				text = texts[0]
			}
			p, err := pattern.Parse(text, size, columns)
			if err != nil {
				t.Fatal(err)
			}
			edges = append(edges, model.Edge{Source: i, Target: len(vertices) - 1, HasModel: rng.IntN(4) > 0, Tangent: 900, Adjoint: 800, Pattern: p})
			if e := &edges[len(edges)-1]; !e.HasModel {
				e.HasJacobian, e.Tangent, e.Adjoint = true, 0, 0
			}
		}
		return len(vertices) - 1
	}
	u, p := add("u", n), add("p", 3+rng.Int64N(n))
	for k := range 2 + rng.IntN(3) {
		u = add(fmt.Sprintf("u%d", k), n, u, p)
	}
	add("y", 5+rng.Int64N(9), u)
	add("z", n, u, p)
	g, err := model.NewDag("stepped", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sparse takes what is not in a pattern out of the modules' matrices.
func (m *modules) sparse() *modules {
	for k, e := range m.g.Edges {
		for r := range m.a[k] {
			for c := range m.a[k][r] {
				if !e.Pattern.Has(int64(r), int64(c)) {
					m.a[k][r][c] = 0
				}
			}
		}
	}
	m.compute()
	return m
}

// Drivers with sparse Jacobians give the blocks of the chain rule, as do compressed modes.
func TestSparseDrivers(t *testing.T) {
	python := numpy(t)
	if err := exec.Command(python, "-c", "import scipy.sparse").Run(); err != nil {
		t.Skip("there is no scipy")
	}
	rng := rand.New(rand.NewPCG(8, 8))
	var all []driven
	lines := ""
	for len(all) < 16 {
		g := stepped(t, rng)
		m := newModules(rng, g).sparse()
		for _, ops := range [][]model.Op{swept(t, rng, g), sequence(t, rng, g)} {
			d, err := driver.New(g, ops)
			if err != nil {
				t.Fatal(err)
			}
			d.Fuse(0)
			all = append(all, driven{m, d, true})
		}
		for _, mode := range driver.Modes {
			if d := driver.NewMode(g, mode); d != nil {
				all = append(all, driven{m, d, true})
			}
		}
	}
	for _, d := range all {
		text, err := d.d.Write("python", origin)
		if err != nil {
			t.Fatal(err)
		}
		lines += string(text[strings.Index(string(text), "\ndef jacobian"):])
	}
	for _, want := range []string{"_apart(", "_apart_rows(", "_squeeze(", "_squeeze_rows(", "_sparse(", "_dense(", "_block("} {
		if !strings.Contains(lines, want) {
			t.Errorf("no driver has %s", want)
		}
	}
	t.Run("python", func(t *testing.T) { runPython(t, all) })
}
