package recorded_test

import (
	"slices"
	"testing"

	"facet/model"
	"facet/model/measured"
	"facet/model/programs/code"
	"facet/model/programs/driver"
	"facet/planner"
	"facet/ui/programs/recorded"
)

// late is a program whose steps have parameters of their own.
const late = `
import numpy as np
from facet_modules import module, inputs, outputs

A = np.random.default_rng(1).normal(size=(5, 5)) / 3
B = np.random.default_rng(2).normal(size=(5, 3))

@module
def step(u, p):
    return np.tanh(A @ u + B @ p)

@step.tangent("u", "p", joint=True)
def _(u, p, V, result):
    return (1 - result[:, None]**2) * (A @ V[0] + B @ V[1])

@step.adjoint("u", "p", joint=True)
def _(u, p, W, result):
    W = W * (1 - result**2)
    return W @ A, W @ B

u, *p = inputs(u=np.ones(5), a=np.ones(3), b=np.ones(3), c=np.ones(3))
for one in p:
    u = step(u, one)
outputs(u=u)
`

// Where the calls of sparse tangent mode are fused, a step has the tangents of those inputs that
// reach it: with unit tangents of its own parameter, and zeros where an argument does not depend
// on an input.
func TestLateInputs(t *testing.T) {
	request, runner, p, forwards := solved(t, late, planner.SparseTangent)
	for name, costs := range map[string]func(measured.Call) float64{
		"together": func(measured.Call) float64 { return 1e9 }, "apart": func(o measured.Call) float64 {
			return float64(1 + len(o.Edges)*len(o.Edges)*int(o.Seeds))
		},
	} {
		d, err := driver.New(p.Dag, forwards)
		if err != nil {
			t.Fatal(err)
		}
		d.Fuse(1<<20, costs)
		var seeds []model.Cost
		for _, o := range d.Operations() {
			if o.Joint {
				seeds = append(seeds, o.Seeds)
			}
		}
		if want := map[string][]model.Cost{"together": {8, 11, 14}}[name]; !slices.Equal(seeds, want) {
			t.Errorf("%s: joint calls have %v tangents, want %v", name, seeds, want)
		}
		text, err := d.Write("python", code.Origin{})
		if err != nil {
			t.Fatal(err)
		}
		request.Methods = append(request.Methods, recorded.Driver{Name: name, Text: string(text)})
	}
	agree(t, runner, request)
}
