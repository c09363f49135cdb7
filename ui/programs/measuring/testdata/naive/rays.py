"""Rays through lenses: sparse Jacobians that a function of the program puts together, of slopes that all marks compute."""
import numpy as np
import scipy.sparse as sp
from facet_modules import module, inputs, outputs

R = 120


def lens(q, c):
    return np.stack([q[0] + q[1], q[1] - np.sin(c * (q[0] + q[1]))])


def slopes(q, c):
    at = q[0] + q[1]
    d = -np.cos(c * at)
    for _ in range(300):
        d = d * np.cos(1e-9 * at)  # a lens of many layers
    return np.stack([[1 + 0 * d, 1 + 0 * d], [c * d, 1 + c * d]]), at * d


def blocks(d):
    return sp.bmat([[sp.diags(d[i, j]) for j in range(2)] for i in range(2)], format="csr")


@module
def refract(q, c, k): return lens(q, c[k])

@refract.jacobian("q")
def _(q, c, k): return blocks(slopes(q, c[k])[0])

@refract.jacobian("c")
def _(q, c, k):
    J = np.zeros((2 * R, len(c)))
    J[R:, k] = slopes(q, c[k])[1]
    return J


q, (c,) = np.random.default_rng(4).normal(size=(2, R)) / 9, [inputs(c=np.linspace(0.1, 0.3, 6))]
for k in range(6):
    q = refract(q, c, k)
outputs(q=q)
