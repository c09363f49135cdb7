// Fisher's equation on 40 by 40 points: u_t = nu (u_xx + u_yy) + r u (1 - u), eight
// explicit steps.
//
// A point takes from its four neighbours, so that a row of a step's Jacobian has five
// entries at most; the rate of growth r differs from point to point, and all steps share
// it. The last population is wanted by the first one and by the rates.
#include <cmath>

#include "facet_modules.hpp"

using facet::Pattern, facet::Sparse, facet::Value, facet::Vector;

constexpr std::size_t SIDE = 40, N = SIDE * SIDE, STEPS = 8;
constexpr double DT = 0.1, NU = 0.8;

// Which entries of a step's Jacobian can be other than 0: a point and its neighbours on the
// grid, in ascending order. What lies beyond an edge is as at the edge.
const Pattern five = [] {
  std::vector<std::vector<std::size_t>> rows(N);
  for (std::size_t i = 0; i < N; ++i) {
    if (i >= SIDE) rows[i].push_back(i - SIDE);
    if (i % SIDE > 0) rows[i].push_back(i - 1);
    rows[i].push_back(i);
    if (i % SIDE < SIDE - 1) rows[i].push_back(i + 1);
    if (i < N - SIDE) rows[i].push_back(i + SIDE);
  }
  return Pattern(rows, N);
}();
const Pattern diagonal("diagonal", N, N);
const auto& starts = five.starts();
const auto& columns = five.columns();

double middle(const Vector& u, const Vector& r, std::size_t i) { return 1 + DT * r[i] * (1 - 2 * u[i]) - DT * NU * double(starts[i + 1] - starts[i] - 1); }

const auto step = facet::Module("step", {"u", "r"}, [](const Vector& u, const Vector& r) {
      Vector y = u;
      for (std::size_t i = 0; i < N; ++i) {
        y[i] += DT * r[i] * u[i] * (1 - u[i]);
        for (std::size_t e = starts[i]; e < starts[i + 1]; ++e) y[i] += DT * NU * (u[columns[e]] - u[i]);
      }
      return y;
    })
    .jacobian("u", [](const Vector& u, const Vector& r) {
      Sparse m(five);
      for (std::size_t i = 0; i < N; ++i)
        for (std::size_t e = starts[i]; e < starts[i + 1]; ++e) m.a[e] = columns[e] == i ? middle(u, r, i) : DT * NU;
      return m;
    })
    .jacobian("r", [](const Vector& u, const Vector&) {
      Sparse m(diagonal);
      for (std::size_t i = 0; i < N; ++i) m.a[i] = DT * u[i] * (1 - u[i]);
      return m;
    });

void fisher() {
  Vector start(N), rate(N);
  for (std::size_t i = 0; i < N; ++i) {
    double x = double(i % SIDE) / SIDE, y = double(i / SIDE) / SIDE;
    start[i] = 0.8 * std::exp(-40 * (std::pow(x - 0.4, 2) + std::pow(y - 0.5, 2)));
    rate[i] = 0.5 + x * y;
  }
  Value u = facet::input("u", start), r = facet::input("r", rate);
  for (std::size_t n = 0; n < STEPS; ++n) u = step(u, r);
  facet::output("u", u);
}
FACET_PROGRAM(fisher)
