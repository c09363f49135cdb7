"""A reduced-order model: at each step a state of 400 entries passes through ten coordinates.

A reaction and diffusion on a ring is carried on by its full equations, and pressed
into the span of ten modes after each step. The Jacobian of the last state by the
first one goes through ten numbers, which no dense mode knows.
"""
import numpy as np

from facet_modules import inputs, module, outputs

N, MODES, STEPS = 400, 10, 8
grid = 2 * np.pi * np.arange(N) / N
waves = [np.ones(N)] + [f(k * grid) for k in range(1, 6) for f in (np.cos, np.sin)]
basis = np.linalg.qr(np.array(waves[:MODES]).T)[0]


def neighbours(u):
    return np.roll(u, 1, axis=0) + np.roll(u, -1, axis=0)


@module
def project(u):
    """The coordinates of a full state."""
    return basis.T @ u


@project.tangent("u")
def _(u, V): return basis.T @ V

@project.adjoint("u")
def _(u, W): return W @ basis.T


@module(saves=True)
def advance(a):
    """The full state after ten small steps from the coordinates a. The states on the way are saved."""
    states = [basis @ a]
    for _ in range(10):
        u = states[-1]
        states.append(u + 0.1 * (neighbours(u) - 2 * u) + 0.02 * (u - u**3))
    return states.pop(), states


@advance.tangent("a")
def _(a, V, saved):
    V = basis @ V
    for u in saved:
        V = V + 0.1 * (neighbours(V) - 2 * V) + 0.02 * (1 - 3 * u**2)[:, None] * V
    return V

@advance.adjoint("a")
def _(a, W, saved):
    Z = W.T
    for u in reversed(saved):
        Z = Z + 0.1 * (neighbours(Z) - 2 * Z) + 0.02 * (1 - 3 * u**2)[:, None] * Z
    return Z.T @ basis


u = inputs(u=0.5 + 0.3 * np.cos(grid) + 0.1 * np.sin(2 * grid))
for _ in range(STEPS):
    u = advance(project(u))
outputs(u=u)
