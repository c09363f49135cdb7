package recorded_test

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"facet/ui/programs/recorded"
)

// alone has adjoints and nothing else, on a state of 400 entries: a tangent would take as many.
// Its clock is its own, and says that each row of an adjoint takes half a millisecond, and each
// fifth call 20 more, as on a busy machine: what is left out because it takes long is the same on
// each machine.
const alone = `import time
import numpy as np
import facet_modules
from facet_modules import module, inputs, outputs

made = []
now, called = vars(time).setdefault("made up", ([time.monotonic()], [0]))  # of all runs

def clock():
    now[0] += 1e-6
    return now[0]

time.monotonic = facet_modules.clock[0] = clock

@module(saves=True)
def step(u, p):
    s = np.sin(u)
    return u + p[0] * s + p[1], (s, np.cos(u))

@step.adjoint("u", "p", joint=True)
def _(u, p, W, saved):
    called[0] += 1
    now[0] += 0.0005 * len(W) + 0.02 * (called[0] % 5 == 0)
    s, c = saved
    return W * (1 + p[0] * c), np.stack([W @ s, W.sum(1)], 1)

@module
def shift(u):
    return np.roll(u, 1) * u

@shift.adjoint("u")
def _(u, W):
    return np.roll(W * u, -1, 1) + W * np.roll(u, 1)

@module
def energy(u):
    return u @ u, u[:3]

@energy.adjoint("u")
def _(u, W):
    Z = 2 * W[0] * u
    Z[:, :3] += W[1]
    return Z

u, p = inputs(u=np.linspace(0.5, 1.5, 400), p=np.array([0.1, 0.2]))
for n in range(3):
    u = shift(step(u, p))
e, first = energy(u)
outputs(e=e, first=first)
`

// TestAdjointsAlone: where there are adjoints alone, no tangent is made of them, and mistakes
// are found nevertheless.
func TestAdjointsAlone(t *testing.T) {
	numpy(t)
	for _, c := range []struct{ name, old, replacement, want string }{
		{"right", "made", "made", `^$`},
		{"a factor", "np.stack([W @ s, W.sum(1)], 1)", "np.stack([W @ s, W.sum(1)], 1) * 2",
			`^adjoint alone of step by p.*2 times what it should be`},
		{"an entry", "return W * (1 + p[0] * c)",
			"W = W.copy(); W[:, 7] *= 1.01\n    return W * (1 + p[0] * c)", `^adjoint alone of step by u`},
		{"transposed", "np.roll(W * u, -1, 1)", "np.roll(W, 1, 1) * u",
			`^adjoint alone of shift by u.*transposed`},
		{"one result", "Z[:, :3] += W[1]", "Z[:, :3] -= W[1]", `^adjoint alone of energy by u`},
		{"saved elsewhere", "return u + p[0] * s + p[1], (s, np.cos(u))",
			"made.append(s)\n    return u + p[0] * s + p[1], (made[0], np.cos(u))",
			`^(shared|adjoint alone) of step by`},
		{"a tangent at other calls", "@shift.adjoint",
			"seen = []\n@shift.tangent(\"u\")\ndef _(u, V):\n    seen.append(u)\n    return np.roll(V, 1, 0) * seen[0][:, None] + np.roll(seen[0], 1)[:, None] * V\n\n@shift.adjoint", `^tangent of shift by u; it is so beside the point of the run$`},
		{"a tangent beside its point", "@step.adjoint(\"u\", \"p\", joint=True)",
			"@step.tangent(\"p\")\ndef _(u, p, V, saved):\n    made.append(saved[0])\n    return made[0][:, None] * V[:1] + V[1:]\n\n@step.adjoint(\"u\", \"p\", joint=True)", `^shared of step by p`},
		{"past the modules", "e, first = energy(u)",
			"last = u.look()\n@module\ndef double(u): return u + last\n@double.adjoint('u')\ndef _(u, W): return W\ne, first = energy(double(u))", `^program of f\.py by (e|first)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(alone, c.old) {
				t.Fatalf("%q is not in the program", c.old)
			}
			r, err := measure(t, strings.Replace(alone, c.old, c.replacement, 1), func(r *recorded.Request) {
				r.Batches, r.Unlimited, r.Repeat = []int{1, 2}, false, 3
			})
			if c.want == "^$" && err == nil {
				for _, g := range r.Groups[:2] { // of step, by u and by p: 400 rows at half a millisecond
					if g.ByTangents != nil || len(g.Tangent) != 2 || math.Abs(g.Tangent[0][1]-0.2) > 0.01 ||
						g.Tangent[0][1] != g.Tangent[1][1] || len(g.Adjoint) < 2 || r.Untimed != "" {
						t.Errorf("timed was %+v, %q", g, r.Untimed)
					}
				}
			}
			text := ""
			switch {
			case err != nil:
				text = err.Error()
			case len(r.Failed()) > 0:
				f := r.Failed()[0]
				text = f.Kind + " of " + f.Module + " by " + f.Argument + "; " + f.Hint
			}
			if !regexp.MustCompile(c.want).MatchString(text) || strings.Contains(text, "\n") {
				t.Errorf("got %q, want %q", text, c.want)
			}
		})
	}
}
