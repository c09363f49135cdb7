package recorded_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"facet/model/measured"
	"facet/ui/programs/recorded"
)

const layers = `
import numpy as np
from facet_modules import module, inputs, outputs

def slope(x): return 1 - np.tanh(x) ** 2

class Scale:
    def of(self, x): return 2 * x

@module
def layer(x, A):
    """2 tanh(A x)"""
    return Scale().of(np.tanh(A @ x))

@layer.tangent("x")
def _(x, A, V): return 2 * slope(A @ x)[:, None] * (A @ V)

@layer.tangent("A")
def _(x, A, V): return 2 * slope(A @ x)[:, None] * np.einsum("ijk,j->ik", V.reshape(60, 60, -1), x)

@layer.adjoint("x")
def _(x, A, W): return (W * slope(A @ x)) @ (2 * A)

@layer.adjoint("A")
def _(x, A, W): return ((W * slope(A @ x))[:, :, None] * 2 * x).reshape(len(W), -1)

x, A = inputs(x=np.linspace(0, 1, 60), A=np.random.RandomState(1).randn(60, 60) / 9)
for _ in range(2):
    x = layer(x, A)
outputs(x=x)
`

// Operators are heard as functions are: what two marks of a call compute with the same W, what the
// module computes, too, and which adjoints are outer products.
func TestOperatorsOfMarksAreHeard(t *testing.T) {
	numpy(t)
	r, err := measure(t, layers, nil)
	if err != nil || len(r.Failed()) > 0 {
		t.Fatal(err, r.Failed())
	}
	mark := func(argument string) measured.Habit {
		at := slices.IndexFunc(r.Habits, func(h measured.Habit) bool {
			return h.Kind == "adjoint" && slices.Equal(h.Arguments, []string{argument})
		})
		if at < 0 {
			t.Fatalf("the adjoint by %s is not there: %v", argument, r.Habits)
		}
		return r.Habits[at]
	}
	work := func(h measured.Habit, name string) measured.Work {
		for _, w := range h.Works {
			if strings.HasPrefix(w.Name, name) {
				return w
			}
		}
		t.Errorf("%s is not heard in the adjoint by %v: %v", name, h.Arguments, h.Works)
		return measured.Work{}
	}
	byX, byA := mark("x"), mark("A")
	if x, a := work(byX, "W * slope(A @ x)"), work(byA, "W * slope(A @ x)"); x.Once || x.Library != "operator" ||
		!slices.Equal(x.Keys, a.Keys) {
		t.Errorf("the same with the same W: %v and %v", x, a)
	}
	if w := work(byA, "A @ x"); !w.Once || w.Again == 0 {
		t.Errorf("the module computes A @ x, too: %v", w)
	}
	if len(byX.Outer) > 0 || byA.Outer["A"] != 1 {
		t.Errorf("outer products: %v of x, %v of A", byX.Outer, byA.Outer)
	}
}

// What listens stops within a call where no time is left: what was measured is worth more than advice.
func TestListeningEndsInTime(t *testing.T) {
	numpy(t)
	const clocked = `import facet_habits
listen, left = facet_habits.habits, [1e9] * 100 + [1e-3]
facet_habits.habits = lambda recording, program, _, seconds: listen(recording, program, left.pop, seconds)
`
	r, err := measure(t, clocked+layers, nil)
	if err != nil || !slices.Equal(r.Unheard, []string{"layer"}) || len(r.Vertices) != 4 {
		t.Errorf("%v: not listened to are %v, of %d vertices", err, r.Unheard, len(r.Vertices))
	}
}

const implicit = `
import numpy as np
from facet_modules import module, inputs, outputs

B = np.random.RandomState(2).randn(40, 40) / 9

def matrix(x): return np.linalg.inv(np.eye(40) + B * x)

@module
def step(x):
    S, y = matrix(x), x
    for _ in range(40):
        y = y - S @ (y + B @ (y * y / 2) - x)
    return y

@step.prepare
def _(x, result): return matrix(result)

@step.adjoint("x")
def _(x, W, prepared): return W @ prepared

x = inputs(x=np.linspace(0, 0.3, 40))
for _ in range(3):
    x = step(x)
outputs(x=x)
`

// What prepares is heard as marks are: here a step has at its end what the next one begins with.
func TestTheNextCallIsHeard(t *testing.T) {
	numpy(t)
	r, err := measure(t, implicit, nil)
	if err != nil {
		t.Fatal(err)
	}
	heard := false
	for _, h := range r.Habits {
		for _, w := range h.Works {
			heard = heard || h.Kind == "prepare" && w.Name == "matrix" && w.Once && w.Next == 1
			if w.Next > 0 && h.Kind != "prepare" || w.Always {
				t.Errorf("%s computes %s in each call anew: %+v", h.Kind, w.Name, w)
			}
		}
	}
	if !heard {
		t.Errorf("the next call's matrix is not heard: %+v", r.Habits)
	}
}

const twice = `
import numpy as np
from facet_modules import module, inputs, outputs

A, PLACES = np.random.RandomState(2).randn(150, 150) / 20, np.arange(150)

def slope(x): return np.cos(A @ x)

def both(x): return np.zeros(150) + np.sin(A @ x), slope(x)

@module
def step(x):
    y, d = both(x)
    return y / (2 + slope(x)) + np.zeros(150)

@step.adjoint("x")
def _(x, W):
    d, y, z = slope(x), np.zeros(150), np.zeros(150)
    np.add.at(y, PLACES, d)
    np.add.at(z, PLACES, d)
    e = 2 + d
    return (W * ((y + z) / 2 * e + np.sin(A @ x) ** 2) / e ** 2) @ A

x = inputs(x=np.linspace(0, 0.3, 150))
for _ in range(3):
    x = step(x)
outputs(x=x)
`

// What a module or a mark computes twice in one call is heard, with the line of the first time; arrays
// to write to, and what writes to them, are no such thing.
func TestWhatIsComputedTwiceIsHeard(t *testing.T) {
	numpy(t)
	r, err := measure(t, twice, nil)
	if err != nil || len(r.Failed()) > 0 || len(r.Habits) == 0 {
		t.Fatal(err, r.Failed(), r.Habits)
	}
	for _, h := range r.Habits {
		var found []string
		for _, q := range h.Quicker {
			if q.First > 0 {
				found = append(found, fmt.Sprintf("%s in line %d as in line %d", q.Name, q.Line, q.First))
			}
		}
		want := map[string][]string{
			"value":   {"A @ x in line 6 as in line 8", "slope in line 13 as in line 8"},
			"adjoint": {"A @ x in line 21 as in line 6"},
		}[h.Kind]
		if slices.Sort(found); !slices.Equal(found, want) {
			t.Errorf("%s: %v are heard, want %v", h.Kind, found, want)
		}
	}
}

const purposes = `
import numpy as np
from facet_modules import module, inputs, outputs

A = np.random.RandomState(2).randn(80, 80) / 20

@module(saves=True)
def step(x, p, prepared):
    s = np.sin(p * x)
    return prepared @ s, (s, np.cos(p * x))

@step.prepare
def _(x): return np.linalg.inv(np.eye(80) + A * x) * 0 + A

@step.adjoint("x", "p", joint=True)
def _(x, p, W, prepared, saved):
    V = (W @ prepared) * saved[1]
    G = np.zeros(V.shape)
    G += V * x
    return V * p, G

@step.tangent("x", "p", joint=True)
def _(x, p, V, prepared, saved):
    by_p = x[:, None] * V[1]
    return prepared @ (saved[1][:, None] * (p[:, None] * V[0] + by_p))

x, p = inputs(x=np.linspace(0, 0.3, 80), p=np.ones(80))
for _ in range(3):
    x = step(x, p)
outputs(x=x)
`

// Of each work it is known what it is for: derivatives by one argument alone, or what is saved; and a stack
// of steps saves nearly all of what small arrays take. What a value waits for is no part of it.
func TestWhatWorkIsForIsHeard(t *testing.T) {
	numpy(t)
	r, err := measure(t, purposes, nil)
	if err != nil || len(r.Failed()) > 0 {
		t.Fatal(err, r.Failed())
	}
	found := map[string]string{}
	for _, h := range r.Habits {
		for _, w := range h.Works {
			found[h.Kind+" "+w.Name] = strings.Join(w.Serves, ",")
			if w.Library == "operator" && !strings.ContainsAny(w.Name, "@(") &&
				(w.Stacked < 0.3*w.Seconds || w.Stacked > w.Seconds) {
				t.Errorf("a stack saves %g s of %+v", w.Stacked, w)
			}
		}
		if want := map[string]int{"adjoint": 1}[h.Kind]; h.Writes != want {
			t.Errorf("%s writes %d times to arrays, want %d", h.Kind, h.Writes, want)
		}
	}
	for name, want := range map[string]string{
		"value np.sin(p * x)": "result,saved", "value np.cos(p * x)": "saved", "value prepared @ s": "result",
		"adjoint W @ prepared": "p,x", "adjoint V * x": "p", "adjoint V * p": "x",
		"tangent x[:, None] * V[1]": "p", "tangent p[:, None] * V[0]": "x",
	} {
		if got, is := found[name]; !is || got != want {
			t.Errorf("%s serves %q, want %q (%v)", name, got, want, found)
		}
	}
	last := r.Vertices[len(r.Vertices)-1]
	if len(r.Prepared) != 1 || !r.Prepared[0].InValues || last.Seconds > r.Prepared[0].Seconds/2 {
		t.Errorf("a value takes %g s beside what it has prepared: %v", last.Seconds, r.Prepared)
	}
}

const orders = `
import numpy as np
import facet_quicker
from facet_modules import module, inputs, outputs

facet_quicker.mixed = lambda rows: 1e-6 * rows
A = np.random.RandomState(2).randn(40, 40) / 20

@module
def step(x): return A @ np.sin(x)

@step.tangent("x")
def _(x, V):
    R = np.cos(x)[:, None] * V
    X = np.asfortranarray(A @ R)
    work = np.empty(X.shape)
    np.multiply(X, 2, out=work)
    R -= R
    R += work
    X += R
    X -= np.multiply(X, 3, out=np.empty(X.shape[::-1]).T)
    return X / -2 + 0 * X

@step.adjoint("x")
def _(x, W): return (W @ A) * np.cos(x)

x = inputs(x=np.linspace(0, 0.3, 40))
outputs(x=step(x))
`

// It is heard where arrays of numpy's order and of Fortran's are combined, whichever order seeds have.
func TestOrdersThatAreMixedAreHeard(t *testing.T) {
	numpy(t)
	r, err := measure(t, orders, func(r *recorded.Request) { r.Trust = true })
	if err != nil || len(r.Habits) == 0 {
		t.Fatal(err, r.Habits)
	}
	for _, h := range r.Habits {
		var lines []int
		for _, q := range h.Quicker {
			if strings.HasPrefix(q.Name, "arrays of both orders") {
				if lines = append(lines, q.Line); math.Abs(q.Several-4*40e-6) > 1e-9 {
					t.Errorf("line %d takes %g s", q.Line, q.Several)
				}
			}
		}
		want := map[string][]int{"tangent": {16, 19}}[h.Kind]
		if slices.Sort(lines); !slices.Equal(lines, want) {
			t.Errorf("%s: lines %v, want %v", h.Kind, lines, want)
		}
	}
}
