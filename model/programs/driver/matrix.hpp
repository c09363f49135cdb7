#ifndef FACET_MATRIX
#define FACET_MATRIX
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace facet {

using Vector = std::vector<double>;

// The entries of a matrix, much like a Vector. Few have their place in it: between modules of a
// few numbers, memory for each matrix would take longer than what is computed.
class Entries {
 public:
  Entries() {}
  explicit Entries(std::size_t n) {
    std::fill_n(few_, few, 0.0);
    if (n > few)
      assign(n, 0.0);
    else
      size_ = n;
  }
  Entries(const Entries& o) { copy(o); }
  Entries(Entries&& o) noexcept { take(o); }
  Entries& operator=(const Entries& o) {
    if (this != &o) copy(o);
    return *this;
  }
  Entries& operator=(Entries&& o) noexcept {
    if (this != &o) drop(), take(o);
    return *this;
  }
  Entries& operator=(const Vector& v) { return assign(v.begin(), v.end()), *this; }
  Entries& operator=(std::initializer_list<double> v) { return assign(v.begin(), v.end()), *this; }
  ~Entries() { drop(); }
  operator Vector() const { return Vector(begin(), end()); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  double* data() { return at_; }
  const double* data() const { return at_; }
  double* begin() { return at_; }
  double* end() { return at_ + size_; }
  const double* begin() const { return at_; }
  const double* end() const { return at_ + size_; }
  double& operator[](std::size_t i) { return at_[i]; }
  double operator[](std::size_t i) const { return at_[i]; }

  void room(std::size_t n) {  // for so many; entries are any
    if (n > room_) {
      double* more = new double[n];
      drop();
      at_ = more, room_ = n;
    }
    size_ = n;
  }
  void assign(std::size_t n, double x) {
    room(n);
    std::fill_n(at_, n, x);
  }
  template <class I> void assign(I first, I last) {
    room(std::size_t(last - first));
    std::copy(first, last, at_);
  }
  void resize(std::size_t n, double x = 0) {
    if (n > room_) {
      Entries more;
      more.room(n);
      std::copy_n(at_, size_, more.at_);
      std::swap(more.size_, size_), *this = std::move(more);
    }
    if (n > size_) std::fill(at_ + size_, at_ + n, x);
    size_ = n;
  }

 private:
  static constexpr std::size_t few = 8;
  double* at_ = few_;
  std::size_t size_ = 0, room_ = few;
  double few_[few];

  void drop() {
    if (at_ != few_) delete[] at_;
  }
  void copy(const Entries& o) {
    if (o.at_ != o.few_) return assign(o.begin(), o.end());
    std::memcpy(at_, o.few_, sizeof few_);  // there is room for as many in any case
    size_ = o.size_;
  }
  void take(Entries& o) {  // what o has; this one holds no memory
    if (o.at_ == o.few_)
      std::memcpy(few_, o.few_, sizeof few_), at_ = few_, room_ = few;
    else
      at_ = o.at_, room_ = o.room_;
    size_ = o.size_;
    o.at_ = o.few_, o.room_ = few, o.size_ = 0;
  }
};

// Matrix is dense, row by row.
struct Matrix {
  std::size_t rows = 0, cols = 0;
  Entries a;
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t cols) : rows(rows), cols(cols), a(rows * cols) {}
  double& operator()(std::size_t i, std::size_t k) { return a[i * cols + k]; }
  double operator()(std::size_t i, std::size_t k) const { return a[i * cols + k]; }
  void shape(std::size_t r, std::size_t c) { rows = r, cols = c, a.room(r * c); }  // keeps its memory; entries are any
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

constexpr bool adds = true;  // of a call: what it computes, to what is there

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
  std::size_t rows = 0;
  for (auto* o : all) rows += o->rows;
  m.shape(rows, (*all.begin())->cols);
  double* to = m.a.data();
  for (auto* o : all) to = std::copy(o->a.begin(), o->a.end(), to);
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

// Adds columns (rows) of a matrix to those of another from a number on.
inline void addToColumns(Matrix& m, std::size_t at, const Matrix& o, std::size_t from, std::size_t end) {
  for (std::size_t i = 0; i < m.rows; ++i)
    for (std::size_t k = from; k < end; ++k) m(i, at + k - from) += o(i, k);
}
inline void addToColumns(Matrix& m, std::size_t at, const Matrix& o) { addToColumns(m, at, o, 0, o.cols); }
inline void addToRows(Matrix& m, std::size_t at, const Matrix& o, std::size_t from, std::size_t end) {
  double* to = m.a.data() + at * m.cols;
  for (std::size_t k = from * o.cols; k < end * o.cols; ++k) *to++ += o.a[k];
}
inline void addToRows(Matrix& m, std::size_t at, const Matrix& o) { addToRows(m, at, o, 0, o.rows); }

// Blocks of a Jacobian by (sink, source), much like a std::map, in the order of the dag. A driver
// has their names once: in a map of its own, each run would copy and look for all of them.
template <class M> class BlockList {
 public:
  using Name = std::pair<std::string, std::string>;
  struct Block {
    const Name& first;
    M second;
  };
  using iterator = typename std::vector<Block>::iterator;
  using const_iterator = typename std::vector<Block>::const_iterator;

  template <std::size_t N> static std::vector<Name> names(const char* const (&pairs)[N][2]) {
    std::vector<Name> all;
    for (auto& pair : pairs) all.emplace_back(pair[0], pair[1]);
    return all;
  }

  BlockList() = default;
  BlockList(const BlockList&) = default;
  BlockList(BlockList&&) = default;
  BlockList& operator=(BlockList o) { return all_.swap(o.all_), *this; }

  iterator begin() { return all_.begin(); }
  iterator end() { return all_.end(); }
  const_iterator begin() const { return all_.begin(); }
  const_iterator end() const { return all_.end(); }
  std::size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }
  iterator find(const Name& name) { return std::find_if(begin(), end(), [&](const Block& b) { return b.first == name; }); }
  const_iterator find(const Name& name) const { return std::find_if(begin(), end(), [&](const Block& b) { return b.first == name; }); }
  std::size_t count(const Name& name) const { return find(name) == end() ? 0 : 1; }
  const M& at(const Name& name) const {
    auto b = find(name);
    if (b == end()) throw std::out_of_range("the Jacobian has no block of " + name.first + " by " + name.second);
    return b->second;
  }
  M& at(const Name& name) { return const_cast<M&>(std::as_const(*this).at(name)); }
  M& operator[](const Name& name) { return at(name); }
  void reserve(std::size_t n) { all_.reserve(n); }
  void put(const Name& name, M&& block) { all_.push_back({name, std::move(block)}); }  // a name that lasts, and has no block

 private:
  std::vector<Block> all_;
};

}  // namespace facet
#endif
