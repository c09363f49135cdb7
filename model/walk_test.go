package model_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
)

// checkInvariants holds the state against the rules: neighbours mirror each
// other, faces join matching ends, counters are right, no twins, models belong
// to original edges that stand for one path, and labels are disjoint.
func checkInvariants(t *testing.T, s *model.State) {
	t.Helper()
	faces, lacking := 0, 0
	live := s.Vertices()
	for _, z := range live {
		if !s.HasJacobian(z) {
			lacking++
		}
		if _, _, model := s.Model(z); model && s.IsSum(z) {
			t.Fatalf("%s is a sum and has models", s.Name(z))
		} else if !model && !s.HasJacobian(z) {
			t.Fatalf("%s has neither Jacobian nor models", s.Name(z))
		}
		for _, v := range s.Succs(z) {
			faces++
			if !s.IsLive(v) || !slices.Contains(s.Preds(v), z) || s.Target(z) != s.Source(v) {
				t.Fatalf("the face %s is broken", s.FaceName(model.Face{U: z, V: v}))
			}
		}
		for _, u := range s.Preds(z) {
			if !s.IsLive(u) || !slices.Contains(s.Succs(u), z) {
				t.Fatalf("%s has a predecessor that does not know it", s.Name(z))
			}
		}
		g := s.Dag()
		if len(s.Preds(z)) == 0 && !g.IsSource(s.Source(z)) || len(s.Succs(z)) == 0 &&
			!g.IsSink(s.Target(z)) {
			t.Fatalf("%s is isolated", s.Name(z))
		}
		for _, w := range live {
			if w > z && s.HasJacobian(w) && s.HasJacobian(z) && s.Source(w) == s.Source(z) &&
				s.Target(w) == s.Target(z) &&
				slices.Equal(s.Preds(w), s.Preds(z)) && slices.Equal(s.Succs(w), s.Succs(z)) {
				t.Fatalf("%s and %s are twins", s.Name(z), s.Name(w))
			}
		}
	}
	if faces != s.Faces() || lacking != s.Lacking() || len(live) != s.Live() {
		t.Fatalf("counters %d %d %d, want %d %d %d", s.Faces(), s.Lacking(), s.Live(), faces, lacking,
			len(live))
	}
	seen := map[string]bool{}
	for _, z := range live {
		if s.Label(z).Count() > 2000 {
			continue
		}
		for _, p := range s.Label(z).Paths(2000) {
			key := (&pathText{s.Dag(), p}).String()
			if seen[key] {
				t.Fatalf("path %s is held twice", key)
			}
			seen[key] = true
		}
	}
}

type pathText struct {
	g *model.Dag
	p model.Path
}

func (x *pathText) String() string {
	var ids []string
	for _, i := range x.p {
		ids = append(ids, x.g.Vertices[i].ID)
	}
	return strings.Join(ids, " ")
}

// TestRandomWalks takes legal steps until the sequence is complete and checks
// everything that must hold on the way.
func TestRandomWalks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	walks := extent.Of(600, 3000)
	longest := 0
	for range walks {
		g := modeltest.Random(t, rng, 8)
		s := model.NewState(g)
		checkInvariants(t, s)
		var ops []model.Op
		var total model.Cost
		var lines []string
		for !s.Done() {
			choices := s.Operations()
			c := choices[rng.IntN(len(choices))]
			line := model.FormatOp(s, c.Op)
			if back, ok, err := model.ParseOp(s, line); err != nil || !ok || back != c.Op {
				// Two modes of one face at one price are the same line but for the mode.
				t.Fatalf("%q reads back as %v (%v), want %v", line, back, err, c.Op)
			}
			before := s.String()
			next, change, err := s.Apply(c.Op)
			if err != nil {
				t.Fatal(err)
			}
			if s.String() != before {
				t.Fatal("Apply changed the state it started from")
			}
			if change.Price != c.Price {
				t.Fatalf("price %d, announced %d", change.Price, c.Price)
			}
			total = total.Add(c.Price)
			s, ops, lines = next, append(ops, c.Op), append(lines, line)
			checkInvariants(t, s)
		}
		if total != s.Spent() {
			t.Fatalf("spent %d, the parts add up to %d", s.Spent(), total)
		}
		if err := model.Prove(g, ops); err != nil {
			t.Fatalf("%v\n%s", err, strings.Join(lines, "\n"))
		}
		longest = max(longest, len(ops))
	}
	if longest < 20 {
		t.Errorf("the longest of %d walks has %d operations", walks, longest)
	}
}

// TestSparseModesAsSequences carries out sparse tangent and adjoint mode as
// operations and compares with the closed forms.
func TestSparseModesAsSequences(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for k := range 2000 {
		g := modeltest.Random(t, rng, 8)
		if k%2 == 1 {
			g = modeltest.Curved(t, rng, g)
		}
		if got, want := sparse(t, g, model.TAN), g.SparseTangent(); got != want {
			t.Fatalf("sparse tangent as a sequence %d, in closed form %d", got, want)
		}
		if got, want := sparse(t, g, model.ADJ), g.SparseAdjoint(); got != want {
			t.Fatalf("sparse adjoint as a sequence %d, in closed form %d", got, want)
		}
	}
}

func sparse(t *testing.T, g *model.Dag, mode model.Mode) model.Cost {
	s := model.NewState(g)
	do := func(o model.Op) {
		next, _, err := s.Apply(o)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	order := slices.Clone(g.Topological())
	if mode == model.ADJ {
		slices.Reverse(order)
	}
	for _, z := range s.Vertices() {
		ends := g.IsSource(s.Source(z))
		if mode == model.ADJ {
			ends = g.IsSink(s.Target(z))
		}
		if ends && s.IsLive(z) && !s.HasJacobian(z) {
			do(model.Accumulate(z, mode))
		}
	}
	for _, j := range order {
		for {
			var at *model.Face
			for _, f := range s.AllFaces() {
				if s.Target(f.U) == j {
					at = &f
					break
				}
			}
			if at == nil {
				break
			}
			m := mode
			if mode == model.TAN && s.HasJacobian(at.V) || mode == model.ADJ && s.HasJacobian(at.U) {
				m = model.MUL
			}
			do(model.Eliminate(*at, m))
		}
	}
	if !s.Done() {
		t.Fatal("a sparse mode is not complete")
	}
	return s.Spent()
}

// TestSaturation: an explicit product at sizes of 10^8 does not fit and says so.
func TestSaturation(t *testing.T) {
	g, err := model.NewDag("huge", []model.Vertex{{ID: "a", Size: 3e8}, {ID: "b", Size: 3e8},
		{ID: "c", Size: 3e8}},
		[]model.Edge{{Source: 0, Target: 1, HasJacobian: true}, {Source: 1, Target: 2, HasJacobian: true}})
	if err != nil {
		t.Fatal(err)
	}
	s := model.NewState(g)
	next, change, err := s.Apply(model.Eliminate(model.Face{U: 0, V: 1}, model.MUL))
	if err != nil || !change.Price.IsSaturated() || !next.Spent().IsSaturated() ||
		change.Price.String() != ">9.2e18" {
		t.Errorf("price %v, total %v, error %v", change.Price, next.Spent(), err)
	}
	line := model.FormatOp(s, change.Op)
	if back, _, err := model.ParseOp(s, line); err != nil || back != change.Op {
		t.Errorf("%q does not read back: %v", line, err)
	}
}

// Walking along a sequence leaves the state it starts from alone, and ends where
// applying one operation after another does.
func TestWalkKeepsItsStart(t *testing.T) {
	start := model.NewState(modeltest.Sample(t, "lion"))
	fresh := start.String()
	ops, end, err := model.ReadSequence(start,
		strings.NewReader("ACC TAN (0 1)\nELI (0 1)(1 2)\nELI (0 1)(1 4)\nELI (0 1 2)(2 3)\nELI (0 1 2)(2 4)"))
	if err != nil {
		t.Fatal(err)
	}
	applied := start
	var spent model.Cost
	walked, err := model.Walk(start, ops, func(before *model.State, o model.Op, price model.Cost) {
		if before.String() != applied.String() {
			t.Errorf("before %v: %s\nwant %s", o, before, applied)
		}
		applied, _, _ = applied.Apply(o)
		spent = spent.Add(price)
	})
	replayed, _, replayErr := model.Replay(start, ops)
	if err != nil || replayErr != nil || spent != end.Spent() {
		t.Errorf("spent %v, want %v; %v, %v", spent, end.Spent(), err, replayErr)
	}
	for what, s := range map[string]*model.State{"read": end, "walked": walked, "replayed": replayed} {
		if s.String() != applied.String() {
			t.Errorf("%s: %s\nwant %s", what, s, applied)
		}
	}
	if start.String() != fresh {
		t.Errorf("the start has changed: %s", start)
	}
}
