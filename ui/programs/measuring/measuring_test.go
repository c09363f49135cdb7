package measuring_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/measured"
	"facet/model/modeltest/extent"
	"facet/model/programs/code"
	"facet/model/programs/driver"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/files"
	"facet/ui/programs/measuring"
	"facet/ui/programs/recorded"
)

// bottleneck passes twelve entries through two, twice.
const bottleneck = `
import numpy as np
from facet_modules import module, inputs, outputs

A = np.random.default_rng(1).normal(size=(2, 12))

@module
def press(u):
    return np.tanh(A @ u)

@press.tangent("u")
def _(u, V): return (1 - np.tanh(A @ u)**2)[:, None] * (A @ V)

@press.adjoint("u")
def _(u, W): return (W * (1 - np.tanh(A @ u)**2)) @ A

@module
def widen(a, u):
    return u * (A.T @ a)

@widen.tangent("a")
def _(a, u, V): return u[:, None] * (A.T @ V)

@widen.adjoint("a")
def _(a, u, W): return (W * u) @ A.T

@widen.tangent("u")
def _(a, u, V): return (A.T @ a)[:, None] * V

@widen.adjoint("u")
def _(a, u, W): return W * (A.T @ a)

print("a program may print")
u = inputs(u=np.linspace(0, 1, 12))
for _ in range(2):
    u = widen(press(u), u)
outputs(u=u)
`

// run carries out facet measure in a folder with the program.
func run(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	t.Chdir(dir)
	var out, wrong bytes.Buffer
	c := measuring.Command(&shell.Shell{Out: &out, Data: &out, Err: &wrong, Files: &files.Disk{}})
	path, err := python()
	if err != nil {
		t.Skip(err)
	}
	c.SetArgs(append(args, "--python", path, "--time", "30m")) // a busy machine is no lack of time
	c.SilenceUsage, c.SilenceErrors = true, true
	err = c.ExecuteContext(context.Background())
	return out.String(), err
}

// python is found once for all tests.
var python = sync.OnceValues(func() (string, error) {
	return recorded.Python{}.Interpreter(context.Background())
})

func folder(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.py"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// What a program's dag is measured for: it is read again, planned, carried out, and
// the driver of its plan calls the program's modules, and says how it is made again. There is one
// table of methods.
func TestFromAProgramToItsJacobian(t *testing.T) {
	dir := folder(t, bottleneck)
	text, err := run(t, dir, "f.py", "--repeat", "1", "--structure", "--out", "f.json", "--plan", "best",
		"--json")
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Methods []struct {
			Name       string
			Cost       int64
			Predicted  float64 `json:"predicted_seconds"`
			Measured   float64 `json:"measured_seconds"`
			Peak       int64   `json:"peak_entries"`
			Difference float64 `json:"relative_difference"`
		}
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	var names []string
	for _, m := range r.Methods {
		names = append(names, m.Name)
		if m.Cost <= 0 || m.Predicted <= 0 || m.Measured <= 0 || m.Peak < 144 || m.Difference > 1e-12 ||
			m.Predicted < r.Methods[0].Predicted {
			t.Errorf("%+v", m)
		}
	}
	if strings.Replace(strings.Join(names, ", "), " sequence,", "",
		1) != "plan, sparse tangent, sparse adjoint, dense tangent, dense adjoint, compressed tangent, compressed adjoint" {
		t.Errorf("the methods are %s", names)
	}
	g := read(t, filepath.Join(dir, "f.json"))
	if got := len(g.Vertices); got != 5 {
		t.Errorf("there are %d vertices", got)
	}
	drive(t, dir, g)
	text, err = run(t, dir, "f.py", "--repeat", "1", "--plan", "f.seq", "--driver", "made.py", "--seed", "3")
	if err != nil || strings.Count(text, "\nmethod ") != 1 {
		t.Errorf("the plan of another run cannot be carried out, or there are two tables: %v\n%s", err, text)
	}
	const again = "Make it again with: facet measure f.py --plan f.seq --seed 3 --driver made.py\n"
	if made, err := os.ReadFile("made.py"); err != nil || !strings.Contains(string(made), again) {
		t.Errorf("%v in %s", err, made)
	}
	if _, err := run(t, dir, "f.py", "--repeat", "1", "--out", "f.json"); err == nil ||
		!strings.Contains(err.Error(), "--force") {
		t.Errorf("a file is replaced unasked: %v", err)
	}
}

// Calls of a module with other constants have other structures, and results of a tuple
// have theirs: all methods give the same Jacobian.
func TestStructuresOfCalls(t *testing.T) {
	extent.NoRace(t)
	dir := folder(t, `
import os
import numpy as np
from facet_modules import module, inputs, outputs

@module
def pick(u, k): return u[[k, (k + 1) % 6, 2]]**2

@pick.tangent("u")
def _(u, k, V):
    at = [k, (k + 1) % 6, 2]
    return 2 * u[at, None] * V[at]

@module
def halves(u): return u[:3], u[3:]

@halves.tangent("u")
def _(u, V): return V[:3], V[3:]

@module
def times(a, b): return a * b

@times.tangent("a")
def _(a, b, V): return b[:, None] * V

@times.tangent("b")
def _(a, b, V): return a[:, None] * V

os.chdir("/")
if os.fork() == 0:
    os.environ["forked"] = "1"  # and goes on as the program does
u = inputs(u=np.linspace(1, 2, 6))
a, b = halves(u)
outputs(y=times(times(pick(u, 0), pick(u, 4)), times(a, b)))
`)
	if text, err := run(t, dir, "f.py", "--repeat", "1", "--structure", "--plan", "best"); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

func read(t *testing.T, file string) *model.Dag {
	t.Helper()
	g, err := format.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// planned gives the best sequence for a dag, and its driver in a language.
func planned(t *testing.T, g *model.Dag, language string) ([]model.Op, []byte) {
	t.Helper()
	end, err := planner.Solve(t.Context(), model.NewState(g), planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := driver.New(g, end.Incumbent.Ops)
	if err != nil {
		t.Fatal(err)
	}
	text, err := d.Write(language, code.Origin{How: "a test"})
	if err != nil {
		t.Fatal(err)
	}
	return end.Incumbent.Ops, text
}

// drive writes the plan and its driver, and runs it as a user does.
func drive(t *testing.T, dir string, g *model.Dag) {
	t.Helper()
	ops, text := planned(t, g, "python")
	sequence, err := model.FormatSequence(model.NewState(g), ops)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"f.seq": []byte(sequence), "f_jacobian.py": text, "facet_modules.py": recorded.Runtime,
		"use.py": []byte(`
import numpy as np, f_jacobian
from facet_modules import Program
program = Program("f.py", structure=True)
values, blocks = f_jacobian.jacobian(program, *program.inputs)
A = np.random.default_rng(1).normal(size=(2, 12))
f = lambda u: (u * (A.T @ np.tanh(A @ u)))
x, h = program.inputs[0], 1e-6
want = np.stack([(f(f(x + h * e)) - f(f(x - h * e))) / (2 * h) for e in np.eye(12)], axis=1)
assert np.allclose(values[0], f(f(x))) and np.allclose(blocks["u", "u"], want, atol=1e-7)
try:
    f_jacobian.jacobian(program, np.ones(11))
except Exception as mistake:
    said = str(mistake)
assert said == "f.py: the input u (number 1) is given with shape 11, and the program was run with 12: drivers hold for the sizes of the run", said
`),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path, err := python()
	if err != nil {
		t.Fatal(err)
	}
	use := exec.Command(path, "use.py")
	use.Dir = dir
	if output, err := use.CombinedOutput(); err != nil {
		t.Errorf("the driver does not give the Jacobian: %v\n%s", err, output)
	}
}

// Nothing is written where a check fails, and it is what the user trusts.
func TestWrongProgramsWriteNothing(t *testing.T) {
	for _, c := range []struct{ old, replacement, want string }{
		{"(A @ V)", "(1.01 * A @ V)",
			"f.py:11: the tangent of press for u is wrong: it is off from differences of the values by 0.01"},
		{"return np.tanh(A @ u)", "return np.tanh(A @ u) + 0 * len(open('missing'))",
			"f.py:9: FileNotFoundError in module press, called at f.py:36: "},
	} {
		dir := folder(t, strings.Replace(bottleneck, c.old, c.replacement, 1))
		text, err := run(t, dir, "f.py", "--repeat", "1", "--out", "f.json")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || text != "" {
			t.Errorf("got %v and %q, want %s", err, text, c.want)
		}
		if _, err := os.Stat(filepath.Join(dir, "f.json")); err == nil {
			t.Errorf("%s: a dag is written", c.want)
		}
	}
	dir := folder(t, strings.Replace(bottleneck, "(A @ V)", "(1.01 * A @ V)", 1))
	text, err := run(t, dir, "f.py", "--repeat", "1", "--trust")
	for _, want := range []string{"trusted, not right", "\ndense adjoint ",
		"each operation is a call of its own"} {
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%v, and no %q in %s", err, want, text)
		}
	}
	// Derivatives that change what values are computed with are found where drivers are carried out:
	// in the plan's, by values or blocks, where times are such that it uses one, else in a mode's.
	off := regexp.MustCompile(`^f\.py(:1)?: the (values|Jacobian) of (plan|sparse tangent) (is|are) off from `)
	dir = folder(t, strings.Replace(bottleneck, "def _(u, V): return",
		"def _(u, V):\n    if V.shape[1] == 12: A[0, 5] += 1\n    return", 1))
	if _, err := run(t, dir, "f.py", "--repeat", "1", "--plan", "best"); err == nil || !off.MatchString(err.Error()) {
		t.Errorf("got %v", err)
	}
}

// bottleneckCPP passes twelve entries through two, and then through parts that overlap; the
// driver's user looks whether its blocks are those of differences.
const bottleneckCPP = `#include <cstdio>
#include "facet_modules.hpp"
using facet::Matrix, facet::Result, facet::Value, facet::Vector;
const auto press = facet::Module("press", {"u"}, [](const Vector& u) {
  Vector y(2);
  for (int i = 0; i < 12; ++i) y[i % 2] += u[i] * u[i];
  return y;
}).jacobian("u", [](const Vector& u) {
  Matrix m(2, 12);
  for (int i = 0; i < 12; ++i) m(i % 2, i) = 2 * u[i];
  return m;
});
const auto widen = facet::Module("widen", {"a", "u"}, [](const Vector& a, Vector u) {
  for (int i = 0; i < 12; ++i) u[i] *= a[i % 2];
  return u;
}).tangent("u", [](const Vector& a, const Vector&, const Matrix& V) {
  Matrix m = V;
  for (std::size_t i = 0; i < m.rows; ++i) for (std::size_t k = 0; k < m.cols; ++k) m(i, k) *= a[i % 2];
  return m;
}).tangent("a", [](const Vector&, const Vector& u, const Matrix& V) {
  Matrix m(12, V.cols);
  for (std::size_t i = 0; i < m.rows; ++i) for (std::size_t k = 0; k < m.cols; ++k) m(i, k) = u[i] * V(i % 2, k);
  return m;
});
const auto mix = facet::Module("mix", {"a", "b"}, [](const Vector& a, const Vector& b) { return Vector{a[0] * b[1], a[1] + b[0]}; })
    .jacobian("a", [](const Vector&, const Vector& b) { Matrix m(2, 2); m.a = {b[1], 0, 0, 1}; return m; })
    .jacobian("b", [](const Vector& a, const Vector&) { Matrix m(2, 2); m.a = {0, a[0], 1, 0}; return m; });
void program() {
  Value u = facet::input("u", Vector(12, 0.7));
  u = widen(press(u), u);
  u = widen(mix(facet::part(u, 2, 2), facet::part(u, 3, 2)), u);
  facet::output("u", u);
}
FACET_PROGRAM(program)
#ifdef FACET_USE
#include "f_jacobian.hpp"
int main() {
  facet::Program recorded(program);
  auto r = jacobian(recorded, recorded.inputs);
  Matrix& J = r.blocks.at({"u", "u"});
  try {
    jacobian(recorded, std::vector<Vector>{Vector(11)});
    return 3;
  } catch (const facet::Mistake& m) {
    if (std::string(m.what()).find("the input u (number 1) is given with 11 entries, and the program was run with 12") != 0) return 4;
  }
  auto f = [](Vector u) {
    u = widen.value(press.value(u), u);
    return widen.value(mix.value({u[2], u[3]}, {u[3], u[4]}), u);
  };
  for (std::size_t k = 0; k < 12; ++k) {
    Vector up = recorded.inputs[0], down = up;
    up[k] += 1e-6, down[k] -= 1e-6;
    Vector y = f(up), z = f(down);
    for (std::size_t i = 0; i < 12; ++i)
      if (std::abs((y[i] - z[i]) / 2e-6 - J(i, k)) > 1e-4) return std::printf("%zu %zu\n", i, k), 1;
  }
  return r.values[0] == f(recorded.inputs[0]) ? 0 : 2;
}
#endif
`

// A program in C++ goes to the compiler that is named.
func TestCppNeedsItsCompiler(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "f.cpp", bottleneckCPP)
	c := measuring.Command(&shell.Shell{Out: io.Discard, Data: io.Discard, Err: io.Discard,
		Files: &files.Disk{}})
	c.SetArgs([]string{"f.cpp", "--cxx", "nowhere/g++"})
	c.SilenceUsage, c.SilenceErrors = true, true
	const want = "--cxx nowhere/g++ cannot be run: name a C++ compiler"
	if err := c.Execute(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestFromACppProgramToItsJacobian(t *testing.T) {
	extent.FullOnly(t) // each method's driver is compiled; the gate measures the shipped programs
	cxx, err := exec.LookPath("g++")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	var out, wrong bytes.Buffer
	c := measuring.Command(&shell.Shell{Out: &out, Data: &out, Err: &wrong, Files: &files.Disk{}})
	if err := os.WriteFile("f.cpp", []byte(bottleneckCPP), 0o600); err != nil {
		t.Fatal(err)
	}
	c.SetArgs([]string{"f.cpp", "--cxx", cxx, "--cxx-flag=-O0", "--repeat", "1", "--structure", "--out",
		"f.json", "--json", "--time", "30m", "--plan", "best"})
	if err := c.Execute(); err != nil {
		t.Fatal(err)
	}
	var r struct {
		Methods []measured.Method
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	if len(r.Methods) < 5 {
		t.Fatalf("there are %d methods", len(r.Methods))
	}
	for _, m := range r.Methods {
		if m.Cost < r.Methods[0].Cost || m.Measured <= 0 || m.MeasuredEntries < 144 || m.Difference > 1e-12 ||
			len(m.Operations) < 2 {
			t.Errorf("%+v", m)
		}
	}
	g := read(t, "f.json")
	_, text := planned(t, g, "c++")
	for name, text := range map[string][]byte{"f_jacobian.hpp": text,
		"facet_modules.hpp": recorded.RuntimeCPP()} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("f.cpp", []byte(bottleneckCPP+"inline int changed() { return 1; }\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CXX", cxx)
	if _, err := verify(t, "f_jacobian.hpp", "f.cpp"); err == nil ||
		!strings.Contains(err.Error(),
			"f_jacobian.hpp: f.cpp, or a file of its own that it takes in, has changed since it was made") {
		t.Errorf("a driver of another file: %v", err)
	}
	for _, args := range [][]string{{cxx, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-DFACET_LIBRARY",
		"-DFACET_USE", "-o", "use", "f.cpp"}, {"./use"}} {
		if output, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, output)
		}
	}
}
