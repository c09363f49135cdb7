"""Two plates that touch: explicit heat conduction, with an interface that selects entries.

Each plate has 24 by 24 points and a conductivity of its own. In every step a plate is
given the temperatures at the other's edge, 24 of 576 entries. Wanted are the last
temperatures at a probe in each plate's middle row, by both first fields.
"""
import numpy as np
from scipy.sparse import coo_matrix, csr_matrix

from facet_modules import inputs, module, outputs

SIDE, STEPS, DT = 24, 8, 0.15
N = SIDE * SIDE
y, x = np.divmod(np.arange(N), SIDE)


def selection(entries):
    """The matrix that takes entries out of a field."""
    return csr_matrix((np.ones(len(entries)), (np.arange(len(entries)), entries)), (len(entries), N))


@module
def edge(u, entries):
    return u[entries]

@edge.jacobian("u")
def _(u, entries): return selection(entries)

@edge.tangent("u")
def _(u, entries, V): return V[entries]

@edge.adjoint("u")
def _(u, entries, W):
    all = np.zeros((len(W), N))
    all[:, entries] = W
    return all


def neighbours(right):
    """Pairs of points that touch, and the column that touches the other plate."""
    at = np.arange(N)
    pairs = np.concatenate([np.stack([at[x < SIDE - 1], at[x < SIDE - 1] + 1]), np.stack([at[y < SIDE - 1], at[y < SIDE - 1] + SIDE])], axis=1)
    return np.concatenate([pairs, pairs[::-1]], axis=1), at[x == (SIDE - 1 if right else 0)]

sides = {right: neighbours(right) for right in (False, True)}


@module
def conduct(u, other, right, c):
    """A step of a plate whose right (left) column touches the other plate's edge."""
    (to, of), seam = sides[right]
    flow = np.bincount(to, u[of] - u[to], N)
    flow[seam] += other - u[seam]
    return u + DT * c * (1 + 0.05 * u) * flow

@conduct.jacobian("u")
def _(u, other, right, c):
    (to, of), seam = sides[right]
    flow, count = np.bincount(to, u[of] - u[to], N), np.bincount(to, minlength=N).astype(float)
    flow[seam] += other - u[seam]
    count[seam] += 1
    k = DT * c * (1 + 0.05 * u)
    at = np.arange(N)
    return coo_matrix((np.concatenate([k[to], 1 + 0.05 * DT * c * flow - k * count]), (np.concatenate([to, at]), np.concatenate([of, at]))), (N, N)).tocsr()

@conduct.jacobian("other")
def _(u, other, right, c):
    seam = sides[right][1]
    return csr_matrix((DT * c * (1 + 0.05 * u[seam]), (seam, np.arange(SIDE))), (N, SIDE))


a, b = inputs(a=1 + np.sin(3 * x / SIDE) * np.cos(2 * y / SIDE), b=0.2 * np.cos(4 * y / SIDE) + 0 * x)
for _ in range(STEPS):
    left, right = edge(a, sides[True][1]), edge(b, sides[False][1])
    a, b = conduct(a, right, True, 1.0), conduct(b, left, False, 0.6)
middle = np.arange(SIDE // 2 * SIDE, SIDE // 2 * SIDE + SIDE)
outputs(left=edge(a, middle), right=edge(b, middle))
