package planner_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest"
	"facet/planner"
	"facet/planner/linegraph/linegraphtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// endless starts a run that takes much longer than any test.
func endless(t *testing.T, o planner.Options) *planner.Run {
	t.Helper()
	o.Bound, o.WarmStart = planner.BoundSimple, planner.WarmHeuristics
	run, err := planner.Start(context.Background(), model.NewState(modeltest.Newton(t, 3)), o)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for late := time.Now().Add(2 * time.Minute); time.Now().Before(late); time.Sleep(time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("waited in vain for %s", what)
}

// Nothing runs any more at the end of a bubble, or it would not end.
func TestStopLeavesNothingRunning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run := endless(t, planner.Options{Workers: 4, Pace: 200})
		time.Sleep(time.Second)
		run.Stop()
		explored := run.Snapshot().Explored
		got, err := run.Wait()
		if err != nil {
			t.Fatal(err)
		}
		if more := got.Explored - explored; explored < 100 || more > 8 {
			// each worker may end the node that it is at, and one whose turn it was
			t.Errorf("%d nodes were explored, and %d after the stop", explored, more)
		}
		if got.Phase != planner.Stopped || got.Proven || !got.HasIncumbent || got.Bound == 0 ||
			got.Gap() <= 0 {
			t.Errorf("%s, proven %v, gap %g", got.Phase, got.Proven, got.Gap())
		}
	})
}

func TestContextAndTimeLimitStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		run, err := planner.Start(ctx, model.NewState(modeltest.Newton(t, 3)),
			planner.Options{Bound: planner.BoundNone, WarmStart: planner.WarmNothing, Pace: 200})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		cancel()
		if got, err := run.Wait(); err != nil || got.Phase != planner.Stopped || got.Explored < 100 {
			t.Errorf("%s after %d nodes, %v", got.Phase, got.Explored, err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		limited := endless(t, planner.Options{Time: time.Minute, Pace: 20})
		if got, err := limited.Wait(); err != nil || got.Phase != planner.Stopped ||
			got.Elapsed < time.Minute || got.Elapsed > time.Minute+time.Second {
			t.Errorf("%s after %v, %v", got.Phase, got.Elapsed, err)
		}
	})
}

func TestPauseHoldsWorkersAndClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run := endless(t, planner.Options{Workers: 2, Pace: 200})
		defer func() { run.Stop(); _, _ = run.Wait() }()
		time.Sleep(time.Second)
		run.Pause()
		time.Sleep(time.Second) // the node that each is at
		held := run.Snapshot()
		if held.Phase != planner.Paused || held.Explored < 100 {
			t.Errorf("%s, after %d nodes", held.Phase, held.Explored)
		}
		time.Sleep(time.Hour)
		later := run.Snapshot()
		if later.Explored != held.Explored || later.Elapsed != held.Elapsed {
			t.Errorf("paused, but %d nodes and %v went by", later.Explored-held.Explored,
				later.Elapsed-held.Elapsed)
		}
		run.Resume()
		time.Sleep(time.Second)
		if more := run.Snapshot().Explored - later.Explored; more < 100 {
			t.Errorf("%d nodes in a second after the pause", more)
		}
	})
}

func TestStopWhilePaused(t *testing.T) {
	run := endless(t, planner.Options{Workers: 3})
	run.Pause()
	run.Stop()
	if got, err := run.Wait(); err != nil || got.Phase != planner.Stopped {
		t.Errorf("%s, %v", got.Phase, err)
	}
}

func TestPaceIsSlowMotion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run := endless(t, planner.Options{Workers: 2, Pace: 200})
		time.Sleep(time.Second)
		run.Stop()
		got, err := run.Wait()
		if err != nil || got.Explored < 150 || got.Explored > 220 {
			t.Errorf("%d nodes in %s at 200 a second, %v", got.Explored, got.Elapsed, err)
		}
	})
}

func TestSnapshotWhileSearching(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run := endless(t, planner.Options{Workers: 2, Pace: 200})
		time.Sleep(5 * time.Second)
		got := run.Snapshot()
		if got.NodesPerSecond <= 0 || got.Open == 0 || got.TreeLog10 <= 0 {
			t.Errorf("%g nodes a second, %d open, a tree of 1e%g", got.NodesPerSecond, got.Open,
				got.TreeLog10)
		}
		if len(got.Workers) != 2 || got.TableBytes == 0 || got.MemoryBytes < got.TableBytes ||
			got.Discovered < got.Explored {
			t.Errorf("%+v", got)
		}
		if got.ShareLog10 >= 0 || got.BoundSource == planner.FromNothing {
			t.Errorf("share 1e%g, bound from %s", got.ShareLog10, got.BoundSource)
		}
		run.Stop()
		if _, err := run.Wait(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestIncumbentsAreNeverLost(t *testing.T) {
	run, err := planner.Start(context.Background(), model.NewState(modeltest.Sample(t, "bat")),
		planner.Options{Bound: planner.BoundPacking, WarmStart: planner.WarmNothing})
	if err != nil {
		t.Fatal(err)
	}
	var seen []planner.Incumbent
	for {
		over := false
		select {
		case <-run.Done():
			over = true
		default:
		}
		seen = append(seen, run.Incumbents(len(seen))...)
		if over {
			break
		}
	}
	if len(seen) == 0 || seen[len(seen)-1].Cost != 32 {
		t.Fatalf("%d incumbents", len(seen))
	}
	for k := 1; k < len(seen); k++ {
		if seen[k].Cost >= seen[k-1].Cost || seen[k].Time < seen[k-1].Time {
			t.Errorf("incumbent %d: %s after %s", k, seen[k].Cost, seen[k-1].Cost)
		}
	}
}

func TestWorkersAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 14))
	for range 6 {
		s := model.NewState(linegraphtest.RandomDag(rng, linegraphtest.Shape{Edges: 13, MaxSize: 20,
			MaxCost: 100}))
		var want planner.Snapshot
		for _, workers := range []int{1, 2, 4, 16} {
			got := solve(t, s, planner.Options{Workers: workers, Bound: planner.BoundPacking,
				WarmStart: planner.WarmNothing})
			if workers == 1 {
				want = got
			}
			if got.Incumbent.Cost != want.Incumbent.Cost || !got.Proven {
				t.Fatalf("%d workers: %s, proven %v; 1 worker: %s", workers, got.Incumbent.Cost, got.Proven,
					want.Incumbent.Cost)
			}
		}
	}
}

func TestNamesAndMisuse(t *testing.T) {
	for _, m := range planner.Methods() {
		if got, err := planner.ParseMethod(strings.ToLower(m.String())); err != nil || got != m ||
			m.Text() == "" {
			t.Errorf("%s: %v, %v", m, got, err)
		}
	}
	if _, err := planner.ParseBound("best"); err == nil ||
		!strings.Contains(err.Error(), "cover, packing, simple, none") {
		t.Errorf("%v", err)
	}
	if _, err := planner.ParseWarmStart("best"); err == nil ||
		!strings.Contains(err.Error(), "vertex, heuristics, none") {
		t.Errorf("%v", err)
	}
	_, err := planner.Start(context.Background(), model.NewState(modeltest.Sample(t, "lion")),
		planner.Options{Method: planner.ChainDP})
	if err == nil || !strings.Contains(err.Error(), "paths touch") {
		t.Errorf("%v", err)
	}
}

// TestMemoryIsReported: each strategy says what it keeps, and all together stay
// within what the run may take.
func TestMemoryIsReported(t *testing.T) {
	g, err := generate.Random(62, 150, generate.Elementals{MaxSize: 100, Seed: 8})
	if err != nil {
		t.Fatal(err)
	}
	const limit = 24 << 20
	run, err := planner.Start(context.Background(), model.NewState(g),
		planner.Options{Workers: 2, Memory: limit})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { run.Stop(); _, _ = run.Wait() }()
	most := int64(0)
	await(t, "bounds and annealing", func() bool {
		kept := run.Snapshot().MemoryBytes
		if kept > limit {
			t.Fatalf("%d bytes are kept, %d allowed", kept, limit)
		}
		most = max(most, kept)
		busy := 0
		for _, s := range run.Shares() {
			switch s.Source {
			case planner.FromCover, planner.FromWeights, planner.FromAnnealing:
				if s.Spent > 0 {
					busy++
				}
			}
		}
		return busy == 3 || run.Snapshot().Phase > planner.Paused
	})
	if most < 1<<17 {
		t.Errorf("%d bytes at most were kept", most)
	}
}
