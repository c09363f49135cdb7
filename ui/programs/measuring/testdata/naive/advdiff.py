"""Advection and diffusion on 24 by 24 points: sparse Jacobians that are put together anew in each step."""
import numpy as np
from scipy.sparse import diags, eye, kron

from facet_modules import inputs, module, outputs

SIDE, STEPS, DT = 24, 10, 0.1
N = SIDE * SIDE
y, x = np.divmod(np.arange(N), SIDE)
wind_x, wind_y = 0.5 - y / SIDE, x / SIDE - 0.5
first = diags([-1, 1], [-1, 1], (SIDE, SIDE))
along, across = kron(eye(SIDE), first).tocsr(), kron(first, eye(SIDE)).tocsr()
second = kron(eye(SIDE), diags([1, -2, 1], [-1, 0, 1], (SIDE, SIDE))) + kron(diags([1, -2, 1], [-1, 0, 1], (SIDE, SIDE)), eye(SIDE))
second = second.tocsr()


@module
def step(u, nu):
    return u + DT * (nu * (1 + 0.1 * u) * (second @ u) - 0.5 * wind_x * (along @ u) - 0.5 * wind_y * (across @ u))

@step.jacobian("u")
def _(u, nu):
    return (eye(N) + DT * (diags(nu * (1 + 0.1 * u)) @ second + diags(0.1 * nu * (second @ u)) - 0.5 * diags(wind_x) @ along - 0.5 * diags(wind_y) @ across)).tocsr()

@step.jacobian("nu")
def _(u, nu): return diags(DT * (1 + 0.1 * u) * (second @ u)).tocsr()


u, nu = inputs(u=np.exp(-40 * ((x / SIDE - 0.4)**2 + (y / SIDE - 0.5)**2)), nu=np.full(N, 0.3))
for _ in range(STEPS):
    u = step(u, nu)
outputs(u=u)
