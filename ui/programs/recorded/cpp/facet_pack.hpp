// Several numbers of the type double that are computed together. A derivative is linear in
// its tangents (adjoints): sums, and products with a double, are all that it does with them.
#if defined(__AVX512F__)
constexpr std::size_t widest = 64;
#elif defined(__AVX__)
constexpr std::size_t widest = 32;
#else
constexpr std::size_t widest = 16;
#endif
// Aligned as memory is by itself: what has to be aligned to more takes the C library several times as long, and marks
// make vectors of packs by the thousand.
template <std::size_t N> struct Lanes {
  typedef double type __attribute__((vector_size(N * sizeof(double) < widest ? N * sizeof(double) : widest), aligned(__STDCPP_DEFAULT_NEW_ALIGNMENT__)));
};
#define FACET_INLINE __attribute__((always_inline)) inline

template <std::size_t N> class Pack {
  using Part = typename Lanes<N>::type;
  static constexpr std::size_t parts = N * sizeof(double) / sizeof(Part), width = N / parts;
  using Parts = std::make_index_sequence<parts>;
  Part a_[parts];

  template <class F, std::size_t... I> FACET_INLINE void set(F f, std::index_sequence<I...>) { ((a_[I] = f(I)), ...); }

 public:
  static constexpr std::size_t size = N;
  FACET_INLINE Pack() : Pack(0.0) {}
  FACET_INLINE Pack(double x) {
    set([&](std::size_t) __attribute__((always_inline)) { return Part{} + x; }, Parts());
  }
  FACET_INLINE double operator[](std::size_t k) const { return a_[k / width][k % width]; }
  FACET_INLINE void load(const double* from) { std::memcpy(&a_, from, sizeof a_); }
  FACET_INLINE void store(double* to) const { std::memcpy(to, &a_, sizeof a_); }

  FACET_INLINE Pack& operator+=(const Pack& o) { return set([&](std::size_t k) __attribute__((always_inline)) { return a_[k] + o.a_[k]; }, Parts()), *this; }
  FACET_INLINE Pack& operator-=(const Pack& o) { return set([&](std::size_t k) __attribute__((always_inline)) { return a_[k] - o.a_[k]; }, Parts()), *this; }
  FACET_INLINE Pack& operator*=(double x) { return set([&](std::size_t k) __attribute__((always_inline)) { return a_[k] * x; }, Parts()), *this; }
  FACET_INLINE Pack& operator/=(double x) { return set([&](std::size_t k) __attribute__((always_inline)) { return a_[k] / x; }, Parts()), *this; }
  FACET_INLINE friend Pack operator+(Pack p, const Pack& q) { return p += q; }
  FACET_INLINE friend Pack operator-(Pack p, const Pack& q) { return p -= q; }
  FACET_INLINE friend Pack operator*(Pack p, double x) { return p *= x; }
  FACET_INLINE friend Pack operator*(double x, Pack p) { return p *= x; }
  FACET_INLINE friend Pack operator/(Pack p, double x) { return p /= x; }
  FACET_INLINE friend Pack operator-(Pack p) { return p *= -1; }
  FACET_INLINE friend Pack operator+(Pack p) { return p; }
};

// each makes a mark of a function for one column of V (one row of W) for each of N
// arguments: std::vector<T>, where T is double or like it. The function is a template or
// takes const auto&; it is called for several columns at a time.
template <std::size_t N, class F> struct Each {
  F f;
};
template <std::size_t N = 1, class F> Each<N, F> each(F f) { return {std::move(f)}; }

// How columns (rows) are put into packs, and taken out of them.
struct Columns {
  static std::size_t size(const Matrix& m) { return m.rows; }
  template <class T> static void load(const Matrix& m, std::size_t from, std::size_t k, std::vector<T>& to) {
    const double* at = m.a.data() + from;
    if (k == T::size)
      for (std::size_t i = 0; i < to.size(); ++i) to[i].load(at + i * m.cols);
    else
      some(to, k, [&](std::size_t i, std::size_t n) { return at[i * m.cols + n]; });
  }
  template <class R> static void store(const R& all, std::size_t from, std::size_t k, Matrix& m) {
    double* at = m.a.data() + from;
    for (std::size_t i = 0; i < m.rows; ++i)
      if (k == all[i].size)
        all[i].store(at + i * m.cols);
      else
        for (std::size_t n = 0; n < k; ++n) at[i * m.cols + n] = all[i][n];
  }
  // Fewer numbers than a pack has.
  template <class T, class F> static void some(std::vector<T>& to, std::size_t k, F f) {
    double all[T::size] = {};
    for (std::size_t i = 0; i < to.size(); ++i) {
      for (std::size_t n = 0; n < k; ++n) all[n] = f(i, n);
      to[i].load(all);
    }
  }
};
struct Rows {
  static std::size_t size(const Matrix& m) { return m.cols; }
  template <class T> static void load(const Matrix& m, std::size_t from, std::size_t k, std::vector<T>& to) {
    const double* at = m.a.data() + from * m.cols;
    Columns::some(to, k, [&](std::size_t i, std::size_t n) { return at[n * m.cols + i]; });
  }
  template <class R> static void store(const R& all, std::size_t from, std::size_t k, Matrix& m) {
    double* at = m.a.data() + from * m.cols;
    for (std::size_t i = 0; i < m.cols; ++i) {
      double numbers[std::decay_t<decltype(all[i])>::size];
      all[i].store(numbers);
      for (std::size_t n = 0; n < k; ++n) at[n * m.cols + i] = numbers[n];
    }
  }
};
