package recorded

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"facet/model/measured"
	"facet/model/modeltest/extent"
)

// compiler skips a test where there is none, and in short runs: compiling takes long.
func compiler(t *testing.T) CPP {
	t.Helper()
	t.Parallel()
	extent.NoRace(t)
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip(err)
	}
	return CPP{Path: "g++", Flags: []string{"-O0"}}
}

// modes is a program that is right, or wrong in the way that MODE says.
const modes = `#include <cstdlib>
#include <iostream>
#include <random>
#include <unistd.h>
#include "facet_modules.hpp"
using facet::Matrix, facet::Value, facet::Vector;
bool is(const char* mode) { const char* m = std::getenv("MODE"); return m != nullptr && std::string(m) == mode; }
int calls = 0;
Vector last;
auto step = facet::Module("step", {"u", "p", "factor"}, [](const Vector& u, const Vector& p, double factor) {
  ++calls;
  if (is("exception")) throw std::runtime_error("no step");
  if (is("segmentation")) *static_cast<volatile int*>(nullptr) = 1;
  if (is("abort")) std::abort();
  if (is("size")) return Vector(calls < 3 ? 6 : 5, 2.0);
  if (is("empty")) return Vector();
  if (is("forever")) for (;;) usleep(1000);
  if (is("number")) throw 3;
  if (is("memory")) return Vector(std::size_t(1) << 50);
  Vector y = u;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += factor * p[i] * std::sin(u[i]) + (is("state") ? calls : 0) + (is("kink") ? std::max(1.5 - u[i], 0.0) : 0);
  if (is("float")) for (double& x : y) x = double(float(x));
  if (is("global")) { if (!last.empty()) y[0] += last[0]; last = u; }
  return y;
})
  .tangent("u", [](const Vector& u, const Vector& p, double factor, const Matrix& V) {
    Matrix m = V;
    if (is("shape")) return Matrix(3, 3);
    if (is("transposed")) return Matrix(V.cols, V.rows);
    if (is("not finite")) m.a[0] = std::nan("");
    if (is("no tangent")) throw std::runtime_error("no tangent");
    for (std::size_t i = 0; i < m.rows; ++i) for (std::size_t k = 0; k < m.cols; ++k) m(i, k) += (is("tangent") ? 1.5 : 1) * factor * p[i] * std::cos(u[i]) * V(i, k);
    if (is("twice as much")) for (double& x : m.a) x *= 2; else if (is("missing")) for (double& x : m.a) x = 0;
    return m;
  })
  .adjoint("u", [](const Vector& u, const Vector& p, double factor, const Matrix& W) {
    Matrix m = W;
    for (std::size_t i = 0; i < m.rows; ++i) for (std::size_t k = 0; k < m.cols; ++k) m(i, k) += (is("adjoint") || (is("late") && u[0] > 1.55 && u[0] < 1.6) ? 1.01 : is("once") && std::abs(u[0] - 1.53) < 5e-3 ? 1.001 : 1) * factor * p[k] * std::cos(u[k]) * W(i, k);
    return m;
  })
  .jacobian("p", [](const Vector& u, const Vector&, double factor) {
    Matrix m(u.size(), u.size());
    for (std::size_t i = 0; i < m.rows; ++i) m(i, i) = factor * std::sin((is("zero") ? 2 : 1) * u[i]);
    if (is("entries")) m.a.resize(3);
    return m;
  });
const auto shift = facet::Module("shift", {"x", "by"}, [](const Vector& x, std::size_t by) {
  Vector y(x.size());
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = x[(i + by) % x.size()] * x[(i + by) % x.size()];
  return y;
})
  .tangent("x", [](const Vector& x, std::size_t by, const Matrix& V) {
    Matrix m(V.rows, V.cols);
    for (std::size_t i = 0; i < m.rows; ++i) for (std::size_t k = 0; k < m.cols; ++k) m(i, k) = 2 * x[(i + by) % x.size()] * V((i + by) % x.size(), k);
    return m;
  });
const auto bare = facet::Module("bare", {"x"}, [](const Vector& x) { return x; }), still = facet::Module("still", {"x"}, [](const Vector& x) { return Vector(x.size(), 2.0); }).jacobian("x", [](const Vector& x) { return Matrix(x.size(), x.size()); }); const auto sum = facet::Module("sum", {"s", "x"}, [](const Vector& s, const Vector& x) { return Vector{s[0] + 1e-9 * x[0] * x[0]}; }).jacobian("s", [](const Vector&, const Vector&) { return facet::identity(1); }).jacobian("x", [](const Vector&, const Vector& x) { Matrix m(1, x.size()); m(0, 0) = 2e-9 * x[0]; return m; }); const auto fast = facet::Module("fast", {"x"}, [](const Vector& x) { return Vector{std::sin(1e6 * x[0])}; }).jacobian("x", [](const Vector& x) { Matrix m(1, x.size()); m(0, 0) = (is("fast, wrong") ? 1.01e6 : 1e6) * std::cos(1e6 * x[0]); return m; });
void program() {
  if (is("thrown")) throw std::runtime_error("no program");
  if (is("exit")) std::exit(3);
  if (is("gone")) _exit(0);
  std::cout << "a program may print \0 anything" << std::endl;
  if (is("inputs")) return;
  Value u = facet::input("u", Vector(6, is("nan") ? std::nan("") : is("zero") ? 0 : 1.5)), p = facet::input(is("twice") ? "u" : "p", Vector(6, 0.3));
  if (is("outputs")) return;
  while (u.look()[0] < 1.6 && !(is("zero") && calls > 0)) u = step(u, p, 0.1);
  if (is("look, alone") || is("not used")) { Value q = facet::input("q", Vector(1, 0.1)); u = step(u, p, is("not used") ? 0.1 : q.look()[0]); } if (is("look")) u = step(u, p, 0.1 * u.look()[0]);
  if (is("random")) u = step(u, p, 1e-9 * std::random_device()());
  if (is("nothing")) u = step(Value(), p, 0.1);
  if (is("bare")) u = bare(u); else if (is("still")) u = still(u);
  if (is("part")) u = facet::part(u, 3, 4);
  facet::output("early", u); if (is("fast") || is("fast, wrong")) facet::output("fast", fast(u));
  if (is("leaves")) facet::output("early", u);
  u = step(u, u, 0.2);
  u = shift(shift(u, 1), 2);
  facet::output("parts", facet::part(u, 1, 3));
  if (!is("sum")) return;
  Value s = facet::input("s", Vector(1, 16.1));
  for (int n = 0; n < 200; ++n) s = sum(s, u);
  facet::output("s", s);
}
FACET_PROGRAM(program)
`

// Each mistake of a C++ program is one sentence with the line that it is in.
func TestMistakesCPP(t *testing.T) {
	cxx := compiler(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "f.cpp")
	if err := os.WriteFile(file, []byte(modes), 0o600); err != nil {
		t.Fatal(err)
	}
	request := Request{Do: doMeasure, Program: file, Unlimited: true, Repeat: 1, Batches: []int{1, 4},
		Structure: true}
	binary, err := cxx.build(t.Context(), dir, request)
	if err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[string]string{
		"":              `^$`,
		"tangent":       `^f\.cpp:\d+: (tangent of step by u|the tangent of step for u is wrong)`,
		"adjoint":       `^f\.cpp:\d+: adjoint of step by u$`,
		"late":          `^f\.cpp:\d+: the adjoint of step for u is wrong.*; it is so for its call in line 66, number [345] of 5$`,
		"once":          `^f\.cpp:\d+: the adjoint of step for u is wrong.*; it is so for its call in line 66, number 2 of 5$`,
		"zero":          `^f\.cpp:\d+: the Jacobian of step for p is wrong.*; it is so where no entry of the arguments is 0: at the point`,
		"kink":          `^f\.cpp:\d+: module step has a kink at this point of u, and its derivative agrees with one side here`,
		"exception":     `^f\.cpp:\d+: an exception in module step, called at f\.cpp:66: no step$`,
		"segmentation":  `^f\.cpp:\d+: a segmentation fault \(.*\) in module step, called at f\.cpp:66$`,
		"abort":         `^f\.cpp:\d+: abort in module step, called at f\.cpp:66$`,
		"size":          `^f\.cpp:\d+: module step gave 6 entries and gives 5 for the same arguments: a module's sizes must not change$`,
		"empty":         `^f\.cpp:\d+: what step returns, called in line 66, has no entries: a value has at least one$`,
		"state":         `^f\.cpp:\d+: module step gives other values when it is called again with the same arguments: it must depend on its arguments alone$`,
		"global":        `^f\.cpp:\d+: (module step gives other values|program)`,
		"shape":         `^f\.cpp:\d+: the tangent of step for u gives shape 3x3, and 6x\d is wanted: it has a row for each entry of the result, and a column for each column of V$`,
		"thrown":        `^f\.cpp:1: the program ends with an exception: no program$`,
		"exit":          `^.*f\.cpp ended before it was measured \(exit status 3\): it said nothing$`,
		"gone":          `^.*f\.cpp ended before it was measured \(without an error\): it said nothing$`,
		"inputs":        `^f\.cpp:1: the program names no inputs`,
		"outputs":       `^f\.cpp:1: the program names no outputs`,
		"nan":           `^f\.cpp:64: the input u has entries that are no finite numbers: start at another point$`,
		"twice":         `^f\.cpp:64: the input u is named twice: give each a name of its own$`,
		"leaves":        `^f\.cpp:73: the output early is named twice: give each a name of its own$`,
		"look":          `^f\.cpp:67: the argument factor of step depends on the inputs and is no value, so that facet would lose the dependence: compute it in a module$`,
		"look, alone":   `^f\.cpp:67: the argument factor of step depends on the inputs and is no value`,
		"not used":      `^no output depends on the input q: it is left out$`,
		"random":        `^f\.cpp:68: the argument factor of step is another one when the program is run again: give its random numbers a seed$`,
		"nothing":       `^f\.cpp:69: step is given a value that is empty, or of another run: begin with input\(...\)$`,
		"bare":          `^f\.cpp:\d+: module bare has no tangent, adjoint or Jacobian for its argument x, which depends on the inputs: add \.tangent\("x", \.\.\.\) and \.adjoint\("x", \.\.\.\)$`,
		"number":        `^f\.cpp:\d+: an exception in module step, called at f\.cpp:\d+: what was thrown is no std::exception, and says nothing: throw std::runtime_error$`,
		"memory":        `^f\.cpp:\d+: an exception in module step, called at f\.cpp:\d+: there is not enough memory`,
		"float":         `^f\.cpp:\d+: .*; (module step: )?its result does not change .*: it rounds, or computes with single precision \(float\)$`,
		"transposed":    `^f\.cpp:\d+: the tangent of step for u gives shape \dx6, and 6x\d is wanted: it seems to be transposed`,
		"not finite":    `^f\.cpp:\d+: the tangent of step for u has entries that are no finite numbers`,
		"no tangent":    `^f\.cpp:\d+: an exception in the tangent of step for u, called at f\.cpp:\d+: no tangent$`,
		"twice as much": `^f\.cpp:\d+: the tangent of step for u is wrong: .*; it is 2 times what it should be$`,
		"missing":       `^f\.cpp:\d+: the tangent of step for u is wrong: .*; it is missing: it is 0, and should not be$`,
		"fast":          `^$`,
		"fast, wrong":   `^f\.cpp:\d+: the Jacobian of fast for x is wrong`,
		"sum":           `^$`, // differences of a small derivative round as the value does
		"entries":       `^f\.cpp:\d+: the Jacobian of step for p has shape 6x6, and 3 entries: do not resize a$`,
		"still":         `^the derivative of still by x is exactly 0 wherever it was looked at, and so are differences: there was nothing to compare$`,
		"part":          `^f\.cpp:71: a part from 3 with 4 entries is not in a value with 6$`,
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			report, err := built(binary, mode).Measure(t.Context(), request)
			text := ""
			switch {
			case err != nil:
				text = err.Error()
			case len(report.Failed()) > 0:
				f := report.Failed()[0]
				if text = f.Where + ": " + f.Kind + " of " + f.Module + " by " + f.Argument; f.Hint != "" {
					text = f.Sentence()
				}
			default:
				text = strings.Join(report.Warnings, "; ")
				if mode != "sum" {
					right(t, report)
				}
			}
			if !regexp.MustCompile(want).MatchString(text) || strings.Contains(text, "\n") {
				t.Errorf("got %q, want %q", text, want)
			}
		})
	}
}

// built runs a program that was built, in a mode.
func built(binary, mode string) Runner {
	return Runner{Output: io.Discard, start: func(ctx context.Context, _, answer string, r Request,
		_ func(string)) (*exec.Cmd, error) {
		run := carryOut(ctx, binary, answer, r)
		run.Env = append(os.Environ(), "MODE="+mode)
		return run, nil
	}}
}

// Nanosecond are made up times of products, so that a unit is a nanosecond also where a machine is
// busy with something else while it is measured.
var Nanosecond = [][4]float64{{1, 1, 1, 1.001e-6}, {10, 10, 10, 2e-6}, {48, 48, 48, 111.592e-6}}

// right looks at the dag of the program that is right.
func right(t *testing.T, r *measured.Report) {
	t.Helper()
	var ids []string
	for _, v := range r.Vertices {
		ids = append(ids, v.ID)
	}
	if got := strings.Join(ids, " "); !strings.HasPrefix(got, "u p step.1 ") ||
		!strings.HasSuffix(got, " shift.1 shift.2 part.1 early") || len(r.Checks) < 6 {
		t.Errorf("the vertices are %s, and there are %d checks", got, len(r.Checks))
	}
	for _, g := range r.Groups {
		if g.Module == "step" && g.Argument == "u" && (!g.TangentLoops || !g.AdjointLoops ||
			!slices.Equal(g.TangentMark, []string{"u"})) || g.Whole && g.TangentLoops {
			t.Errorf("marks of %s by %s that loop: %v and %v, by %v", g.Module, g.Argument, g.TangentLoops, g.AdjointLoops, g.TangentMark)
		}
		if g.Module == "shift" && (g.ColumnColors != 1 || g.RowColors != 1) {
			t.Errorf("a module with a permuted diagonal takes %d and %d colors", g.ColumnColors, g.RowColors)
		}
	}
	timed := *r
	timed.Products = Nanosecond
	p, err := measured.New(&timed, measured.Origin{File: "f.cpp", Language: "c++", Structure: true})
	if err != nil {
		t.Fatal(err)
	}
	for k, e := range p.Dag.Edges {
		if e.Tangent+e.TangentCurve.Setup <= 0 || e.Adjoint+e.AdjointCurve.Setup <= 0 {
			t.Errorf("edge %s costs nothing", p.Dag.EdgeName(k))
		}
	}
	if _, err := json.Marshal(p.Report); err != nil {
		t.Error(err)
	}
}

// What a compiler says is one sentence, with the line of the program.
func TestCompilersComplaints(t *testing.T) {
	extent.FullOnly(t) // TestComplaints has what a compiler has said
	cxx, dir := compiler(t), t.TempDir()
	if err := write(dir, map[string][]byte{"facet_modules.hpp": RuntimeCPP()}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, replacement, want string }{
		{"  facet::output(\"early\", u);", "  u = 2 * u;",
			`^f\.cpp:72: a value is used outside of a module, and facet would lose what depends on it: put this line into a module, or take \.look\(\) of it to print or to test \(.*facet::Value.*\)$`},
		{"#include <random>", "#include <nowhere>", `^f\.cpp:3: nowhere: No such file or directory$`},
		{"  facet::output(\"early\", u);",
			"  facet::Module(\"m\", {\"u\", \"v\"}, [](const Vector& u, const Vector&) { return u; }).adjoint({\"u\", \"v\"}, facet::each([](const Vector&, const Vector&, const auto& w) { return std::tuple(w, w); }));", `^f\.cpp:72: .*the adjoint of facet::each returns a row, .* write facet::each<N>$`},
		{"  facet::output(\"early\", u);", "  double x = u[0];",
			`^f\.cpp:72: a value is used outside of a module`},
		{"  facet::output(\"early\", u);", "  u = bare(u, u);", `^f\.cpp:72: no match for call`},
		{"  facet::output(\"early\", u);", "  missing;",
			`^f\.cpp:72: 'missing' was not declared in this scope$`},
		{"  facet::output(\"early\", u);",
			"  facet::Module(\"m\", {\"u\", \"v\"}, [](const Vector& u, const Vector&) { return u; }).adjoint({\"u\", \"v\"}, facet::each([](const Vector&, const Vector&, const auto& w) { return w[0]; }));", `^f\.cpp:72: .*the adjoint of facet::each returns a row`},
	} {
		file := filepath.Join(t.TempDir(), "f.cpp")
		if err := os.WriteFile(file, []byte(strings.Replace(modes, c.old, c.replacement, 1)),
			0o600); err != nil {
			t.Fatal(err)
		}
		err := cxx.compile(t.Context(), "g++", dir, file, false, "-fsyntax-only", file)
		if err == nil || !regexp.MustCompile(c.want).MatchString(err.Error()) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// A header beside the program that is of another facet is refused: its classes are others.
func TestTheHeaderBesideAProgramIsFacets(t *testing.T) {
	cxx, dir := compiler(t), t.TempDir()
	file, header := filepath.Join(dir, "f.cpp"), filepath.Join(dir, "facet_modules.hpp")
	const refused = "f.cpp: the facet_modules.hpp beside it is of another facet: make it again, with facet measure --runtime-cpp"
	if err := write(dir, map[string][]byte{"f.cpp": []byte("int main() {}\n"),
		"facet_modules.hpp": []byte("// 0.1\n")}); err != nil {
		t.Fatal(err)
	}
	_, err := cxx.build(t.Context(), t.TempDir(), Request{Do: doMeasure, Program: file})
	if err == nil || err.Error() != refused {
		t.Errorf("got %v, want %s", err, refused)
	}
	if err := os.WriteFile(header, RuntimeCPP(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := sameRuntime(file); err != nil {
		t.Error(err)
	}
}

// What compilers have said of a program in a folder, with the runtime in another one.
func TestComplaints(t *testing.T) {
	for said, want := range map[string]string{
		"/usr/bin/ld: multiple definition of `main'; first defined here\n" +
			"collect2: error: ld returned 1 exit status\n": "f.cpp:1: the program has a main function: " +
			"name what it does instead, at its end, with FACET_PROGRAM(function)",
		"a/f.cpp:3:10: fatal error: nowhere: No such file or directory\n" +
			"    3 | #include <nowhere>\n      |          ^~~~~~~~~\ncompilation terminated.\n": "f.cpp:3: nowhere: No such file or directory",
		"In file included from a/f.cpp:5:\n" +
			"/tmp/x/facet_modules.hpp: In instantiation of 'void facet::Module<...>::eachRow()':\n" +
			"/tmp/x/facet_modules.hpp:1667:6:   required from 'facet::inPacks<Rows, 1>'\n" +
			"/tmp/x/facet_modules.hpp:2126:116:   required from 'facet::Module<...>& facet::Module<...>::adjoint()'\n" +
			"a/f.cpp:72:91:   required from here\n" +
			"/tmp/x/facet_modules.hpp:2406:59: error: static assertion failed: the adjoint of facet::each returns a row\n" +
			"/tmp/x/facet_modules.hpp:2401:26: error: 'const class std::tuple<>' has no member named 'size'\n": "f.cpp:72: static assertion failed: the adjoint of facet::each returns a row",
		"a/f.cpp: In function 'void program()':\n" +
			"a/f.cpp:72:11: error: no match for call to '(const facet::Module<>) (facet::Value&, facet::Value&)'\n": "f.cpp:72: no match for call to '(const facet::Module<>) (facet::Value&, facet::Value&)'",
		"a/f.cpp:72:3: error: 'missing' was not declared in this scope\n": "f.cpp:72: 'missing' was not " +
			"declared in this scope",
		"a/f.cpp:72:9: error: no match for 'operator*' (operand types are 'int' and 'facet::Value')\n": "f.cpp:72: a value is used outside of a module, and facet would lose what depends on it: put this " +
			"line into a module, or take .look() of it to print or to test (no match for 'operator*' " +
			"(operand types are 'int' and 'facet::Value'))",
		"cc1plus: out of memory\n": "f.cpp:1: it cannot be compiled (EOF): cc1plus: out of memory",
	} {
		if got := complaint(said, "a/f.cpp", "/tmp/x", io.EOF); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestMissingCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CXX", "")
	if _, err := (CPP{}).compiler(); err == nil ||
		err.Error() != "there is no g++ in PATH: install a C++ compiler (g++ in Debian), or name it with --cxx" {
		t.Errorf("got %v", err)
	}
}

// A program is compiled once for several requests, and again when its file has changed; what
// measures it is compiled once for all.
func TestProgramIsCompiledOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cxx := CPP{Flags: []string{"-O0"}, folder: t.TempDir()}
	file, said := filepath.Join(dir, "f.cpp"), filepath.Join(dir, "said")
	cxx.Path, cxx.compiled = filepath.Join(dir, "compiler"), new(compiled)
	// It makes no code: each call leaves its words.
	script := "#!/bin/sh\necho \"$@\" >> " + said +
		"\nwhile [ $# -gt 1 ]; do [ \"$1\" = -o ] && echo \"$2\" > \"$2\"; shift; done\n"
	if err := os.WriteFile(cxx.Path, []byte(script), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	for n, text := range []string{"int a;\n", "int a;\n", "int b;\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := cxx.build(t.Context(), t.TempDir(), Request{Do: doMeasure, Program: file}); err != nil {
			t.Fatal(err)
		}
		all, err := os.ReadFile(said)
		if err != nil {
			t.Fatal(err)
		}
		compiled := slices.DeleteFunc(strings.Split(string(all), "\n"), func(line string) bool {
			return !strings.Contains(line, " -c ") || strings.Contains(line, "facet_methods")
		})
		if got, want := len(compiled), []int{2, 2, 3}[n]; got != want {
			t.Errorf("after request %d there are %d compilations, want %d:\n%s", n+1, got, want, all)
		}
	}
}

// One method that the compiler does not take leaves the others where they are; without the first there is none.
// Where there is no time, the first one is compiled alone.
func TestUncompiledMethods(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cxx := CPP{Path: filepath.Join(dir, "compiler"), folder: t.TempDir()}
	script := "#!/bin/sh\nfor last; do :; done\ncase \"$last\" in *facet_method*.cpp) cd $(dirname $last)\n" +
		"for k in $(grep -ho '[0-9]*[.]hpp\\|method[0-9]*' $last | tr -dc '0-9\\n'); do\n" +
		"grep -q wrong driver$k.hpp && exit 1; done;; esac\n" +
		"while [ $# -gt 1 ]; do [ \"$1\" = -o ] && echo > \"$2\"; shift; done\nexit 0\n"
	file := filepath.Join(dir, "f.cpp")
	if err := os.WriteFile(cxx.Path, []byte(script), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("int a;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		wrong, left []string
		deadline    float64
	}{
		{nil, nil, 0}, {[]string{"b", "d"}, []string{"b", "d"}, 0},
		{[]string{"a"}, []string{"a", "b", "c", "d", "e"}, 0},
		{nil, []string{"b", "c", "d", "e"}, 1}, // which is over
	} {
		r := Request{Do: doMethods, Program: file, Deadline: c.deadline}
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			text := "// right\n"
			if slices.Contains(c.wrong, name) {
				text = "// wrong\n"
			}
			r.Methods = append(r.Methods, Driver{Name: name, Text: text})
		}
		binary, err := cxx.build(t.Context(), t.TempDir(), r)
		var left UncompiledError
		errors.As(err, &left)
		if got := slices.Sorted(maps.Keys(left)); !slices.Equal(got, c.left) || (binary == "") != (len(got) == 5) {
			t.Errorf("with %v wrong, %v are left out of %q (%v), want %v", c.wrong, got, binary, err, c.left)
		}
	}
}
