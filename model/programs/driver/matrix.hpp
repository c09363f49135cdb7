#ifndef FACET_MATRIX
#define FACET_MATRIX
#include <cstddef>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace facet {

using Vector = std::vector<double>;

// Matrix is dense, row by row.
struct Matrix {
  std::size_t rows = 0, cols = 0;
  Vector a;
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t cols) : rows(rows), cols(cols), a(rows * cols) {}
  double& operator()(std::size_t i, std::size_t k) { return a[i * cols + k]; }
  double operator()(std::size_t i, std::size_t k) const { return a[i * cols + k]; }
  void shape(std::size_t r, std::size_t c) { rows = r, cols = c, a.resize(r * c); }  // keeps its memory; entries are any
};

inline Matrix identity(std::size_t n) {
  Matrix m(n, n);
  for (std::size_t i = 0; i < n; ++i) m(i, i) = 1;
  return m;
}

// unit is an identity that is made once.
inline const Matrix& unit(std::size_t n) {
  thread_local std::map<std::size_t, Matrix> all;
  Matrix& m = all[n];
  if (m.rows != n) m = identity(n);
  return m;
}

// What follows works on long rows: compilers are asked for their best.
#if defined(__GNUC__) && !defined(__clang__)
#define FACET_FAST __attribute__((optimize("O3")))
#else
#define FACET_FAST
#endif

// Adds N columns of R rows of a product, whose sums stay in registers. Rows of the right factor
// are so far apart.
template <std::size_t N, std::size_t R>
FACET_FAST void addPanel(const Matrix& l, std::size_t row, const double* right, std::size_t apart, Matrix& m, std::size_t from) {
  const double* left = l.a.data() + row * l.cols;
  double *to = m.a.data() + row * m.cols + from, sum[R][N];
  for (std::size_t i = 0; i < R; ++i)
    for (std::size_t j = 0; j < N; ++j) sum[i][j] = to[i * m.cols + j];
  for (std::size_t k = 0; k < l.cols; ++k, right += apart)
    for (std::size_t i = 0; i < R; ++i)
      for (std::size_t j = 0; j < N; ++j) sum[i][j] += left[i * l.cols + k] * right[j];
  for (std::size_t i = 0; i < R; ++i)
    for (std::size_t j = 0; j < N; ++j) to[i * m.cols + j] = sum[i][j];
}
// Adds N columns of a product; those of a large right factor are put together before.
template <std::size_t N>
FACET_FAST void addColumns(Matrix& m, const Matrix& l, const Matrix& r, std::size_t from, Vector& panel) {
  const double* right = r.a.data() + from;
  std::size_t i = 0, apart = r.cols;
  if (l.rows >= 8 && r.rows > 64) {
    panel.resize(r.rows * N);
    for (std::size_t k = 0; k < r.rows; ++k)
      for (std::size_t j = 0; j < N; ++j) panel[k * N + j] = right[k * r.cols + j];
    right = panel.data(), apart = N;
  }
  for (; i + 2 <= l.rows; i += 2) addPanel<N, 2>(l, i, right, apart, m, from);
  if (i < l.rows) addPanel<N, 1>(l, i, right, apart, m, from);
}
// addProduct adds a product to a matrix of its size.
inline void addProduct(Matrix& m, const Matrix& l, const Matrix& r) {
  Vector panel;
  std::size_t j = 0;
  for (; j + 8 <= r.cols; j += 8) addColumns<8>(m, l, r, j, panel);
  if (j + 4 <= r.cols) addColumns<4>(m, l, r, j, panel), j += 4;
  if (j + 2 <= r.cols) addColumns<2>(m, l, r, j, panel), j += 2;
  if (j < r.cols) addColumns<1>(m, l, r, j, panel);
}
inline void product(Matrix& m, const Matrix& l, const Matrix& r) {
  m.rows = l.rows, m.cols = r.cols, m.a.assign(l.rows * r.cols, 0.0);
  addProduct(m, l, r);
}
inline Matrix product(const Matrix& l, const Matrix& r) {
  Matrix m;
  product(m, l, r);
  return m;
}

inline void add(Matrix& m, const Matrix& o) {
  for (std::size_t k = 0; k < m.a.size(); ++k) m.a[k] += o.a[k];
}

// seeds are unit columns (rows) from a number on.
inline void seeds(Matrix& m, std::size_t rows, std::size_t cols, std::size_t row, std::size_t col) {
  m.rows = rows, m.cols = cols, m.a.assign(rows * cols, 0.0);
  for (; row < rows && col < cols; ++row, ++col) m(row, col) = 1;
}
inline Matrix seeds(std::size_t rows, std::size_t cols, std::size_t row, std::size_t col) {
  Matrix m;
  seeds(m, rows, cols, row, col);
  return m;
}

inline void beside(Matrix& m, std::initializer_list<const Matrix*> all) {
  std::size_t cols = 0, from = 0;
  for (auto* o : all) cols += o->cols;
  m.shape((*all.begin())->rows, cols);
  for (auto* o : all) {
    for (std::size_t i = 0; i < m.rows; ++i)
      for (std::size_t k = 0; k < o->cols; ++k) m(i, from + k) = (*o)(i, k);
    from += o->cols;
  }
}

inline void stacked(Matrix& m, std::initializer_list<const Matrix*> all) {
  m.rows = 0, m.cols = (*all.begin())->cols, m.a.clear();
  for (auto* o : all) {
    m.rows += o->rows;
    m.a.insert(m.a.end(), o->a.begin(), o->a.end());
  }
}

inline void part(Matrix& m, const Matrix& o, std::size_t row, std::size_t end_row, std::size_t col, std::size_t end_col) {
  m.shape(end_row - row, end_col - col);
  for (std::size_t i = 0; i < m.rows; ++i)
    for (std::size_t k = 0; k < m.cols; ++k) m(i, k) = o(row + i, col + k);
}
inline Matrix part(const Matrix& o, std::size_t row, std::size_t end_row, std::size_t col, std::size_t end_col) {
  Matrix m;
  part(m, o, row, end_row, col, end_col);
  return m;
}

}  // namespace facet
#endif
