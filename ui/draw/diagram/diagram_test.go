package diagram

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/ui/draw/picture"
)

// diamond is a source 0 that leads to a sink 3 by two junctions and by an edge; the edges from 0 have
// models, the others Jacobians.
func diamond(t *testing.T) *model.Dag {
	t.Helper()
	g, err := model.NewDag("diamond", []model.Vertex{{ID: "0", Size: 2}, {ID: "1", Size: 3},
		{ID: "2", Size: 4},
		{ID: "3", Size: 5}}, []model.Edge{
		{Source: 0, Target: 1, HasModel: true, Tangent: 6, Adjoint: 7},
		{Source: 0, Target: 2, HasModel: true, Tangent: 8, Adjoint: 9},
		{Source: 0, Target: 3, HasModel: true, Tangent: 1, Adjoint: 2},
		{Source: 1, Target: 3, HasJacobian: true}, {Source: 2, Target: 3, HasJacobian: true}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// words writes vertices and edges of a picture.
func words(g picture.Graph) string {
	var all []string
	for _, v := range g.Vertices {
		all = append(all, fmt.Sprintf("%s@%d", strings.Join(append([]string{v.Label}, v.Detail...), "|"),
			v.Layer))
	}
	for _, e := range g.Edges {
		all = append(all, fmt.Sprintf("%d>%d%s", e.From, e.To, e.Label))
	}
	return strings.Join(all, " ")
}

// The dag has its vertices on their rows and says what there is of each edge; a junction that
// nothing leads through any more is gone, and parallel paths are one edge.
func TestDag(t *testing.T) {
	g := diamond(t)
	s, rows := model.NewState(g), Rows(g)
	if got, want := words(Dag(s, rows)), "0@0 1@1 2@1 3@2 0>16/7 0>28/9 0>31/2 1>3● 2>3●"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	faces := s.AllFaces()
	for !s.Done() {
		var err error
		if s, _, err = s.Apply(s.Operations()[0].Op); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := words(Dag(s, rows)), "0@0 3@2 0>3"; !strings.HasPrefix(got, want) || len(faces) != 2 {
		t.Errorf("in the end there is %s", got)
	}
	priced := DagPriced(model.NewState(g), rows, func(c model.Cost) string { return c.String() + "s" })
	if !strings.Contains(words(priced), "0>16s/7s") {
		t.Errorf("costs as times: %s", words(priced))
	}
}

// Of a dag that has one vertex more, the others stay on their rows.
func TestRowsAfter(t *testing.T) {
	g := diamond(t)
	before := map[int]int{0: 0, 1: 2, 3: 4}
	rows := RowsAfter(g, func(i int) (int, bool) { row, was := before[i]; return row, was })
	for i, want := range []int{0, 2, 3, 4} {
		if rows[i] != want {
			t.Errorf("vertex %d is on row %d, want %d", i, rows[i], want)
		}
	}
}

// The line dag has a square for each edge between the ends of the dag, without brackets where
// there is no room, and its new vertices say where they are from.
func TestLine(t *testing.T) {
	g := diamond(t)
	s, rows := model.NewState(g), Rows(g)
	line := Line(s, rows, nil)
	var labels []string
	for _, v := range line.Vertices {
		labels = append(labels, v.Label)
		if IsEnd(v.Key) != (v.Shape != picture.Square) || IsEnd(v.Key) &&
			v.Label != g.Vertices[EndVertex(v.Key)].ID {
			t.Errorf("%+v", v)
		}
	}
	slices.Sort(labels)
	if got := strings.Join(labels, " "); got != "(0,1) (0,2) (0,3) (1,3) (2,3) 0 3" {
		t.Errorf("its vertices are %s", got)
	}
	if len(line.Edges) != 3+2+3 || line.Omitted > 0 {
		t.Errorf("%d edges, %d left out", len(line.Edges), line.Omitted)
	}
	for _, v := range Bare(line).Vertices {
		if v.Shape == picture.Square {
			t.Errorf("%+v has brackets", v)
		}
	}
	var product model.Op
	for _, o := range s.Operations() {
		if !o.Op.IsAccumulation() {
			product = o.Op
		}
	}
	_, change, err := s.Apply(product)
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range Born([]model.Change{change}) {
		if !slices.Equal(from, []int{int(product.U), int(product.V)}) {
			t.Errorf("it is from %v", from)
		}
	}
	if all := Between(s, 0, 3); len(all) != 1 || Sign(s, all[0], "->") != "->" {
		t.Errorf("from 0 to 3 there are %v", all)
	}
}

// Near a junction is what its elimination changes; what only runs beside is no part of the core.
func TestNearVertex(t *testing.T) {
	g := diamond(t)
	s, rows := model.NewState(g), Rows(g)
	n := NearVertex(s, 1)
	if len(n.Vertices) != 3 || len(n.Core().Vertices) != 2 || n.Core().Omitted != 1 {
		t.Fatalf("%+v", n)
	}
	for facts, want := range map[Facts]string{
		InBoxes: "(0,1)|[3x2] 6/7@0 (1,3)|[5x3]@1 (0,3)|[5x2] 1/2@0 0>3",
		Costs:   "(0,1) 6/7@0 (1,3)@1 (0,3) 1/2@0 0>3",
		Beside:  "(0,1) [3x2] 6/7@0 (1,3) [5x3]@1 (0,3) [5x2] 1/2@0 0>3",
	} {
		if got := words(n.Line(s, rows, facts)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got, want := words(n.Dag(s, rows, Beside)), "0 n=2@0 1 n=3@1 3 n=5@2 0>16/7 1>3● 0>31/2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	n.Cost = func(c model.Cost) string { return c.String() + "s" }
	if got := words(n.Dag(s, rows, InBoxes)); !strings.Contains(got, "1|n=3@1") ||
		!strings.Contains(got, "6s/7s") {
		t.Errorf("got %s", got)
	}
	if f := NearFaces(s, nil, 0); len(f.Vertices) != 2 || f.Omitted > 0 {
		t.Errorf("near a face there are %+v", f)
	}
}
