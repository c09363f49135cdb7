"""Advection and diffusion of a tracer on 48 by 48 points: eight explicit steps.

A point takes from its four neighbours what a turning wind and a diffusion that
depends on the tracer bring, so that a row of a step's Jacobian has five entries. The
last tracer is wanted by the first one and by what is let in at each point.
"""
import numpy as np
from scipy.sparse import diags

from facet_modules import inputs, module, outputs

SIDE, STEPS, DT, NU = 48, 8, 0.1, 0.4
N = SIDE * SIDE
y, x = np.divmod(np.arange(N), SIDE)
wind_x, wind_y = 0.5 - y / SIDE, x / SIDE - 0.5
west, east, south, north = (np.where(inside, at, np.arange(N)) for inside, at in (
    (x > 0, np.arange(N) - 1), (x < SIDE - 1, np.arange(N) + 1), (y > 0, np.arange(N) - SIDE), (y < SIDE - 1, np.arange(N) + SIDE)))


@module
def step(u):
    """One explicit step. What lies beyond an edge is as at the edge."""
    w, e, s, n = u[west], u[east], u[south], u[north]
    spread = NU * (1 + 0.1 * u) * (w + e + s + n - 4 * u)
    return u + DT * (spread - 0.5 * wind_x * (e - w) - 0.5 * wind_y * (n - s))

@step.jacobian("u")
def _(u):
    w, e, s, n = u[west], u[east], u[south], u[north]
    k = NU * (1 + 0.1 * u)
    here = 1 + DT * (0.1 * NU * (w + e + s + n - 4 * u) - 4 * k)
    parts = [DT * (k + 0.5 * wind_x), DT * (k - 0.5 * wind_x), DT * (k + 0.5 * wind_y), DT * (k - 0.5 * wind_y)]
    for beyond, part in zip((x == 0, x == SIDE - 1, y == 0, y == SIDE - 1), parts):
        here[beyond] += part[beyond]  # a point that is its own neighbour
        part[beyond] = 0
    w, e, s, n = parts
    return diags([s[SIDE:], w[1:], here, e[:-1], n[:-SIDE]], [-SIDE, -1, 0, 1, SIDE], format="csr")


@module
def let_in(u, q):
    """The tracer with what is let in at each point."""
    return u * (1 - 0.01 * q) + 0.1 * q

@let_in.jacobian("u")
def _(u, q): return diags(1 - 0.01 * q, format="csr")

@let_in.jacobian("q")
def _(u, q): return diags(0.1 - 0.01 * u, format="csr")


u, q = inputs(u=np.exp(-40 * ((x / SIDE - 0.4)**2 + (y / SIDE - 0.5)**2)), q=0.01 * (x > SIDE // 2))
u = let_in(u, q)
for _ in range(STEPS):
    u = step(u)
outputs(u=u)
