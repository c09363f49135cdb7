"""A truss of 180 bars: displacements by areas and loads, with a loop over columns and np.add.at."""
import numpy as np

from facet_modules import inputs, module, outputs

BAYS = 45
nodes = np.array([(i, j) for i in range(BAYS + 1) for j in range(2)], float)
bars = np.array([b for i in range(BAYS) for b in ((2 * i, 2 * i + 2), (2 * i + 1, 2 * i + 3), (2 * i, 2 * i + 3), (2 * i + 1, 2 * i + 2))])
D = nodes.size
free = np.setdiff1d(np.arange(D), [0, 1, 2, 3])
d = nodes[bars[:, 1]] - nodes[bars[:, 0]]
length = np.linalg.norm(d, axis=1)
d = d / length[:, None]
B = np.concatenate([-d, d], 1)                                 # strain of a bar by its four displacements
dofs = np.stack([2 * bars[:, 0], 2 * bars[:, 0] + 1, 2 * bars[:, 1], 2 * bars[:, 1] + 1], 1)
L = np.zeros((len(bars), D)); L[np.arange(len(bars))[:, None], dofs] = B
L = L[:, free]


def stiffness(a): return (L.T * (a / length)) @ L + 1e-3 * np.eye(len(free))


@module
def displace(a, f): return np.linalg.solve(stiffness(a), f)

@displace.tangent("a")
def _(a, f, V, result):
    K, s = stiffness(a), L @ result / length
    return np.stack([-np.linalg.solve(K, L.T @ (s * v)) for v in V.T], 1)

@displace.tangent("f")
def _(a, f, V):
    K = stiffness(a)
    return np.stack([np.linalg.solve(K, v) for v in V.T], 1)

@displace.adjoint("a")
def _(a, f, W, result):
    K, s = stiffness(a), L @ result / length
    return np.stack([-(L @ np.linalg.solve(K, w)) * s for w in W])

@displace.adjoint("f")
def _(a, f, W):
    K = stiffness(a)
    return np.stack([np.linalg.solve(K, w) for w in W])


@module
def weight(u):
    """Forces that follow the displacements, gathered at the nodes."""
    full = np.zeros(D); full[free] = u
    e = (B * full[dofs]).sum(1)
    g = np.zeros(D)
    np.add.at(g, dofs, B * (e * e)[:, None])
    return 1e-2 * g[free]

def both(u, V):
    full = np.zeros(D); full[free] = u
    e = (B * full[dofs]).sum(1)
    by = np.zeros((D, V.shape[1])); by[free] = V
    out = np.zeros((D, V.shape[1]))
    np.add.at(out, dofs, B[:, :, None] * ((2 * e)[:, None] * (B[:, :, None] * by[dofs]).sum(1))[:, None])
    return 1e-2 * out[free]

@weight.tangent("u")
def _(u, V): return both(u, V)

@weight.adjoint("u")
def _(u, W): return both(u, W.T).T


@module
def add(f, g): return f + g

@add.tangent("f", "g")
def _(f, g, V): return V

@add.adjoint("f", "g")
def _(f, g, W): return W


a, f = inputs(a=np.linspace(1, 2, len(bars)), f=np.where(np.arange(len(free)) % 2, -0.01, 0.0))
u = displace(a, f)
for _ in range(3):
    u = displace(a, add(f, weight(u)))
outputs(u=u)
