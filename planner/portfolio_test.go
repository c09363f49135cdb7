package planner_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner"
)

// families gives members of each family of generated dags.
func families(t *testing.T) []*model.Dag {
	t.Helper()
	var all []*model.Dag
	add := func(g *model.Dag, err error) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	for _, edges := range []int{6, 20, 60, 150} {
		add(generate.Random(max(4, edges*5/12), edges,
			generate.Elementals{MaxSize: 100, Seed: uint64(edges)}))
		classic, err := generate.Random(max(4, edges*5/12), edges,
			generate.Elementals{MaxSize: 100, Seed: uint64(edges)})
		if err == nil {
			classic = classic.Classic()
		}
		add(classic, err)
	}
	for _, steps := range []int{1, 5, 10} {
		all = append(all, modeltest.Newton(t, steps))
	}
	return all
}

// TestNoWorseThanItsHeuristics: what a method that takes a moment finds, branch
// and bound finds as well.
func TestNoWorseThanItsHeuristics(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	for _, g := range families(t) {
		s := model.NewState(g)
		best, by := model.Saturated, planner.BranchAndBound
		for _, m := range planner.Methods() {
			if m.CostOnly() || m < planner.ChainDP {
				continue
			}
			run, err := planner.Start(context.Background(), s, planner.Options{Method: m})
			if err != nil {
				continue // ChainDP where paths touch
			}
			end, err := run.Wait()
			if err != nil || !end.HasIncumbent {
				t.Fatalf("%s on %s: %v", m, g.Name, err)
			}
			if end.Incumbent.Cost < best {
				best, by = end.Incumbent.Cost, m
			}
		}
		got := whenAsked(t, s, best)
		if got.Incumbent.Cost > best {
			t.Errorf("%s, %d edges: %s by branch and bound, %s by %s", g.Name, len(g.Edges),
				got.Incumbent.Cost, best, by)
		}
		if got.Incumbent.Source == planner.FromNothing || planner.Letter(got.Incumbent.Source) == '.' {
			t.Errorf("the incumbent is from %q", got.Incumbent.Source)
		}
		if got.Bound > 0 && (got.BoundSource == planner.FromNothing || !planner.IsKnown(got.BoundSource)) {
			t.Errorf("the bound is from %q", got.BoundSource)
		}
	}
}

// whenAsked runs branch and bound until it is as good as it should be.
func whenAsked(t *testing.T, s *model.State, goal model.Cost) planner.Snapshot {
	t.Helper()
	run, err := planner.Start(context.Background(), s, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	await(t, "a sequence as good as the heuristics'", func() bool {
		got := run.Snapshot()
		return got.HasIncumbent && got.Incumbent.Cost <= goal || got.Phase > planner.Paused
	})
	run.Stop()
	got, err := run.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestChainsAreAsked: the first release spent a minute on a chain of a hundred
// factors and never asked the method that solves it.
func TestChainsAreAsked(t *testing.T) {
	g, err := generate.Chain(60, generate.Elementals{MaxSize: 20, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	got := solve(t, model.NewState(g), planner.Options{})
	want := solve(t, model.NewState(g), planner.Options{Method: planner.ChainDP})
	if !got.Proven || got.Incumbent.Cost != want.Incumbent.Cost {
		t.Errorf("%s by branch and bound, proven %v; %s by ChainDP", got.Incumbent.Cost, got.Proven,
			want.Incumbent.Cost)
	}
}

// TestReductionIsPartOfTheProof: where a reduction has paid for a part, the
// proof of the rest is one of the whole.
func TestReductionIsPartOfTheProof(t *testing.T) {
	for seed := range uint64(4) {
		g, err := generate.Random(14, 22, generate.Elementals{MaxSize: 1, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		g = g.Classic()
		g.Name = fmt.Sprint(seed)
		verdict, end := certified(t, g)
		if !end.Proven || !verdict.Optimal {
			t.Errorf("seed %d: proven %v, %s", seed, end.Proven, verdict)
		}
	}
}

// TestPauseHoldsEveryStrategy: on dags that keep every strategy busy, nothing is
// counted, found or raised while the run is paused.
func TestPauseHoldsEveryStrategy(t *testing.T) {
	g, err := generate.Random(62, 150, generate.Elementals{MaxSize: 100, Seed: 8})
	if err != nil {
		t.Fatal(err)
	}
	run, err := planner.Start(context.Background(), model.NewState(g), planner.Options{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { run.Stop(); _, _ = run.Wait() }()
	await(t, "work", func() bool { return run.Snapshot().HasIncumbent })
	type count struct {
		discovered, bounded int64
		bound, best         model.Cost
		incumbents          int
	}
	read := func() count {
		s := run.Snapshot()
		return count{s.Discovered, s.Bounded, s.Bound, s.Incumbent.Cost, s.Incumbents}
	}
	for range 3 {
		run.Pause()
		// A worker may be in the middle of a step; then nothing moves any more.
		held, quiet := read(), 0
		await(t, "everybody to hold", func() bool {
			now := read()
			if quiet++; now != held {
				held, quiet = now, 0
			}
			return quiet == 50
		})
		run.Resume()
		time.Sleep(20 * time.Millisecond)
	}
}

// TestASequenceComesFirst: on every dag that is not small, a classical mode has answered before
// another strategy is asked, with one worker, too.
func TestASequenceComesFirst(t *testing.T) {
	t.Parallel()
	random, err := generate.Random(250, 600, generate.Elementals{MaxSize: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	layered, err := generate.Layered(10, 12, 4, generate.Elementals{MaxSize: 10, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range append(families(t), random, random.Classic(), layered, modeltest.Newton(t, 60)) {
		run, err := planner.Start(context.Background(), model.NewState(g), planner.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		await(t, "a sequence", func() bool { return run.Snapshot().HasIncumbent })
		run.Stop()
		if _, err := run.Wait(); err != nil {
			t.Fatal(err)
		}
		if by := run.Incumbents(0)[0].Source; by != "SparseTangent" && by != "SparseAdjoint" &&
			len(g.Edges) >= 60 {
			t.Errorf("%s, %d edges: the first sequence is from %s", g.Name, len(g.Edges), by)
		}
	}
}

// TestChainsAreAskedAtOnce: what else is asked about a chain waits until the
// dynamic programme has answered, but for the classical modes.
func TestChainsAreAskedAtOnce(t *testing.T) {
	g, err := generate.Chain(300, generate.Elementals{MaxSize: 20, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	run, err := planner.Start(context.Background(), model.NewState(g), planner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if end, err := run.Wait(); err != nil || !end.Proven {
		t.Fatalf("proven %v, error %v", end.Proven, err)
	}
	for _, found := range run.Incumbents(0) {
		if s := found.Source; s != "SparseTangent" && s != "SparseAdjoint" && s != "ChainDP" {
			t.Errorf("%s has been asked before ChainDP had answered", s)
		}
	}
}

// TestChainTableFitsTheMemory: the table of a chain of 20 000 factors would take
// 9 GB. ChainDP says so, and branch and bound does without.
func TestChainTableFitsTheMemory(t *testing.T) {
	extent.NoRace(t)
	g, err := generate.Chain(20_000, generate.Elementals{MaxSize: 20, Seed: 3})
	if err != nil {
		t.Skip(err)
	}
	s := model.NewState(g)
	if _, err := planner.Start(context.Background(), s,
		planner.Options{Method: planner.ChainDP}); err == nil ||
		!strings.Contains(err.Error(), "more than the run's memory") {
		t.Errorf("%v", err)
	}
	want := min(g.SparseTangent(), g.SparseAdjoint())
	if got := whenAsked(t, s, want); got.Incumbent.Cost > want {
		t.Errorf("%s, a sparse mode costs %s", got.Incumbent.Cost, want)
	}
}
