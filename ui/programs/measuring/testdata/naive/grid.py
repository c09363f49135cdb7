"""Diffusion on 24 by 24 points, explicit: Jacobians with five entries in a row, written as products with all columns."""
import numpy as np

from facet_modules import inputs, module, outputs

SIDE, STEPS, DT, NU = 24, 8, 0.1, 0.4
N = SIDE * SIDE
y, x = np.divmod(np.arange(N), SIDE)
west, east, south, north = (np.where(inside, at, np.arange(N)) for inside, at in (
    (x > 0, np.arange(N) - 1), (x < SIDE - 1, np.arange(N) + 1), (y > 0, np.arange(N) - SIDE), (y < SIDE - 1, np.arange(N) + SIDE)))


@module
def step(u, r):
    return u + DT * (NU * (u[west] + u[east] + u[south] + u[north] - 4 * u) + r * u * (1 - u))

@step.tangent("u")
def _(u, r, V):
    return V + DT * (NU * (V[west] + V[east] + V[south] + V[north] - 4 * V) + (r * (1 - 2 * u))[:, None] * V)

@step.adjoint("u")
def _(u, r, W):
    out = W * (1 + DT * (r * (1 - 2 * u) - 4 * NU))
    for at in (west, east, south, north):
        np.add.at(out, (slice(None), at), DT * NU * W)
    return out

@step.tangent("r")
def _(u, r, V): return (DT * u * (1 - u))[:, None] * V

@step.adjoint("r")
def _(u, r, W): return W * (DT * u * (1 - u))


u, r = inputs(u=np.exp(-40 * ((x / SIDE - 0.4)**2 + (y / SIDE - 0.5)**2)), r=0.5 + x * y / N)
for _ in range(STEPS):
    u = step(u, r)
outputs(u=u)
