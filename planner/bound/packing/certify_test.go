package packing

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/certificate"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// certified passes a proof of the bound through a file to the checker.
func certified(t *testing.T, g *model.Dag, bound model.Cost) error {
	t.Helper()
	in, _ := linegraph.FromState(model.NewState(g))
	proof, _ := Certify(in, nil)
	return verified(t, g, bound, proof)
}

func verified(t *testing.T, g *model.Dag, bound model.Cost, proof *certificate.Proof) error {
	t.Helper()
	c, err := certificate.New(g, nil, bound, proof)
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
	_, err = certificate.Verify(g, read)
	return err
}

func TestBoundsAreCertified(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	dags := []*model.Dag{modeltest.Newton(t, 30)}
	for _, c := range linegraphtest.Cases(t) {
		dags = append(dags, c.Dag)
	}
	for n := range 400 {
		shapes := linegraphtest.Shapes(4 + n%20)
		dags = append(dags, linegraphtest.RandomDag(r, shapes[n%len(shapes)]))
	}
	compared := 0
	for n, g := range dags {
		bound := rootBound(g)
		if bound.IsSaturated() {
			continue
		}
		if err := certified(t, g, bound); err != nil {
			t.Fatalf("dag %d: %v\n%s", n, err, model.NewState(g))
		}
		if err := certified(t, g, bound+1); err == nil ||
			!strings.Contains(err.Error(), fmt.Sprintf("the packing proves %s only", bound)) {
			t.Fatalf("dag %d: the bound %s + 1: %v", n, bound, err)
		}
		compared++
	}
	modeltest.Counted(t, "bounds", compared, 250)
}

// Whatever amount is raised, no flow carries it, or the bound stays a bound.
func TestAmountsAreNotTakenOnTrust(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	refused, tried := 0, 0
	for n := range 200 {
		shapes := linegraphtest.Shapes(7)
		g := linegraphtest.RandomDag(r, shapes[n%len(shapes)])
		x := linegraphtest.Solver{Limit: 4000}
		optimum, ok := x.Optimum(model.NewState(g))
		if !ok || optimum.IsSaturated() {
			continue
		}
		in, _ := linegraph.FromState(model.NewState(g))
		proof, _ := Certify(in, nil)
		amounts := [...][]int64{proof.Packing.In, proof.Packing.Out}[n%2]
		amounts[r.IntN(len(amounts))] += 1 + r.Int64N(5)
		c, err := certificate.New(g, nil, optimum+1, proof)
		if err != nil {
			t.Fatal(err)
		}
		tried++
		switch _, err := certificate.Verify(g, c); {
		case err == nil:
			t.Fatalf("dag %d: accepted above the optimum %s", n, optimum)
		case !strings.Contains(err.Error(), "proves"):
			refused++
		}
	}
	modeltest.Counted(t, "packings", tried, 100)
	if refused < tried/2 {
		t.Errorf("%d of %d packings with a larger amount were refused", refused, tried)
	}
}

// What was packed until a question was answered with stop proves a bound, wherever that was. In
// a long dag one junction takes many questions, since paths lead through all of it.
func TestStoppedBoundsAreCertified(t *testing.T) {
	g := modeltest.Newton(t, 100)
	in, _ := linegraph.FromState(model.NewState(g))
	asked := 0
	_, whole := Certify(in, func() bool { asked++; return false })
	if asked < 2*len(in.Size) {
		t.Errorf("asked %d times for %d junctions", asked, len(in.Size))
	}
	for most, all := 0, asked; most < all; most += 1 + all/8 {
		asked = 0
		proof, bound := Certify(in, func() bool { asked++; return asked > most })
		if bound > whole || asked > most+3 { // each direction may ask once more
			t.Errorf("after %d of %d questions: bound %d, at the end %d; asked %d times", most, all, bound, whole, asked)
		}
		if err := verified(t, g, bound, proof); err != nil {
			t.Errorf("after %d of %d questions: %v", most, all, err)
		}
	}
}
