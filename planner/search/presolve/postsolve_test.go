package presolve

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest"
	"facet/planner/bound/cover"
	"facet/planner/certificate"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// lift proves a bound of what a reduction leaves, lifts the proof, and passes it
// through a file to the checker.
func lift(t *testing.T, r *Reduction, incumbent model.Cost) (bound, verified model.Cost, err error) {
	t.Helper()
	in, _ := linegraph.FromState(r.End)
	tree := cover.Prove(context.Background(), in, cover.Options{Incumbent: incumbent}, 50)
	p, err := r.Postsolve(cover.Certify(in, tree), tree.Bound)
	if err != nil {
		return tree.Bound, 0, err
	}
	c, err := certificate.New(r.Start.Dag(), nil, tree.Bound.Add(r.Cost), p)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := certificate.Write(&file, c); err != nil {
		t.Fatal(err)
	}
	read, err := certificate.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	v, err := certificate.Verify(r.Start.Dag(), read)
	if err != nil {
		t.Fatalf("%v\n%s", err, r.Start)
	}
	return tree.Bound, v.Bound, nil
}

func TestLiftedProofsHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	held, refused, steps := 0, 0, 0
	for n := range count(1500) {
		shape := linegraphtest.Shape{Edges: 6 + n%12, MaxSize: 1 + int64(n%5)*int64(n%7), MaxCost: 1,
			Jacobian: 1, NoModel: 1}
		r, err := Reduce(nil, model.NewState(linegraphtest.RandomDag(rng, shape)))
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Steps) == 0 {
			continue
		}
		incumbent := model.Cost(0)
		if n%2 == 0 { // cutoffs below which expensive resources are left out
			in, _ := linegraph.FromState(r.End)
			incumbent = cover.Solve(context.Background(), in, cover.Options{}).Bound
			// and where resources are fixed at zero
			incumbent += incumbent / model.Cost(4+n%40) * model.Cost(n%4/2)
		}
		bound, verified, err := lift(t, r, incumbent)
		if err != nil {
			refused++
			continue
		}
		if verified != bound.Add(r.Cost) {
			t.Fatalf("lifted %s, want %s and %s", verified, bound, r.Cost)
		}
		held++
		steps += len(r.Steps)
	}
	modeltest.Counted(t, "steps of lifted proofs", steps, 800)
	if held < 20*max(1, refused) {
		t.Errorf("%d proofs were lifted, %d refused", held, refused)
	}
}

// Roe's flux from the reduction to a checked proof of 295 for the whole graph.
func TestRoeFlux(t *testing.T) {
	g, err := format.ReadFile("../../../docs/results/roe_flux.xml")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Reduce(nil, model.NewState(g))
	if err != nil {
		t.Fatal(err)
	}
	bound, verified, err := lift(t, r, 295-r.Cost)
	if err != nil || bound != 153 || verified != 295 {
		t.Errorf("error %v, bound %s and %s, verified %s", err, r.Cost, bound, verified)
	}
}

// A lifted bound is a bound: never above what exhaustive search finds.
func TestLiftedBoundsAreBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	met, all := 0, 0
	for n := range count(300) {
		g := smallDag(rng, 4+n%4).Classic()
		r, err := Reduce(nil, model.NewState(g))
		if err != nil {
			t.Fatal(err)
		}
		x := linegraphtest.Solver{Limit: 20000}
		optimum, ok := x.Optimum(r.Start)
		if !ok || len(r.Steps) == 0 {
			continue
		}
		_, verified, err := lift(t, r, 0)
		if err != nil {
			t.Fatal(err)
		}
		if all++; verified == optimum {
			met++
		}
		if verified > optimum {
			t.Fatalf("verified %s, optimum %s\n%s", verified, optimum, r.Start)
		}
	}
	modeltest.Counted(t, "bounds", all, 150)
	if met < all*9/10 {
		t.Errorf("only %d of %d bounds are the optimum", met, all)
	}
}
