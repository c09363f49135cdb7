package partition

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/planner/linegraph"
)

// TestAmounts: what ends count at a junction passes no vertex by more than its size, on the
// paths that lead to them, and ends count something there.
func TestAmounts(t *testing.T) {
	for n, p := range randomParts(t) {
		in, cuts := p.in, p.cuts(1+n%4)
		for k := range cuts[1:] {
			for direction := range 2 {
				a, err := p.amounts(direction, cuts[k], cuts[k+1], p.all, never)
				if err != nil || len(a.class) != cuts[k+1]-cuts[k] {
					t.Fatal(a.class, err)
				}
				for class, ends := range a.ends {
					if len(ends) == 0 {
						t.Fatalf("dag %d: no end leads to a junction", n)
					}
					for i, amount := range ends {
						if amount < 1 || amount > p.full(i) {
							t.Fatalf("dag %d: end %d counts %d of %d", n, i, amount, p.full(i))
						}
					}
					counts := a.counts(len(in.Size))
					for i := range int32(len(in.Size)) {
						if sum := counts.at(class, i); sum > p.full(i) {
							t.Fatalf("dag %d: %d of %d pass", n, sum, p.full(i))
						}
					}
				}
			}
		}
	}
}

// TestNothingIsCountedTwice: what windows and seams count of two vertices, at a junction between
// these, is no more than there is of both.
func TestNothingIsCountedTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	full, seamed := 0, 0
	for n, p := range randomParts(t) {
		vertices := int32(len(p.in.Size))
		counted := make([][][]model.Cost, len(p.order)) // by place of the junction, by vertices on both sides
		for k := range counted {
			counted[k] = make([][]model.Cost, vertices)
			for i := range counted[k] {
				counted[k][i] = make([]model.Cost, vertices)
			}
		}
		add := func(from, to int, rooms [2]func(int) room,
			inside func(direction, at int, i int32) model.Cost) {
			var c [2]counts
			for d := range c {
				a, err := p.amounts(d, from, to, rooms[d], never)
				if err != nil {
					t.Fatal(err)
				}
				c[d] = a.counts(int(vertices))
			}
			count := func(direction, at int, i int32) model.Cost {
				if isBetween(from, p.place[i], to) {
					return inside(direction, at, i)
				}
				return c[direction].at(c[direction].class[at-from], i)
			}
			for at := from; at < to; at++ {
				for a := range vertices {
					for b := range vertices {
						if int(p.place[a]) < at && at < int(p.place[b]) {
							counted[at][a][b] += count(forward, at, a) * count(backward, at, b)
						}
					}
				}
			}
		}
		cuts := p.cuts(1 + n%5)
		for k := range cuts[1:] {
			add(cuts[k], cuts[k+1], [2]func(int) room{
				p.all, p.all}, func(_, _ int, i int32) model.Cost { return p.full(i) })
		}
		for k := 1; k < len(cuts)-1; k++ {
			s := randomSeam(r, cuts, k)
			out, err := p.seam(s, never)
			if err != nil {
				t.Fatal(err)
			}
			var rooms [2]func(int) room
			for d := range rooms {
				if rooms[d], err = p.left(d, s, never); err != nil {
					t.Fatal(err)
				}
			}
			add(s.from, s.to, rooms, func(_, at int, i int32) model.Cost {
				amount, told := out.Ends.Amount[at-s.from][p.place[i]-int32(s.from)]
				if !told {
					amount = p.full(i)
				}
				if amount > 0 && amount < p.full(i) {
					seamed++
				}
				return amount
			})
		}
		for at, j := range p.order {
			for a := range vertices {
				for b := range vertices {
					switch c, most := counted[at][a][b], p.full(a)*p.full(b); {
					case c > most:
						t.Fatalf("dag %d, junction %d: %d of %d for %d and %d", n, j, c, most, a, b)
					case c == most:
						full++
					}
				}
			}
		}
	}
	if full == 0 || seamed == 0 {
		t.Errorf("%d counted in full, %d in part inside a seam", full, seamed)
	}
}

// TestEven: of two ends with a single source each counts half of it where both lead to, and
// all of it where it is alone; with two sources each counts in full.
func TestEven(t *testing.T) {
	for _, c := range []struct {
		edges       string
		alone, both float64
	}{
		{"xa xb aj bk jm km my", 1, .5},
		{"xa wb aj bk jm km my", 1, 1},
		{"xa xb wb aj bk jm km my", 1, 1},
	} {
		in, _ := linegraph.FromState(model.NewState(dag(t, c.edges)))
		p, ok := newParts(in)
		if !ok {
			t.Fatal(c.edges)
		}
		at := func(name rune) int32 {
			return int32(slices.IndexFunc(in.Dag.Vertices, func(v model.Vertex) bool {
				return v.ID == string(name)
			}))
		}
		p.order = p.order[:0]
		for _, name := range "abjkm" {
			p.place[at(name)] = int32(len(p.order))
			p.order = append(p.order, at(name))
		}
		a, err := p.amounts(forward, 2, 5, p.all, never)
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range [...]float64{c.alone, c.alone, c.both} {
			for _, amount := range a.ends[a.class[k]] {
				if got := float64(amount) / float64(p.unit); got > want || got < want-.01 {
					t.Errorf("%s: %v at %s, not %v", c.edges, got, in.Dag.Vertices[p.order[2+k]].ID, want)
				}
			}
		}
	}
}

// dag is a scalar dag whose edges have two names of one byte each.
func dag(t *testing.T, edges string) *model.Dag {
	var vertices []model.Vertex
	var list []model.Edge
	find := func(name byte) int {
		k := slices.IndexFunc(vertices, func(v model.Vertex) bool { return v.ID == string(name) })
		if k < 0 {
			k, vertices = len(vertices), append(vertices, model.Vertex{ID: string(name), Size: 1})
		}
		return k
	}
	for _, e := range strings.Fields(edges) {
		list = append(list, model.Edge{Source: find(e[0]), Target: find(e[1]), HasJacobian: true})
	}
	g, err := model.NewDag(edges, vertices, list)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
