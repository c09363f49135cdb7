package model_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"facet/model"
	"facet/model/modeltest"
)

// TestTapeIsApply walks at random and compares the tape with the rules that
// copy: states, names of what is born, and every event.
func TestTapeIsApply(t *testing.T) {
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := modeltest.Random(t, rng, 9)
		s := model.NewState(g)
		tape := model.NewTape(s)
		var ops []model.Op
		for {
			all := s.Operations()
			if len(all) == 0 {
				break
			}
			o := all[rng.IntN(len(all))].Op
			next, want, err := s.Apply(o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := tape.Do(o)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d: operation %d\n got %v\nwant %v", seed, len(ops), got, want)
			}
			if rng.IntN(8) == 0 { // what was kept stays as it was
				kept := tape.Keep()
				defer func(text string) {
					if kept.String() != text {
						t.Errorf("seed %d: a kept state changed", seed)
					}
				}(kept.String())
			}
			ops = append(ops, o)
			s = next
			if tape.State().String() != s.String() {
				t.Fatalf("seed %d: after operation %d\n got %v\nwant %v", seed, len(ops), tape.State(), s)
			}
			for z := range s.Born() {
				if i, k := s.Source(model.Z(z)), s.Target(model.Z(z)); !reflect.DeepEqual(s.Between(i, k),
					append([]model.Z(nil), tape.State().Between(i, k)...)) {
					t.Fatalf("seed %d: between %d and %d: %v, want %v", seed, i, k, tape.State().
						Between(i, k), s.Between(i, k))
				}
			}
		}
		end, _, err := model.Replay(model.NewState(g), ops)
		if err != nil || end.String() != s.String() {
			t.Fatalf("seed %d: replay ends differently: %v", seed, err)
		}
	}
}

// TestTapeAfterAnError goes on as if nothing had been asked.
func TestTapeAfterAnError(t *testing.T) {
	tape := model.NewTape(model.NewState(modeltest.Sample(t, "composition")))
	before := tape.State().String()
	if _, err := tape.Do(model.Eliminate(model.Face{U: 0, V: 1}, model.MUL)); err == nil {
		t.Error("a product without Jacobians is carried out")
	}
	if tape.State().String() != before {
		t.Error("an impossible operation changes the tape")
	}
}
