#ifndef FACET_SPARSE
#define FACET_SPARSE
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <tuple>

namespace facet {

// Pattern is which entries of a matrix can be other than 0: compressed rows. Copies share
// what it knows.
class Pattern {
 public:
  using Index = std::uint32_t;
  // Columns (rows) that share no row (column) may have one color: one tangent (adjoint)
  // evaluates them together.
  struct Colors {
    std::size_t count = 0;
    std::vector<Index> of;
  };

  Pattern() : Pattern(0, 0, {0}, {}) {}
  // Row r has the columns columns[starts[r]] up to columns[starts[r + 1]], ascending.
  Pattern(std::size_t rows, std::size_t cols, std::vector<std::size_t> starts, std::vector<Index> columns) : entries_(std::make_shared<Entries>(rows, cols, std::move(starts), std::move(columns))) {}
  // The columns of each row, in any order.
  Pattern(std::vector<std::vector<std::size_t>> rows, std::size_t cols) : Pattern(listed(std::move(rows), cols)) {}
  // A text as dags have it, such as "band 1 1" or "rows 0 1;0-2".
  Pattern(const std::string& text, std::size_t rows, std::size_t cols) : Pattern(read(text, rows, cols)) {}
  // Blocks, by rows of blocks; an empty one has none.
  static Pattern blocks(const std::vector<std::vector<Pattern>>& all, const std::vector<std::size_t>& heights, const std::vector<std::size_t>& widths) {
    Parts m(std::accumulate(widths.begin(), widths.end(), std::size_t(0)));
    for (std::size_t k = 0; k < all.size(); ++k)
      for (std::size_t i = 0; i < heights[k]; ++i, m.end()) {
        std::size_t from = 0;
        for (std::size_t n = 0; n < all[k].size(); from += widths[n++])
          if (all[k][n].rows() > 0)
            for (std::size_t e = all[k][n].starts()[i]; e < all[k][n].starts()[i + 1]; ++e) m.columns.push_back(Index(from + all[k][n].columns()[e]));
      }
    return m.done();
  }

  std::size_t rows() const { return entries_->rows; }
  std::size_t cols() const { return entries_->cols; }
  std::size_t size() const { return entries_->columns.size(); }  // entries
  const std::vector<std::size_t>& starts() const { return entries_->starts; }
  const std::vector<Index>& columns() const { return entries_->columns; }
  // The number of entry (i, k), or size() where it is none.
  std::size_t find(std::size_t i, std::size_t k) const {
    auto first = columns().begin() + std::ptrdiff_t(starts()[i]), last = columns().begin() + std::ptrdiff_t(starts()[i + 1]), at = std::lower_bound(first, last, k);
    return at != last && *at == k ? std::size_t(at - columns().begin()) : size();
  }
  bool isDiagonal() const { return entries_->diagonal; }
  bool isSingle() const { return entries_->single; }  // one entry in each row
  // Where the entries are among those of a pattern; empty where it does not have them all.
  // It is found once.
  const std::vector<Index>& places(const Pattern& whole) const {
    return once(&Entries::places, whole, whole, [&] {
      std::vector<Index> at(size());
      bool all = true;
      for (std::size_t i = 0; all && i < rows(); ++i)
        for (std::size_t e = starts()[i], f = whole.starts()[i]; all && e < starts()[i + 1]; ++e) {
          while (f < whole.starts()[i + 1] && whole.columns()[f] < columns()[e]) ++f;
          all = f < whole.starts()[i + 1] && whole.columns()[f] == columns()[e];
          at[e] = Index(f);
        }
      if (!all) at.clear();
      return at;
    });
  }
  // Entries next to each other in a row.
  struct Run {
    Index at, count;
  };
  struct Runs {
    std::vector<std::size_t> starts{0};  // by row
    std::vector<Run> all;
  };
  const Runs& runs() const {
    std::call_once(entries_->known[2], [&] {
      Runs& r = entries_->runs;
      for (std::size_t i = 0; i < rows(); ++i) {
        for (std::size_t e = starts()[i]; e < starts()[i + 1]; ++e)
          if (e > starts()[i] && columns()[e] == columns()[e - 1] + 1)
            ++r.all.back().count;
          else
            r.all.push_back({Index(e), 1});
        r.starts.push_back(r.all.size());
      }
    });
    return entries_->runs;
  }
  bool hasLongRuns() const { return 2 * runs().all.size() <= size(); }
  // Where the runs of right go in a product's pattern, by the entries of this, the left factor.
  // It is found once.
  const std::vector<Index>& targets(const Pattern& right, const Pattern& whole) const {
    const Runs& all = right.runs();
    return once(&Entries::targets, right, whole, [&] {
      std::vector<Index> to;
      for (std::size_t i = 0; i < rows(); ++i)
        for (std::size_t e = starts()[i]; e < starts()[i + 1]; ++e)
          for (std::size_t n = all.starts[columns()[e]]; n < all.starts[columns()[e] + 1]; ++n) to.push_back(Index(whole.find(i, right.columns()[all.all[n].at])));
      return to;
    });
  }
  // What lies on a diagonal from its first entry to its last: a column is a row and the offset.
  struct Diagonal {
    std::ptrdiff_t offset;
    std::size_t first, end, at;  // rows, and where the first one stands
  };
  struct Diagonals {
    std::vector<Diagonal> all;  // by offsets
    std::size_t size = 0;
    std::vector<Index> places;  // of the entries
    const Diagonal* find(std::ptrdiff_t offset) const {
      auto d = std::lower_bound(all.begin(), all.end(), offset, [](const Diagonal& x, std::ptrdiff_t o) { return x.offset < o; });
      return d != all.end() && d->offset == offset ? &*d : nullptr;
    }
  };
  // There are none where they would be short, or have more gaps than entries.
  const Diagonals& diagonals() const {
    std::call_once(entries_->known[3], [&] {
      Diagonals d;
      std::vector<Diagonal> by(rows() + cols() + 1, {0, 0, 0, 0});
      auto each = [&](auto f) {
        for (std::size_t i = 0; i < rows(); ++i)
          for (std::size_t e = starts()[i]; e < starts()[i + 1]; ++e) f(by[columns()[e] + rows() - i], i, e);
      };
      each([](Diagonal& x, std::size_t i, std::size_t) { x.first = x.end == 0 ? i : x.first, x.end = i + 1; });
      for (std::size_t k = 0; k < by.size(); ++k)
        if (Diagonal& x = by[k]; x.end > 0) {
          x.offset = std::ptrdiff_t(k) - std::ptrdiff_t(rows()), x.at = d.size;
          d.size += x.end - x.first;
          d.all.push_back(x);
        }
      if (d.size > 2 * size() || 16 * d.all.size() > size()) return;
      d.places.resize(size());
      each([&](const Diagonal& x, std::size_t i, std::size_t e) { d.places[e] = Index(x.at + i - x.first); });
      entries_->diagonals = std::move(d);
    });
    return entries_->diagonals;
  }
  // How a product is made of parts of diagonals: some hundred rows after others, so that caches
  // keep them; what is added to the same sums stands together.
  struct Strip {
    Index left, right, sum, count;
  };
  // It is found once. There are none where a factor or the sum has no diagonals.
  const std::vector<Strip>& strips(const Pattern& right, const Pattern& whole) const {
    const Diagonals &l = diagonals(), &r = right.diagonals(), &m = whole.diagonals();
    return once(&Entries::strips, right, whole, [&] {
      std::vector<Strip> found;
      const std::size_t some = 256;
      for (std::size_t top = 0; top < rows(); top += some) {
        const auto begin = std::ptrdiff_t(found.size());
        for (const Diagonal& x : l.all)
          for (const Diagonal& y : r.all)
            if (const Diagonal* z = m.find(x.offset + y.offset)) {
              auto row = [&](std::size_t i) { return std::size_t(std::max(std::ptrdiff_t(i) - x.offset, std::ptrdiff_t(0))); };
              const std::size_t first = std::max({top, x.first, z->first, row(y.first)}), end = std::min({top + some, x.end, z->end, row(y.end)});
              if (first < end) found.push_back({Index(x.at + first - x.first), Index(y.at + first + std::size_t(x.offset) - y.first), Index(z->at + first - z->first), Index(end - first)});
            }
        std::stable_sort(found.begin() + begin, found.end(), [](const Strip& a, const Strip& b) { return std::tie(a.sum, a.count) < std::tie(b.sum, b.count); });
      }
      return found;
    });
  }
  bool isIn(const Pattern& whole) const { return size() == 0 || !places(whole).empty(); }
  bool same(const Pattern& o) const { return entries_ == o.entries_; }
  friend bool operator==(const Pattern& p, const Pattern& q) { return p.same(q) || (p.rows() == q.rows() && p.cols() == q.cols() && p.starts() == q.starts() && p.columns() == q.columns()); }
  friend bool operator!=(const Pattern& p, const Pattern& q) { return !(p == q); }

  // The pattern of a product, and that of a sum. They are found once, so that what they know is
  // not forgotten.
  friend Pattern operator*(const Pattern& l, const Pattern& r) {
    return l.once(&Entries::products, r, r, [&] {
      Parts m(r.cols());
      std::vector<std::size_t> seen(r.cols(), l.rows());
      for (std::size_t i = 0; i < l.rows(); ++i) {
        std::size_t from = m.columns.size();
        for (std::size_t e = l.starts()[i]; e < l.starts()[i + 1]; ++e)
          for (std::size_t f = r.starts()[l.columns()[e]]; f < r.starts()[l.columns()[e] + 1]; ++f)
            if (Index c = r.columns()[f]; seen[c] != i) seen[c] = i, m.columns.push_back(c);
        std::sort(m.columns.begin() + std::ptrdiff_t(from), m.columns.end());
        m.end();
      }
      return m.done();
    });
  }
  friend Pattern operator|(const Pattern& p, const Pattern& q) {
    return p.once(&Entries::sums, q, q, [&] {
      Parts m(p.cols());
      for (std::size_t i = 0; i < p.rows(); ++i, m.end()) {
        auto at = [i](const Pattern& o, std::size_t n) { return o.columns().begin() + std::ptrdiff_t(o.starts()[i + n]); };
        std::set_union(at(p, 0), at(p, 1), at(q, 0), at(q, 1), std::back_inserter(m.columns));
      }
      return m.done();
    });
  }
  Pattern transposed() const {
    std::vector<std::size_t> first(cols() + 1);
    for (Index c : columns()) ++first[c + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<Index> of(size());
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < rows(); ++i)
      for (std::size_t e = starts()[i]; e < starts()[i + 1]; ++e) of[next[columns()[e]]++] = Index(i);
    return {cols(), rows(), std::move(first), std::move(of)};
  }

  const Colors& columnColors() const {
    std::call_once(entries_->known[0], [&] { entries_->colors[0] = colored(*this, transposed()); });
    return entries_->colors[0];
  }
  const Colors& rowColors() const {
    std::call_once(entries_->known[1], [&] { entries_->colors[1] = colored(transposed(), *this); });
    return entries_->colors[1];
  }

  // The pattern as dags have it.
  std::string text() const {
    std::string all = "rows ";
    for (std::size_t i = 0; i < rows(); ++i) {
      if (i > 0) all += ";";
      for (std::size_t e = starts()[i]; e < starts()[i + 1];) {
        std::size_t last = e;
        while (last + 1 < starts()[i + 1] && columns()[last + 1] == columns()[last] + 1) ++last;
        if (e > starts()[i]) all += " ";
        all += std::to_string(columns()[e]);
        if (last > e) all += "-" + std::to_string(columns()[last]);
        e = last + 1;
      }
    }
    return all;
  }

 private:
  struct Entries;
  // What is known of patterns together with two others.
  template <class T>
  using Known = std::list<std::tuple<std::weak_ptr<Entries>, std::weak_ptr<Entries>, T>>;
  struct Entries {
    std::size_t rows, cols;
    std::vector<std::size_t> starts;
    std::vector<Index> columns;
    bool diagonal, single;
    std::once_flag known[4];
    Colors colors[2];
    Diagonals diagonals;
    std::mutex finding;
    Runs runs;
    Known<std::vector<Index>> places, targets;
    Known<std::vector<Strip>> strips;
    Known<Pattern> products, sums;
    Entries(std::size_t r, std::size_t c, std::vector<std::size_t> s, std::vector<Index> all) : rows(r), cols(c), starts(std::move(s)), columns(std::move(all)) {
      bool fits = starts.size() == rows + 1 && starts.front() == 0 && starts.back() == columns.size() && std::is_sorted(starts.begin(), starts.end());
      for (std::size_t i = 0; fits && i < rows; ++i)
        for (std::size_t e = starts[i]; e < starts[i + 1]; ++e) fits = fits && columns[e] < cols && (e == starts[i] || columns[e - 1] < columns[e]);
      single = fits && columns.size() == rows;
      for (std::size_t i = 0; single && i < rows; ++i) single = starts[i + 1] == i + 1;
      diagonal = single && rows == cols;
      for (std::size_t i = 0; diagonal && i < rows; ++i) diagonal = columns[i] == i;
      if (!fits) throw std::invalid_argument("a pattern of " + std::to_string(rows) + "x" + std::to_string(cols) + " has rows that do not fit it: columns ascend, and are less than " + std::to_string(cols));
    }
  };
  std::shared_ptr<Entries> entries_;

  // What make gives is kept while both patterns are there.
  template <class T, class F>
  const T& once(Known<T> Entries::*which, const Pattern& p, const Pattern& q, F make) const {
    std::lock_guard<std::mutex> lock(entries_->finding);
    Known<T>& all = (*entries_).*which;
    for (auto& [a, b, found] : all)
      if (a.lock() == p.entries_ && b.lock() == q.entries_) return found;
    all.remove_if([](auto& known) { return std::get<0>(known).expired() || std::get<1>(known).expired(); });
    all.emplace_back(p.entries_, q.entries_, make());
    return std::get<2>(all.back());
  }

  // Rows that are made one after another.
  struct Parts {
    std::size_t cols;
    std::vector<std::size_t> starts{0};
    std::vector<Index> columns;
    explicit Parts(std::size_t n) : cols(n) {}
    void end() { starts.push_back(columns.size()); }
    Pattern done() {
      std::size_t rows = starts.size() - 1;
      return {rows, cols, std::move(starts), std::move(columns)};
    }
  };

  static Pattern listed(std::vector<std::vector<std::size_t>> rows, std::size_t cols) {
    Parts m(cols);
    for (auto& row : rows) {
      std::sort(row.begin(), row.end());
      for (std::size_t c : row) m.columns.push_back(Index(std::min<std::size_t>(c, UINT32_MAX)));
      m.end();
    }
    return m.done();
  }

  static Pattern read(const std::string& text, std::size_t rows, std::size_t cols) {
    std::istringstream in(text);
    std::string kind, word;
    in >> kind;
    if (kind == "block") {
      std::size_t size = 0;
      in >> size >> word;
      std::getline(in >> std::ws, word, '\0');
      if (size == 0 || rows % size > 0 || cols % size > 0) throw std::invalid_argument("the pattern " + text.substr(0, 60) + " does not fit the sizes");
      const Pattern inner(word, rows / size, cols / size);
      Parts m(cols);
      for (std::size_t i = 0; i < rows; ++i, m.end())
        for (std::size_t e = inner.starts()[i / size]; e < inner.starts()[i / size + 1]; ++e)
          for (std::size_t k = 0; k < size; ++k) m.columns.push_back(Index(inner.columns()[e] * size + k));
      return m.done();
    }
    Parts m(cols);
    auto span = [&](std::size_t from, std::size_t to) {
      for (std::size_t c = from; c < to; ++c) m.columns.push_back(Index(c));
    };
    auto number = [](const std::string& digits) { return std::size_t(std::stoul(digits)); };
    if (kind == "diagonal" || kind == "identity" || kind == "band" || kind == "dense") {
      std::size_t lower = kind == "dense" ? rows : 0, upper = kind == "dense" ? cols : 0;
      if (kind == "band") in >> lower >> upper;
      for (std::size_t i = 0; i < rows; ++i, m.end()) span(i > lower ? i - lower : 0, std::min(cols, i + upper + 1));
    } else if (kind == "rows" || kind == "select") {
      std::getline(in >> std::ws, word, '\0');
      std::size_t at = std::min(text.find(' ') + 1, text.size());
      std::string row;
      for (std::istringstream all(text.substr(at) + ";"); std::getline(all, row, ';');) {
        std::istringstream spans(row);
        while (spans >> word) {
          std::size_t dash = word.find('-'), from = number(word), to = dash == std::string::npos ? from : number(word.substr(dash + 1));
          for (std::size_t c = from; c <= to; ++c) {
            m.columns.push_back(Index(c));
            if (kind == "select") m.end();
          }
        }
        if (kind == "rows") m.end();
      }
    } else {
      throw std::invalid_argument("there is no pattern " + text.substr(0, 60));
    }
    if (m.starts.size() != rows + 1) throw std::invalid_argument("the pattern " + text.substr(0, 60) + " does not have " + std::to_string(rows) + " rows");
    return m.done();
  }

  // Colors of the columns of p: those that share a row with most others come first, and take
  // the smallest color that is free.
  static Colors colored(const Pattern& p, const Pattern& across) {
    std::size_t n = p.cols();
    Colors found;
    found.of.resize(n);
    bool full = false;  // a row has all columns
    for (std::size_t i = 0; i < p.rows(); ++i) full = full || p.starts()[i + 1] - p.starts()[i] == n;
    if (full) {
      std::iota(found.of.begin(), found.of.end(), Index(0));
      found.count = n;
      return found;
    }
    std::vector<std::size_t> seen(n, n), degree(n), order(n);
    auto others = [&](std::size_t c, auto f) {
      for (std::size_t e = across.starts()[c]; e < across.starts()[c + 1]; ++e)
        for (std::size_t k = p.starts()[across.columns()[e]]; k < p.starts()[across.columns()[e] + 1]; ++k)
          if (Index o = p.columns()[k]; seen[o] != c) seen[o] = c, f(o);
    };
    for (std::size_t c = 0; c < n; ++c) seen[c] = c, others(c, [&](Index) { ++degree[c]; });
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return degree[a] > degree[b]; });
    std::fill(seen.begin(), seen.end(), n);
    std::vector<std::size_t> taken(n + 1, n);
    std::vector<char> colored(n);
    for (std::size_t c : order) {
      seen[c] = c;
      others(c, [&](Index o) {
        if (colored[o]) taken[found.of[o]] = c;
      });
      Index k = 0;
      while (taken[k] == c) ++k;
      found.of[c] = k, colored[c] = 1;
      found.count = std::max<std::size_t>(found.count, k + 1);
    }
    return found;
  }
};

// Sparse has the entries of its pattern, row by row. Products in drivers hold diagonals instead,
// with 0 in their gaps.
struct Sparse {
  std::size_t rows = 0, cols = 0;
  Pattern pattern;
  Vector a;
  bool byDiagonals = false;
  Sparse() = default;
  explicit Sparse(const Pattern& p, bool diagonals = false) : rows(p.rows()), cols(p.cols()), pattern(p), a(diagonals ? p.diagonals().size : p.size()), byDiagonals(diagonals) {}
  double& operator()(std::size_t i, std::size_t k) {
    std::size_t at = pattern.find(i, k);
    if (at == a.size()) throw std::out_of_range("(" + std::to_string(i) + ", " + std::to_string(k) + ") is not in the pattern");
    return a[at];
  }
  double operator()(std::size_t i, std::size_t k) const {
    std::size_t at = pattern.find(i, k);
    return at == a.size() ? 0 : a[at];
  }
};

// What holds diagonals, by rows; and the other way, for a pattern that has diagonals.
inline Sparse byRows(Sparse m) {
  if (!m.byDiagonals) return m;
  Sparse s(m.pattern);
  const Pattern::Index* at = m.pattern.diagonals().places.data();
  for (std::size_t e = 0; e < s.a.size(); ++e) s.a[e] = m.a[at[e]];
  return s;
}
inline Sparse byDiagonals(const Sparse& m) {
  Sparse s(m.pattern, true);
  const Pattern::Index* at = m.pattern.diagonals().places.data();
  for (std::size_t e = 0; e < m.a.size(); ++e) s.a[at[e]] = m.a[e];
  return s;
}

// forEntries calls a function for each entry: its row, its column, and what it is.
template <class F>
void forEntries(const Sparse& s, F f) {
  const Pattern& p = s.pattern;
  const Pattern::Index* at = s.byDiagonals ? p.diagonals().places.data() : nullptr;
  for (std::size_t i = 0; i < s.rows; ++i)
    for (std::size_t e = p.starts()[i]; e < p.starts()[i + 1]; ++e) f(i, p.columns()[e], s.a[at == nullptr ? e : at[e]]);
}

template <class F>
void forEntries(const Matrix& m, F f) {
  for (std::size_t i = 0; i < m.rows; ++i)
    for (std::size_t k = 0; k < m.cols; ++k) f(i, k, m(i, k));
}

inline Matrix dense(Matrix m) { return m; }
inline Matrix dense(const Sparse& s) {
  Matrix m(s.rows, s.cols);
  forEntries(s, [&](std::size_t i, std::size_t k, double x) { m(i, k) = x; });
  return m;
}

[[noreturn]] inline void outside(std::size_t i, std::size_t k) { throw std::domain_error("entry (" + std::to_string(i) + ", " + std::to_string(k) + ") of a Jacobian is not 0, and not in its pattern"); }

// sparse is a matrix with the entries of a pattern; it has no others.
inline Sparse sparse(const Matrix& m, const Pattern& p) {
  Sparse s(p);
  for (std::size_t i = 0; i < m.rows; ++i) {
    std::size_t e = p.starts()[i];
    for (std::size_t k = 0; k < m.cols; ++k)
      if (e < p.starts()[i + 1] && p.columns()[e] == k)
        s.a[e++] = m(i, k);
      else if (m(i, k) != 0)
        outside(i, k);
  }
  return s;
}
void addEntries(Sparse& m, const Sparse& o);
inline Sparse sparse(Sparse s, const Pattern& p) {
  if (s.pattern == p) {
    s = byRows(std::move(s));
    s.pattern = p;
    return s;
  }
  if (s.pattern.isIn(p)) {
    Sparse m(p, s.byDiagonals && !p.diagonals().all.empty());
    addEntries(m, s);
    return m;
  }
  Sparse m(p);
  forEntries(s, [&](std::size_t i, std::size_t k, double x) {
    if (std::size_t at = p.find(i, k); at < m.a.size())
      m.a[at] = x;
    else if (x != 0)
      outside(i, k);
  });
  return m;
}

inline Sparse transposed(const Sparse& s) {
  if (s.byDiagonals) return transposed(byRows(s));
  Sparse t(s.pattern.transposed());
  std::vector<std::size_t> next(t.pattern.starts().begin(), t.pattern.starts().end() - 1);
  for (std::size_t e = 0; e < s.a.size(); ++e) t.a[next[s.pattern.columns()[e]]++] = s.a[e];
  return t;
}

// A row of a product: entries of the left factor times rows of the right one, then what p has.
FACET_FAST inline void timesRow(std::size_t count, const Pattern::Index* rows, const double* factors, const std::size_t* starts, const Pattern::Index* columns, const double* values, double* sum) {
  for (std::size_t e = 0; e < count; ++e) {
    const double factor = factors[e];
    for (std::size_t f = starts[rows[e]], end = starts[rows[e] + 1]; f < end; ++f) sum[columns[f]] += factor * values[f];
  }
}

// to += factor from, for a few entries.
inline void addRun(std::size_t n, double factor, const double* __restrict from, double* __restrict to) {
#if defined(__GNUC__)
  typedef double Two __attribute__((vector_size(16), aligned(8), may_alias));
  for (; n >= 2; n -= 2, from += 2, to += 2) *reinterpret_cast<Two*>(to) += factor * *reinterpret_cast<const Two*>(from);
#endif
  for (; n > 0; --n, ++from, ++to) *to += factor * *from;
}

// sum += left times right, for the strips of the same sums.
template <class... More>
void addStrips(const double* left, const double* right, double* __restrict sum, const Pattern::Strip& s, const More&... more) {
  std::size_t k = 0;
  sum += s.sum;
#if defined(__GNUC__)
  typedef double Two __attribute__((vector_size(16), aligned(8), may_alias));
  auto two = [](const double* p) { return *reinterpret_cast<const Two*>(p); };
  for (; k + 2 <= s.count; k += 2) *reinterpret_cast<Two*>(sum + k) += ((two(left + s.left + k) * two(right + s.right + k)) + ... + (two(left + more.left + k) * two(right + more.right + k)));
#endif
  for (; k < s.count; ++k) sum[k] += ((left[s.left + k] * right[s.right + k]) + ... + (left[more.left + k] * right[more.right + k]));
}

// A product along diagonals; several that go to the same one are added at once.
inline void addStrips(Sparse& m, const Sparse& l, const Sparse& r, const std::vector<Pattern::Strip>& strips) {
  if (!m.byDiagonals) m = byDiagonals(m);
  if (!l.byDiagonals) return addStrips(m, byDiagonals(l), r, strips);
  if (!r.byDiagonals) return addStrips(m, l, byDiagonals(r), strips);
  const double *la = l.a.data(), *ra = r.a.data();
  double* ma = m.a.data();
  const Pattern::Strip *s = strips.data(), *end = s + strips.size();
  for (std::size_t n; s < end; s += n) {
    for (n = 1; n < 5 && s + n < end && s[n].sum == s->sum && s[n].count == s->count;) ++n;
    switch (n) {
      case 1: addStrips(la, ra, ma, s[0]); break;
      case 2: addStrips(la, ra, ma, s[0], s[1]); break;
      case 3: addStrips(la, ra, ma, s[0], s[1], s[2]); break;
      case 4: addStrips(la, ra, ma, s[0], s[1], s[2], s[3]); break;
      default: addStrips(la, ra, ma, s[0], s[1], s[2], s[3], s[4]);
    }
  }
}

// Whether a product goes along diagonals. A diagonal alone is as fast row by row.
inline bool isAlong(const Sparse& l, const Sparse& r, const Pattern& p, bool already) {
  return (already || l.byDiagonals || r.byDiagonals || !(l.pattern.isDiagonal() || r.pattern.isDiagonal())) && !l.pattern.strips(r.pattern, p).empty();
}

// addProduct adds a product to a sparse matrix that has the pattern of the sum.
inline void addProduct(Sparse& m, const Sparse& l, const Sparse& r) {
  const Pattern p = m.pattern;
  if (isAlong(l, r, p, m.byDiagonals)) return addStrips(m, l, r, l.pattern.strips(r.pattern, p));
  if (m.byDiagonals) m = byRows(std::move(m));
  if (r.byDiagonals) return addProduct(m, l, byRows(r));
  if (l.byDiagonals && (l.pattern.isDiagonal() || r.pattern.isDiagonal() || !(r.pattern.isSingle() || r.pattern.hasLongRuns()))) return addProduct(m, byRows(l), r);
  const std::size_t *ls = l.pattern.starts().data(), *rs = r.pattern.starts().data(), *ms = p.starts().data();
  const Pattern::Index *lc = l.pattern.columns().data(), *mc = p.columns().data();
  const double *la = l.a.data(), *ra = r.a.data();
  double* ma = m.a.data();
  if (r.pattern.isDiagonal()) {
    if (l.pattern.same(p)) {
      for (std::size_t e = 0; e < l.a.size(); ++e) ma[e] += la[e] * ra[lc[e]];
      return;
    }
    const Pattern::Index* at = l.pattern.places(p).data();
    for (std::size_t e = 0; e < l.a.size(); ++e) ma[at[e]] += la[e] * ra[lc[e]];
    return;
  }
  if (l.pattern.isDiagonal()) {
    const Pattern::Index* at = r.pattern.places(p).data();
    for (std::size_t i = 0; i < l.rows; ++i)
      for (std::size_t e = rs[i]; e < rs[i + 1]; ++e) ma[at[e]] += la[i] * ra[e];
    return;
  }
  if (r.pattern.isSingle()) {  // an entry of the left factor goes to one entry
    const Pattern::Index *to = l.pattern.targets(r.pattern, p).data(), *at = l.byDiagonals ? l.pattern.diagonals().places.data() : nullptr;
    for (std::size_t e = 0; e < l.pattern.size(); ++e) ma[to[e]] += la[at == nullptr ? e : at[e]] * ra[lc[e]];
    return;
  }
  if (r.pattern.hasLongRuns()) {
    const Pattern::Runs& runs = r.pattern.runs();
    const Pattern::Index* to = l.pattern.targets(r.pattern, p).data();
    const Pattern::Index* at = l.byDiagonals ? l.pattern.diagonals().places.data() : nullptr;
    for (std::size_t e = 0; e < l.pattern.size(); ++e)
      for (std::size_t n = runs.starts[lc[e]], end = runs.starts[lc[e] + 1]; n < end; ++n) addRun(runs.all[n].count, la[at == nullptr ? e : at[e]], ra + runs.all[n].at, ma + *to++);
    return;
  }
  Vector sum(r.cols);
  double* to = sum.data();
  for (std::size_t i = 0; i < l.rows; ++i) {
    timesRow(ls[i + 1] - ls[i], lc + ls[i], la + ls[i], rs, r.pattern.columns().data(), ra, to);
    for (std::size_t e = ms[i]; e < ms[i + 1]; ++e) ma[e] += to[mc[e]], to[mc[e]] = 0;
  }
}

// product of two sparse matrices, which has the pattern p.
inline Sparse product(const Sparse& l, const Sparse& r, const Pattern& p) {
  Sparse m(p, isAlong(l, r, p, false));
  addProduct(m, l, r);
  return m;
}
inline Sparse product(const Sparse& l, const Sparse& r) { return byRows(product(l, r, l.pattern * r.pattern)); }

// to += l times r, entry by entry.
FACET_FAST inline void addTimes(std::size_t n, const double* __restrict l, const double* __restrict r, double* __restrict to) {
  for (std::size_t j = 0; j < n; ++j) to[j] += l[j] * r[j];
}

// Some columns of a product: the sums of a row stay in registers.
template <std::size_t N>
FACET_FAST void timesColumns(const Pattern& p, const double* left, const Matrix& r, std::size_t from, double* to) {
  const std::size_t *starts = p.starts().data(), rows = p.rows(), cols = r.cols;
  const Pattern::Index* columns = p.columns().data();
  const double* right = r.a.data() + from;
  for (std::size_t i = 0; i < rows; ++i, to += cols) {
    double sum[N] = {};
    for (std::size_t e = starts[i]; e < starts[i + 1]; ++e)
      for (std::size_t j = 0; j < N; ++j) sum[j] += left[e] * right[columns[e] * cols + j];
    for (std::size_t j = 0; j < N; ++j) to[j] = sum[j];
  }
}

inline Matrix product(const Sparse& l, const Matrix& r) {
  if (l.byDiagonals && r.cols != 1) return product(byRows(l), r);
  Matrix m(l.rows, r.cols);
  if (l.byDiagonals) {
    for (const Pattern::Diagonal& x : l.pattern.diagonals().all) addTimes(x.end - x.first, l.a.data() + x.at, r.a.data() + std::ptrdiff_t(x.first) + x.offset, m.a.data() + x.first);
    return m;
  }
  for (std::size_t from = 0; from < r.cols;) {
    auto pass = [&](auto n) { timesColumns<n>(l.pattern, l.a.data(), r, from, m.a.data() + from), from += n; };
    switch (std::min<std::size_t>(r.cols - from, 8)) {
      case 8: pass(std::integral_constant<std::size_t, 8>()); break;
      case 4: case 5: case 6: case 7: pass(std::integral_constant<std::size_t, 4>()); break;
      case 2: case 3: pass(std::integral_constant<std::size_t, 2>()); break;
      default: pass(std::integral_constant<std::size_t, 1>());
    }
  }
  return m;
}

inline Matrix product(const Matrix& l, const Sparse& r) {
  if (!r.byDiagonals && l.rows > 1 && !r.pattern.diagonals().all.empty()) return product(l, byDiagonals(r));
  Matrix m(l.rows, r.cols);
  if (r.byDiagonals) {  // entries of a row of l times a diagonal are next to each other
    for (std::size_t i = 0; i < l.rows; ++i)
      for (const Pattern::Diagonal& x : r.pattern.diagonals().all)
        addTimes(x.end - x.first, l.a.data() + i * l.cols + x.first, r.a.data() + x.at, m.a.data() + std::ptrdiff_t(i * r.cols + x.first) + x.offset);
    return m;
  }
  std::vector<Pattern::Index> all(l.cols);
  std::iota(all.begin(), all.end(), Pattern::Index(0));
  for (std::size_t i = 0; i < l.rows; ++i) timesRow(l.cols, all.data(), l.a.data() + i * l.cols, r.pattern.starts().data(), r.pattern.columns().data(), r.a.data(), m.a.data() + i * r.cols);
  return m;
}

// addEntries adds to a matrix that has all the entries.
inline void addEntries(Sparse& m, const Sparse& o) {
  const Pattern& p = m.pattern;
  if (o.byDiagonals == m.byDiagonals && o.pattern.same(p)) {
    for (std::size_t e = 0; e < m.a.size(); ++e) m.a[e] += o.a[e];
  } else if (o.byDiagonals && m.byDiagonals) {
    for (const Pattern::Diagonal& x : o.pattern.diagonals().all) {
      const Pattern::Diagonal* to = p.diagonals().find(x.offset);
      addRun(x.end - x.first, 1, o.a.data() + x.at, m.a.data() + to->at + x.first - to->first);
    }
  } else if (o.byDiagonals) {
    addEntries(m, byRows(o));
  } else {
    const Pattern::Index *at = o.pattern.places(p).data(), *to = m.byDiagonals ? p.diagonals().places.data() : nullptr;
    for (std::size_t e = 0; e < o.a.size(); ++e) m.a[to == nullptr ? at[e] : to[at[e]]] += o.a[e];
  }
}
// add adds to a sparse matrix; p is the pattern of the sum.
inline void add(Sparse& m, const Sparse& o, const Pattern& p) {
  if (!m.pattern.same(p)) m = sparse(std::move(m), p);
  if (o.byDiagonals && !m.byDiagonals && !p.diagonals().all.empty()) m = byDiagonals(m);
  addEntries(m, o);
}
// add adds a product, where p is the pattern of the sum.
inline void add(Sparse& m, const Sparse& l, const Sparse& r, const Pattern& p) {
  if (!m.pattern.same(p)) m = sparse(std::move(m), p);
  addProduct(m, l, r);
}
inline void add(Sparse& m, const Sparse& o) { add(m, o, m.pattern == o.pattern ? o.pattern : m.pattern | o.pattern); }

// Unit columns (rows), those of a color together.
inline Matrix seeds(const Pattern& p, std::size_t from, std::size_t to) {
  const Pattern::Colors& c = p.columnColors();
  Matrix m(to - from, c.count);
  for (std::size_t k = from; k < to; ++k) m(k - from, c.of[k]) = 1;
  return m;
}
inline Matrix seeds(const Pattern& p) { return seeds(p, 0, p.cols()); }
inline Matrix rowSeeds(const Pattern& p, std::size_t from, std::size_t to) {
  const Pattern::Colors& c = p.rowColors();
  Matrix m(c.count, to - from);
  for (std::size_t k = from; k < to; ++k) m(c.of[k], k - from) = 1;
  return m;
}
inline Matrix rowSeeds(const Pattern& p) { return rowSeeds(p, 0, p.rows()); }

// squeeze adds up the columns (rows) that p takes together.
template <class M> Matrix squeeze(const Pattern& p, const M& j) {
  const Pattern::Colors& c = p.columnColors();
  Matrix m(j.rows, c.count);
  forEntries(j, [&](std::size_t i, std::size_t k, double x) { m(i, c.of[k]) += x; });
  return m;
}
template <class M> Matrix squeezeRows(const Pattern& p, const M& j) {
  const Pattern::Colors& c = p.rowColors();
  Matrix m(c.count, j.cols);
  forEntries(j, [&](std::size_t i, std::size_t k, double x) { m(c.of[i], k) += x; });
  return m;
}

// block takes the block with pattern p, from a column (row) on, out of a matrix whose columns
// (rows) were taken together by the pattern of the whole.
inline Sparse block(const Pattern& whole, const Pattern& p, const Matrix& compressed, std::size_t from) {
  const Pattern::Index* of = whole.columnColors().of.data() + from;
  Sparse s(p);
  for (std::size_t i = 0; i < s.rows; ++i)
    for (std::size_t e = p.starts()[i]; e < p.starts()[i + 1]; ++e) s.a[e] = compressed(i, of[p.columns()[e]]);
  return s;
}
inline Sparse blockOfRows(const Pattern& whole, const Pattern& p, const Matrix& compressed, std::size_t from) {
  const Pattern::Index* of = whole.rowColors().of.data() + from;
  Sparse s(p);
  for (std::size_t i = 0; i < s.rows; ++i)
    for (std::size_t e = p.starts()[i]; e < p.starts()[i + 1]; ++e) s.a[e] = compressed(of[i], p.columns()[e]);
  return s;
}

// apart is the Jacobian whose columns (rows) were taken together.
inline Sparse apart(const Pattern& p, const Matrix& compressed) { return block(p, p, compressed, 0); }
inline Sparse apartRows(const Pattern& p, const Matrix& compressed) { return blockOfRows(p, p, compressed, 0); }

}  // namespace facet
#endif
