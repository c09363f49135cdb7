"""An implicit step, a table and a projection."""
import numpy as np
from facet_modules import module, inputs, outputs
N = 6
A = np.diag(np.full(N, 2.5)) - np.diag(np.ones(N - 1), 1) - 0.5 * np.diag(np.ones(N - 1), -1)

@module
def implicit(u, k, load):
    """Backward Euler with a cubic: A y + k y^3 = u + load."""
    y = u.copy()
    for _ in range(30):
        r = A @ y + k * y**3 - u - load
        y = y - np.linalg.solve(A + np.diag(3 * k * y**2), r)
        if np.abs(r).max() < 1e-14: break
    return y

@implicit.prepare
def _(k, result): return np.linalg.inv(A + np.diag(3 * k * result**2))

@implicit.tangent("u", "k", joint=True)
def _(u, k, load, V, result, prepared): return prepared @ (V[0] - (result**3)[:, None] * V[1])

@implicit.adjoint("u", "k", joint=True)
def _(u, k, load, W, result, prepared):
    Z = W @ prepared
    return Z, -Z * result**3

@module
def table(y):
    """Linear interpolation."""
    x = np.clip(y, -1.9, 1.9) + 2
    i = x.astype(int)
    return T[i] + (x - i) * (T[i + 1] - T[i])

T = np.array([0.0, 0.3, 1.1, 1.0, 2.0])

@table.jacobian("y")
def _(y):
    i = (np.clip(y, -1.9, 1.9) + 2).astype(int)
    return np.diag(np.where(np.abs(y) < 1.9, T[i + 1] - T[i], 0))

@module
def unit(y): return y / np.sqrt(1 + y @ y)

@unit.tangent("y")
def _(y, V):
    n = np.sqrt(1 + y @ y)
    return V / n - np.outer(y, y @ V) / n**3

@unit.adjoint("y")
def _(y, W):
    n = np.sqrt(1 + y @ y)
    return W / n - (W @ y)[:, None] * y / n**3

K0 = None
u, k = inputs(u=np.linspace(-1, 1.3, N), k=np.full(N, 0.4))
k0 = k.look()
for n in range(8):
    u = unit(table(implicit(u, k, 0.1 * n)))
outputs(u=u)
