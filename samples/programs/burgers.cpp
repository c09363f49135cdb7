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

// I + dt (c d/dx - nu d2/dx2), factorized.
struct Tridiagonal {
  Vector pivot, factor, upper;

  Tridiagonal(const Vector& c, double nu) : pivot(N), factor(N), upper(N) {
    for (std::size_t i = 0; i < N; ++i) {
      pivot[i] = 1 + 2 * DT * nu / (DX * DX);
      upper[i] = DT * (c[i] / (2 * DX) - nu / (DX * DX));
      if (i == 0) continue;
      factor[i] = -DT * (c[i] / (2 * DX) + nu / (DX * DX)) / pivot[i - 1];
      pivot[i] -= factor[i] * upper[i - 1];
    }
  }
  // Solves for each column.
  Matrix solve(Matrix u) const {
    for (std::size_t i = 1; i < N; ++i)
      for (std::size_t k = 0; k < u.cols; ++k) u(i, k) -= factor[i] * u(i - 1, k);
    for (std::size_t i = N; i-- > 0;)
      for (std::size_t k = 0; k < u.cols; ++k) u(i, k) = (u(i, k) - (i + 1 < N ? upper[i] * u(i + 1, k) : 0)) / pivot[i];
    return u;
  }
  // Solves with the transposed matrix.
  Matrix back(Matrix u) const {
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t k = 0; k < u.cols; ++k) u(i, k) = (u(i, k) - (i > 0 ? upper[i - 1] * u(i - 1, k) : 0)) / pivot[i];
    for (std::size_t i = N - 1; i-- > 0;)
      for (std::size_t k = 0; k < u.cols; ++k) u(i, k) -= factor[i + 1] * u(i + 1, k);
    return u;
  }
};

const auto project = facet::Module("project", {"u"}, [](const Vector& u) { return facet::product(across, column(u)).a; })
    .tangent("u", [](const Vector&, const Matrix& V) { return facet::product(across, V); })
    .adjoint("u", [](const Vector&, const Matrix& W) { return facet::product(W, across); });

Vector velocity(const Vector& a) { return facet::product(basis, column(a)).a; }

// A step saves its matrix for its derivatives, which need its result, too.
const auto advance = facet::Module("advance", {"a", "nu"}, [](const Vector& a, const Vector& nu) {
      Vector c = velocity(a);
      Tridiagonal matrix(c, nu[0]);
      Vector u = matrix.solve(column(c)).a;
      return std::pair(u, matrix);
    })
    .tangent("a", [](const Vector&, const Vector&, const Matrix& V, const Tridiagonal& matrix, facet::Result result) {
      Matrix u = column(result), right = facet::product(basis, V);
      for (std::size_t i = 0; i < N; ++i)
        for (std::size_t k = 0; k < V.cols; ++k) right(i, k) *= 1 - DT * slope(u, i, 0);
      return matrix.solve(right);
    })
    .adjoint("a", [](const Vector&, const Vector&, const Matrix& W, const Tridiagonal& matrix, facet::Result result) {
      Matrix u = column(result), left = matrix.back(transposed(W));
      for (std::size_t i = 0; i < N; ++i)
        for (std::size_t k = 0; k < W.rows; ++k) left(i, k) *= 1 - DT * slope(u, i, 0);
      return facet::product(transposed(left), basis);
    })
    .jacobian("nu", [](const Vector&, const Vector&, const Tridiagonal& matrix, facet::Result result) {
      Matrix u = column(result), right(N, 1);
      for (std::size_t i = 0; i < N; ++i) right(i, 0) = DT * bend(u, i, 0);
      return matrix.solve(right);
    });

void burgers() {
  Vector start(N);
  for (std::size_t i = 0; i < N; ++i) start[i] = std::exp(-50 * std::pow(double(i + 1) * DX - 0.3, 2));
  Value u = facet::input("u", start), nu = facet::input("nu", {0.01});
  for (std::size_t n = 0; n < STEPS; ++n) u = advance(project(u), nu);
  facet::output("u", u);
}
FACET_PROGRAM(burgers)
