"""By hand: seven adjoints at once, for all arguments of a step with the factorization at its result."""
import numpy as np


def jacobian(given):
    c, p, feed = (given["inputs_at"][name] for name in ("c", "p", "feed"))
    N, sensors, dt = given["N"], given["sensors"], given["DT"]
    states = [np.concatenate([c, np.zeros(N)])]
    for _ in range(given["STEPS"]):
        states.append(given["advance"](states[-1], p, feed))
    z = states[-1]
    W = np.zeros((len(sensors) + 1, 2 * N))
    W[np.arange(len(sensors)), sensors] = 1
    W[-1, N:] = 2 * z[N:] / N
    by_p, by_feed = np.zeros((len(W), len(p))), np.zeros((len(W), N))
    for z in reversed(states[1:]):
        Z = given["matrix"](z, p).solve(W.T.copy(), "T")
        by_p -= Z.T @ given["by_constants"](z, p)
        by_feed += dt * Z[:N].T
        W = np.zeros_like(W)
        W[:, :N] = Z[:N].T
    z, by_c = states[-1], W[:, :N]
    return (z[sensors], np.sum(z[N:]**2) / N), {
        (sink, name): m[rows] for name, m in (("c", by_c), ("p", by_p), ("feed", by_feed)) for sink, rows in (("seen", slice(0, -1)), ("heat", slice(-1, None)))}
