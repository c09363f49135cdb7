"""Two physics by Gauss-Seidel: a flow and a structure that meet in twelve forces and twelve displacements.

Each field solver has 240 unknowns and a parameter at each of them: the inflow and
the stiffness. The iteration takes what passes the interface from one to the other:
matrices are solved for each part of the interface once. Both final fields are wanted by all parameters.
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


def solved(matrix):
    """A factorization, and how the field answers to each part of the interface."""
    solver = splu(matrix)
    return solver, solver.solve(seam)


@module
def flow(x, inflow, prepared):
    """The pressure field over a wall that is displaced by x."""
    return prepared[0].solve(inflow * (1 + np.tanh(seam @ x)))

@flow.tangent("x")
def _(x, inflow, V, prepared): return prepared[0].solve((inflow * (1 - np.tanh(seam @ x)**2))[:, None] * (seam @ V))

@flow.tangent("inflow")
def _(x, inflow, V, prepared): return prepared[0].solve((1 + np.tanh(seam @ x))[:, None] * V)

@flow.adjoint("x", "inflow", joint=True)
def _(x, inflow, W, prepared):
    t, Z = np.tanh(seam @ x), prepared[0].solve(np.ascontiguousarray(W.T)).T
    return Z @ ((inflow * (1 - t**2))[:, None] * seam), Z * (1 + t)


@module(saves=True)
def load(x, inflow, prepared):
    """The forces of that field on the parts of the interface."""
    t = np.tanh(seam @ x)
    return prepared[1].T @ (inflow * (1 + t)), t

@flow.prepare
@load.prepare
def _(): return solved(laplace)  # for all calls

@load.tangent("x", "inflow", joint=True)
def _(x, inflow, V, prepared, saved):
    return prepared[1].T @ ((inflow * (1 - saved**2))[:, None] * (seam @ V[0]) + (1 + saved)[:, None] * V[1])

@load.adjoint("x", "inflow", joint=True)
def _(x, inflow, W, prepared, saved):
    Z = W @ prepared[1].T
    return (Z * (inflow * (1 - saved**2))) @ seam, Z * (1 + saved)


@module
def bend(force, stiffness, prepared):
    """The displacement of the structure under the forces."""
    return prepared[1] @ force

@bend.tangent("force")
def _(force, stiffness, V, prepared): return prepared[1] @ V

@bend.tangent("stiffness")
def _(force, stiffness, V, prepared, result): return prepared[0].solve(-result[:, None] * V)

@bend.adjoint("force", "stiffness", joint=True)
def _(force, stiffness, W, prepared, result):
    return W @ prepared[1], prepared[0].solve(np.ascontiguousarray(W.T)).T * -result


@module(saves=True)
def touch(force, stiffness, prepared):
    """The displacements of the parts of the interface."""
    displacement = prepared[1] @ force
    return seam.T @ displacement, displacement

@bend.prepare
@touch.prepare
def _(stiffness): return solved((laplace + diags(stiffness)).tocsc())  # for all calls with this stiffness

@touch.tangent("force", "stiffness", joint=True)
def _(force, stiffness, V, prepared, saved):
    return seam.T @ (prepared[1] @ V[0]) - prepared[1].T @ (saved[:, None] * V[1])

@touch.adjoint("force", "stiffness", joint=True)
def _(force, stiffness, W, prepared, saved):
    return (W @ seam.T) @ prepared[1], (W @ prepared[1].T) * -saved


inflow, stiffness = inputs(
    inflow=1 + 0.5 * np.sin(np.linspace(0, 3, N)),
    stiffness=0.5 + 0.2 * np.cos(np.linspace(0, 5, N)))
x = np.zeros(SEAM)
for _ in range(ITERATIONS):
    x = touch(load(x, inflow), stiffness)
outputs(pressure=flow(x, inflow), displacement=bend(load(x, inflow), stiffness))
