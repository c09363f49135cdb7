package decision_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"facet/model/programs/decision"
)

// holds evaluates a truth for outcomes of all tests.
func holds(d *decision.Diagrams, t decision.Truth, outcomes uint) bool {
	for !decision.IsKnown(t) {
		test, yes, no := d.Branch(t)
		if t = no; outcomes>>test&1 == 1 {
			t = yes
		}
	}
	return t == decision.True
}

// TestTruths: diagrams say what truth tables say, equal tables are one diagram, and a
// truth within another equals it there.
func TestTruths(t *testing.T) {
	const tests = 4
	rng := rand.New(rand.NewPCG(1, 1))
	d := decision.New(1 << 16)
	type known struct {
		truth decision.Truth
		table uint16
	}
	all := []known{{decision.True, 1<<16 - 1}, {decision.False, 0}}
	for k := range tests {
		table := uint16(0)
		for outcomes := range uint(1 << tests) {
			table |= uint16(outcomes>>k&1) << outcomes
		}
		all = append(all, known{d.Test(k), table})
	}
	for range 2000 {
		pick := func() known { return all[rng.IntN(len(all))] }
		a, b, c := pick(), pick(), pick()
		all = append(all,
			known{d.If(a.truth, b.truth, c.truth), a.table&b.table | ^a.table&c.table},
			known{d.And(a.truth, b.truth), a.table & b.table},
			known{d.Or(a.truth, b.truth), a.table | b.table}, known{d.Not(a.truth), ^a.table})
		within := d.Within(a.truth, b.truth)
		for outcomes := range uint(1 << tests) {
			if holds(d, b.truth, outcomes) && holds(d, within, outcomes) != holds(d, a.truth, outcomes) {
				t.Fatalf("%d within %d is %d", a.truth, b.truth, within)
			}
		}
	}
	of := make(map[uint16]decision.Truth)
	for _, k := range all {
		if other, ok := of[k.table]; ok && other != k.truth {
			t.Fatalf("%016b is %d and %d", k.table, other, k.truth)
		}
		of[k.table] = k.truth
		for outcomes := range uint(1 << tests) {
			if holds(d, k.truth, outcomes) != (k.table>>outcomes&1 == 1) {
				t.Fatalf("%d does not have the table %016b", k.truth, k.table)
			}
		}
	}
}

// TestTooLarge: what grows beyond all bounds is given up.
func TestTooLarge(t *testing.T) {
	defer func() {
		if err, is := recover().(error); !is || !errors.Is(err, decision.ErrTooLarge) {
			t.Errorf("%v", err)
		}
	}()
	d := decision.New(1 << 16)
	all := decision.False
	for k := range 40 { // the worst order of tests
		all = d.Or(all, d.And(d.Test(k), d.Test(40+k)))
	}
}
