package driver_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
	"facet/model/programs/driver"
)

// cppKernels multiplies and adds sparse matrices as drivers do, held by rows and by diagonals,
// and compares with dense ones: bands, rings, grids, rows of their own, and what only some of
// the diagonals' entries are of, square or not.
const cppKernels = `
#include <cmath>
#include <cstdio>
#include <random>

using facet::Matrix, facet::Pattern, facet::Sparse;

std::mt19937 rng(3);
double uniform() { return std::uniform_real_distribution<>(-1, 1)(rng); }
std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(rng); }

Pattern drawn(std::size_t rows, std::size_t cols) {
  std::vector<std::vector<std::size_t>> all(rows);
  const std::size_t kind = below(7), wide = 1 + below(6), part = 1 + below(3);
  for (std::size_t i = 0; i < rows; ++i) {
    auto add = [&](std::size_t c) { c %= cols; if (std::find(all[i].begin(), all[i].end(), c) == all[i].end()) all[i].push_back(c); };
    for (std::size_t k = 0; k < wide; ++k) {
      if (kind == 0) add(i + cols + k - wide / 2);                                  // a ring
      if (kind == 1 && i + k >= wide / 2 && i + k - wide / 2 < cols) add(i + k - wide / 2);  // a band
      if (kind == 2 && (i + k) % (part + 1) > 0 && i + 7 * k < cols) add(i + 7 * k);  // some of diagonals far away
      if (kind == 3 && i < rows / 2) add(i / 2 + 3 * k);                            // steep, above empty rows
      if (kind == 4) add(below(cols));                                              // no diagonals
      if (kind == 5 && k == 0) add(i);                                              // one
      if (kind == 6 && k == 0) add(i / (1 + part));                                 // one for several rows
    }
  }
  return Pattern(all, cols);
}
Sparse filled(const Pattern& p) {
  Sparse m(p);
  for (double& x : m.a) x = uniform();
  return m;
}
// Some of the matrices that have diagonals hold these.
Sparse held(Sparse m) { return !m.pattern.diagonals().all.empty() && below(2) > 0 ? facet::byDiagonals(m) : m; }

void same(const char* what, const Matrix& got, const Matrix& want) {
  bool fits = got.rows == want.rows && got.cols == want.cols;
  for (std::size_t e = 0; fits && e < got.a.size(); ++e) fits = std::abs(got.a[e] - want.a[e]) < 1e-11;
  if (!fits) std::printf("%s: another matrix\n", what), std::exit(1);
}
Matrix sum(Matrix a, const Matrix& b) { facet::add(a, b); return a; }
Matrix plain(const Matrix& l, const Matrix& r) {
  Matrix m(l.rows, r.cols);
  for (std::size_t i = 0; i < l.rows; ++i) for (std::size_t k = 0; k < l.cols; ++k) for (std::size_t j = 0; j < r.cols; ++j) m(i, j) += l(i, k) * r(k, j);
  return m;
}
Matrix listed(const Sparse& m) {  // entry by entry
  const Sparse s = facet::byRows(m);
  Matrix d(s.rows, s.cols);
  for (std::size_t i = 0; i < s.rows; ++i) for (std::size_t k = 0; k < s.cols; ++k) d(i, k) = s(i, k);
  return d;
}

int main() {
  int along = 0, alongRows = 0;
  for (int turn = 0; turn < 400; ++turn) {
    const bool square = below(2) > 0;
    const std::size_t n = turn < 8 ? 300 + below(400) : 1 + below(90), m = square ? n : 1 + below(90), o = square ? n : 1 + below(90);
    Sparse l = held(filled(drawn(n, m))), r = held(filled(drawn(m, o)));
    const Matrix L = listed(l), R = listed(r), LR = facet::product(L, R);
    const Pattern p = l.pattern * r.pattern, whole = p | drawn(n, o);
    Sparse made = facet::product(l, r, p);
    (made.byDiagonals ? along : alongRows) += 1;
    same("a product", listed(made), LR);
    same("a product for all", listed(facet::product(l, r)), LR);
    same("dense", facet::dense(made), LR);
    same("transposed", facet::product(facet::dense(facet::transposed(made)), L), facet::product(facet::dense(facet::transposed(facet::byRows(made))), L));
    if (facet::product(l, r).byDiagonals) return std::puts("a program is given diagonals"), 1;

    // Sums with a pattern of their own, and products that are added.
    Sparse total = held(filled(below(2) > 0 ? whole : drawn(n, o)));
    Matrix T = listed(total);
    Pattern every = total.pattern | whole;
    facet::add(total, l, r, every);
    same("a product that is added", listed(total), T = sum(T, LR));
    facet::add(total, made, every);
    same("a sum", listed(total), T = sum(T, LR));
    Sparse more = held(filled(drawn(n, o)));
    every = every | more.pattern;
    facet::add(total, more, every);
    same("a sum of another pattern", listed(total), T = sum(T, listed(more)));
    Sparse free = facet::byRows(total);
    facet::add(free, facet::byRows(more));
    same("a sum for all", listed(free), sum(T, listed(more)));
    same("sparse", listed(facet::sparse(made, every)), LR);
    same("sparse, of equal entries", listed(facet::sparse(made, l.pattern * r.pattern)), LR);

    // With dense factors, and columns and rows that are taken together.
    Matrix D(o, below(20)), E(below(20), n);
    for (double& x : D.a) x = uniform();
    for (double& x : E.a) x = uniform();
    same("dense times dense", facet::product(LR, D), plain(LR, D));
    Matrix kept(below(3), below(3));
    facet::product(kept, LR, D);
    same("dense times dense, where a matrix was", kept, plain(LR, D));
    facet::addProduct(kept, LR, D);
    same("a dense product that is added", kept, sum(plain(LR, D), plain(LR, D)));
    same("sparse times dense", facet::product(made, D), plain(LR, D));
    same("dense times sparse", facet::product(E, made), plain(E, LR));
    same("squeezed", facet::squeeze(p, made), facet::squeeze(p, LR));
    same("squeezed rows", facet::squeezeRows(p, made), facet::squeezeRows(p, LR));
    same("apart", listed(facet::apart(p, facet::squeeze(p, made))), LR);
  }
  if (along < 40 || alongRows < 40) return std::printf("%d products along diagonals, %d by rows\n", along, alongRows), 1;
}
`

func TestSparseKernelsInCPP(t *testing.T) {
	extent.FullOnly(t)
	t.Parallel()
	cpp := tool(t, "g++")
	dir := t.TempDir()
	write(t, filepath.Join(dir, "main.cpp"), []byte(driver.MatrixCPP+driver.SparseCPP+cppKernels))
	binary := filepath.Join(dir, "kernels")
	if out, err := exec.CommandContext(t.Context(), cpp, "-std=c++17", "-O1", "-Wall", "-Wextra", "-pedantic",
		"-Werror", "-fsanitize=address,undefined", "-D_GLIBCXX_ASSERTIONS", "-o", binary,
		filepath.Join(dir, "main.cpp")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.CommandContext(t.Context(), binary)
	run.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, strings.TrimSpace(string(out)))
	}
}
