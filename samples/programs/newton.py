"""Four steps of Newton's method on a system of forty equations with forty parameters.

F(x, p) = B x + p x^3 - 1 = 0. Each step has the structure of the paper's Figure 2:
the matrix F'(x), the residual, and the update that solves with both. The matrix is
a vertex of 1600 entries.
"""
import numpy as np

from facet_modules import inputs, module, outputs

N, STEPS = 40, 4
B = 2 * np.eye(N) + np.random.default_rng(1).normal(size=(N, N)) / (2 * N)


@module
def matrix(x, p):
    return B + np.diag(3 * p * x**2)

def on_diagonal(d):
    """The derivative of a matrix by what its diagonal has as derivatives d."""
    jacobian = np.zeros((N * N, d.shape[1]))
    jacobian[::N + 1] = d
    return jacobian

@matrix.tangent("x")
def _(x, p, V): return on_diagonal((6 * p * x)[:, None] * V)

@matrix.adjoint("x")
def _(x, p, W): return W[:, ::N + 1] * (6 * p * x)

@matrix.tangent("p")
def _(x, p, V): return on_diagonal((3 * x**2)[:, None] * V)

@matrix.adjoint("p")
def _(x, p, W): return W[:, ::N + 1] * (3 * x**2)


@module
def residual(x, p):
    return B @ x + p * x**3 - 1

@residual.tangent("x")
def _(x, p, V): return B @ V + (3 * p * x**2)[:, None] * V

@residual.adjoint("x")
def _(x, p, W): return W @ B + W * (3 * p * x**2)

@residual.tangent("p")
def _(x, p, V): return (x**3)[:, None] * V

@residual.adjoint("p")
def _(x, p, W): return W * x**3


@module
def update(x, A, r):
    return x - np.linalg.solve(A, r)

@update.tangent("x")
def _(x, A, r, V): return V

@update.adjoint("x")
def _(x, A, r, W): return W

@update.tangent("r")
def _(x, A, r, V): return -np.linalg.solve(A, V)

@update.adjoint("r")
def _(x, A, r, W): return -np.linalg.solve(A.T, W.T).T

@update.tangent("A")
def _(x, A, r, V):
    s = np.linalg.solve(A, r)
    return np.linalg.solve(A, s @ V.reshape(N, N, -1))

@update.adjoint("A")
def _(x, A, r, W):
    s, Z = np.linalg.solve(A, r), np.linalg.solve(A.T, W.T).T
    return (Z[:, :, None] * s).reshape(len(W), -1)


x, p = inputs(x=np.full(N, 0.5), p=np.linspace(0.5, 1.5, N))
for _ in range(STEPS):
    x = update(x, matrix(x, p), residual(x, p))
outputs(x=x)
