"""By hand: sparse products, one after another, as scipy makes them; or compressed tangents."""
import numpy as np


def jacobian(given):
    u, q = given["inputs_at"]["u"], given["inputs_at"]["q"]
    let_in, step = given["let_in"], given["step"]
    by_u, by_q = let_in.jacobians["u"](u, q), let_in.jacobians["q"](u, q)
    u = let_in.function(u, q)
    J = None
    for _ in range(given["STEPS"]):
        S = step.jacobians["u"](u)
        J, u = S if J is None else S @ J, step.function(u)
    return (u,), {("u", "u"): J @ by_u, ("u", "q"): J @ by_q}


def compressed(given):
    """By compressed tangents: columns of the whole Jacobian without a row in common go through all steps together."""
    from scipy.sparse import csr_matrix
    u, q = given["inputs_at"]["u"], given["inputs_at"]["q"]
    let_in, step, side = given["let_in"], given["step"], given["SIDE"]
    color, row, column = known(given)
    y, x = np.divmod(np.arange(side * side), side)
    V = np.zeros((side * side, color.max() + 1))
    V[np.arange(side * side), color] = 1
    by_u, by_q, u = let_in.jacobians["u"](u, q) @ V, let_in.jacobians["q"](u, q) @ V, let_in.function(u, q)
    V = np.hstack([by_u, by_q])
    for _ in range(given["STEPS"]):
        V, u = step.jacobians["u"](u) @ V, step.function(u)
    take = lambda part: csr_matrix((part[row, color[column]], (row, column)), (side * side, side * side))
    return (u,), {("u", "u"): take(V[:, :color.max() + 1]), ("u", "q"): take(V[:, color.max() + 1:])}


def known(given):
    """Colours of the columns, and where the entries are: points at most so many steps away. They are found once."""
    if "colors" not in given:
        n, reach = given["SIDE"], given["STEPS"]
        y, x = np.divmod(np.arange(n * n), n)
        width = 2 * reach + 1
        color = np.unique((x % width) * width + y % width, return_inverse=True)[1]
        pairs = [(r, c) for c in range(n * n) for dy in range(-reach, reach + 1) for dx in range(abs(dy) - reach, reach - abs(dy) + 1)
                 if 0 <= x[c] + dx < n and 0 <= y[c] + dy < n for r in [c + dx + n * dy]]
        given["colors"] = color, *np.array(pairs).T
    return given["colors"]
