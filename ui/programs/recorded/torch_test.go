package recorded_test

import (
	"os/exec"
	"testing"
)

// nodes sweeps over torch's records of modules as facet does, and as torch does, at the
// point of the run and at another one. What facet does not know torch sweeps over.
const nodes = `
import numpy as np, torch
import torch.nn.functional as F
from facet_modules import inputs, module, outputs

torch.set_default_dtype(torch.float64)
torch.manual_seed(1)
A, B, b, C = torch.randn(6, 5), torch.randn(5, 4, requires_grad=True), torch.randn(6), torch.randn(3, 1, 5)
scales = torch.nn.Parameter(torch.rand(4, 5))
known = {
    "layer": lambda u, M: torch.tanh(A @ u + b) + 0.5 * (A @ torch.sigmoid(u)),
    "linear": lambda u, M: torch.relu(F.linear(u, A, b)),
    "rows": lambda u, M: F.linear(M, A, b) * 2 - 3 * F.linear(torch.exp(M), A),
    "both": lambda u, M: M @ u - u.dot(u) + (M * scales).sum(1) / (2 + u[:4]),
    "by matrices": lambda u, M: (M.T @ (M + 1)) @ B @ M,
    "broadcast": lambda u, M: C * u + M[:1],
    "sums": lambda u, M: (M.mean(0) * u.sum() + M.sum((0, 1)) - u.mean()) ** 3,
    "choices": lambda u, M: torch.cat([u[1:3], M[:, 2], u.flip(0), M.T.reshape(-1)[[3, 1]], F.pad(u, (1, 2))]),
    "stack": lambda u, M: torch.stack([u, 1 / (3 + u), 2 - u]).transpose(0, 1).unsqueeze(0).expand(2, 5, 3),
    "functions": lambda u, M: F.gelu(u) + F.softplus(u) + torch.sqrt(2 + u) + torch.log(2 + u) + u.sin() * u.cos() + u**2 + torch.where(u > 0, u, -u) + (-u).abs() + F.silu(u),
    "in place": lambda u, M: u.clone().mul_(2).add_(u),
    "of one only": lambda u, M: torch.tanh(u),
    "loop": lambda u, M: [u := torch.tanh(M.T @ (M @ u)) for _ in range(4)][-1],
    "two": lambda u, M: (torch.tanh(M @ u), u.sum()),
    "itself": lambda u, M: u,
    "slices": lambda u, M: u * (u[:1 if float(u[0]) > 0 else 2] ** 2).sum(),
    "axes": lambda u, M: (u.unsqueeze(0 if float(u[0]) > 0 else 1) * M[:, :1 if float(u[0]) <= 0 else 5].sum()).reshape(-1),
    "batches": lambda u, M: C.expand(3, 5, 5) @ M.T.expand(3, 5, 4),
}
unknown = {
    "softmax": lambda u, M: torch.softmax(M @ u, 0),
    "twice": lambda u, M: u[[1, 1, 2]],
    "parts": lambda u, M: u.split([2, 3])[1],
    "single": lambda u, M: torch.tanh(u.float()).double(),
    "norm": lambda u, M: u.norm() * u,
}
rng = np.random.default_rng(1)
u, M = inputs(u=rng.normal(size=5) / 2, M=rng.normal(size=(4, 5)) / 2)
made = {}
for name, f in (known | unknown).items():
    def step(u, M, f=None): return f(u, M)
    step.__name__ = name.replace(" ", "_")
    made[name] = module(step, derivatives="torch")(u, M, f=f)
all = {}
for name, value in made.items():
    for k, v in enumerate(value if isinstance(value, tuple) else [value]):
        all[f"{name}{k}".replace(" ", "_")] = v
outputs(**all)
`

const compareNodes = `
import sys
import numpy as np
from facet_modules import Edge, Nodes, Program

program = Program(sys.argv[1])
calls = {v.call.module.name: v.call for v in program.recording.vertices if v.call and v.call.module.torch}
unknown = {"softmax", "twice", "parts", "single", "norm"}
rng = np.random.default_rng(2)
for name, call in calls.items():
    m = sum(call.sizes)
    for point in range(3):
        arrays = call.arrays if point == 0 else tuple(rng.normal(size=a.shape) / 3 for a in call.arrays)
        W, seeds = rng.normal(size=(3, m)), tuple(rng.normal(size=(a.size, 2)) for a in arrays)
        edges = [Edge(call, at) for at in range(len(arrays))]
        def ways():
            return (call.adjoints()(*arrays, W, range(len(arrays))), [e.adjoint(*arrays, W) for e in edges], [call.tangents()(*arrays, seeds)], [e.tangent(*arrays, V) for e, V in zip(edges, seeds)])
        call.value()(*arrays)
        got = ways()
        if name not in ("slices", "axes"):  # whose shapes change from point to point
            assert (type(call.nodes) is Nodes) == (name not in unknown), (name, call.nodes)
        before, call.nodes, call.at = call.nodes, False, None
        want = ways()
        call.nodes, call.at = before, None
        for a, b in zip(got, want):
            for x, y in zip(a, b):
                assert x.shape == y.shape and np.allclose(x, y, rtol=1e-11, atol=1e-12), (name, point, x, y)
print(len(calls))
`

func TestSweepsOverNodesOfTorch(t *testing.T) {
	numpy(t)
	path, err := python()
	if err != nil {
		t.Skip(err)
	}
	if exec.CommandContext(t.Context(), path, "-c", "import torch").Run() != nil {
		t.Skip("no torch")
	}
	prints(t, "23", path, map[string]string{"f.py": nodes, "compare.py": compareNodes}, "compare.py", "f.py")
}

// Reading torch's record is what all derivatives of a call share: it has a price of its
// own, which no batch's setup has.
func TestReadingTorchHasAPrice(t *testing.T) {
	numpy(t)
	path, err := python()
	if err != nil {
		t.Skip(err)
	}
	if exec.CommandContext(t.Context(), path, "-c", "import torch").Run() != nil {
		t.Skip("no torch")
	}
	r, err := measure(t, `
import numpy as np, torch
from facet_modules import module, inputs, outputs
@module(derivatives="torch")
def f(x): return torch.tanh(x) * x
x = inputs(x=np.ones(4))
outputs(y=f(f(x)))
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Prepared) != 1 || r.Prepared[0].Times != 2 || !(r.Prepared[0].Seconds > 0) ||
		r.Prepared[0].InValues {
		t.Errorf("prepared are %+v", r.Prepared)
	}
}
