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

// addProduct adds a product to a matrix of its size.
inline void addProduct(Matrix& m, const Matrix& l, const Matrix& r) {
  for (std::size_t i = 0; i < l.rows; ++i)
    for (std::size_t k = 0; k < l.cols; ++k) {
      const double factor = l(i, k), *from = r.a.data() + k * r.cols;
      double* to = m.a.data() + i * r.cols;
      for (std::size_t j = 0; j < r.cols; ++j) to[j] += factor * from[j];
    }
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
