"""Sixty small stirred tanks in a row: each is one step of implicit Euler by three equations, with its own volume."""
import numpy as np

from facet_modules import inputs, module, outputs

TANKS, M, DT = 60, 3, 0.2
K = np.array([[0.5, 0.1, 0.0], [0.2, 0.8, 0.1], [0.0, 0.3, 0.4]])


def system(c, p): return np.eye(M) * (1 + DT * p[0]) + DT * p[1] * (K + np.diag(2 * c))


@module
def tank(c, p):
    z = c
    for _ in range(8):
        r = z - c + DT * p[0] * (z - 1) + DT * p[1] * (K @ z + z * z)
        z = z - np.linalg.solve(system(z, p), r)
        if np.abs(r).max() < 1e-13:
            break
    return z

def by_p(z): return np.stack([DT * (z - 1), DT * (K @ z + z * z)], 1)

@tank.tangent("c")
def _(c, p, V, result): return np.linalg.solve(system(result, p), V)

@tank.tangent("p")
def _(c, p, V, result): return -np.linalg.solve(system(result, p), by_p(result) @ V)

@tank.adjoint("c")
def _(c, p, W, result): return np.linalg.solve(system(result, p).T, W.T).T

@tank.adjoint("p")
def _(c, p, W, result): return -np.linalg.solve(system(result, p).T, W.T).T @ by_p(result)


c, p = inputs(c=np.array([1.0, 0.5, 0.2]), p=np.array([0.7, 0.3]))
for _ in range(TANKS):
    c = tank(c, p)
outputs(c=c)
