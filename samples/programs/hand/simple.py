"""By hand: two factorizations. The Jacobians around the solves stay sparse, and the last flux and velocity are
assembled from the Jacobian of the pressure, which is the only dense one beside that of the velocity."""
import numpy as np
from scipy.sparse import diags, eye, hstack
from scipy.sparse.linalg import splu


def jacobian(given):
    N, nu, drag = given["N"], given["NU"], given["DRAG"]
    slope, face, spread, twice, normal, gradient = (given[n] for n in ("slope", "face", "spread", "twice", "normal", "gradient"))
    U, phi, p = (given["inputs_at"][n] for n in ("U", "phi", "p"))
    F = len(phi)
    A = 1 + drag * (U[:N]**2 + U[N:]**2) + 0.2 * spread @ np.sqrt(phi**2 + 0.01) + 0.01 * p
    by_A = hstack([diags(2 * drag * U[:N]), diags(2 * drag * U[N:]), 0.2 * spread @ diags(phi / np.sqrt(phi**2 + 0.01)), 0.01 * eye(N)]).tocsr()
    solver = splu((diags(A) + nu * given["laplace"]).tocsc())
    right = 0.7 * U - gradient @ p
    u = np.concatenate([solver.solve(right[:N]), solver.solve(right[N:])])
    dR = hstack([0.7 * eye(2 * N), 0 * normal.T, -gradient]).tocsr() - diags(u) @ (twice @ by_A)
    du = np.vstack([solver.solve(dR[:N].toarray()), solver.solve(dR[N:].toarray())])
    H = nu * spread @ (face @ (U[:N] * U[N:])) + 0.1 * slope.T @ (phi * np.abs(phi)) + 0.7 * U[:N] - 0.01 * p**2
    mixing = nu * spread @ face
    dH = hstack([mixing @ diags(U[N:]) + 0.7 * eye(N), mixing @ diags(U[:N]), 0.2 * slope.T @ diags(np.abs(phi)), diags(-0.02 * p)]).tocsr()
    r = 1 / A
    dr = -diags(r**2) @ by_A
    rr, inner = twice @ r, twice @ H + 0.5 * u - 0.1 * gradient @ p
    h = rr * inner
    to_p = hstack([0 * normal.T @ normal, 0 * normal.T, gradient]).tocsr()  # by U, phi, p
    dh_sparse = diags(inner) @ (twice @ dr) + diags(rr) @ (twice @ dH - 0.1 * to_p)
    dh = (0.5 * rr)[:, None] * du + dh_sparse
    ph = normal @ (h + 0.05 * u) - 0.02 * slope @ p
    dph = normal @ (np.asarray(dh) + 0.05 * du)
    dph[:, -N:] -= 0.02 * slope.toarray()
    weight = face @ r
    pressure = splu((slope.T @ diags(weight) @ slope + 0.1 * eye(N)).tocsc())
    q = pressure.solve(slope.T @ ph + 0.1 * p)
    along = slope @ q
    dw = diags(along) @ (face @ dr)
    dRight = slope.T @ (dph - dw)
    dRight = np.asarray(dRight)
    dRight[:, -N:] += 0.1 * np.eye(N)
    dq = pressure.solve(dRight)
    back = gradient @ q
    dU = np.asarray(dh - diags(back) @ (twice @ dr)) - rr[:, None] * (gradient @ dq)
    dflux = np.asarray(dph - weight[:, None] * (slope @ dq) - dw)
    values, at = (h - rr * back, ph - weight * along, 0.3 * q), (slice(0, 2 * N), slice(2 * N, 2 * N + F), slice(2 * N + F, None))
    return values, {(out, name): m[:, s] for out, m in (("U", dU), ("phi", dflux), ("p", 0.3 * dq)) for name, s in zip(("U", "phi", "p"), at)}
