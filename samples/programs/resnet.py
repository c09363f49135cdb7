"""A small residual network that presses 256 features into 16 and makes them out of these again.

The Jacobian of what it makes by what it was given, as a sensitivity study of an
autoencoder wants it. Torch has the derivatives.
"""
import numpy as np
import torch

from facet_modules import inputs, module, outputs

WIDE, NARROW, BLOCKS = 256, 16, 3
torch.manual_seed(1)
torch.set_default_dtype(torch.float64)
weights = {(name, k): torch.randn(WIDE, WIDE) / WIDE**0.5 for name in ("in", "out") for k in range(2 * BLOCKS)}
press, widen = torch.randn(NARROW, WIDE) / WIDE**0.5, torch.randn(WIDE, NARROW) / NARROW**0.5


@module(derivatives="torch")
def block(x, k):
    return x + 0.5 * (weights["out", k] @ torch.tanh(weights["in", k] @ x))


@module(derivatives="torch")
def encode(x):
    return torch.tanh(press @ x)


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
