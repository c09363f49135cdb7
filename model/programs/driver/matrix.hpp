#ifndef FACET_MATRIX
#define FACET_MATRIX
#include <cstddef>
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
};

inline Matrix identity(std::size_t n) {
  Matrix m(n, n);
  for (std::size_t i = 0; i < n; ++i) m(i, i) = 1;
  return m;
}

inline Matrix product(const Matrix& l, const Matrix& r) {
  Matrix m(l.rows, r.cols);
  for (std::size_t i = 0; i < l.rows; ++i)
    for (std::size_t k = 0; k < l.cols; ++k) {
      const double factor = l(i, k), *from = r.a.data() + k * r.cols;
      double* to = m.a.data() + i * r.cols;
      for (std::size_t j = 0; j < r.cols; ++j) to[j] += factor * from[j];
    }
  return m;
}

inline void add(Matrix& m, const Matrix& o) {
  for (std::size_t k = 0; k < m.a.size(); ++k) m.a[k] += o.a[k];
}

// seeds are unit columns (rows) from a number on.
inline Matrix seeds(std::size_t rows, std::size_t cols, std::size_t row, std::size_t col) {
  Matrix m(rows, cols);
  for (; row < rows && col < cols && m.rows > 0; ++row, ++col) m(row, col) = 1;
  return m;
}

inline Matrix beside(const std::vector<const Matrix*>& all) {
  std::size_t cols = 0, from = 0;
  for (auto* o : all) cols += o->cols;
  Matrix m(all[0]->rows, cols);
  for (auto* o : all) {
    for (std::size_t i = 0; i < m.rows; ++i)
      for (std::size_t k = 0; k < o->cols; ++k) m(i, from + k) = (*o)(i, k);
    from += o->cols;
  }
  return m;
}

inline Matrix stacked(const std::vector<const Matrix*>& all) {
  Matrix m(0, all[0]->cols);
  for (auto* o : all) {
    m.rows += o->rows;
    m.a.insert(m.a.end(), o->a.begin(), o->a.end());
  }
  return m;
}

inline Matrix part(const Matrix& o, std::size_t row, std::size_t end_row, std::size_t col, std::size_t end_col) {
  Matrix m(end_row - row, end_col - col);
  for (std::size_t i = 0; i < m.rows; ++i)
    for (std::size_t k = 0; k < m.cols; ++k) m(i, k) = o(row + i, col + k);
  return m;
}

}  // namespace facet
#endif
