package planner_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest"
	"facet/planner"
	"facet/planner/heuristic/anneal"
	"facet/planner/linegraph/linegraphtest"
	"facet/planner/search/incumbent"
	"facet/planner/search/schedule"
)

// measure runs b.N times and reports nodes, states a second and bytes a state.
func measure(b *testing.B, g *model.Dag, o planner.Options) time.Duration {
	b.Helper()
	var nodes, states, bytes int64
	began := time.Now()
	for range b.N {
		got, err := planner.Solve(context.Background(), model.NewState(g), o)
		if err != nil {
			b.Fatal(err)
		}
		nodes += got.Explored
		states += got.Discovered
		bytes = max(bytes, got.MemoryBytes)
	}
	took := time.Since(began)
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	if states > 0 {
		b.ReportMetric(float64(states)/took.Seconds(), "states/s")
		b.ReportMetric(float64(bytes)/(float64(states)/float64(b.N)), "bytes/state")
	}
	return took
}

func BenchmarkCases(b *testing.B) {
	for _, c := range linegraphtest.Cases(b) {
		b.Run(c.Name, func(b *testing.B) { measure(b, c.Dag, planner.Options{}) })
	}
}

func BenchmarkVertexElimination(b *testing.B) {
	for _, c := range linegraphtest.Cases(b) {
		b.Run(c.Name, func(b *testing.B) {
			measure(b, c.Dag, planner.Options{Method: planner.VertexElimination})
		})
	}
}

// BenchmarkBounds searches the bat without an incumbent under each bound.
func BenchmarkBounds(b *testing.B) {
	for _, bound := range []planner.Bound{planner.BoundNone, planner.BoundSimple, planner.BoundPacking,
		planner.BoundCover} {
		b.Run(bound.String(), func(b *testing.B) {
			measure(b, modeltest.Sample(b, "bat"), planner.Options{Bound: bound, WarmStart: planner.WarmNothing})
		})
	}
}

// BenchmarkRandom solves random dags of growing size.
func BenchmarkRandom(b *testing.B) {
	for _, edges := range []int{12, 16, 20} {
		rng := rand.New(rand.NewPCG(1, uint64(edges)))
		dags := make([]*model.Dag, 20)
		for k := range dags {
			dags[k] = linegraphtest.RandomDag(rng, linegraphtest.Shape{Edges: edges, MaxSize: 20,
				MaxCost: 100})
		}
		b.Run(fmt.Sprint(edges), func(b *testing.B) {
			for _, g := range dags {
				measure(b, g, planner.Options{Time: 5 * time.Second})
			}
		})
	}
}

// BenchmarkWorkers compares one worker with two and reports, for three kinds of
// cases, how many times as fast the two are: nodes a second of a search, time to
// the proof of dags that bounds and dives settle, and cycles of annealing within
// a second. Start it with -benchtime 1x.
func BenchmarkWorkers(b *testing.B) {
	if runtime.GOMAXPROCS(0) < 2 {
		b.Skip("one processor")
	}
	var nodes, proofs, annealed [3]float64
	for workers := 1; workers <= 2; workers++ {
		for _, g := range laborious() {
			began := time.Now()
			end := bench(b, g, planner.Options{Workers: workers, Bound: planner.BoundPacking,
				WarmStart: planner.WarmHeuristics, Time: 4 * time.Second})
			nodes[workers] += float64(end.Explored) / time.Since(began).Seconds()
		}
		for seed := range uint64(6) {
			g, err := generate.Random(33, 80, generate.Elementals{MaxSize: 100, Seed: seed})
			if err != nil {
				b.Fatal(err)
			}
			proofs[workers] += 1 / bench(b, g, planner.Options{Workers: workers, Time: 20 * time.Second}).
				Elapsed.Seconds()
		}
		annealed[workers] = cycles(b, workers)
	}
	b.ReportMetric(nodes[2]/nodes[1], "search-speedup")
	b.ReportMetric(proofs[2]/proofs[1], "proof-speedup")
	b.ReportMetric(annealed[2]/annealed[1], "anneal-speedup")
}

func bench(b *testing.B, g *model.Dag, o planner.Options) planner.Result {
	b.Helper()
	end, err := planner.Solve(context.Background(), model.NewState(g), o)
	if err != nil {
		b.Fatal(err)
	}
	return end
}

// cycles counts the checks, each after the same number of proposals, that so
// many workers of annealing come to in a second.
func cycles(b *testing.B, workers int) float64 {
	b.Helper()
	g, err := generate.Random(125, 300, generate.Elementals{MaxSize: 100, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	graph, err := anneal.NewGraph(model.NewState(g))
	if err != nil {
		b.Fatal(err)
	}
	plan := schedule.New(workers, 2*time.Second, 0)
	var best anneal.Best
	var checks atomic.Int64
	var group sync.WaitGroup
	for _, d := range incumbent.New(plan).Reporters(incumbent.Job{Source: "annealing"}, workers) {
		group.Go(func() {
			_ = anneal.Search(graph, anneal.Options{Worker: d.Number, Best: &best, Check: func() error {
				checks.Add(1)
				return d.Slot.Check()
			}})
		})
	}
	plan.Watch()
	group.Wait()
	return float64(checks.Load())
}

// laborious gives random dags on which path packing leaves a wide gap.
func laborious() []*model.Dag {
	var dags []*model.Dag
	for _, seed := range []uint64{79, 90} {
		rng := rand.New(rand.NewPCG(2, seed))
		dags = append(dags, linegraphtest.RandomDag(rng, linegraphtest.Shape{Edges: 16, MaxSize: 20,
			MaxCost: 100}))
	}
	return dags
}

// complete is the complete dag, every pair of vertices joined by an edge.
func complete(b *testing.B, n int) *model.Dag {
	b.Helper()
	var vertices []model.Vertex
	var edges []model.Edge
	for k := range n {
		vertices = append(vertices, model.Vertex{ID: fmt.Sprint(k), Size: int64(1 + k%7)})
		for i := range k {
			edges = append(edges, model.Edge{Source: i, Target: k, Tangent: model.Cost(1 + (i+k)%9),
				Adjoint: model.Cost(2 + (i+k)%9), HasModel: true})
		}
	}
	g, err := model.NewDag(fmt.Sprintf("complete_%d", n), vertices, edges)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// BenchmarkOvershoot prints by how much runs exceed their time limits (those
// that are stopped by them), on dags that keep each strategy busy for long and
// with limits that fall into each phase. Start it with -benchtime 1x.
func BenchmarkOvershoot(b *testing.B) {
	random := func(vertices, edges int) *model.Dag {
		g, err := generate.Random(vertices, edges, generate.Elementals{MaxSize: 100, Seed: 1})
		if err != nil {
			b.Fatal(err)
		}
		return g
	}
	for _, g := range []*model.Dag{
		modeltest.Newton(b, 50), modeltest.Newton(b, 200), random(42, 100), random(125, 300),
		random(830, 2000), complete(b, 40),
	} {
		for _, o := range []planner.Options{
			{}, {Bound: planner.BoundPacking}, {WarmStart: planner.WarmNothing},
			{Method: planner.VertexElimination},
			{Method: planner.EdgeElimination},
			{Method: planner.GreedyLocalCost},
		} {
			for _, limit := range []time.Duration{20 * time.Millisecond, 200 * time.Millisecond,
				2 * time.Second} {
				o.Time = limit
				b.Run(fmt.Sprintf("%s-%d/%s/%s", g.Name, len(g.Edges), strings.ReplaceAll(o.Text(), " ", ","),
					limit), func(b *testing.B) {
					worst := time.Duration(0)
					for range b.N {
						run, err := planner.Start(context.Background(), model.NewState(g), o)
						if err != nil {
							b.Fatal(err)
						}
						began := time.Now()
						end, err := run.Wait()
						if err != nil {
							b.Fatal(err)
						}
						if end.Phase == planner.Stopped {
							worst = max(worst, time.Since(began)-limit)
						}
					}
					b.ReportMetric(float64(worst.Microseconds())/1000, "ms-over")
					b.ReportMetric(0, "ns/op")
				})
			}
		}
	}
}
