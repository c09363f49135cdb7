package recorded

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/model/measured"
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
	findsInCPP(t, sharingCPP, map[string]string{
		"":          `^$`,
		"one":       `^tangent of solve by p$`,
		"both":      `^joint tangent of solve by b, p$`,
		"few":       `^f\.cpp:\d+: the adjoint of solve is joint for 2 arguments, and returns 1 matrices$`,
		"elsewhere": `^(shared|tangent) of solve by `,
		"rows":      `^(joint )?adjoint of mix by (x, )?p$`,
		"saved":     `^(shared|tangent) of square by x$`,
		"nothing":   `^f\.cpp:\d+: this derivative of wrong asks for something that its module neither prepares nor saves`,
	}, func(t *testing.T, r *measured.Report) {
		if len(r.Prepared) != 1 || r.Prepared[0].Times != 2 || len(r.Joints) != 6 {
			t.Errorf("prepared %+v, joint %+v", r.Prepared, r.Joints)
		}
	})
}

// findsInCPP compiles a program once and measures it in each of its modes: what is found first is
// as wanted. What is measured where nothing is found is looked at by right.
func findsInCPP(t *testing.T, program string, wants map[string]string, right func(*testing.T, *measured.Report)) {
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
