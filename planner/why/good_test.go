package why_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/linegraph/linegraphtest"
	"facet/planner/why"
)

// What is said of a move is true, whether it is optimal or not: the evaluations that it counts
// cost what the operation costs, the paths that it lists are paths of the dag through the
// product, and what it says is removed, finished or merged later is so.
func TestGoodReasonsAreTrue(t *testing.T) {
	said := make(map[string]int)
	dags := []*model.Dag{modeltest.Sample(t, "lion"), modeltest.Newton(t, 1), modeltest.Sample(t, "bat"),
		modeltest.Sample(t, "bat").Classic()}
	rng := rand.New(rand.NewPCG(1, 4))
	for len(dags) < 40 {
		if g := linegraphtest.RandomDag(rng, linegraphtest.Shapes(8)[0]); !model.NewState(g).Done() {
			dags = append(dags, g)
		}
	}
	for _, g := range dags {
		s, all := model.NewState(g), wholePaths(g)
		run, _, ok := solve(t.Context(), s)
		if !ok {
			t.Fatal("not solved")
		}
		for k, best := range run {
			isGoodTrue(t, s, best, run[k+1:], all, said)
			for n, c := range s.Operations() {
				if k > 4 || n%3 > 0 {
					continue // enough, and each is solved
				}
				after, _, err := s.Apply(c.Op)
				if err != nil {
					t.Fatal(err)
				}
				rest, _, ok := solve(t.Context(), after)
				if !ok {
					t.Fatal("not solved")
				}
				isGoodTrue(t, s, c.Op, rest, all, said)
			}
			var err error
			if s, _, err = s.Apply(best); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, what := range []string{"tangent", "adjoint", "paths", "removed", "finished", "merges"} {
		if said[what] < 3 {
			t.Errorf("%s were said %d times only", what, said[what])
		}
	}
}

// What the sentences say, to be looked up.
var (
	evaluations = regexp.MustCompile(`takes (one|\d+) evaluations? of its (tangent|adjoint)`)
	sharing     = regexp.MustCompile(`(\w+) paths (?:share|go through) the product (\S+) \((\(.*?\))\)`)
	gone        = regexp.MustCompile(`(?:^|\. )([^.]+) (?:is|are) removed\.`)
	finished    = regexp.MustCompile(`finishes (\S+), a block`)
	merges      = regexp.MustCompile(`Later it merges with (\S+), and`)
)

// isGoodTrue looks up what is said of an operation, and counts it. all are the paths of the dag.
func isGoodTrue(t *testing.T, s *model.State, o model.Op, rest []model.Op, all []string,
	said map[string]int) {
	t.Helper()
	after, change, err := s.Apply(o)
	if err != nil {
		t.Fatal(err)
	}
	text := why.Good(s, []model.Op{o}, rest, why.Written{})
	wrong := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s, %s: %q: %s", s.Dag().Name, model.OpName(s, o), text, fmt.Sprintf(format, args...))
	}
	if m := evaluations.FindStringSubmatch(text); (m != nil) != o.IsAccumulation() {
		wrong("are there evaluations")
	} else if m != nil {
		said[m[2]]++
		n, _ := strconv.Atoi(strings.Replace(m[1], "one", "1", 1))
		each := map[string]model.Cost{"tangent": s.Elemental(o.U).Tangent, "adjoint": s.Elemental(o.U).Adjoint}
		if price, err := s.Price(o); err != nil || model.Cost(n)*each[m[2]] != price {
			wrong("it costs %s, %v", price, err)
		}
	}
	if m := sharing.FindStringSubmatch(text); m != nil {
		said["paths"]++
		listed := strings.Split(m[3], ", ")
		if n := slices.Index([]string{"No", "One", "Two", "Three", "Four"}, m[1]); n != len(listed) {
			wrong("%d are listed", len(listed))
		}
		for _, path := range listed {
			through := slices.ContainsFunc(strings.Split(m[2], "+"), func(term string) bool {
				return strings.Contains(path, strings.Trim(term, "()[]"))
			})
			if !slices.Contains(all, path) || !through {
				wrong("%s is no such path", path)
			}
		}
		if slices.Sort(listed); len(slices.Compact(listed)) < len(listed) {
			wrong("a path is listed twice")
		}
	}
	var names []string
	if m := gone.FindStringSubmatch(text); m != nil {
		said["removed"]++
		names = strings.Split(m[1], " and ")
	}
	for _, e := range change.Events {
		if e.Kind != model.Removed || o.IsAccumulation() || e.Z != o.U && e.Z != o.V {
			continue
		}
		at := slices.Index(names, why.Written{}.Vertex(s, e.Z))
		if at < 0 {
			wrong("%s is removed", why.Written{}.Vertex(s, e.Z))
			continue
		}
		names = slices.Delete(names, at, at+1)
	}
	if len(names) > 0 {
		wrong("%s stays", names)
	}
	if m := finished.FindStringSubmatch(text); m != nil {
		said["finished"]++
		z, ok := named(after, m[1])
		if !ok || !after.HasJacobian(z) || len(after.Preds(z))+len(after.Succs(z)) > 0 {
			wrong("it is no block of the result")
		}
	}
	if m := merges.FindStringSubmatch(text); m != nil {
		said["merges"]++
		was := false
		end, err := model.Walk(after, rest, func(s *model.State, _ model.Op, _ model.Cost) {
			_, is := named(s, m[1])
			was = was || is
		})
		other := true // and not the product itself
		for _, e := range change.Events {
			other = other && (e.Kind != model.Born || why.Written{}.Vertex(after, e.Z) != m[1])
		}
		if _, is := named(end, m[1]); err != nil || is || !was || !other {
			wrong("it merges with nothing")
		}
	}
}

// named finds a vertex by its name.
func named(s *model.State, name string) (model.Z, bool) {
	all := s.Vertices()
	at := slices.IndexFunc(all, func(z model.Z) bool { return why.Written{}.Vertex(s, z) == name })
	if at < 0 {
		return 0, false
	}
	return all[at], true
}

// wholePaths are all paths of a dag from a source to a sink.
func wholePaths(g *model.Dag) (all []string) {
	var extend func(path string, j int)
	extend = func(path string, j int) {
		if g.IsSink(j) {
			all = append(all, path+")")
		}
		for _, k := range g.Out(j) {
			to := g.Edges[k].Target
			extend(path+","+g.Vertices[to].ID, to)
		}
	}
	for j := range g.Vertices {
		if g.IsSource(j) {
			extend("("+g.Vertices[j].ID, j)
		}
	}
	return all
}
