package driver_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/model/pattern"
	"facet/model/programs/driver"
)

// stepped is a program with sparse Jacobians, large enough that they are held so; with models,
// for every edge.
func stepped(t *testing.T, rng *rand.Rand, models bool) *model.Dag {
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
				texts = append(texts, "diagonal", "identity", "band 1 0", grid(size),
					"block 2 of band 1 0")[:len(texts)+5-int(size%2)]
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
			edges = append(edges, model.Edge{Source: i, Target: len(vertices) - 1, HasModel: models ||
				rng.IntN(4) > 0, Tangent: 900, Adjoint: 800, Pattern: p})
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

// grid is the pattern of neighbours on a grid that is eight wide.
func grid(size int64) string {
	var rows []string
	for i := range size {
		var row []string
		for _, c := range []int64{i - 8, i - 1, i, i + 1, i + 8} {
			if c >= 0 && c < size && (i%8 == c%8 || i/8 == c/8) {
				row = append(row, fmt.Sprint(c))
			}
		}
		rows = append(rows, strings.Join(row, " "))
	}
	return "rows " + strings.Join(rows, ";")
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
	rng := rand.New(rand.NewPCG(8, 8))
	var all, compressed []driven
	for len(all) < 10 {
		g := stepped(t, rng, len(all) > 3)
		m := newModules(rng, g).sparse()
		for _, ops := range [][]model.Op{swept(t, rng, g), sequence(t, rng, g)} {
			d, err := driver.New(g, ops)
			if err != nil {
				t.Fatal(err)
			}
			d.Fuse(0, nil)
			all = append(all, driven{m, d, true})
		}
		for _, mode := range driver.Modes {
			if d := driver.NewMode(g, mode); d != nil {
				all = append(all, driven{m, d, true})
				if len(compressed) < 1 && len(all) > 4 && strings.HasPrefix(mode, "compressed") {
					compressed = append(compressed, driven{m, d, true})
				}
			}
		}
	}
	for language, wanted := range map[string][]string{
		"python": {"_apart(", "_apart_rows(", "_squeeze(", "_squeeze_rows(", "_sparse(", "_dense(",
			"_block(", "_spread(", "_spread_rows("},
		"c++": {"::apart(", "::apartRows(", "::squeeze(", "::squeezeRows(", "::sparse(", "::dense(",
			"::block("},
		"go": {"blockOf(", "blockOfRows(", "squeeze(", "squeezeRows(", "sparse(", "dense(", "sparseProduct(",
			"sparseTimes("},
	} {
		lines := ""
		for _, d := range all {
			text, err := d.d.Write(language, origin)
			if err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(string(text), map[string]string{"python": "\ndef jacobian",
				"c++": "\nResult jacobian(Modules", "go": "\nfunc Jacobian("}[language])
			lines += body
		}
		for _, want := range wanted {
			if !strings.Contains(lines, want) {
				t.Errorf("no driver in %s has %s", language, want)
			}
		}
	}
	t.Run("python", func(t *testing.T) {
		if err := exec.Command(numpy(t), "-c", "import scipy.sparse").Run(); err != nil {
			t.Skip("there is no scipy")
		}
		runPython(t, all)
	})
	t.Run("go", func(t *testing.T) { runGo(t, all) })
	t.Run("c++", func(t *testing.T) {
		extent.FullOnly(t)
		runCPP(t, append(all[1:2:2], compressed...), "-fsanitize=address,undefined")
	})
}

// Where times are known, a call of a few columns more is not worth taking them together.
func TestColoursThatSaveLittle(t *testing.T) {
	of := func(text string, rows, columns int64) *pattern.Pattern {
		p, err := pattern.Parse(text, rows, columns)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	driven := func(cost model.Cost, language, unit string) string {
		g, err := model.NewDag("g", []model.Vertex{{ID: "x", Size: 16}, {ID: "u", Size: 16}, {ID: "y", Size: 16}},
			[]model.Edge{{Source: 0, Target: 1, HasModel: true, Tangent: cost, Adjoint: cost,
				Pattern: of("diagonal", 16, 16)}, {Source: 1, Target: 2, HasModel: true, Tangent: cost,
				Adjoint: cost, Pattern: of("diagonal", 16, 16)}})
		if err != nil {
			t.Fatal(err)
		}
		g.Extra = []model.Attribute{{Name: "program", Value: "f"}, {Name: "language", Value: language},
			{Name: "unit_seconds", Value: unit}}
		d, err := driver.New(g, swept(t, rand.New(rand.NewPCG(1, 1)), g))
		if err != nil {
			t.Fatal(err)
		}
		text, err := d.Write("python", origin)
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(string(text), "\ndef jacobian")
		return body
	}
	for _, c := range []struct {
		cost           model.Cost
		language, unit string
		together       bool
	}{{0, "python", "", true}, {0, "python", "1e-9", false}, {100, "python", "1e-9", false},
		{10_000, "python", "1e-9", true}, {100, "c++", "1e-9", true}, {1, "c++", "1e-9", false}} {
		if got := strings.Contains(driven(c.cost, c.language, c.unit), "unit()"); got != c.together {
			t.Errorf("%v: columns are taken together: %t", c, got)
		}
	}
}
