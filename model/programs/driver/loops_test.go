package driver_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"facet/model"
	"facet/model/programs/driver"
)

// steps is a program of equal steps: u and p give u1, and so on; every third one is seen.
func steps(t *testing.T, n int, joint bool) *model.Dag {
	t.Helper()
	vertices := []model.Vertex{{ID: "u", Size: 3}, {ID: "p", Size: 2}}
	var edges []model.Edge
	add := func(id string, size int64, from ...int) int {
		vertices = append(vertices, model.Vertex{ID: id, Size: size})
		for _, i := range from {
			edges = append(edges, model.Edge{Source: i, Target: len(vertices) - 1, HasModel: true, Tangent: 3,
				Adjoint: 4})
		}
		return len(vertices) - 1
	}
	last := 0
	for k := range n {
		last = add(fmt.Sprintf("u%d", k+1), 3, last, 1)
		if joint {
			for _, kind := range []string{"tangent", "adjoint"} {
				vertices[last].Extra = append(vertices[last].Extra,
					model.Attribute{Name: "joint_" + kind + "_function", Type: "string",
						Value: fmt.Sprintf("joint_%s_%d", kind, last)})
			}
		}
		if k%3 == 2 {
			add(fmt.Sprintf("y%d", k+1), 2, last)
		}
	}
	g, err := model.NewDag("steps", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestLoops runs drivers with loops, whose blocks are the chain rule's.
func TestLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, joint := range []bool{false, true} {
		var all []driven
		g := steps(t, 18, joint)
		for _, backwards := range []bool{false, true} {
			d := driver.NewDense(g, backwards)
			for _, language := range driver.Languages {
				rolled, err := d.Write(language, origin)
				if err != nil {
					t.Fatal(err)
				}
				lines, err := d.WriteLines(language, origin)
				if err != nil {
					t.Fatal(err)
				}
				some, many := strings.Count(string(rolled), "\n"), strings.Count(string(lines), "\n")
				if loops := strings.Count(string(rolled), "for n "); language != "c++" &&
					(loops == 0 || some >= many) {
					t.Errorf("%s: %d loops and %d lines in place of %d", language, loops, some, many)
				}
			}
			all = append(all, driven{newModules(rng, g), d, true})
		}
		t.Run("python", func(t *testing.T) { runPython(t, all) })
		if !joint {
			t.Run("go", func(t *testing.T) { runGo(t, all) })
		}
	}
}

// A recorded C++ program's functions have numbers, so that a driver of it has loops.
func TestLoopsOfARecordedProgram(t *testing.T) {
	g := steps(t, 30, true)
	g.Extra = append(g.Extra, model.Attribute{Name: "program", Value: "steps.cpp"},
		model.Attribute{Name: "language", Value: "c++"})
	for i := range g.Vertices {
		g.Vertices[i].Extra = append(g.Vertices[i].Extra,
			model.Attribute{Name: "value_function", Value: fmt.Sprintf("step_%d", i)})
	}
	text, err := driver.NewDense(g, true).Write("c++", origin)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"for (int n = ", "Vector* const vu_2 = kept.vectors + ", "f[",
		" + n].adjoints(", "int n, Vector& made, const Vector& "} {
		if !strings.Contains(string(text), part) {
			t.Errorf("the driver has no %q:\n%s", part, text)
		}
	}
	// Of thousands of strings, a compiler would make as many temporary ones, with gigabytes for what
	// becomes of them if one fails.
	if regexp.MustCompile(`(std::string|Name)> \w+{`).Match(text) {
		t.Errorf("the driver has lists of strings:\n%s", text)
	}
}

// A recorded C++ program's derivatives are added as they are computed.
func TestAddedByARecordedProgram(t *testing.T) {
	g := steps(t, 4, false)
	g.Extra = append(g.Extra, model.Attribute{Name: "program", Value: "steps.cpp"},
		model.Attribute{Name: "language", Value: "c++"})
	for _, backwards := range []bool{false, true} {
		text, err := driver.NewDense(g, backwards).Write("c++", origin)
		if err != nil {
			t.Fatal(err)
		}
		_, lines, _ := strings.Cut(string(text), "template <class Modules>")
		if !strings.Contains(lines, ", facet::adds);") || strings.Contains(lines, "facet::add(") ||
			strings.Contains(lines, "(made, ") {
			t.Errorf("backwards %v: %s", backwards, lines)
		}
	}
}
