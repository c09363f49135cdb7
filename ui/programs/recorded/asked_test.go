package recorded_test

import (
	"reflect"
	"testing"
)

// asked has marks that ask for what is prepared, and others; and a sparse Jacobian beside a tangent.
const asked = `
import numpy as np
import scipy.sparse as sp
from facet_modules import module, inputs, outputs

@module
def step(u): return np.sin(u)

@step.prepare
def _(u): return np.cos(u)

@step.tangent("u")
def _(u, V): return np.cos(u)[:, None] * V

@step.adjoint("u")
def _(u, W, prepared): return W * prepared

@module
def scale(u): return u * u

@scale.tangent("u")
def _(u, V): return 2 * u[:, None] * V

@scale.jacobian("u")
def _(u): return sp.diags(2 * u).tocsr()

u = inputs(u=np.linspace(1, 2, 4))
outputs(u=scale(step(u)))
`

// It is known which derivatives ask for what is prepared, and for a sparse Jacobian.
func TestWhoAsksForWhatIsPrepared(t *testing.T) {
	numpy(t)
	r, err := measure(t, asked, nil)
	if err != nil || len(r.Edges) != 2 || len(r.Prepared) != 2 {
		t.Fatalf("%v: %+v", err, r)
	}
	for k, want := range []map[string][]string{
		{"tangent": {}, "adjoint": {"step"}, "jacobian": {}},
		{"tangent": {}, "adjoint": {"scale by u"}, "jacobian": {"scale by u"}},
	} {
		if !reflect.DeepEqual(r.Edges[k].Asks, want) {
			t.Errorf("edge %d asks for %v, want %v", k, r.Edges[k].Asks, want)
		}
	}
}
