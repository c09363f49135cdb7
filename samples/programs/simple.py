"""One step of a pressure correction like SIMPLE on 11 by 11 cells.

The modules and their uses of each other are those of a step in OpenFOAM (the sample
openfoam) at a hundredth of its size: velocity, flux and pressure go in and out, two
linear systems are solved on the way. Pressure and flux come from one solve, and are two
results of one module. The equations are simpler than a flow solver's.
Most modules that only add and multiply give their Jacobians as sparse matrices; UEqn_H
multiplies by them, since it takes longer to put its Jacobians together than to use them.
"""
import numpy as np
from scipy.sparse import bmat, diags, eye, hstack, kron, vstack
from scipy.sparse.linalg import splu

from facet_modules import inputs, module, outputs

SIDE = 11
N = SIDE * SIDE
inner, mean = diags([-1, 1], [0, 1], (SIDE - 1, SIDE)), diags([0.5, 0.5], [0, 1], (SIDE - 1, SIDE))
slope = vstack([kron(eye(SIDE), inner), kron(inner, eye(SIDE))]).tocsr()        # faces from cells
face = vstack([kron(eye(SIDE), mean), kron(mean, eye(SIDE))]).tocsr()
F = slope.shape[0]
along, across = slice(0, F // 2), slice(F // 2, F)
gradient = (bmat([[kron(eye(SIDE), mean.T @ inner)], [kron(mean.T @ inner, eye(SIDE))]])).tocsr()  # both components, from cells
normal = bmat([[face[along], None], [None, face[across]]]).tocsr()               # through faces, from both components
spread = abs(slope.T).tocsr()
twice = vstack([eye(N), eye(N)]).tocsr()                                         # of a cell, for both components
laplace = (slope.T @ slope).tocsr()
NU, DRAG = 0.1, 0.05
mixing = (NU * spread @ face).tocsr()


def diagonal_of(U, phi, p):
    return 1 + DRAG * (U[:N]**2 + U[N:]**2) + 0.2 * spread @ np.sqrt(phi**2 + 0.01) + 0.01 * p

def diagonal_by(U, phi, p):
    """Its Jacobians by U, phi and p."""
    return hstack([diags(2 * DRAG * U[:N]), diags(2 * DRAG * U[N:])]).tocsr(), (0.2 * spread @ diags(phi / np.sqrt(phi**2 + 0.01))).tocsr(), 0.01 * eye(N, format="csr")


@module
def UEqn_A(U, phi, p): return diagonal_of(U, phi, p)

@UEqn_A.jacobian("U")
def _(U, phi, p, prepared): return prepared[0]

@UEqn_A.jacobian("phi")
def _(U, phi, p, prepared): return prepared[1]

@UEqn_A.jacobian("p")
def _(U, phi, p, prepared): return prepared[2]


def momentum(U, phi, p):
    """The momentum matrix of one component, and its solution for both."""
    solver = splu((diags(diagonal_of(U, phi, p)) + NU * laplace).tocsc())
    right = 0.7 * U - gradient @ p
    return solver, np.concatenate([solver.solve(right[:N]), solver.solve(right[N:])])

def both(solver, R):
    """Solves for both components, a column each."""
    return np.vstack([solver.solve(np.ascontiguousarray(R[:N])), solver.solve(np.ascontiguousarray(R[N:]))])

@module(saves=True)
def U_tmp(U, phi, p):
    solver, u = momentum(U, phi, p)
    return u, solver

@UEqn_A.prepare
@U_tmp.prepare
def _(U, phi, p): return diagonal_by(U, phi, p)  # for both

@U_tmp.tangent("U", "phi", "p", joint=True)
def _(U, phi, p, V, result, saved, prepared):
    by_diagonal = sum(by @ v for by, v in zip(prepared, V))
    return both(saved, 0.7 * V[0] - gradient @ V[2] - result[:, None] * (twice @ by_diagonal))

@U_tmp.adjoint("U", "phi", "p", joint=True)
def _(U, phi, p, W, result, saved, prepared):
    Z = both(saved, W.T)
    by_diagonal = twice.T @ (result[:, None] * Z)
    by_U, by_phi, by_p = (-by.T @ by_diagonal for by in prepared)
    return (by_U + 0.7 * Z).T, by_phi.T, (by_p - gradient.T @ Z).T


@module
def UEqn_H(U, phi, p): return mixing @ (U[:N] * U[N:]) + 0.1 * slope.T @ (phi * np.abs(phi)) + 0.7 * U[:N] - 0.01 * p**2

@UEqn_H.tangent("U", "phi", "p", joint=True)
def _(U, phi, p, V):
    by_U, by_phi, by_p = V
    product = U[N:, None] * by_U[:N] + U[:N, None] * by_U[N:]
    return mixing @ product + slope.T @ ((0.2 * np.abs(phi))[:, None] * by_phi) + 0.7 * by_U[:N] - (0.02 * p)[:, None] * by_p

@UEqn_H.adjoint("U", "phi", "p", joint=True)
def _(U, phi, p, W):
    M = (mixing.T @ W.T).T
    return np.hstack([M * U[N:] + 0.7 * W, M * U[:N]]), (slope @ W.T).T * (0.2 * np.abs(phi)), W * (-0.02 * p)


@module
def rAU(A): return 1 / A

@rAU.jacobian("A")
def _(A): return diags(-1 / A**2).tocsr()


@module
def HbyA(r, U, H, p): return (twice @ r) * (twice @ H + 0.5 * U - 0.1 * gradient @ p)

@HbyA.jacobian("r")
def _(r, U, H, p): return diags(twice @ H + 0.5 * U - 0.1 * gradient @ p) @ twice

@HbyA.jacobian("U")
def _(r, U, H, p): return diags(0.5 * (twice @ r)).tocsr()

@HbyA.jacobian("H")
def _(r, U, H, p): return diags(twice @ r) @ twice

@HbyA.jacobian("p")
def _(r, U, H, p): return diags(-0.1 * (twice @ r)) @ gradient


@module
def phiHbyA(h, U, p): return normal @ (h + 0.05 * U) - 0.02 * slope @ p

@phiHbyA.jacobian("h")
def _(h, U, p): return normal

@phiHbyA.jacobian("U")
def _(h, U, p): return 0.05 * normal

@phiHbyA.jacobian("p")
def _(h, U, p): return -0.02 * slope


@module
def pEqn(r, phi, p, prepared):
    """The pressure that makes the flux free of sources, and what it takes from the flux."""
    q = prepared.solve(slope.T @ phi + 0.1 * p)
    return q, (face @ r) * (slope @ q)

@pEqn.prepare
def _(r): return splu((slope.T @ diags(face @ r) @ slope + 0.1 * eye(N)).tocsc())

@pEqn.tangent("r", "phi", "p", joint=True)
def _(r, phi, p, V, result, prepared):
    by_r = (slope @ result[0])[:, None] * (face @ V[0])
    q = prepared.solve(slope.T @ (V[1] - by_r) + 0.1 * V[2])
    return q, (face @ r)[:, None] * (slope @ q) + by_r

@pEqn.adjoint("r", "phi", "p", joint=True)
def _(r, phi, p, W, result, prepared):
    flux = W[1].T
    Z = prepared.solve(W[0].T + slope.T @ ((face @ r)[:, None] * flux))
    back = slope @ Z
    return (face.T @ ((slope @ result[0])[:, None] * (flux - back))).T, back.T, 0.1 * Z.T


@module
def U_out(r, h, q): return h - (twice @ r) * (gradient @ q)

@U_out.jacobian("r")
def _(r, h, q): return -diags(gradient @ q) @ twice

@U_out.jacobian("h")
def _(r, h, q): return eye(2 * N, format="csr")

@U_out.jacobian("q")
def _(r, h, q): return -diags(twice @ r) @ gradient


@module
def phi_out(h, flux): return h - flux

@phi_out.jacobian("h")
def _(h, flux): return eye(F, format="csr")

@phi_out.jacobian("flux")
def _(h, flux): return -eye(F, format="csr")


@module
def p_out(q): return 0.3 * q

@p_out.jacobian("q")
def _(q): return 0.3 * eye(N, format="csr")


x, y = np.meshgrid(np.linspace(0, 1, SIDE), np.linspace(0, 1, SIDE))
start = np.concatenate([np.sin(3 * y).ravel(), 0.3 * np.cos(3 * x).ravel()])
U, phi, p = inputs(U=start, phi=normal @ start, p=(0.5 - 0.5 * x).ravel())
A, tmp, H = UEqn_A(U, phi, p), U_tmp(U, phi, p), UEqn_H(U, phi, p)
r = rAU(A)
h = HbyA(r, tmp, H, p)
ph = phiHbyA(h, tmp, p)
q, flux = pEqn(r, ph, p)
outputs(U=U_out(r, h, q), phi=phi_out(ph, flux), p=p_out(q))
