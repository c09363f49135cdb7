package recorded_test

import (
	"regexp"
	"strings"
	"testing"
)

// keeps has a module and marks that make new arrays each time.
const keeps = `
import numpy as np
from facet_modules import inputs, module, outer, outputs

n, kept, KEEPS = 4, {}, ""

def new(name, *shape): return kept.setdefault((name, shape), np.empty(shape)) if name == KEEPS else np.empty(shape)

@module(saves=True)
def step(u, A):
    c = new("saved", n)
    np.cos(u, out=c)
    return np.sin(u) + A @ u, c

@step.prepare
def _(u):
    t = new("prepared", n)
    np.multiply(u, 1, out=t)
    return t

@step.adjoint("u", "A", joint=True)
def _(u, A, W, saved, prepared):
    V, h = new("adjoint", len(W), n), new("factor", n)
    np.multiply(W, saved, out=V)
    V += W @ A
    h[:] = prepared
    return V, outer(W, h)

@module
def both(u): return np.sin(u), u**2

@both.tangent("u")
def _(u, V):
    a, b = new("block", *V.shape), new("other", *V.shape)
    np.multiply(np.cos(u)[:, None], V, out=a), np.multiply(2 * u[:, None], V, out=b)
    return a, b

@module
def last(u, v):
    return u * v

@last.jacobian("u")
def _(u, v):
    J = new("jacobian", n, n)
    J[:] = np.diag(v)
    return J

@last.jacobian("v")
def _(u, v):
    return np.eye(n, dtype=bool) if np.all(u == 1) else np.diag(u)

u, A = inputs(u=np.linspace(0.1, 0.4, n), A=np.eye(n) / 2)
for _ in range(3):
    u = step(u, A)
for _ in range(2):
    v, u = both(u)
    u = last(u, v)
outputs(u=u)
`

// Drivers compute all calls before their derivatives, and hold what these gave: arrays that
// are written to again are found, wherever they are kept.
func TestOverwrittenArrays(t *testing.T) {
	numpy(t)
	const again = `gives an array to which it writes when it is called again`
	for name, want := range map[string]string{
		"":         `^$`,
		"saved":    `^f\.py:\d+: what step saves or has prepared for one call is another when the next call was computed`,
		"prepared": `^f\.py:\d+: what step saves or has prepared for one call is another when the next call was computed`,
		"adjoint":  `^f\.py:\d+: the adjoint of step for u ` + again,
		"factor":   `^f\.py:\d+: the adjoint of step for A ` + again,
		"block":    `^f\.py:\d+: the tangent of both for u ` + again,
		"other":    `^f\.py:\d+: the tangent of both for u ` + again,
		"jacobian": `^f\.py:\d+: the Jacobian of last for u ` + again,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := said(t, strings.Replace(keeps, `KEEPS = 4, {}, ""`, `KEEPS = 4, {}, "`+name+`"`, 1))
			if !regexp.MustCompile(want).MatchString(got) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// Jacobians of truth values and of small whole numbers are added and multiplied as numbers.
func TestJacobiansOfWholeNumbers(t *testing.T) {
	numpy(t)
	path, _ := python()
	prints(t, "[[2. 0.]\n [0. 1.]] [[40000.     0.]\n [    0. 40000.]]", path, map[string]string{"f.py": `
import numpy as np
from facet_modules import module, inputs, outputs

@module
def relu(u): return np.maximum(u, 0)
@relu.jacobian("u")
def _(u): return np.diag(u > 0)

@module
def grow(u): return 200 * u
@grow.jacobian("u")
def _(u): return 200 * np.eye(len(u), dtype=np.uint8)

@module
def add(a, b): return a + b
@add.jacobian("a")
def _(a, b): return np.eye(len(a), dtype=bool)
@add.jacobian("b")
def _(a, b): return np.eye(len(a), dtype=bool)

u = inputs(u=np.array([1.0, 2.0]))
outputs(y=add(relu(u), relu(add(u, grow(grow(u))))))
`, "go.py": `
import numpy as np
from facet_modules import Program
p = Program("f.py")
(u,) = p.inputs
one = p.relu_1_by_tangents_u(u)
print(one + np.array([[1, 0], [0, 0]]), p.grow_1_tangent_u(u, p.grow_1_by_tangents_u(u)))
`}, "go.py")
}
