package planner_test

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest/extent"
	"facet/planner"
)

// BenchmarkScale prints the table of docs/measured.md for dags of 10^3, 10^4 and 10^5
// edges: when there is a sequence, what greedy and branch and bound come to, and the
// largest heap. FACET_LIMIT is the time for each, 30 s otherwise. Start it with
// -benchtime 1x.
func BenchmarkScale(b *testing.B) {
	limit := limitOfEach(b)
	for _, edges := range []int{1000, 10_000, 100_000} {
		newton, err := generate.Newton(min(edges/7, 10_000), 10, 10)
		if err != nil {
			b.Fatal(err)
		}
		for name, g := range map[string]*model.Dag{"program": straightLine(b, edges), "newton": newton} {
			b.Run(name+"-"+strconv.Itoa(len(g.Edges)), func(b *testing.B) {
				for range b.N {
					scale(b, g, limit)
				}
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// limitOfEach is the time of each run that a table is made of.
func limitOfEach(b *testing.B) time.Duration {
	limit, err := time.ParseDuration(cmp.Or(os.Getenv("FACET_LIMIT"), "30s"))
	if err != nil {
		b.Fatal(err)
	}
	return limit
}

func scale(b *testing.B, g *model.Dag, limit time.Duration) {
	run := func(o planner.Options) (planner.Snapshot, []planner.Incumbent, float64) {
		began := time.Now()
		r, err := planner.Start(context.Background(), model.NewState(g), o)
		if err != nil {
			b.Fatal(err)
		}
		heap := uint64(0)
		for over := false; !over; {
			select {
			case <-r.Done():
				over = true
			case <-time.After(100 * time.Millisecond):
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				heap = max(heap, m.HeapSys-m.HeapReleased)
			}
		}
		end, err := r.Wait()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(heap>>20), "MB-"+o.Method.String())
		return end, r.Incumbents(0), time.Since(began).Seconds()
	}
	greedy, _, took := run(planner.Options{Method: planner.GreedyMinFill, Workers: 1, Time: limit})
	b.ReportMetric(float64(greedy.Incumbent.Cost), "greedy")
	b.ReportMetric(took, "greedy-s")
	end, all, took := run(planner.Options{Workers: 1, Time: limit})
	if len(all) > 0 {
		b.ReportMetric(all[0].Time.Seconds(), "first-s")
		b.ReportMetric(float64(all[0].Cost), "first")
	}
	b.ReportMetric(float64(end.Incumbent.Cost), "best")
	b.ReportMetric(float64(end.Bound), "bound")
	b.ReportMetric(took, "best-s")
}

// straightLine is like a function of 50 arguments without loops: each operation takes
// one or two of the latest values, mostly those that were not taken yet.
func straightLine(t testing.TB, edges int) *model.Dag {
	const inputs, near, pending = 50, 30, 20
	rng := rand.New(rand.NewPCG(1, uint64(edges)))
	var vertices []model.Vertex
	var all []model.Edge
	var waiting []int // values that were not taken
	add := func() int {
		vertices = append(vertices, model.Vertex{ID: strconv.Itoa(len(vertices)), Size: 1})
		waiting = append(waiting, len(vertices)-1)
		return len(vertices) - 1
	}
	for range inputs {
		add()
	}
	for len(all) < edges {
		from := make(map[int]bool)
		if len(waiting) > pending || rng.IntN(2) == 0 {
			from[waiting[0]] = true
		}
		for operands := 1 + min(1, rng.IntN(3)); len(from) < operands; {
			i := max(0, len(vertices)-near) + rng.IntN(near)
			if rng.IntN(20) == 0 {
				i = rng.IntN(inputs)
			}
			from[min(i, len(vertices)-1)] = true
		}
		next := waiting[:0]
		for _, i := range waiting {
			if !from[i] {
				next = append(next, i)
			}
		}
		waiting = next
		target := add()
		for _, i := range slices.Sorted(maps.Keys(from)) {
			all = append(all, model.Edge{Source: i, Target: target, HasJacobian: true})
		}
	}
	g, err := model.NewDag("straight line", vertices, all)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestLongProgram: 20 000 edges, or half as many, are no reason to end without a sequence, a bound,
// or within the time.
func TestLongProgram(t *testing.T) {
	extent.NoRace(t)
	g := straightLine(t, extent.Of(10_000, 20_000))
	run, err := planner.Start(context.Background(), model.NewState(g), planner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for run.Snapshot().Incumbents == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	run.Stop()
	end, err := run.Wait()
	if err != nil || !end.HasIncumbent || end.Incumbent.Cost > 1_000_000 {
		t.Errorf("%s after %s (%v)", end.Incumbent.Cost, end.Elapsed, err)
	}
}
