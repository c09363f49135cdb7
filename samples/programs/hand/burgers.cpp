// By hand: forwards, ten coefficients and the viscosity as eleven columns, by the matrix that
// a step solves with anyway; the first projection is a constant, and comes last.
namespace hand {

struct Jacobian {
  Vector value;
  Matrix by_u, by_nu;
};

inline Jacobian forwards(const std::vector<Vector>& inputs) {
  const double nu = inputs[1][0];
  constexpr std::size_t K = MODES + 1;
  Vector u = inputs[0], a(MODES), c(N);
  Matrix V(MODES, K), w(N, K);  // of the coefficients, of the velocity
  for (std::size_t m = 0; m < MODES; ++m) V(m, m) = 1;
  for (std::size_t n = 0; n < STEPS; ++n) {
    std::fill(a.begin(), a.end(), 0.0);
    for (std::size_t m = 0; m < MODES; ++m)
      for (std::size_t i = 0; i < N; ++i) a[m] += across(m, i) * u[i];
    std::fill(c.begin(), c.end(), 0.0);
    std::fill(w.a.begin(), w.a.end(), 0.0);
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t m = 0; m < MODES; ++m) {
        const double b = basis(i, m);
        c[i] += b * a[m];
        for (std::size_t k = 0; k < K; ++k) w(i, k) += b * V(m, k);
      }
    const Tridiagonal matrix(c, nu);
    Matrix next = matrix.solve(column(c));
    for (std::size_t i = 0; i < N; ++i) {
      const double factor = 1 - DT * slope(next, i, 0);
      for (std::size_t k = 0; k < K; ++k) w(i, k) *= factor;
      w(i, MODES) += DT * bend(next, i, 0);
    }
    w = matrix.solve(std::move(w));
    u = std::move(next.a);
    if (n + 1 < STEPS) V = facet::product(across, w);
  }
  Jacobian j{u, Matrix(N, N), Matrix(N, 1)};
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t m = 0; m < MODES; ++m)
      for (std::size_t k = 0; k < N; ++k) j.by_u(i, k) += w(i, m) * across(m, k);
    j.by_nu(i, 0) = w(i, MODES);
  }
  return j;
}

using Way = Jacobian (*)(const std::vector<Vector>&);
inline std::vector<Way> ways() { return {forwards}; }

inline std::map<std::pair<std::string, std::string>, Matrix> blocks(const Jacobian& j) { return {{{"u", "u"}, j.by_u}, {{"u", "nu"}, j.by_nu}}; }

}  // namespace hand
