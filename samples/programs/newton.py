"""Four steps of Newton's method on a system of forty equations with forty parameters.

F(x, p) = B x + p x^3 - 1 = 0. Each step has the structure of the paper's Figure 2:
the matrix F'(x), the residual, and the update that solves with both. The matrix is
a vertex of 1600 entries. Adjoints by it are outer products, and are never made matrices.
"""
import numpy as np
from scipy.linalg import lu_factor, lu_solve

from facet_modules import inputs, module, outer, outputs

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

@matrix.adjoint("x", "p", joint=True)
def _(x, p, W): return W[:, ::N + 1] * (6 * p * x), W[:, ::N + 1] * (3 * x**2)

@matrix.adjoint("x", "p", joint=True, outer=True)  # the diagonal of an outer product
def _(x, p, W):
    Z = W.left * (3 * x * W.right)
    return Z * (2 * p), Z * x

@matrix.tangent("p")
def _(x, p, V): return on_diagonal((3 * x**2)[:, None] * V)


@module
def residual(x, p):
    return B @ x + p * x**3 - 1

@residual.tangent("x")
def _(x, p, V): return B @ V + (3 * p * x**2)[:, None] * V

@residual.adjoint("x", "p", joint=True)
def _(x, p, W):
    Z = W * x**2
    return W @ B + Z * (3 * p), Z * x

@residual.tangent("p")
def _(x, p, V): return (x**3)[:, None] * V


@module
def update(x, A, r, prepared):
    return x - lu_solve(prepared, r, check_finite=False)

@update.prepare
def _(A): return lu_factor(A, check_finite=False)

@update.tangent("x", "A", "r", joint=True)
def _(x, A, r, V, prepared, result):
    by_x, by_A, by_r = V
    return by_x + lu_solve(prepared, (x - result) @ by_A.reshape(N, N, -1) - by_r, check_finite=False)

@update.adjoint("x", "A", "r", joint=True)
def _(x, A, r, W, prepared, result):
    Z = lu_solve(prepared, W.T, trans=1, check_finite=False).T
    return W, outer(Z, x - result), -Z


x, p = inputs(x=np.full(N, 0.5), p=np.linspace(0.5, 1.5, N))
for _ in range(STEPS):
    x = update(x, matrix(x, p), residual(x, p))
outputs(x=x)
