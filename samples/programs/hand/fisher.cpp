// By hand: a row of the Jacobian of all steps has the points that are so many steps away.
// Backwards, each entry of such a row goes to a point and its neighbours; or forwards, the
// rows of a point and its neighbours are added, as windows around them; or columns without a
// row in common go through all steps together.
namespace hand {

// What is wanted by u and by r: entries in windows around each point, or of known rows.
struct Jacobian {
  Vector value;
  std::size_t reach = 0;  // of windows; 0 where there are rows
  Vector window_u, window_r;
  Vector row_u, row_r;
};

// The points at most so many steps away, row by row.
struct Near {
  std::vector<std::size_t> starts{0};
  std::vector<std::uint32_t> points;
  explicit Near(long reach) {
    const long n = SIDE;
    for (long i = 0; i < n * n; ++i) {
      for (long y = std::max(0l, i / n - reach); y < std::min(n, i / n + reach + 1); ++y) {
        long wide = reach - std::abs(y - i / n);
        for (long x = std::max(0l, i % n - wide); x < std::min(n, i % n + wide + 1); ++x) points.push_back(std::uint32_t(y * n + x));
      }
      starts.push_back(points.size());
    }
  }
};
inline const std::vector<Near> nearby = [] {
  std::vector<Near> all;
  for (std::size_t k = 0; k <= STEPS; ++k) all.emplace_back(k);
  return all;
}();

inline std::vector<Vector> values(const std::vector<Vector>& inputs) {
  std::vector<Vector> all{inputs[0]};
  for (std::size_t n = 0; n < STEPS; ++n) all.push_back(step.value(all.back(), inputs[1]));
  return all;
}

inline Jacobian backwards(const std::vector<Vector>& inputs) {
  const Vector& r = inputs[1];
  auto u = values(inputs);
  Jacobian j;
  Vector row(N), by_r(N), middle(N), below(N);
  j.value = u[STEPS];
  j.row_u.assign(N, 1);
  const Near& last = nearby[STEPS - 1];
  j.row_r.resize(last.points.size());
  for (std::size_t k = 0; k < STEPS; ++k) {
    const Vector& at = u[STEPS - 1 - k];
    const Near &from = nearby[k], &to = nearby[k + 1];
    Vector next(to.points.size());
    for (std::size_t i = 0; i < N; ++i) middle[i] = ::middle(at, r, i), below[i] = DT * at[i] * (1 - at[i]);
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t e = from.starts[i]; e < from.starts[i + 1]; ++e) {
        const std::uint32_t p = from.points[e];
        const double w = j.row_u[e], side = DT * NU * w;
        by_r[p] = w * below[p];
        row[p] += middle[p] * w;
        if (p >= SIDE) row[p - SIDE] += side;
        if (p % SIDE > 0) row[p - 1] += side;
        if (p % SIDE < SIDE - 1) row[p + 1] += side;
        if (p < N - SIDE) row[p + SIDE] += side;
      }
      for (std::size_t e = to.starts[i]; e < to.starts[i + 1]; ++e) next[e] = row[to.points[e]], row[to.points[e]] = 0;
      for (std::size_t e = last.starts[i]; e < last.starts[i + 1]; ++e) j.row_r[e] += by_r[last.points[e]], by_r[last.points[e]] = 0;
    }
    j.row_u = std::move(next);
  }
  return j;
}

inline Jacobian windows(const std::vector<Vector>& inputs) {
  const Vector& r = inputs[1];
  Jacobian j;
  j.reach = STEPS;
  Vector u = inputs[0];
  Vector by_u(N, 1), by_r(N, 0);  // windows of 1 x 1
  for (std::size_t k = 0; k < STEPS; ++k) {
    const std::size_t old = 2 * k + 1, wide = old + 2;
    Vector next_u(N * wide * wide), next_r(N * wide * wide);
    for (std::size_t i = 0; i < N; ++i) {
      double* to[2] = {next_u.data() + i * wide * wide, next_r.data() + i * wide * wide};
      const double* from[2] = {by_u.data(), by_r.data()};
      auto add = [&](std::size_t p, std::size_t y, std::size_t x, double factor) {  // the window of p, moved
        for (int which = 0; which < 2; ++which)
          for (std::size_t a = 0; a < old; ++a)
            for (std::size_t b = 0; b < old; ++b) to[which][(y + a) * wide + x + b] += factor * from[which][p * old * old + a * old + b];
      };
      add(i, 1, 1, ::middle(u, r, i));
      if (i >= SIDE) add(i - SIDE, 0, 1, DT * NU);
      if (i % SIDE > 0) add(i - 1, 1, 0, DT * NU);
      if (i % SIDE < SIDE - 1) add(i + 1, 1, 2, DT * NU);
      if (i < N - SIDE) add(i + SIDE, 2, 1, DT * NU);
      to[1][(k + 1) * wide + k + 1] += DT * u[i] * (1 - u[i]);
    }
    by_u = std::move(next_u), by_r = std::move(next_r);
    u = step.value(u, r);
  }
  j.window_u = std::move(by_u), j.window_r = std::move(by_r), j.value = std::move(u);
  return j;
}

using Way = Jacobian (*)(const std::vector<Vector>&);
inline std::vector<Way> ways() { return {backwards, windows}; }

inline std::map<std::pair<std::string, std::string>, facet::Matrix> blocks(const Jacobian& j) {
  facet::Matrix u(N, N), r(N, N);
  for (std::size_t i = 0; i < N; ++i) {
    if (j.reach == 0) {
      for (std::size_t e = nearby[STEPS].starts[i]; e < nearby[STEPS].starts[i + 1]; ++e) u(i, nearby[STEPS].points[e]) = j.row_u[e];
      for (std::size_t e = nearby[STEPS - 1].starts[i]; e < nearby[STEPS - 1].starts[i + 1]; ++e) r(i, nearby[STEPS - 1].points[e]) = j.row_r[e];
      continue;
    }
    const long wide = 2 * long(j.reach) + 1, n = SIDE;
    for (long a = 0; a < wide; ++a)
      for (long b = 0; b < wide; ++b) {
        long y = long(i) / n + a - long(j.reach), x = long(i) % n + b - long(j.reach);
        if (y < 0 || y >= n || x < 0 || x >= n) continue;
        u(i, std::size_t(y * n + x)) = j.window_u[i * std::size_t(wide * wide) + std::size_t(a * wide + b)];
        r(i, std::size_t(y * n + x)) = j.window_r[i * std::size_t(wide * wide) + std::size_t(a * wide + b)];
      }
  }
  return {{{"u", "u"}, u}, {{"u", "r"}, r}};
}

}  // namespace hand
