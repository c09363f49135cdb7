"""The reactor of samples/programs with the marks that come to mind first: each factorizes for itself."""
import numpy as np
from scipy.sparse import bmat, diags
from scipy.sparse.linalg import splu

from facet_modules import inputs, module, outputs

N, STEPS, DT = 400, 12, 0.05
laplace = diags([1, -2, 1], [-1, 0, 1], (N, N), format="lil")
laplace[0, 0] = laplace[-1, -1] = -1
laplace = (laplace * 40.0).tocsr()


def rate(c, T, p): return p[0] * c * np.exp(p[1] * T / (1 + T))


def residual(z, c_old, p, feed):
    c, T = z[:N], z[N:]
    r = rate(c, T, p)
    return np.concatenate([c - c_old - DT * (p[2] * (laplace @ c) - r + feed), p[3] * (laplace @ T) - T + p[4] * r])


def matrix(z, p):
    c, T = z[:N], z[N:]
    by_c = p[0] * np.exp(p[1] * T / (1 + T))
    by_T = rate(c, T, p) * p[1] / (1 + T)**2
    return splu(bmat([[diags(1 + DT * by_c) - DT * p[2] * laplace, diags(DT * by_T)], [diags(p[4] * by_c), p[3] * laplace - diags(1 - p[4] * by_T)]], format="csc"))


def by_constants(z, p):
    c, T = z[:N], z[N:]
    r, zero = rate(c, T, p), np.zeros(N)
    return np.stack([np.concatenate(pair) for pair in (
        (DT * r / p[0], p[4] * r / p[0]), (DT * r * T / (1 + T), p[4] * r * T / (1 + T)), (-DT * (laplace @ c), zero), (zero, laplace @ T), (zero, r))], axis=1)


@module
def step(old, p, feed):
    z = old
    for _ in range(12):
        change = matrix(z, p).solve(residual(z, old[:N], p, feed))
        z = z - change
        if np.abs(change).max() < 1e-11:
            break
    return z

@step.tangent("old")
def _(old, p, feed, V, result):
    right = np.zeros_like(V)
    right[:N] = V[:N]
    return matrix(result, p).solve(right)

@step.tangent("p")
def _(old, p, feed, V, result): return matrix(result, p).solve(-by_constants(result, p) @ V)

@step.tangent("feed")
def _(old, p, feed, V, result): return matrix(result, p).solve(np.vstack([DT * V, np.zeros_like(V)]))

@step.adjoint("old")
def _(old, p, feed, W, result):
    Z = matrix(result, p).solve(np.ascontiguousarray(W.T), "T").T
    return np.hstack([Z[:, :N], np.zeros((len(W), N))])

@step.adjoint("p")
def _(old, p, feed, W, result): return -matrix(result, p).solve(np.ascontiguousarray(W.T), "T").T @ by_constants(result, p)

@step.adjoint("feed")
def _(old, p, feed, W, result): return DT * matrix(result, p).solve(np.ascontiguousarray(W.T), "T").T[:, :N]


@module
def begin(c): return np.concatenate([c, np.zeros(N)])

@begin.tangent("c")
def _(c, V): return np.vstack([V, np.zeros_like(V)])

@begin.adjoint("c")
def _(c, W): return W[:, :N]


sensors = np.arange(30, N, 64)

@module
def sense(z): return z[sensors]

@sense.tangent("z")
def _(z, V): return V[sensors]

@sense.adjoint("z")
def _(z, W):
    all = np.zeros((len(W), 2 * N))
    all[:, sensors] = W
    return all


c, p, feed = inputs(c=0.5 + 0.3 * np.sin(np.linspace(0, 6, N)), p=np.array([1.0, 0.8, 0.8, 0.5, 0.6]), feed=0.2 + 0.1 * np.cos(np.linspace(0, 9, N)))
z = begin(c)
for _ in range(STEPS):
    z = step(z, p, feed)
outputs(seen=sense(z))
