package recorded

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/model/measured"
	"facet/model/modeltest/extent"
)

// sharingCPP has a module that prepares, with joint marks, and one that saves; right, or
// wrong in the way that MODE says.
const sharingCPP = `#include <cstdlib>
#include "facet_modules.hpp"
using facet::Matrix, facet::Value, facet::Vector;
bool is(const char* mode) { const char* m = std::getenv("MODE"); return m != nullptr && std::string(m) == mode; }
struct Inverse { Vector by; };
Vector first;
using Matrices = std::vector<Matrix>;
Matrix times(const Matrix& V, const Vector& d, double by = 1) { Matrix m = V; for (std::size_t i = 0; i < m.rows; ++i) for (std::size_t k = 0; k < m.cols; ++k) m(i, k) *= by * d[i]; return m; }
Matrix across(const Matrix& W, const Vector& d, double by = 1) { Matrix m = W; for (std::size_t i = 0; i < m.rows; ++i) for (std::size_t k = 0; k < m.cols; ++k) m(i, k) *= by * d[k]; return m; }
auto solve = facet::Module("solve", {"b", "p"}, [](const Vector& b, const Vector& p) {
  Vector x(b.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = b[i] / (3 + p[i]);
  return x;
})
  .prepare([](const Vector&, const Vector& p, facet::Result x) {
    if (first.empty()) first = p;
    Inverse made{Vector(x.size())};
    for (std::size_t i = 0; i < x.size(); ++i) made.by[i] = 1 / (3 + (is("elsewhere") ? first : p)[i]);
    return made;
  })
  .tangent({"b", "p"}, [](const Vector&, const Vector&, const Matrices& V, const Inverse& inverse, facet::Result x) {
    Matrix m = times(V[0], inverse.by), other = times(times(V[1], x), inverse.by, is("one") ? 1 : -1);
    if (is("both") && V[0].a[0] != 0) return m;
    facet::add(m, other);
    return m;
  })
  .adjoint({"b", "p"}, [](const Vector&, const Vector&, const Matrix& W, facet::Result x, const Inverse& inverse) {
    Matrix Z = across(W, inverse.by);
    if (is("writes")) const_cast<Inverse&>(inverse).by[0] *= 2;
    if (is("few")) return Matrices{Z};
    return Matrices{Z, across(Z, x, -1)};
  });
auto square = facet::Module("square", {"x"}, [](const Vector& x) {
  Vector y = x, twice = x;
  for (double& v : y) v *= v;
  for (double& v : twice) v *= 2;
  static const Vector old = twice;
  return std::pair(y, is("saved") ? old : twice);
})
  .tangent("x", facet::each([](const Vector&, const auto& v, const Vector& saved) {
    auto y = v;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = saved[i] * v[i];
    return y;
  }))
  .adjoint("x", [](const Vector&, const Matrix& W, const Vector& saved) { return across(W, saved); });
// One column, one row: a template of the number's type.
template <class T> std::vector<T> both(const Vector& x, const Vector& p, const std::vector<T>& v, const std::vector<T>& w) {
  std::vector<T> y(v.size());
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = p[i] * v[i] + w[i] * x[i], y[i] -= 0 * v[i] / p[i];
  return y;
}
auto mix = facet::Module("mix", {"x", "p"}, [](const Vector& x, const Vector& p) {
  Vector y = x;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] *= p[i];
  return y;
})
  .tangent({"x", "p"}, facet::each<2>([](const Vector& x, const Vector& p, const auto& v, const auto& w) { return both(x, p, v, w); }))
  .adjoint({"x", "p"}, facet::each<2>([](const Vector& x, const Vector& p, const auto& w) {
    auto by_x = w, by_p = w;
    for (std::size_t i = 0; i < w.size(); ++i) by_x[i] *= p[i], by_p[i] *= is("rows") ? 2 * x[i] : x[i];
    return std::tuple(by_x, by_p);
  }));
// Its adjoints are made from the joint tangent, by one call; p may be no value.
auto scale = facet::Module("scale", {"x", "p"}, [](const Vector& x, const Vector& p) {
  Vector y = x;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] *= p[i];
  return y;
})
  .tangent({"x", "p"}, facet::each<2>([](const Vector& x, const Vector& p, const auto& v, const auto& w) {
    if (w.size() != p.size()) throw std::runtime_error("there are tangents for " + std::to_string(w.size()) + " entries");
    return both(x, p, v, w);
  }));
auto wrong = facet::Module("wrong", {"x"}, [](const Vector& x) { return x; })
  .tangent("x", [](const Vector&, const Matrix& V, const Inverse&) { return V; });
void program() {
  Value b = facet::input("b", {1, 1.2, 1.4}), p = facet::input("p", {0.1, 0.2, 0.3});
  for (int n = 0; n < 2; ++n) b = scale(scale(mix(square(solve(b, p)), p), p), Vector{2, 3, 4});
  if (is("nothing")) b = wrong(b);
  facet::output("b", b);
}
FACET_PROGRAM(program)
`

func TestSharingCPP(t *testing.T) {
	extent.FullOnly(t) // TestMistakesCPP compiles what has the same checks
	findsInCPP(t, sharingCPP, map[string]string{
		"":          `^$`,
		"one":       `^tangent of solve by p$`,
		"both":      `^joint tangent of solve by b, p$`,
		"few":       `^f\.cpp:\d+: the adjoint of solve is joint for 2 arguments, and returns 1 matrices$`,
		"elsewhere": `^(shared|tangent) of solve by `,
		"rows":      `^(joint )?adjoint of mix by (x, )?p$`,
		"saved":     `^(shared|tangent) of square by x$`,
		"writes":    `^kept of solve by b, p$`,
		"nothing":   `^f\.cpp:\d+: this derivative of wrong asks for something that its module neither prepares nor saves`,
	}, func(t *testing.T, r *measured.Report) {
		if len(r.Prepared) != 1 || r.Prepared[0].Times != 2 || len(r.Joints) != 6 {
			t.Errorf("prepared %+v, joint %+v", r.Prepared, r.Joints)
		}
		for _, g := range r.Groups {
			if g.Module == "mix" && (g.TangentLoops || g.AdjointLoops) {
				t.Errorf("marks of %s by %s, which are of one column, are said to loop", g.Module, g.Argument)
			}
		}
	})
}

// findsInCPP compiles a program once and measures it in each of its modes: what is found first is
// as wanted. What is measured where nothing is found is looked at by right.
func findsInCPP(t *testing.T, program string, wants map[string]string,
	right func(*testing.T, *measured.Report)) {
	t.Helper()
	cxx := compiler(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "f.cpp")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	request := Request{Do: doMeasure, Program: file, Unlimited: true, Repeat: 1, Batches: []int{1, 4}}
	binary, err := cxx.build(t.Context(), dir, request)
	if err != nil {
		t.Fatal(err)
	}
	for mode, want := range wants {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			report, err := built(binary, mode).Measure(t.Context(), request)
			text := ""
			switch {
			case err != nil:
				text = err.Error()
			case len(report.Failed()) > 0:
				f := report.Failed()[0]
				text = f.Kind + " of " + f.Module + " by " + f.Argument
			default:
				right(t, report)
			}
			if !regexp.MustCompile(want).MatchString(text) || strings.Contains(text, "\n") {
				t.Errorf("got %q, want %q", text, want)
			}
		})
	}
}

// onDemandCPP counts how often something is prepared, for a derivative that asks for it and one
// that does not; the one that asks takes all that there is.
const onDemandCPP = `#include <cstdio>
#include "facet_modules.hpp"
using facet::Matrix, facet::Vector;
struct Saved { double by; };
struct Made { double by; };
int times = 0;
auto square = facet::Module("square", {"x"}, [](const Vector& x) { return std::pair(Vector{x[0] * x[0]}, Saved{x[0]}); })
  .prepare([](const Vector&, const Saved& saved) { ++times; return Made{2 * saved.by}; })
  .tangent("x", facet::each([](const Vector&, const auto& v, const Made& made, const Saved& saved, facet::Result y) {
    auto w = v;
    w[0] = v[0] * (made.by + 0 * saved.by * y[0]);
    return w;
  }))
  .adjoint("x", [](const Vector& x, const Matrix& W) { Matrix m = W; m(0, 0) *= 2 * x[0]; return m; });
void program() { facet::output("y", square(facet::input("x", {3}))); }
int main() {
  facet::Program p(program);
  static const std::vector<std::string> names{"square_1", "square_1_adjoint_x", "square_1_tangent_x"};
  const facet::Function* f = p.functions(names);
  for (int run = 0; run < 2; ++run) {
    p.begin();
    Vector x{3.0 + run}, y;
    Matrix one(1, 1), m;
    one.a = {1};
    f[0].value(y, {&x});
    f[1].derivative(m, {&x}, one);
    std::printf("%g %d ", m(0, 0), times);
    f[2].derivative(m, {&x}, one), f[2].derivative(m, {&x}, one);
    std::printf("%g %d\n", m(0, 0), times);
    for (std::size_t k = 1; k < 25; ++k) {  // packs of all sizes
      Matrix V(1, k);
      for (std::size_t n = 0; n < k; ++n) V(0, n) = double(n + 1);
      f[2].derivative(m, {&x}, V);
      for (std::size_t n = 0; n < k; ++n)
        if (m.cols != k || m(0, n) != 2 * x[0] * V(0, n)) std::printf("%zu of %zu: %g\n", n, k, m(0, n));
    }
  }
}
`

func TestPreparedOnDemandCPP(t *testing.T) {
	extent.FullOnly(t)
	cxx, err := exec.LookPath("g++")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	for name, text := range map[string][]byte{"main.cpp": []byte(onDemandCPP),
		"facet_modules.hpp": RuntimeCPP()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command(cxx, "-std=c++17", "-pthread", "-o", "run", "main.cpp")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(dir, "run")).Output()
	if want := "6 0 6 1\n8 1 8 2\n"; err != nil || string(out) != want {
		t.Errorf("got %q, %v, want %q: derivatives, and how often was prepared", out, err, want)
	}
}
