package recorded

import (
	"testing"

	"facet/model/measured"
	"facet/model/modeltest/extent"
)

// fewCPP has modules of a few numbers as arrays, right, or wrong in the way that MODE says.
const fewCPP = `#include <cstdlib>
#include "facet_modules.hpp"
using facet::Value, facet::Vector;
using Two = std::array<double, 2>;
using Three = std::array<double, 3>;
bool is(const char* mode) { const char* m = std::getenv("MODE"); return m != nullptr && std::string(m) == mode; }
auto turn = facet::Module("turn", {"x", "a"}, [](const Two& x, const Three& a) { return Two{x[0] * a[0] - x[1] * a[1], x[0] * a[1] + x[1] * a[0] + a[2]}; })
  .tangent({"x", "a"}, [](const Two& x, const Three& a, const Two& v, const Three& w) {
    return Two{v[0] * a[0] - v[1] * a[1] + x[0] * w[0] - x[1] * w[1], v[0] * a[1] + v[1] * a[0] + x[0] * w[1] + x[1] * w[0] + (is("tangent") ? 2 : 1) * w[2]};
  })
  .adjoint({"x", "a"}, [](const Two& x, const Three& a, const Two& w) {
    return std::tuple(Two{w[0] * a[0] + w[1] * a[1], w[1] * a[0] - w[0] * a[1]}, Three{w[0] * x[0] + w[1] * x[1], w[1] * x[0] - w[0] * x[1], (is("adjoint") ? 2 : 1) * w[1]});
  });
struct Slope { double by; };
auto grow = facet::Module("grow", {"x", "by"}, [](const Two& x, double by) {
  const double y = std::exp(by * x[0]);
  return std::pair(Two{y, x[1]}, Slope{is("saved") ? by : by * y});
})
  .tangent("x", [](const Two&, double, const Two& v, const Slope& slope) { return Two{slope.by * v[0], v[1]}; })
  .adjoint("x", [](const Two&, double by, const Two& w, facet::Result y) { return Two{by * y[0] * w[0], w[1]}; });
// A vector among arrays, and a mark of matrices.
auto sum = facet::Module("sum", {"x", "all"}, [](const Two& x, const Vector& all) { return Vector{x[0] + all[0] * all[1], x[1] * all[2]}; })
  .tangent("x", [](const Two&, const Vector& all, const Two& v) { return Two{v[0], v[1] * all[2]}; })
  .jacobian("all", [](const Two& x, const Vector& all) { facet::Matrix m(2, 3); m.a = {all[1], all[0], 0, 0, 0, x[1]}; return m; });
void program() {
  Value x = facet::input("x", {0.3, 0.5}), a = facet::input("a", {0.9, 0.1, 0.2});
  for (int n = 0; n < 3; ++n) x = grow(turn(sum(x, a), a), 0.5);
  x = turn(x, Three{1, 0.5, 0});
  if (is("size")) x = turn(a, a);
  if (is("rows")) facet::Module("odd", {"x"}, [](const Two& x) { return x; }).adjoint("x", [](const Two&, const Three& w) { return Two{w[0], w[1]}; });
  if (is("gives")) facet::Module("odd", {"x"}, [](const Two& x) { return x; }).adjoint("x", [](const Two&, const Two& w) { return Three{w[0], w[1], 0}; });
  if (is("names")) facet::Module("odd", {"x", "y"}, [](const Two& x, const Two&) { return x; }).tangent({"x"}, [](const Two&, const Two&, const Two& v, const Two&) { return v; });
  facet::output("x", x);
}
FACET_PROGRAM(program)
`

func TestFewNumbersCPP(t *testing.T) {
	extent.FullOnly(t)
	findsInCPP(t, fewCPP, map[string]string{
		"":        `^$`,
		"tangent": `^tangent of turn by a$`,
		"adjoint": `^adjoint of turn by a$`,
		"saved":   `^tangent of grow by x$`,
		"size":    `^f\.cpp:\d+: turn takes 2 numbers where it is given 3$`,
		"rows":    `^f\.cpp:\d+: this derivative of odd has 3 numbers for the result, which has 2$`,
		"gives":   `^f\.cpp:\d+: this derivative of odd has 3 numbers for x, which has 2$`,
		"names":   `^f\.cpp:\d+: this derivative of odd is a mark for 2 arguments: name as many$`,
	}, func(*testing.T, *measured.Report) {})
}
