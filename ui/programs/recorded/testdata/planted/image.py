"""Diffusion of an image on a torus, of which a part is cut out."""
import numpy as np
from facet_modules import module, inputs, outputs
rng = np.random.default_rng(8)
S = 9

def shift(V, a, axis): return np.roll(V, a, axis)

@module
def smooth(u, c):
    """Perona-Malik like diffusion on a torus."""
    e, s = np.roll(u, -1, 1) - u, np.roll(u, -1, 0) - u
    f, g = c * e / (1 + e * e), c * s / (1 + s * s)
    return u + f - np.roll(f, 1, 1) + g - np.roll(g, 1, 0)

def parts(u):
    e, s = np.roll(u, -1, 1) - u, np.roll(u, -1, 0) - u
    return (1 - e * e) / (1 + e * e)**2, (1 - s * s) / (1 + s * s)**2, e / (1 + e * e), s / (1 + s * s)

@smooth.tangent("u")
def _(u, c, V):
    U = V.reshape(S, S, -1)
    de, ds, _, _ = parts(u)
    f = (c * de)[..., None] * (np.roll(U, -1, 1) - U)
    g = (c * ds)[..., None] * (np.roll(U, -1, 0) - U)
    return (U + f - np.roll(f, 1, 1) + g - np.roll(g, 1, 0)).reshape(S * S, -1)

@smooth.adjoint("u")
def _(u, c, W):
    Z = W.reshape(-1, S, S)
    de, ds, _, _ = parts(u)
    f = c * de * (Z - np.roll(Z, -1, 2))
    g = c * ds * (Z - np.roll(Z, -1, 1))
    return (Z + np.roll(f, 1, 2) - f + np.roll(g, 1, 1) - g).reshape(-1, S * S)

@smooth.tangent("c")
def _(u, c, V):
    _, _, f, g = parts(u)
    return (f - np.roll(f, 1, 1) + g - np.roll(g, 1, 0)).reshape(-1, 1) * V

@smooth.adjoint("c")
def _(u, c, W):
    _, _, f, g = parts(u)
    return W @ (f - np.roll(f, 1, 1) + g - np.roll(g, 1, 0)).reshape(-1, 1)

@module
def crop(u): return u[2:6, 1:5]

@crop.tangent("u")
def _(u, V): return V.reshape(S, S, -1)[2:6, 1:5].reshape(16, -1)

@crop.adjoint("u")
def _(u, W):
    Z = np.zeros((len(W), S, S))
    Z[:, 2:6, 1:5] = W.reshape(-1, 4, 4)
    return Z.reshape(len(W), -1)

u, c = inputs(u=rng.normal(size=(S, S)), c=np.array(0.2))
C0 = float(c.look())
for n in range(5): u = smooth(u, c)
outputs(v=crop(u))
