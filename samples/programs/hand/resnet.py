"""By hand: the narrow place is what every entry passes through, so that its Jacobian by the input and
that of the output by it are made by blocks in front of it and behind it. torch's record of the forward
pass serves them (jacobian); or the formulas of the blocks are written down (compressed)."""
import torch


def batch(y, x, W):
    return torch.autograd.grad(y, x, W, is_grads_batched=True, retain_graph=True)[0]


def jacobian(p):
    weights = p["weights"]
    x = torch.tensor(p["inputs_at"]["x"], requires_grad=True)
    u = x

    def block(u, k):
        return u + 0.5 * (weights["out", k] @ torch.tanh(weights["in", k] @ u))
    for k in range(p["BLOCKS"]):
        u = block(u, k)
    code = torch.tanh(p["press"] @ u)
    front = batch(code, x, torch.eye(p["NARROW"]))
    z = code.detach().requires_grad_(True)
    y = p["decode"](z)
    for k in range(p["BLOCKS"], 2 * p["BLOCKS"]):
        y = block(y, k)
    w = torch.zeros_like(y, requires_grad=True)
    back = batch(torch.autograd.grad(y, z, w, create_graph=True)[0], w, torch.eye(p["NARROW"])).T
    return [y.detach().numpy()], {("x", "x"): (back @ front).numpy()}


@torch.no_grad()
def compressed(p):
    weights, press, widen, blocks = p["weights"], p["press"], p["widen"], p["BLOCKS"]
    u, slopes = torch.tensor(p["inputs_at"]["x"]), []

    def block(u, k):
        t = torch.tanh(weights["in", k] @ u)
        slopes.append(0.5 * (1 - t * t))
        return u + weights["out", k] @ (0.5 * t)
    for k in range(blocks):
        u = block(u, k)
    code = torch.tanh(press @ u)
    W = (1 - code * code)[:, None] * press
    for k in reversed(range(blocks)):
        W = W + ((W @ weights["out", k]) * slopes[k]) @ weights["in", k]
    y, V = widen @ code, widen
    for k in range(blocks, 2 * blocks):
        y = block(y, k)
        V = V + weights["out", k] @ (slopes[k][:, None] * (weights["in", k] @ V))
    return [y.numpy()], {("x", "x"): (V @ W).numpy()}
