"""A food chain by the explicit midpoint rule."""
import numpy as np
from facet_modules import module, inputs, outputs

@module(saves=True)
def step(z, p, h):
    """Explicit midpoint rule of a food chain."""
    def f(z): return np.array([p[0]*z[0] - p[1]*z[0]*z[1], p[2]*z[0]*z[1] - p[3]*z[1] - z[1]*z[2], 0.5*z[1]*z[2] - 0.1*z[2]**2])
    k = z + 0.5*h*f(z)
    return z + h*f(k), k

def J(z, p): return np.array([[p[0] - p[1]*z[1], -p[1]*z[0], 0], [p[2]*z[1], p[2]*z[0] - p[3] - z[2], -z[1]], [0, 0.5*z[2], 0.5*z[1] - 0.2*z[2]]])
def P(z): return np.array([[z[0], -z[0]*z[1], 0, 0], [0, 0, z[0]*z[1], -z[1]], [0, 0, 0, 0]])

@step.jacobian("z")
def _(z, p, h, saved):
    return np.eye(3) + h * J(saved, p) @ (np.eye(3) + 0.5*h*J(z, p))

@step.jacobian("p")
def _(z, p, h, saved):
    return h * (P(saved) + J(saved, p) @ (0.5*h*P(z)))

@module
def misfit(z, d): return ((z - d)**2).sum()

@misfit.tangent("z")
def _(z, d, V): return 2*(z - d)[None] @ V

@misfit.adjoint("z")
def _(z, d, W): return 2 * W * (z - d)

z, p = inputs(z=np.array([1.0, 0.5, 0.2]), p=np.array([1.1, 0.7, 0.4, 0.3]))
for n in range(40):
    if n == 6: Z7 = z.look()[0]
    z = step(z, p, 0.05)
outputs(z=z, misfit=misfit(z, np.array([1.2, 0.7, 0.1])))
