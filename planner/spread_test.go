//go:build unix

package planner_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/planner"
)

// BenchmarkLongPaths prints totals, bounds and gaps of dags whose paths are long, in
// percent the gaps of FACET_RUNS runs, with two workers. FACET_LIMIT is the time of each,
// 30 s otherwise. With FACET_BUSY as many runs follow of twice the time, beside two
// processes that take all that they get. FACET_CASES names files of more dags, separated
// by colons. Start it with -benchtime 1x.
func BenchmarkLongPaths(b *testing.B) {
	limit := limitOfEach(b)
	runs, _ := strconv.Atoi(cmp.Or(os.Getenv("FACET_RUNS"), "1"))
	dags := []*model.Dag{gated(b, 20), expression(b, 400, true), expression(b, 1000, true),
		expression(b, 1000, false), scheme(b, 30, 11)}
	for _, file := range filepath.SplitList(os.Getenv("FACET_CASES")) {
		g, err := format.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		dags = append(dags, g)
	}
	for _, g := range dags {
		b.Run(g.Name, func(b *testing.B) {
			for range b.N {
				gaps(b, "alone", g, limit, runs)
				if os.Getenv("FACET_BUSY") != "" {
					busy(b, func() { gaps(b, "busy", g, 2*limit, runs) })
				}
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// busy works beside two processes that take all that they get: the clock of a run counts
// what its own process does, so that goroutines would not disturb it.
func busy(b *testing.B, work func()) {
	for range 2 {
		c := exec.Command("sh", "-c", "while :; do :; done")
		if err := c.Start(); err != nil {
			b.Fatal(err)
		}
		defer func() { _ = c.Process.Kill(); _ = c.Wait() }()
	}
	work()
}

// gaps runs branch and bound some times and reports what it comes to.
func gaps(b *testing.B, how string, g *model.Dag, limit time.Duration, runs int) {
	var totals, bounds []model.Cost
	var all []float64
	for range runs {
		end, err := planner.Solve(context.Background(), model.NewState(g),
			planner.Options{Workers: 2, Time: limit})
		if err != nil {
			b.Fatal(err)
		}
		totals, bounds, all = append(totals, end.Incumbent.Cost), append(bounds, end.Bound),
			append(all, 100*end.Gap())
	}
	slices.Sort(all)
	b.Logf("%s, %d edges, %s: totals %v, bounds %v, gaps %.2f", g.Name, len(g.Edges), how, totals, bounds,
		all)
	b.ReportMetric(all[0], how+"-least-%")
	b.ReportMetric(all[len(all)/2], how+"-median-%")
	b.ReportMetric(all[len(all)-1], how+"-most-%")
}

// builder makes a dag edge by edge.
type builder struct {
	testing.TB
	rng      *rand.Rand
	number   map[string]int
	vertices []model.Vertex
	edges    []model.Edge
}

func build(t testing.TB, seed uint64) *builder {
	return &builder{TB: t, rng: rand.New(rand.NewPCG(seed, 1)), number: make(map[string]int)}
}

func (b *builder) vertex(size int, name string, at ...int) int {
	id := name + fmt.Sprint(at)
	n, known := b.number[id]
	if !known {
		n = len(b.vertices)
		b.number[id] = n
		b.vertices = append(b.vertices, model.Vertex{ID: id, Size: int64(size)})
	}
	return n
}

// models adds an edge whose tangent costs about so much, and its adjoint two to four times
// that.
func (b *builder) models(from, to, tangent int) {
	t := tangent + b.rng.IntN(5)
	b.edges = append(b.edges, model.Edge{Source: from, Target: to, HasModel: true, Tangent: model.Cost(t),
		Adjoint: model.Cost(2*t + b.rng.IntN(2*t))})
}

func (b *builder) jacobian(from, to int) {
	b.edges = append(b.edges, model.Edge{Source: from, Target: to, HasJacobian: true})
}

func (b *builder) dag(name string) *model.Dag {
	g, err := model.NewDag(name, b.vertices, b.edges)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// gated is a recurrent network of gated cells, and its last state.
func gated(t testing.TB, steps int) *model.Dag {
	b := build(t, 20)
	of := func(name string, at ...int) int { return b.vertex(12, name, at...) }
	w := b.vertex(6, "W")
	for k := 1; k <= steps; k++ {
		x := b.vertex(3, "x", k)
		for _, part := range []string{"i", "f", "o", "g"} {
			b.models(of("h", k-1), of(part, k), 44)
			b.models(x, of(part, k), 33)
			b.models(w, of(part, k), 46)
		}
		for _, e := range [][2]int{
			{of("f", k), of("fc", k)}, {of("c", k-1), of("fc", k)}, {of("i", k), of("ig", k)},
			{of("g", k), of("ig", k)},
			{of("fc", k), of("c", k)}, {of("ig", k), of("c", k)}, {of("c", k), of("tc", k)},
			{of("o", k), of("h", k)}, {of("tc", k), of("h", k)},
		} {
			b.models(e[0], e[1], 10)
		}
	}
	return b.dag(fmt.Sprintf("gated-%d", steps))
}

// expression is a scalar function of 8 arguments and 6 results, each of whose operations
// takes two of the latest values, and where not all are used up one or two. What is left over is
// added up to the results.
func expression(t testing.TB, operations int, used bool) *model.Dag {
	const arguments, results, near = 8, 6, 20
	b := build(t, uint64(operations))
	var all, waiting []int
	for k := range arguments {
		all = append(all, b.vertex(1, "x", k))
	}
	waiting = slices.Clone(all)
	for k := range operations {
		var from []int
		terms := 2
		if used && (len(waiting) > near || b.rng.IntN(2) == 0) {
			from = append(from, waiting[0])
		} else if !used && b.rng.IntN(10) < 3 {
			terms = 1
		}
		for len(from) < terms {
			if v := all[max(0, len(all)-near)+b.rng.IntN(min(near, len(all)))]; !slices.Contains(from, v) {
				from = append(from, v)
			}
		}
		to := b.vertex(1, "v", k)
		for _, v := range from {
			b.jacobian(v, to)
			waiting = slices.DeleteFunc(waiting, func(w int) bool { return w == v })
		}
		all, waiting = append(all, to), append(waiting, to)
	}
	for k, v := range waiting {
		b.jacobian(v, b.vertex(1, "y", k%results))
	}
	name := fmt.Sprintf("expression-%d", operations)
	if !used {
		name += "-loose"
	}
	return b.dag(name)
}

// scheme is an explicit scheme for scalars on a line of so many points.
func scheme(t testing.TB, points, steps int) *model.Dag {
	b := build(t, 1)
	for s := 1; s <= steps; s++ {
		for k := range points {
			for from := max(0, k-1); from <= min(points-1, k+1); from++ {
				b.jacobian(b.vertex(1, "u", s-1, from), b.vertex(1, "u", s, k))
			}
		}
	}
	return b.dag(fmt.Sprintf("scheme-%dx%d", points, steps+1))
}
