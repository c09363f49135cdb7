package driver_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/measured"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/model/programs/code"
	"facet/model/programs/driver"
)

// called is a program that steps with a parameter, with two inputs and two outputs: a dag
// with setups, so that calls are worth fusing, and with functions for several arguments at
// once.
func called(t *testing.T, rng *rand.Rand, joint bool) *model.Dag {
	t.Helper()
	var vertices []model.Vertex
	var edges []model.Edge
	add := func(id string, from ...int) int {
		vertices = append(vertices, model.Vertex{ID: id, Size: 1 + rng.Int64N(4)})
		for _, i := range from {
			e := model.Edge{Source: i, Target: len(vertices) - 1, HasModel: true, Tangent: 1 +
				model.Cost(rng.Int64N(9)), Adjoint: 1 + model.Cost(rng.Int64N(9))}
			e.TangentCurve.Setup, e.AdjointCurve.Setup = 1000, 1000
			edges = append(edges, e)
		}
		return len(vertices) - 1
	}
	u, p := add("u"), add("p")
	for n := range 2 + rng.IntN(3) {
		if rng.IntN(3) == 0 {
			p = add(fmt.Sprintf("q%d", n), p)
		}
		u = add(fmt.Sprintf("u%d", n), u, p)
		if rng.IntN(2) == 0 {
			add(fmt.Sprintf("r%d", n), u)
		}
	}
	add("y", u)
	add("z", u, p)
	g, err := model.NewDag("called", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Vertices {
		if joint && len(g.In(i)) > 1 {
			for _, kind := range []string{"tangent", "adjoint"} {
				g.Vertices[i].Extra = append(g.Vertices[i].Extra,
					model.Attribute{Name: "joint_" + kind + "_function", Type: "string",
						Value: fmt.Sprintf("joint_%s_%d", kind, i)})
			}
		}
	}
	return g
}

// swept is a random sequence that prefers calls of one kind.
func swept(t *testing.T, rng *rand.Rand, g *model.Dag) (ops []model.Op) {
	t.Helper()
	s := model.NewState(g)
	liked := []model.Mode{model.TAN, model.ADJ}[rng.IntN(2)]
	for !s.Done() {
		all := s.Operations()
		best := all[rng.IntN(len(all))].Op
		for range 20 {
			if o := all[rng.IntN(len(all))].Op; o.Mode == liked && !o.IsAccumulation() {
				best = o
			}
		}
		next, _, err := s.Apply(best)
		if err != nil {
			t.Fatal(err)
		}
		s, ops = next, append(ops, best)
	}
	return ops
}

// fusedDrivers are some whose calls serve several operations, of modules with joint functions or
// without, and those of dense modes.
func fusedDrivers(t *testing.T, rng *rand.Rand, joint bool) (all []driven) {
	t.Helper()
	calls, operations := 0, 0
	for len(all) < 12 {
		g := called(t, rng, joint)
		ops := swept(t, rng, g)
		d, err := driver.New(g, ops)
		if err != nil {
			t.Fatal(err)
		}
		said := d.Memory.Peak
		operations += len(d.Operations())
		d.Fuse(0, nil)
		calls += len(d.Operations())
		if d.Memory.Peak > said {
			t.Errorf("a fused driver holds %s entries, where %s were said", d.Memory.Peak, said)
		}
		m := newModules(rng, g)
		all = append(all, driven{m, d, true}, driven{m, driver.NewDense(g, false), true},
			driven{m, driver.NewDense(g, true), true}) // the harness knows no setups
	}
	if calls*20 > operations*19 && (joint || calls >= operations) {
		t.Errorf("%d operations are %d calls", operations, calls)
	}
	return all
}

// TestFused runs drivers whose calls serve several operations, and those of dense modes.
func TestFused(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	alone := fusedDrivers(t, rng, false)
	both := append(slices.Clone(alone), fusedDrivers(t, rng, true)...)
	t.Run("go", func(t *testing.T) { runGo(t, alone) })
	t.Run("python", func(t *testing.T) { runPython(t, both) })
}

// TestRoom fuses with room for what the largest mode holds: more operations are one call,
// what they hold is what was said, and the blocks are those of the chain rule.
func TestRoom(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	var all []driven
	more, less := 0, 0
	for len(all) < 24 {
		g := called(t, rng, len(all)%2 == 0)
		ops := swept(t, rng, g)
		room := driver.Room(g)
		var narrow, wide *driver.Driver
		for d, room := range map[**driver.Driver]model.Cost{&narrow: 0, &wide: room} {
			var err error
			if *d, err = driver.New(g, ops); err != nil {
				t.Fatal(err)
			}
			(*d).Fuse(room, nil)
		}
		if most := max(narrow.Memory.Peak, room); wide.Memory.Peak > most {
			t.Errorf("a driver holds %s entries, where there is room for %s", wide.Memory.Peak, most)
		}
		less += len(narrow.Operations())
		more += len(wide.Operations())
		all = append(all, driven{newModules(rng, g), wide, true})
	}
	if more >= less {
		t.Errorf("%d calls became %d", less, more)
	}
	t.Run("python", func(t *testing.T) { runPython(t, all) })
}

// A Jacobian by unit tangents and what is added to it by another argument of the same call
// are one joint call, whichever of them comes first.
func TestUnitSeedsInJointCalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var all []driven
	for _, order := range [][][3]int{{{0, 1, -1}, {0, 2, -1}, {0, 1, 2}},
		{{0, 1, -1}, {0, 1, 2}, {0, 2, -1}}} {
		g := modeltest.Dag(t, []int64{3, 2, 4}, [][2]int{{0, 1}, {0, 2}, {1, 2}})
		for _, kind := range []string{"tangent", "adjoint"} {
			g.Vertices[2].Extra = append(g.Vertices[2].Extra,
				model.Attribute{Name: "joint_" + kind + "_function", Type: "string", Value: "joint_" + kind +
					"_2"})
		}
		s := model.NewState(g)
		var ops []model.Op
		for _, at := range order {
			for _, o := range s.Operations() {
				if op := o.Op; op.Mode == model.TAN && s.Source(op.U) == at[0] && s.Target(op.U) == at[1] &&
					op.IsAccumulation() == (at[2] < 0) {
					next, _, err := s.Apply(op)
					if err != nil {
						t.Fatal(err)
					}
					s, ops = next, append(ops, op)
					break
				}
			}
		}
		d, err := driver.New(g, ops)
		if err != nil {
			t.Fatal(err)
		}
		d.Fuse(0, nil)
		calls := d.Operations()
		if len(calls) != 2 || !calls[1].Joint || calls[1].Seeds != 3 {
			t.Errorf("in the order %v there are the calls %+v", order, calls)
		}
		all = append(all, driven{newModules(rng, g), d, true})
	}
	t.Run("python", func(t *testing.T) { runPython(t, all) })
	t.Run("c++", func(t *testing.T) {
		extent.FullOnly(t) // TestInCPP has such calls in C++
		runCPP(t, all)
	})
}

// Nothing is fused where a call costs nothing by itself.
func TestNotFused(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 20 {
		g := sized(t, rng)
		d, err := driver.New(g, sequence(t, rng, g))
		if err != nil {
			t.Fatal(err)
		}
		before, err := d.Write("python", origin)
		if err != nil {
			t.Fatal(err)
		}
		d.Fuse(0, nil)
		if after, err := d.Write("python", origin); err != nil || string(after) != string(before) {
			t.Errorf("%v: %s became %s", err, before, after)
		}
	}
}

// What is added is counted by its entries: here the tangents by the second source. Parts that
// a result is taken apart into are moves, too, if of no entries where they are views.
func TestMoves(t *testing.T) {
	g := modeltest.Dag(t, []int64{2, 3, 4, 5}, [][2]int{{0, 2}, {1, 2}, {2, 3}})
	if got := driver.NewDense(g, false).Moves(); !slices.Equal(got, []measured.Move{{Entries: 4 * (2 + 3)}, {}, {}}) {
		t.Errorf("dense tangent mode moves %v", got)
	}
	if got := driver.NewDense(g, true).Moves(); !slices.Equal(got, []measured.Move{{}, {}}) {
		t.Errorf("dense adjoint mode moves %v", got)
	}
}

// The remarks of drivers name operations by vertices: no path of a long program makes a line
// long.
func TestRemarksAreShort(t *testing.T) {
	var vertices []model.Vertex
	var edges []model.Edge
	for k := range 40 {
		vertices = append(vertices, model.Vertex{ID: fmt.Sprintf("step.%d", k), Size: 3})
		if k > 0 {
			edges = append(edges, model.Edge{Source: k - 1, Target: k, HasModel: true, Tangent: 5,
				Adjoint: 5})
		}
	}
	g, err := model.NewDag("long", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	ops := swept(t, rand.New(rand.NewPCG(1, 1)), g)
	for _, language := range driver.Languages {
		d, err := driver.New(g, ops)
		if err != nil {
			t.Fatal(err)
		}
		d.Fuse(0, nil)
		text, err := d.Write(language, code.Origin{})
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if len(line) > 250 {
				t.Fatalf("a line in %s has %d characters: %s", language, len(line), line)
			}
		}
	}
}

// A product that is added takes no addition of its own in C++.
func TestAddedProductsAreNoMoves(t *testing.T) {
	var vertices []model.Vertex
	for _, id := range []string{"x", "a", "b", "y"} {
		vertices = append(vertices, model.Vertex{ID: id, Size: 3})
	}
	var edges []model.Edge
	for _, e := range [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}} {
		edges = append(edges, model.Edge{Source: e[0], Target: e[1], HasJacobian: true})
	}
	for language, want := range map[string]int{"python": 1, "c++": 0} {
		g, err := model.NewDag("two", vertices, edges)
		if err != nil {
			t.Fatal(err)
		}
		g.Extra = []model.Attribute{{Name: "program", Value: "two"}, {Name: "language", Value: language}}
		var ops []model.Op
		for s := model.NewState(g); !s.Done(); {
			o := s.Operations()[0].Op
			ops = append(ops, o)
			if s, _, err = s.Apply(o); err != nil {
				t.Fatal(err)
			}
		}
		d, err := driver.New(g, ops)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Moves(); len(got) != want {
			t.Errorf("%s: %v, want %d", language, got, want)
		}
	}
}
