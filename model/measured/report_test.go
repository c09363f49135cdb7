package measured_test

import (
	"strings"
	"testing"

	"facet/model"
	"facet/model/measured"
)

// What is wrong is one sentence with the line, the module and how far it is off; kinks, which
// are no mistakes, come last.
func TestSentences(t *testing.T) {
	r := measured.Report{Checks: []measured.Check{{Kind: "tangent", OK: true}, {Kind: measured.Kink}}}
	for kind, want := range map[string]string{
		"tangent": "f.py:3: the tangent of step for u is wrong: it is off " +
			"from differences of the values by 0.01, and 0.001 is allowed",
		"jacobian":      "f.py:3: the Jacobian of step for u is wrong: ",
		"adjoint alone": "f.py:3: the adjoint of step for u is wrong: it is off from differences",
		"adjoint":       "f.py:3: the adjoint of step for u is wrong, or its tangent is: ",
		"joint tangent": "f.py:3: the joint tangent of step for u is not what the same mark gives",
		"shared":        "f.py:3: the derivatives of step for u agree with differences at the point of the run, and not beside it",
		"kept":          "f.py:3: the derivatives of step for u are others when they are asked for again",
		"overwritten":   "f.py:3: what step saves or has prepared for one call is another",
		"together":      "f.py:3: what prepares step for all calls at once gives a call",
		"outer adjoint": "f.py:3: the adjoint of step for u that takes outer products",
		"program":       "f.py:3: the output u depends on the inputs in a way that no module shows",
		measured.Kink:   "f.py:3: module step has a kink at this point of u",
	} {
		c := measured.Check{Module: "step", Argument: "u", Kind: kind, Where: "f.py:3", Error: 0.01,
			Tolerance: 0.001, Hint: "correct it"}
		got := c.Sentence()
		if !strings.HasPrefix(got, want) ||
			strings.HasSuffix(got, "; correct it") != (kind != measured.Kink) {
			t.Errorf("%s: got %q, want %q", kind, got, want)
		}
		if c.Error = 1e300; kind != measured.Kink &&
			!strings.Contains(c.Sentence(), "numbers that are not finite") {
			t.Errorf("%s: got %q", kind, c.Sentence())
		}
		r.Checks = append(r.Checks, c)
	}
	if failed := r.Failed(); len(failed) != len(r.Checks)-1 || failed[len(failed)-1].Kind != measured.Kink ||
		failed[0].Kind == measured.Kink {
		t.Errorf("failed have %+v", failed)
	}
}

// No operation of the dag for bounds costs more than in the program's, and its setups are shared
// by as many operations as there may be in a call.
func TestShared(t *testing.T) {
	p, err := measured.New(twoSteps(), measured.Origin{File: "f.py", Language: "python"})
	if err != nil {
		t.Fatal(err)
	}
	g := p.Shared()
	for k, e := range g.Edges {
		was := p.Dag.Edges[k]
		for seeds := range model.Cost(12) {
			if e.Tangents(seeds) > was.Tangents(seeds) || e.Adjoints(seeds) > was.Adjoints(seeds) {
				t.Errorf("%d seeds of edge %d cost more", seeds, k)
			}
		}
		if e.Tangent == 0 || e.TangentCurve.Setup == 0 || e.TangentCurve.Colors != was.TangentCurve.Colors {
			t.Errorf("edge %d has %+v", k, e)
		}
	}
	if unit := measured.UnitOf(p.Dag); unit <= 0 || unit/p.Unit > 1.001 || unit/p.Unit < 0.999 {
		t.Errorf("a unit is %g s, written as %g", p.Unit, unit)
	}
	if unit := measured.UnitOf(&model.Dag{}); unit != 0 {
		t.Errorf("a dag that was not measured has units of %g s", unit)
	}
	if speed := p.Speed(measured.Run{Reference: 2}); speed != 1 {
		t.Errorf("an unknown speed is %g", speed)
	}
	p.Report.Reference = 6
	if speed := p.Speed(measured.Run{Reference: 2}); speed != 3 {
		t.Errorf("the speed is %g", speed)
	}
}
