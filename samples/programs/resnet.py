"""A small residual network that presses 256 features into 16 and makes them out of these again.

The Jacobian of what it makes by what it was given, as a sensitivity study of an
autoencoder wants it. The derivatives of its wide layers are two lines each, and take less
time than torch's record of them; torch has those of the last layer but three.
"""
import numpy as np
import torch

from facet_modules import inputs, module, outputs

WIDE, NARROW, BLOCKS = 256, 16, 3
torch.manual_seed(1)
torch.set_default_dtype(torch.float64)
weights = {(name, k): torch.randn(WIDE, WIDE) / WIDE**0.5 for name in ("in", "out") for k in range(2 * BLOCKS)}
press, widen = torch.randn(NARROW, WIDE) / WIDE**0.5, torch.randn(WIDE, NARROW) / NARROW**0.5
arrays, pressing = {at: w.numpy() for at, w in weights.items()}, press.numpy()  # the same numbers


@module(saves=True)
def block(x, k):
    t = np.tanh(arrays["in", k] @ x)
    return x + 0.5 * (arrays["out", k] @ t), 0.5 * (1 - t * t)


@block.tangent("x")
def _(x, k, V, saved): return V + arrays["out", k] @ (saved[:, None] * (arrays["in", k] @ V))

@block.adjoint("x")
def _(x, k, W, saved): return W + (W @ arrays["out", k] * saved) @ arrays["in", k]


@module
def encode(x): return np.tanh(pressing @ x)

@encode.tangent("x")
def _(x, V, result): return (1 - result**2)[:, None] * (pressing @ V)

@encode.adjoint("x")
def _(x, W, result): return (W * (1 - result**2)) @ pressing


@module(derivatives="torch")
def decode(code):
    return widen @ code


x = inputs(x=np.sin(np.arange(WIDE)))
for k in range(BLOCKS):
    x = block(x, k)
x = decode(encode(x))
for k in range(BLOCKS, 2 * BLOCKS):
    x = block(x, k)
outputs(x=x)
