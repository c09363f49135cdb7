package cover

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/planner/certificate"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// certify proves a dag as far as it can and passes the proof through a file.
func certify(t *testing.T, g *model.Dag, incumbent model.Cost) (*certificate.Certificate, model.Cost) {
	t.Helper()
	in, _ := linegraph.FromState(model.NewState(g))
	tree := Prove(context.Background(), in, Options{Incumbent: incumbent}, 50)
	c, err := certificate.New(g, nil, tree.Bound, Certify(in, tree))
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
	return read, tree.Bound
}

func TestCertificatesOfTheLiterature(t *testing.T) {
	for _, c := range linegraphtest.Cases(t) {
		proof, _ := certify(t, c.Dag, c.Optimum)
		v, err := certificate.Verify(c.Dag, proof)
		if err != nil || v.Bound != c.Optimum {
			t.Errorf("%s: %v, error %v, want a proof of %d", c.Name, v, err, c.Optimum)
		}
		t.Logf("%s: %v", c.Name, v)
	}
}

// Every certificate of a random dag is accepted, and claims no more than what
// exhaustive search finds.
func TestRandomCertificates(t *testing.T) {
	linegraphtest.Shards(t, 250, 150, func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) int {
		proved, all := 0, 0
		for n := range dags {
			shapes := linegraphtest.Shapes(4 + n%5)
			g := linegraphtest.RandomDag(r, shapes[n%len(shapes)])
			x := linegraphtest.Solver{Limit: 3000}
			optimum, ok := x.Optimum(model.NewState(g))
			if !ok || optimum.IsSaturated() {
				continue
			}
			c, bound := certify(t, g, optimum+model.Cost(r.IntN(2)))
			v, err := certificate.Verify(g, c)
			if err != nil {
				t.Fatalf("dag %d: %v", n, err)
			}
			if v.Bound != bound || v.Bound > optimum {
				t.Fatalf("dag %d: proved %d, the solver's bound %d, optimum %d", n, v.Bound, bound, optimum)
			}
			if all++; v.Bound == optimum {
				proved++
			}
		}
		t.Logf("%d of %d proved to the optimum", proved, all)
		return all
	})
}

// A certificate with one number, path or step changed is refused, or what it
// still claims is true.
func TestTamperedCertificatesClaimNothingFalse(t *testing.T) {
	linegraphtest.Shards(t, 60, 2000, func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) int {
		refused, accepted := 0, 0
		for n := range dags {
			shapes := linegraphtest.Shapes(5 + n%4)
			g := linegraphtest.RandomDag(r, shapes[n%len(shapes)])
			x := linegraphtest.Solver{Limit: 3000}
			optimum, ok := x.Optimum(model.NewState(g))
			if !ok || optimum.IsSaturated() {
				continue
			}
			c, _ := certify(t, g, optimum)
			var file bytes.Buffer
			if err := certificate.Write(&file, c); err != nil {
				t.Fatal(err)
			}
			for range 60 {
				forged, err := certificate.Read(bytes.NewReader(tamper(r, file.Bytes())))
				if err != nil {
					refused++
					continue
				}
				v, err := certificate.Verify(g, forged)
				if err != nil {
					refused++
					continue
				}
				accepted++
				if v.Bound > optimum || v.Given && v.Cost < optimum || v.Optimal && v.Cost != optimum {
					t.Fatalf("dag %d: %q, but the optimum is %d", n, v, optimum)
				}
			}
		}
		t.Logf("%d refused, %d accepted", refused, accepted)
		return refused
	})
}

// tamper changes one number, drops one line or doubles one.
func tamper(r *rand.Rand, file []byte) []byte {
	if r.IntN(4) == 0 {
		lines := bytes.Split(bytes.Clone(file), []byte("\n"))
		k := 1 + r.IntN(len(lines)-2)
		if r.IntN(2) == 0 {
			return bytes.Join(append(lines[:k:k], lines[k+1:]...), []byte("\n"))
		}
		lines[k], lines[k-1] = lines[k-1], lines[k]
		return bytes.Join(lines, []byte("\n"))
	}
	var digits []int
	for k, c := range file {
		if c >= '0' && c <= '9' {
			digits = append(digits, k)
		}
	}
	forged := bytes.Clone(file)
	forged[digits[r.IntN(len(digits))]] = byte('0' + r.IntN(10))
	return forged
}
