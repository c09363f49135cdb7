package packed

import (
	"math/rand/v2"
	"testing"

	"facet/model"
)

// randomDag makes a dag of a few vertices in which flags and zero costs mix.
func randomDag(rng *rand.Rand, vertices, edges int) *model.Dag {
	for {
		vs := make([]model.Vertex, vertices)
		for i := range vs {
			vs[i] = model.Vertex{ID: string(rune('a' + i)), Size: 1 + rng.Int64N(9)}
		}
		var es []model.Edge
		for i := range vertices {
			for j := i + 1; j < vertices; j++ {
				if rng.IntN(vertices*(vertices-1)/2) < edges {
					e := model.Edge{Source: i, Target: j, Tangent: model.Cost(rng.IntN(20)),
						Adjoint: model.Cost(rng.IntN(20)), HasModel: true}
					switch rng.IntN(4) {
					case 0:
						e.HasJacobian = true
					case 1:
						e.HasJacobian, e.HasModel, e.Tangent, e.Adjoint = true, rng.IntN(2) == 0, 3, 5
					}
					es = append(es, e)
				}
			}
		}
		if g, err := model.NewDag("random", vs, es); err == nil {
			return g
		}
	}
}

// TestWalkLikeModel plays random moves on both forms of the state and compares
// vertices, flags, faces and costs after every operation.
func TestWalkLikeModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 3000 {
		g := randomDag(rng, 4+rng.IntN(6), 5+rng.IntN(14))
		p, err := NewProblem(g)
		if err != nil {
			t.Fatal(err)
		}
		start := model.NewState(g)
		s := FromModel(p, start)
		tr := newTranslation(start, s)
		var spent model.Cost
		for !s.Done() {
			move, ok := randomMove(rng, s)
			if !ok {
				continue
			}
			before := s.Clone()
			spent = spent.Add(before.Play(move))
			if err := tr.play(move); err != nil {
				t.Fatalf("trial %d: %v", trial, err)
			}
			if before.Key() != s.Key() {
				t.Fatalf("trial %d: playing a move twice gives different states", trial)
			}
			if spent != tr.tape.State().Spent() {
				t.Fatalf("trial %d: cost %d, the model says %d", trial, spent, tr.tape.State().Spent())
			}
			compare(t, s, tr)
		}
		if !tr.tape.State().Done() {
			t.Fatalf("trial %d: done here, not in the model", trial)
		}
		if trial%50 == 0 {
			if err := model.Prove(g, tr.ops); err != nil {
				t.Fatalf("trial %d: %v", trial, err)
			}
		}
	}
}

func randomMove(rng *rand.Rand, s *State) (Move, bool) {
	u := rng.IntN(s.Slots())
	if !s.IsLive(u) {
		return Move{}, false
	}
	if rng.IntN(5) == 0 {
		return Accumulation(u, model.Mode(rng.IntN(2))), !s.Vertex[u].Jacobian
	}
	v := rng.IntN(s.Slots())
	if !s.HasFace(u, v) {
		return Move{}, false
	}
	if rng.IntN(2) == 0 {
		modes := s.AccModes(u, v)
		move, _ := s.Clone().Take(u, v, modes[rng.IntN(len(modes))])
		return move, true
	}
	mode := model.Mode(rng.IntN(3))
	return Move{U: int32(u), V: int32(v), Mode: mode}, s.Ready(u, v, mode)
}

func compare(t *testing.T, s *State, tr *translation) {
	t.Helper()
	if s.Count() != tr.tape.State().Live() || s.Faces() != tr.tape.State().Faces() {
		t.Fatalf("%d vertices and %d faces, the model has %d and %d", s.Count(), s.Faces(), tr.tape.State().
			Live(), tr.tape.State().Faces())
	}
	for z := range Bits(s.Live()) {
		v := &s.Vertex[z]
		name, ok := tr.name[v.Value]
		if !ok || !tr.tape.State().IsLive(name) {
			t.Fatalf("slot %d has a value that the model does not know", z)
		}
		_, _, models := tr.tape.State().Model(name)
		if int(v.From) != tr.tape.State().Source(name) || int(v.To) != tr.tape.State().Target(name) ||
			v.Jacobian != tr.tape.State().HasJacobian(name) || (v.Edge >= 0) != models {
			t.Fatalf("slot %d differs from %s", z, tr.tape.State().Name(name))
		}
		for w := range Bits(s.S(z)) {
			if !tr.tape.State().HasFace(model.Face{U: name, V: tr.name[s.Vertex[w].Value]}) {
				t.Fatalf("the model lacks a face of %s", tr.tape.State().Name(name))
			}
		}
	}
}
