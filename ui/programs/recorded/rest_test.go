package recorded_test

import "testing"

// Tubes at rest: entries of the result are 0, an iteration ends at 1e-13, and some derivatives are
// nothing beside the values.
const rest = `
import numpy as np
from facet_modules import module, inputs, outputs

def root(y, q):
    for _ in range(20):
        by = (y * y * y - q) / (3 * y * y)
        y = y - by
        if abs(by).max() < 1e-13:
            break
    return y

@module
def tube(u, p, t):
    """The cubic root of what is in it, and a flow that is 0 where nothing comes in."""
    y = root(u[:4] ** (1 / 3), u[:4] + p * np.exp(-t * t))
    return np.concatenate([y * y * y, u[4:] * 0.9 + (y - u[:4] ** (1 / 3))])

@tube.tangent("u")
def _(u, p, t, V):
    y = (u[:4] + p * np.exp(-t * t)) ** (1 / 3)
    d = 1 / (3 * y[:, None] ** 2) - u[:4, None] ** (-2 / 3) / 3
    return np.concatenate([V[:4], 0.9 * V[4:] + d * V[:4]])

@tube.adjoint("u")
def _(u, p, t, W):
    y = (u[:4] + p * np.exp(-t * t)) ** (1 / 3)
    d = 1 / (3 * y ** 2) - u[:4] ** (-2 / 3) / 3
    return np.concatenate([W[:, :4] + W[:, 4:] * d, 0.9 * W[:, 4:]], 1)

@tube.tangent("p")
def _(u, p, t, V):
    y = (u[:4] + p * np.exp(-t * t)) ** (1 / 3)
    return np.exp(-t * t) * np.concatenate([V, V / (3 * y[:, None] ** 2)])

u, p = inputs(u=np.array([1.0, 2, 3, 4, 0, 0, 0, 0]), p=np.ones(4) * 1e-3)
for n in range(6):
    u = tube(u, p, 4.0 + n / 4)
outputs(u=u)
`

func TestChecksAtRest(t *testing.T) {
	numpy(t)
	if got := said(t, rest); got != "" {
		t.Errorf("it says %q", got)
	}
}
