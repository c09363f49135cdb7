"""A network with one weight matrix in all layers."""
import numpy as np
from facet_modules import module, inputs, outputs
rng = np.random.default_rng(3)
X, Y = rng.normal(size=(16, 5)), rng.integers(0, 3, 16)

@module
def affine(h, A, b): return h @ A + b

@affine.tangent("h", "A", "b", joint=True)
def _(h, A, b, V):
    k = V[0].shape[1]
    n, p = h.shape; q = A.shape[1]
    return (np.einsum("npk,pq->nqk", V[0].reshape(n, p, k), A) + np.einsum("np,pqk->nqk", h, V[1].reshape(p, q, k)) + V[2].reshape(1, q, k)).reshape(n * q, k)

@affine.adjoint("h", "A", "b", joint=True)
def _(h, A, b, W):
    k = len(W)
    W = W.reshape(k, len(h), -1)
    return (W @ A.T).reshape(k, -1), np.einsum("np,knq->kpq", h, W).reshape(k, -1), W.sum(1)

@module
def soft(h): return np.log1p(np.exp(-np.abs(h))) + np.maximum(h, 0)

@soft.tangent("h")
def _(h, V): return (1 / (1 + np.exp(-h))).ravel()[:, None] * V

@soft.adjoint("h")
def _(h, W): return W * (1 / (1 + np.exp(-h))).ravel()

@module(saves=True)
def loss(h):
    e = np.exp(h - h.max(1, keepdims=True))
    s = e / e.sum(1, keepdims=True)
    return -np.log(s[np.arange(len(h)), Y]).mean(), s

@loss.tangent("h")
def _(h, V, saved):
    g = saved.copy(); g[np.arange(len(h)), Y] -= 1
    return (g / len(h)).reshape(1, -1) @ V

@loss.adjoint("h")
def _(h, W, saved):
    g = saved.copy(); g[np.arange(len(h)), Y] -= 1
    return W * (g / len(h)).reshape(1, -1)

SC = 1.0
@module
def start(s): return X * s * SC
@start.jacobian("s")
def _(s): return (SC * X[:, :, None] * np.eye(5)).reshape(-1, 5)

s, A, a, B, b = inputs(s=np.ones(5), A=rng.normal(size=(5, 5)) / 2, a=np.zeros(5), B=rng.normal(size=(5, 3)), b=np.zeros(3))
h = start(s)
for n in range(6): h = soft(affine(h, A, a))
outputs(loss=loss(affine(h, B, b)))
