"""The heat equation on a plate of 20 by 20 points, implicit, with a conductivity that changes.

Eight zones of the plate conduct according to their mean temperatures, by three
parameters that all steps share. Each of ten steps factorizes a sparse matrix. The
last temperatures are wanted by the first ones and by the parameters.
"""
import numpy as np
from scipy.sparse import diags, eye, kron, vstack
from scipy.sparse.linalg import splu

from facet_modules import inputs, module, outputs

SIDE, STEPS, DT = 20, 10, 0.2
N = SIDE * SIDE
first, middle = diags([-1, 1], [0, 1], (SIDE - 1, SIDE)), diags([0.5, 0.5], [0, 1], (SIDE - 1, SIDE))
gradient = vstack([kron(eye(SIDE), first), kron(first, eye(SIDE))]).tocsr()  # on faces, from points
average = vstack([kron(eye(SIDE), middle), kron(middle, eye(SIDE))]).tocsr()
zone = np.kron(np.repeat(np.eye(2), SIDE // 2, axis=0), np.repeat(np.eye(4), SIDE // 4, axis=0))  # points by zones
across = average @ zone


@module
def means(u):
    """The mean temperatures of the zones."""
    return u @ zone / 50

@means.tangent("u")
def _(u, V): return zone.T @ V / 50

@means.adjoint("u")
def _(u, W): return W @ zone.T / 50


@module
def conductivity(t, p):
    return p[0] + p[1] * t + p[2] * t**2

@conductivity.jacobian("t")
def _(t, p): return np.diag(p[1] + 2 * p[2] * t)

@conductivity.jacobian("p")
def _(t, p): return np.stack([np.ones(8), t, t**2], axis=1)


def implicit(c):
    """Solves with I + dt G' c G, a symmetric matrix."""
    return splu((eye(N) + DT * gradient.T @ diags(across @ c) @ gradient).tocsc())

@module
def step(u, c, prepared):
    return prepared.solve(u)

@step.prepare
def _(c): return implicit(c)  # for the step and its derivatives: it is made once

@step.tangent("u", "c", joint=True)
def _(u, c, V, result, prepared):
    by_u, by_c = V
    return prepared.solve(by_u - DT * (gradient.T @ ((gradient @ result)[:, None] * (across @ by_c))))

@step.adjoint("u", "c", joint=True)
def _(u, c, W, result, prepared):
    Z = prepared.solve(np.ascontiguousarray(W.T))
    return Z.T, -DT * (across.T @ ((gradient @ result)[:, None] * (gradient @ Z))).T


x, y = np.meshgrid(np.linspace(0, 1, SIDE), np.linspace(0, 1, SIDE))
u, p = inputs(u=np.exp(-20 * ((x - 0.3)**2 + (y - 0.4)**2)).ravel(), p=np.array([1.0, 0.5, 0.2]))
for _ in range(STEPS):
    u = step(u, conductivity(means(u), p))
outputs(u=u)
