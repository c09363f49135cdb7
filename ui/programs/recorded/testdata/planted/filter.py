"""A Kalman filter: two results, and joint marks."""
import numpy as np
from facet_modules import module, inputs, outputs
rng = np.random.default_rng(5)
N, M = 4, 2
F = np.eye(N) + 0.1 * rng.normal(size=(N, N)); H = rng.normal(size=(M, N)); R = np.eye(M)
DATA = rng.normal(size=(12, M))

@module
def predict(x, P, q): return F @ x, F @ P @ F.T + np.diag(q)

@predict.tangent("x", "P", "q", joint=True)
def _(x, P, q, V):
    k = V[0].shape[1]
    D = np.zeros((N, N, k)); D[np.arange(N), np.arange(N)] = V[2]
    return F @ V[0], (np.einsum("ij,jlk,ml->imk", F, V[1].reshape(N, N, k), F) + D).reshape(N * N, k)

@predict.adjoint("x", "P", "q", joint=True)
def _(x, P, q, W):
    k = len(W[0])
    Z = W[1].reshape(k, N, N)
    return W[0] @ F, (F.T @ Z @ F).reshape(k, -1), Z[:, np.arange(N), np.arange(N)]

@module
def correct(x, P, z):
    K = P @ H.T @ np.linalg.inv(H @ P @ H.T + R)
    return x + K @ (z - H @ x), P - K @ H @ P

@correct.prepare
def _(P):
    return np.linalg.inv(H @ P @ H.T + R)

@correct.tangent("x", "P", joint=True)
def _(x, P, z, V, prepared):
    k = V[0].shape[1]
    D, S = V[1].reshape(N, N, k).transpose(2, 0, 1), prepared
    A = P @ H.T @ S
    e = z - H @ x
    y = V[0] - A @ (H @ V[0]) + (D @ (H.T @ S @ e)).T - (A @ H @ D @ (H.T @ S @ e)[:, None])[..., 0].T
    C = (np.eye(N) - A @ H) @ D @ (np.eye(N) - H.T @ S @ H @ P)
    return y, C.reshape(k, -1).T

@correct.adjoint("x", "P", joint=True)
def _(x, P, z, W, prepared):
    k = len(W[0])
    Z, S = W[1].reshape(k, N, N), prepared
    A = P @ H.T @ S
    e = z - H @ x
    L, Q = np.eye(N) - A @ H, np.eye(N) - H.T @ S @ H @ P
    g = H.T @ S @ e
    return W[0] @ L, ((W[0] @ L)[:, :, None] * g + L.T @ Z @ Q.T).reshape(k, -1)

@module
def total(x, P): return x @ x + np.trace(P)
@total.jacobian("x")
def _(x, P): return 2 * x[None]
@total.jacobian("P")
def _(x, P): return np.eye(N).reshape(1, -1)

x, P, q = inputs(x=np.zeros(N), P=np.eye(N) + 0.1 * rng.normal(size=(N, N)), q=np.full(N, 0.1))
for z in DATA:
    x, P = predict(x, P, q)
    x, P = correct(x, P, z)
outputs(total=total(x, P))
