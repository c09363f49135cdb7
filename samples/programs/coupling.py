"""Two physics by Gauss-Seidel: a flow and a structure that meet in twelve forces and twelve displacements.

Each field solver has 240 unknowns and a parameter at each of them: the inflow and
the stiffness. The iteration takes what passes the interface from one to the other.
Both final fields are wanted by all parameters.
"""
import numpy as np
from scipy.sparse import diags
from scipy.sparse.linalg import splu

from facet_modules import inputs, module, outputs

N, SEAM, ITERATIONS = 240, 12, 5
laplace = diags([-np.ones(N - 1), 2.2 * np.ones(N), -np.ones(N - 1)], [-1, 0, 1], format="csc")
seam = np.zeros((N, SEAM))  # which entries of a field lie at which part of the interface
for s in range(SEAM):
    seam[s * N // SEAM:(s + 1) * N // SEAM, s] = SEAM / N


@module
def flow(x, inflow, prepared):
    """The pressure field over a wall that is displaced by x."""
    return prepared.solve(inflow * (1 + np.tanh(seam @ x)))

@flow.prepare
def _(): return splu(laplace)  # for all calls

@flow.tangent("x", "inflow", joint=True)
def _(x, inflow, V, prepared):
    t = np.tanh(seam @ x)
    return prepared.solve((inflow * (1 - t**2))[:, None] * (seam @ V[0]) + (1 + t)[:, None] * V[1])

@flow.adjoint("x", "inflow", joint=True)
def _(x, inflow, W, prepared):
    t, Z = np.tanh(seam @ x), prepared.solve(np.ascontiguousarray(W.T)).T
    return (Z * (inflow * (1 - t**2))) @ seam, Z * (1 + t)


@module
def load(pressure):
    """The forces on the parts of the interface."""
    return seam.T @ pressure

@load.tangent("pressure")
def _(pressure, V): return seam.T @ V

@load.adjoint("pressure")
def _(pressure, W): return W @ seam.T


def beam(stiffness):
    return splu((laplace + diags(stiffness)).tocsc())

@module
def bend(force, stiffness, prepared):
    """The displacement of the structure under the forces."""
    return prepared.solve(seam @ force)

@bend.prepare
def _(stiffness): return beam(stiffness)  # for all calls with this stiffness

@bend.tangent("force", "stiffness", joint=True)
def _(force, stiffness, V, prepared, result):
    return prepared.solve(seam @ V[0] - result[:, None] * V[1])

@bend.adjoint("force", "stiffness", joint=True)
def _(force, stiffness, W, prepared, result):
    Z = prepared.solve(np.ascontiguousarray(W.T)).T
    return Z @ seam, -Z * result


@module
def touch(displacement):
    """The displacements of the parts of the interface."""
    return seam.T @ displacement

@touch.tangent("displacement")
def _(displacement, V): return seam.T @ V

@touch.adjoint("displacement")
def _(displacement, W): return W @ seam.T


inflow, stiffness = inputs(
    inflow=1 + 0.5 * np.sin(np.linspace(0, 3, N)),
    stiffness=0.5 + 0.2 * np.cos(np.linspace(0, 5, N)))
displacement = bend(load(flow(np.zeros(SEAM), inflow)), stiffness)
for _ in range(ITERATIONS):
    pressure = flow(touch(displacement), inflow)
    displacement = bend(load(pressure), stiffness)
outputs(pressure=pressure, displacement=displacement)
