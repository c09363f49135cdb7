"""Four lines of a factory in a cycle: fluid queues with rates that saturate; how full they are after a shift, by the rates and by the shares."""
import numpy as np
from facet_modules import module, inputs, outputs

M, STEPS, H = 40, 60, 0.05
rng = np.random.default_rng(3)
LEADS = rng.random((M, M)) * (rng.random((M, M)) < 0.15)
LEADS /= LEADS.sum(0) + 0.1          # from each station a part leaves
SOURCE = np.where(rng.random(M) < 0.2, 1.0, 0.0)


@module
def shares(theta):                   # of a station's output, to where
    return LEADS * (1 + 0.3 * np.tanh(theta))[None, :]

@shares.tangent("theta")
def _(theta, V): return (LEADS[:, :, None] * (0.3 * (1 - np.tanh(theta)**2)[:, None] * V)[None]).reshape(M * M, -1)

@shares.adjoint("theta")
def _(theta, W): return np.einsum("kij,ij->kj", W.reshape(-1, M, M), LEADS) * (0.3 * (1 - np.tanh(theta)**2))


@module
def step(q, rate, P):                # q is how many wait; a station with few works less
    busy = q / (1 + q)
    return q + H * (SOURCE + P @ (rate * busy) - rate * busy)

@step.tangent("q")
def _(q, rate, P, V):
    d = (rate / (1 + q)**2)[:, None] * V
    return V + H * (P @ d - d)

@step.adjoint("q")
def _(q, rate, P, W):
    return W + H * ((W @ P - W) * (rate / (1 + q)**2))

@step.tangent("rate")
def _(q, rate, P, V):
    d = (q / (1 + q))[:, None] * V
    return H * (P @ d - d)

@step.adjoint("rate")
def _(q, rate, P, W):
    return H * (W @ P - W) * (q / (1 + q))

@step.tangent("P")
def _(q, rate, P, V): return H * np.einsum("ijk,j->ik", V.reshape(M, M, -1), rate * q / (1 + q))

@step.adjoint("P")
def _(q, rate, P, W): return H * (W[:, :, None] * (rate * q / (1 + q))[None, None, :]).reshape(len(W), -1)


@module
def score(q): return np.array([q.sum(), (q**2).sum() / M, np.log(np.exp(q).sum())])

@score.jacobian("q")
def _(q):
    e = np.exp(q)
    return np.stack((np.ones(M), 2 * q / M, e / e.sum()))


q, rate, theta = inputs(q=np.full(M, 0.5), rate=np.full(M, 1.5), theta=np.zeros(M))
P = shares(theta)
for n in range(STEPS):
    q = step(q, rate, P)
outputs(score=score(q))
