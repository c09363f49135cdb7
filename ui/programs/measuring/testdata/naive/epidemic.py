"""A disease in four groups of six regions, by Heun's method: marks that each compute everything, the state as a matrix."""
import numpy as np
from facet_modules import module, inputs, outputs

MIX = np.random.default_rng(2).uniform(size=(6, 6)) / 6


def rate(x, p):
    new, ill, well = p[0] * x[0] * (MIX @ x[2]), p[1] * x[1], p[2] * x[2]
    return np.stack([-new, new - ill, ill - well, well])


def rate_adjoint(x, p, a):
    """The adjoints a of all states at once, shape (k, 4, 6), by x and by p."""
    y, by_new, by_ill, by_well = MIX @ x[2], a[:, 1] - a[:, 0], a[:, 2] - a[:, 1], a[:, 3] - a[:, 2]
    by_x = np.stack([p[0] * by_new * y, p[1] * by_ill, p[0] * (by_new * x[0]) @ MIX + p[2] * by_well, 0 * by_new], axis=1)
    return by_x, np.stack([by_new @ (x[0] * y), by_ill @ x[1], by_well @ x[2]], axis=1)


def stages(x, p):
    return x, x + rate(x, p)


def step_adjoint(x, p, a):
    x1, x2 = stages(x, p)
    a2, p2 = rate_adjoint(x2, p, a / 2)
    a1, p1 = rate_adjoint(x1, p, a / 2 + a2)
    return a + a1 + a2, p1 + p2


@module
def step(x, p):
    x1, x2 = stages(x, p)
    return (x1 + x2 + rate(x2, p)) / 2


@step.adjoint("x")
def _(x, p, W):
    return step_adjoint(x, p, W.reshape(-1, 4, 6))[0].reshape(len(W), -1)


@step.adjoint("p")
def _(x, p, W):
    return step_adjoint(x, p, W.reshape(-1, 4, 6))[1]


x, p = inputs(x=np.random.default_rng(3).uniform(size=(4, 6)), p=np.array([0.3, 0.2, 0.1]))
for _ in range(20):
    x = step(x, p)


@module
def ill(x): return x[2].sum()

@ill.adjoint("x")
def _(x, W): return W * np.repeat([0.0, 0, 1, 0], 6)

outputs(ill=ill(x))
