package code_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
	"facet/model/programs/code"
	"facet/model/programs/source"
)

// branching reads a random function with branches and makes its code in a random order;
// nil where it has no derivatives, or is refused for its many branches, which is counted.
func branching(t *testing.T, rng *rand.Rand, f *code.Branching, refused *int) *code.Jacobian {
	t.Helper()
	p, err := source.Read("f.go", []byte(f.Text), "")
	if err != nil && strings.HasSuffix(err.Error(), "a division by zero") {
		return nil
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, f.Text)
	}
	task, err := code.NewTask(p, code.Options{})
	if err != nil {
		return nil
	}
	j, err := code.New(t.Context(), task, order(t, rng, task.Dag))
	if err != nil && strings.HasSuffix(err.Error(), "in too many ways: write one function for each branch") {
		*refused++
		return nil
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, f.Text)
	}
	return j
}

func howMany(otherwise int) int { return extent.Of(otherwise, 500) }

// TestBranchesAgreeWithDifferences: values and derivatives of random functions with
// branches are those of numbers with 400 bits, which go one way only.
func TestBranchesAgreeWithDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	judged, none := 0, 0
	for range howMany(200) {
		f := code.NewBranching(rng)
		j := branching(t, rng, f, &none)
		if j == nil {
			continue
		}
		for range 4 {
			x := []float64{6*rng.Float64() - 3, 6*rng.Float64() - 3, 6*rng.Float64() - 3}
			values, entries := j.Evaluate(x)
			entry := make(map[[2]int]float64)
			for k, e := range j.Entries {
				entry[[2]int{e.Output, e.Input}] = entries[k]
			}
			for in := range x {
				value, derivative, ok := differences(f, x, in)
				if !ok {
					continue
				}
				judged++
				for o := range value {
					got := entry[[2]int{o, in}]
					if off := math.Abs(values[o] - value[o]); !(off <= 1e-6*(1+math.Abs(value[o]))) {
						t.Fatalf("result %d is %v, want %v at %v\n%s", o, values[o], value[o], x, f.Text)
					}
					if off := math.Abs(got - derivative[o]); !(off <= 1e-6*(1+math.Abs(derivative[o]))) {
						t.Fatalf("derivative %d by %d is %v, want %v at %v\n%s", o, in, got, derivative[o], x,
							f.Text)
					}
				}
			}
		}
	}
	if many := howMany(200); judged < many || none > many/50 {
		t.Errorf("%d derivatives could be judged, %d functions refused", judged, none)
	}
}

// differences are central ones, where the function goes one way on both sides, nothing
// decides by a hair, and no number is large.
func differences(f *code.Branching, x []float64, in int) (value, derivative [2]float64, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(big.ErrNaN); !is {
				panic(r)
			}
			ok = false
		}
	}()
	large := &code.Large{Close: 1}
	at := func(off float64) [2]*big.Float {
		var p [3]*big.Float
		for k := range p {
			p[k] = large.Constant(x[k])
		}
		p[in].Add(p[in], large.Constant(off))
		return code.Walk(f, large, p[0], p[1], p[2])
	}
	h := math.Ldexp(1, -120)
	middle, down, up := at(0), at(-h), at(h)
	ok = large.Close > 1e-7
	for o := range middle {
		value[o], _ = middle[o].Float64()
		d := large.Apply("-", up[o], down[o])
		derivative[o], _ = d.Quo(d, large.Constant(2*h)).Float64()
		ok = ok && math.Abs(value[o]) < 1e5 && math.Abs(derivative[o]) < 1e5
	}
	return value, derivative, ok
}

// dual is a number with its derivatives by x, y and z.
type dual struct {
	v float64
	d [3]float64
}

// duals go the way that Go goes, and take the derivative of that way. They see whether
// all numbers on it are finite.
type duals struct{ infinite bool }

func (n *duals) Constant(c float64) dual { return dual{v: c} }
func (n *duals) Less(a, b dual) bool     { return a.v < b.v }
func (n *duals) Equal(a, b dual) bool    { return a.v == b.v }

func (n *duals) combine(v float64, a dual, p float64, b dual, q float64) dual {
	r := dual{v: v}
	for _, part := range []float64{v, p, q} {
		n.infinite = n.infinite || math.IsInf(part, 0) || math.IsNaN(part)
	}
	for k := range r.d {
		if a.d[k] != 0 {
			r.d[k] += p * a.d[k]
		}
		if b.d[k] != 0 {
			r.d[k] += q * b.d[k]
		}
	}
	return r
}

func (n *duals) Apply(op string, a, b dual) dual {
	switch op {
	case "+":
		return n.combine(a.v+b.v, a, 1, b, 1)
	case "-":
		return n.combine(a.v-b.v, a, 1, b, -1)
	case "*":
		return n.combine(a.v*b.v, a, b.v, b, a.v)
	case "/":
		return n.combine(a.v/b.v, a, 1/b.v, b, -a.v/b.v/b.v)
	case "sqrt":
		return n.combine(math.Sqrt(a.v), a, 0.5/math.Sqrt(a.v), dual{}, 0)
	case "abs":
		n.infinite = n.infinite || a.v == 0 // which side it is on is the sign of a zero
		return n.combine(math.Abs(a.v), a, math.Copysign(1, a.v), dual{}, 0)
	case "min":
		if b.v < a.v {
			return dual{math.Min(a.v, b.v), b.d}
		}
		return dual{math.Min(a.v, b.v), a.d}
	}
	if a.v < b.v {
		return dual{math.Max(a.v, b.v), b.d}
	}
	return dual{math.Max(a.v, b.v), a.d}
}

// TestBranchesAtSpecialValues: at kinks, and where the branch that is not taken divides by
// zero or has the root of a negative number, derivatives are those of the branch taken.
func TestBranchesAtSpecialValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	special := []float64{0, 1, -1, 2, 0.5, -2}
	judged, kinks, none := 0, 0, 0
	for range howMany(200) {
		f := code.NewBranching(rng)
		j := branching(t, rng, f, &none)
		if j == nil {
			continue
		}
		for range 8 {
			x := []float64{special[rng.IntN(6)], special[rng.IntN(6)], special[rng.IntN(6)]}
			numbers := &duals{}
			want := code.Walk[dual](f, numbers, dual{x[0], [3]float64{1, 0, 0}},
				dual{x[1], [3]float64{0, 1, 0}}, dual{x[2], [3]float64{0, 0, 1}})
			if numbers.infinite {
				continue
			}
			values, entries := j.Evaluate(x)
			entry := make(map[[2]int]float64)
			for k, e := range j.Entries {
				entry[[2]int{e.Output, e.Input}] = entries[k]
			}
			for o, w := range want {
				if values[o] != w.v {
					t.Fatalf("result %d is %v, want %v at %v\n%s", o, values[o], w.v, x, f.Text)
				}
				for in := range x {
					got := entry[[2]int{o, in}]
					if math.IsNaN(w.d[in]) || math.IsInf(w.d[in], 0) {
						kinks++
						continue
					}
					if judged++; !(math.Abs(got-w.d[in]) <= 1e-9*(1+math.Abs(w.d[in]))) {
						t.Fatalf("derivative %d by %d is %v, want %v at %v\n%s", o, in, got, w.d[in], x,
							f.Text)
					}
				}
			}
		}
	}
	if many := howMany(200); judged < many || none > many/50 {
		t.Errorf("%d derivatives could be judged, %d are not finite, %d functions refused", judged, kinks,
			none)
	}
}
