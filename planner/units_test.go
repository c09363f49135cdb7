package planner_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/model/programs/code"
	"facet/model/programs/source"
	"facet/model/programs/source/sourcetest"
	"facet/planner"
)

// fewest searches all sequences of a dag with all Jacobians for the fewest
// products of two factors of which neither is 1 or -1: units stay units when they
// are multiplied, and are none when something is added.
type fewest struct {
	best  int
	seen  map[string]int
	tries int
}

// search knows by name which vertices are units now.
func (w *fewest) search(t *testing.T, s *model.State, units map[model.Z]bool, cost int) {
	if cost >= w.best {
		return
	}
	if s.Done() {
		w.best = cost
		return
	}
	key := keyOf(s)
	if before, ok := w.seen[key]; ok && before <= cost {
		return
	}
	w.seen[key] = cost
	if w.tries++; w.tries > 4_000 {
		w.best = -1
		return
	}
	for _, f := range s.AllFaces() {
		next, change, err := s.Apply(model.Eliminate(f, model.MUL))
		if err != nil {
			t.Fatal(err)
		}
		after := make(map[model.Z]bool, len(units))
		for z, is := range units {
			after[z] = is
		}
		for _, e := range change.Events {
			switch e.Kind {
			case model.Born:
				after[e.Z] = units[f.U] && units[f.V]
			case model.Absorbed, model.Merged:
				after[e.Z] = false
			}
		}
		price := 1
		if units[f.U] || units[f.V] {
			price = 0
		}
		w.search(t, next, after, cost+price)
	}
}

// keyOf tells states of one dag apart: their vertices' labels and faces.
func keyOf(s *model.State) string {
	var b strings.Builder
	for _, z := range s.Vertices() {
		b.WriteString(s.Name(z))
		for _, v := range s.Succs(z) {
			b.WriteString(s.Name(v))
		}
		b.WriteByte(';')
	}
	return b.String()
}

// TestUnitsAreFree compares the planner's optimum of the dag on which code is
// planned, which is contracted and has models that cost nothing for units, with
// the fewest multiplications of any sequence of the whole dag.
func TestUnitsAreFree(t *testing.T) {
	extent.NoRace(t)
	rng := rand.New(rand.NewPCG(2, 7))
	compared, contracted := 0, 0
	for compared < unitCases() {
		text := sourcetest.Random(rng, "F", 3+rng.IntN(8))
		head := "package f\n\n"
		if strings.Contains(text, "math.") {
			head += "import \"math\"\n\n"
		}
		p, err := source.Read("f.go", []byte(head+text), "F")
		if err != nil {
			t.Fatal(err)
		}
		whole, err := code.NewTask(p, code.Options{CountUnits: true})
		if err != nil || len(whole.Dag.Edges) > 18 {
			continue
		}
		units := make(map[model.Z]bool)
		for k, e := range whole.Dag.Edges {
			for _, a := range e.Extra {
				units[model.Z(k)] = units[model.Z(k)] || a.Name == "partial"
			}
		}
		w := fewest{best: 1 << 30, seen: make(map[string]int)}
		w.search(t, model.NewState(whole.Dag), units, 0)
		if w.best < 0 {
			continue
		}
		task, err := code.NewTask(p, code.Options{})
		if err != nil {
			t.Fatal(err)
		}
		end, err := planner.Solve(t.Context(), model.NewState(task.Dag), planner.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if end.Incumbent.Cost != model.Cost(w.best) || end.Bound != model.Cost(w.best) {
			t.Fatalf("the planner says %s, bound %s, and %d multiplications suffice:\n%s", end.Incumbent.Cost,
				end.Bound, w.best, text)
		}
		compared++
		if len(task.Dag.Edges) < len(whole.Dag.Edges) {
			contracted++
		}
	}
	modeltest.Counted(t, "functions on smaller dags", contracted, unitCases()/2)
}

// unitCases is how many functions are compared.
func unitCases() int { return extent.Of(10, 60) }
