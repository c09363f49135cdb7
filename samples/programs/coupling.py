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
def flow(x, inflow):
    """The pressure field over a wall that is displaced by x."""
    return splu(laplace).solve(inflow * (1 + np.tanh(seam @ x)))

@flow.tangent("x")
def _(x, inflow, V):
    return splu(laplace).solve((inflow / np.cosh(seam @ x)**2)[:, None] * (seam @ V))

@flow.adjoint("x")
def _(x, inflow, W):
    return (splu(laplace).solve(np.ascontiguousarray(W.T)).T * (inflow / np.cosh(seam @ x)**2)) @ seam

@flow.tangent("inflow")
def _(x, inflow, V):
    return splu(laplace).solve((1 + np.tanh(seam @ x))[:, None] * V)

@flow.adjoint("inflow")
def _(x, inflow, W):
    return splu(laplace).solve(np.ascontiguousarray(W.T)).T * (1 + np.tanh(seam @ x))


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
def bend(force, stiffness):
    """The displacement of the structure under the forces."""
    return beam(stiffness).solve(seam @ force)

@bend.tangent("force")
def _(force, stiffness, V): return beam(stiffness).solve(seam @ V)

@bend.adjoint("force")
def _(force, stiffness, W):
    return beam(stiffness).solve(np.ascontiguousarray(W.T)).T @ seam

@bend.tangent("stiffness")
def _(force, stiffness, V):
    solver = beam(stiffness)
    return -solver.solve(solver.solve(seam @ force)[:, None] * V)

@bend.adjoint("stiffness")
def _(force, stiffness, W):
    solver = beam(stiffness)
    return -solver.solve(np.ascontiguousarray(W.T)).T * solver.solve(seam @ force)


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
