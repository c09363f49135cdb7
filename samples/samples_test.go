package samples_test

import (
	"bytes"
	"strings"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/samples"
)

func open(t *testing.T, name string) *model.Dag {
	t.Helper()
	text, err := samples.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := format.Read(name, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The paper's figures for its modes, and ours for the rest.
func TestTotals(t *testing.T) {
	for _, c := range []struct {
		name                                                 string
		vertices, edges                                      int
		denseTangent, denseAdjoint, sparseTangent, sparseAdj model.Cost
	}{
		{"face", 3, 2, 15, 18, 15, 18},
		{"diamond", 4, 5, 36, 40, 36, 40},
		{"given", 4, 3, 56, 40, 56, 40},
		{"composition", 3, 2, 20000, 20000, 20000, 20000},
		{"lion", 5, 5, 16, 64, 16, 46},
		{"bat", 8, 9, 48, 96, 32, 64},
		{"hierarchy", 7, 8, 60, 56, 34, 44},
		{"chain", 7, 6, 3660, 2440, 3660, 2440},
		{"newton1", 5, 7, 124000, 124000, 80000, 124000},
		{"newton2", 8, 14, 248000, 248000, 182000, 248000},
		{"newton10", 32, 70, 1240000, 1240000, 998000, 1240000},
		{"openfoam", 14, 29, 8116662155, 40581485425, 4912999465, 26951535400},
	} {
		g := open(t, c.name)
		if len(g.Vertices) != c.vertices || len(g.Edges) != c.edges {
			t.Errorf("%s has %d vertices and %d edges, want %d and %d", c.name, len(g.Vertices), len(g.Edges),
				c.vertices, c.edges)
		}
		got := [4]model.Cost{g.DenseTangent(), g.DenseAdjoint(), g.SparseTangent(), g.SparseAdjoint()}
		want := [4]model.Cost{c.denseTangent, c.denseAdjoint, c.sparseTangent, c.sparseAdj}
		if got != want {
			t.Errorf("%s: totals %v, want %v", c.name, got, want)
		}
	}
}

func TestSamplesAreWhatWeWrite(t *testing.T) {
	for _, name := range samples.Names() {
		text, err := samples.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		var written bytes.Buffer
		if err := format.WriteGraphML(&written, open(t, name)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(text, written.Bytes()) {
			t.Errorf("%s.xml is not what writing its dag gives", name)
		}
	}
}

func TestOptima(t *testing.T) {
	for _, s := range samples.All() {
		if len(open(t, s.Name).Edges) > 5 {
			continue // left to the planner's tests
		}
		got := optimum(model.NewState(open(t, s.Name)), make(map[string]model.Cost))
		if got != model.Cost(s.Optimum) {
			t.Errorf("%s: optimum %d, want %d", s.Name, got, s.Optimum)
		}
	}
}

// optimum enumerates all sequences.
func optimum(s *model.State, known map[string]model.Cost) model.Cost {
	if s.Done() {
		return 0
	}
	key := s.String()
	if best, ok := known[key]; ok {
		return best
	}
	best := model.Saturated
	for _, choice := range s.Operations() {
		next, _, err := s.Apply(choice.Op)
		if err != nil {
			panic(err)
		}
		best = min(best, choice.Price.Add(optimum(next, known)))
	}
	known[key] = best
	return best
}

func TestUnknownSample(t *testing.T) {
	_, err := samples.Open("tiger")
	if err == nil || !strings.HasPrefix(err.Error(),
		`no sample is called "tiger": there are face, diamond, `) {
		t.Errorf("got %v", err)
	}
}
