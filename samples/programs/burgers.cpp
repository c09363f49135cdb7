// A reduced model of Burgers' equation: 400 points, of which ten sines are kept.
//
// Each step makes the whole velocity of ten coefficients, takes an implicit step of
// u_t + c u_x = nu u_xx with the velocity c before it (two sweeps through a tridiagonal
// matrix), and projects onto the sines again. The last velocity is wanted by the first
// one and by the viscosity, which all steps share.
#include <cmath>

#include "facet_modules.hpp"

using facet::Matrix, facet::Value, facet::Vector;

constexpr std::size_t N = 400, MODES = 10, STEPS = 10;
constexpr double DX = 1.0 / (N + 1), DT = 0.01;

// The sines, a column for each, with length 1.
const Matrix basis = [] {
  Matrix b(N, MODES);
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t m = 0; m < MODES; ++m) b(i, m) = std::sqrt(2 * DX) * std::sin(M_PI * double((i + 1) * (m + 1)) * DX);
  return b;
}();

Matrix column(const Vector& v) {
  Matrix m(v.size(), 1);
  m.a = v;
  return m;
}

Matrix transposed(const Matrix& m) {
  Matrix t(m.cols, m.rows);
  for (std::size_t i = 0; i < m.rows; ++i)
    for (std::size_t k = 0; k < m.cols; ++k) t(k, i) = m(i, k);
  return t;
}

const Matrix across = transposed(basis);

// Differences of neighbours, which are 0 beyond the ends.
double slope(const Matrix& u, std::size_t i, std::size_t k) { return ((i + 1 < N ? u(i + 1, k) : 0) - (i > 0 ? u(i - 1, k) : 0)) / (2 * DX); }
double bend(const Matrix& u, std::size_t i, std::size_t k) { return ((i + 1 < N ? u(i + 1, k) : 0) - 2 * u(i, k) + (i > 0 ? u(i - 1, k) : 0)) / (DX * DX); }

// Solves with I + dt (c d/dx - nu d2/dx2), or with its transpose, for each column.
Matrix implicit(const Vector& c, double nu, Matrix u, bool transpose = false) {
  auto lower = [&](std::size_t i) { return -DT * (c[i] / (2 * DX) + nu / (DX * DX)); };
  auto upper = [&](std::size_t i) { return DT * (c[i] / (2 * DX) - nu / (DX * DX)); };
  Vector pivot(N), factor(N);
  for (std::size_t i = 0; i < N; ++i) {
    pivot[i] = 1 + 2 * DT * nu / (DX * DX);
    if (i == 0) continue;
    double below = transpose ? upper(i - 1) : lower(i), above = transpose ? lower(i) : upper(i - 1);
    factor[i] = below / pivot[i - 1];
    pivot[i] -= factor[i] * above;
    for (std::size_t k = 0; k < u.cols; ++k) u(i, k) -= factor[i] * u(i - 1, k);
  }
  for (std::size_t i = N; i-- > 0;) {
    double above = i + 1 == N ? 0 : transpose ? lower(i + 1) : upper(i);
    for (std::size_t k = 0; k < u.cols; ++k) u(i, k) = (u(i, k) - (i + 1 < N ? above * u(i + 1, k) : 0)) / pivot[i];
  }
  return u;
}

const auto project = facet::Module("project", {"u"}, [](const Vector& u) { return facet::product(across, column(u)).a; })
    .tangent("u", [](const Vector&, const Matrix& V) { return facet::product(across, V); })
    .adjoint("u", [](const Vector&, const Matrix& W) { return facet::product(W, across); });

Vector velocity(const Vector& a) { return facet::product(basis, column(a)).a; }

const auto advance = facet::Module("advance", {"a", "nu"}, [](const Vector& a, const Vector& nu) {
      Vector c = velocity(a);
      return implicit(c, nu[0], column(c)).a;
    })
    .tangent("a", [](const Vector& a, const Vector& nu, const Matrix& V) {
      Vector c = velocity(a);
      Matrix u = implicit(c, nu[0], column(c)), right = facet::product(basis, V);
      for (std::size_t i = 0; i < N; ++i)
        for (std::size_t k = 0; k < V.cols; ++k) right(i, k) *= 1 - DT * slope(u, i, 0);
      return implicit(c, nu[0], right);
    })
    .adjoint("a", [](const Vector& a, const Vector& nu, const Matrix& W) {
      Vector c = velocity(a);
      Matrix u = implicit(c, nu[0], column(c)), left = implicit(c, nu[0], transposed(W), true);
      for (std::size_t i = 0; i < N; ++i)
        for (std::size_t k = 0; k < W.rows; ++k) left(i, k) *= 1 - DT * slope(u, i, 0);
      return facet::product(transposed(left), basis);
    })
    .jacobian("nu", [](const Vector& a, const Vector& nu) {
      Vector c = velocity(a);
      Matrix u = implicit(c, nu[0], column(c)), right(N, 1);
      for (std::size_t i = 0; i < N; ++i) right(i, 0) = DT * bend(u, i, 0);
      return implicit(c, nu[0], right);
    });

void burgers() {
  Vector start(N);
  for (std::size_t i = 0; i < N; ++i) start[i] = std::exp(-50 * std::pow(double(i + 1) * DX - 0.3, 2));
  Value u = facet::input("u", start), nu = facet::input("nu", {0.01});
  for (std::size_t n = 0; n < STEPS; ++n) u = advance(project(u), nu);
  facet::output("u", u);
}
FACET_PROGRAM(burgers)
