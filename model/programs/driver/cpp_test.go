package driver_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
)

// TestInCPP runs drivers of random modules in C++: those of TestDrivers, of TestFused, and of
// TestModulesAreNotChanged. They are compiled together, since reading the standard library takes as
// long as a driver.
func TestInCPP(t *testing.T) {
	all, rng := randomDrivers(t)[:extent.Of(1, 6)], rand.New(rand.NewPCG(6, 6))
	for _, joint := range []bool{false, true} {
		all = append(all, fusedDrivers(t, rng, joint)[:extent.Of(1, 6)]...)
	}
	texts, mains := cppTexts(t, all)
	held := randomSums(t, extent.Of(1, 3))
	for _, s := range held {
		texts, mains = append(texts, s.text(t, "c++")), append(mains, s.cppSums())
	}
	for n, output := range cppOf(t, texts, mains) {
		if n < len(all) {
			all[n].compare(t, output)
		} else {
			held[n-len(all)].compare(t, output, texts[n])
		}
	}
}

func runCPP(t *testing.T, all []driven, flags ...string) {
	texts, mains := cppTexts(t, all)
	for n, output := range cppOf(t, texts, mains, flags...) {
		all[n].compare(t, output)
	}
}

// cppTexts are the drivers, and the modules of each with what prints the blocks.
func cppTexts(t *testing.T, all []driven) (texts, mains [][]byte) {
	for _, d := range all {
		text, err := d.d.Write("c++", origin)
		if err != nil {
			t.Fatal(err)
		}
		counted := strings.Replace(string(text),
			"inline void addProduct(Matrix& m, const Matrix& l, const Matrix& r) {\n",
			"inline long products = 0;\ninline void addProduct(Matrix& m, const Matrix& l, const Matrix& r) {\n  products += l.rows * l.cols * r.cols;\n", 1)
		texts, mains = append(texts, []byte(counted)), append(mains, d.cppMain(string(text)))
	}
	return texts, mains
}

// cppOf compiles drivers with the modules of each and a function print, all of them at once, each in
// a namespace of its own, and gives what each prints.
func cppOf(t *testing.T, drivers, mains [][]byte, flags ...string) []string {
	t.Helper()
	cpp, dir := tool(t, "g++"), t.TempDir()
	var b, calls strings.Builder
	b.WriteString("#include <cmath>\n#include <cstdio>\n")
	for _, text := range drivers {
		for _, include := range regexp.MustCompile(`(?m)^#include <.*>$`).FindAllString(string(text), -1) {
			fmt.Fprintln(&b, include)
		}
	}
	for n := range drivers {
		name := fmt.Sprintf("driver%d", n)
		write(t, filepath.Join(dir, name+".hpp"), drivers[n])
		fmt.Fprintf(&b,
			"#undef FACET_MATRIX\n#undef FACET_SPARSE\nnamespace %s {\n#include \"%s.hpp\"\n%s}\n", name,
			name, mains[n])
		fmt.Fprintf(&calls, "  %s::print();\n  std::puts(\"--\");\n", name)
	}
	fmt.Fprintf(&b, "int main() {\n%s}\n", calls.String())
	write(t, filepath.Join(dir, "main.cpp"), []byte(b.String()))
	outputOf(t, dir, cpp, append([]string{"-std=c++17", "-O0", "-Wall", "-Wextra", "-pedantic", "-Werror",
		"-o", "main", "main.cpp"}, flags...)...)
	return strings.Split(strings.TrimSuffix(outputOf(t, dir, filepath.Join(dir, "main")), "--\n"), "--\n")
}

// cppMain writes the modules and a main that prints the blocks.
func (d driven) cppMain(text string) []byte {
	var b strings.Builder
	g := d.m.g
	braces := strings.NewReplacer("[", "{", "]", "}", " ", ", ")
	b.WriteString("static long cost = 0;\nstatic const std::vector<std::vector<Vector>> a = {\n")
	for _, m := range d.m.a {
		fmt.Fprintf(&b, "  %s,\n", braces.Replace(fmt.Sprintf("%.17g", m)))
	}
	b.WriteString("};\nstatic const std::vector<std::vector<int>> in = {")
	for i := range g.Vertices {
		fmt.Fprintf(&b, "%s, ", braces.Replace(fmt.Sprint(g.In(i))))
	}
	b.WriteString(`};
using Args = std::vector<Vector>;
static Vector value(int j, const Args& args) {
  Vector y(a[in[j][0]].size());
  for (std::size_t n = 0; n < in[j].size(); ++n)
    for (std::size_t r = 0; r < y.size(); ++r)
      for (std::size_t c = 0; c < args[n].size(); ++c) y[r] += a[in[j][n]][r][c] * args[n][c];
  for (double& v : y) v = std::tanh(v);
  return y;
}
static Matrix elemental(int k, int j, const Args& args) {
  Vector y = value(j, args);
  Matrix m(a[k].size(), a[k][0].size());
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t c = 0; c < m.cols; ++c) m(r, c) = (1 - y[r] * y[r]) * a[k][r][c];
  return m;
}
static Matrix times(const Matrix& l, const Matrix& r) {
  Matrix m(l.rows, r.cols);
  for (std::size_t i = 0; i < l.rows; ++i)
    for (std::size_t k = 0; k < l.cols; ++k)
      for (std::size_t j = 0; j < r.cols; ++j) m(i, j) += l(i, k) * r(k, j);
  return m;
}
struct Modules {
`)
	for _, c := range callees(g, d.d.Names()) {
		j := c.At
		if c.Kind == "jacobian" || c.Kind == "tangent" || c.Kind == "adjoint" {
			j = g.Edges[c.At].Target
		}
		var params, args []string
		for n := range g.In(j) {
			params, args = append(params, fmt.Sprintf("const Vector& x%d", n)),
				append(args, fmt.Sprintf("x%d", n))
		}
		list, all := strings.Join(params, ", "), strings.Join(args, ", ")
		switch c.Kind {
		case "value":
			fmt.Fprintf(&b, "  Vector %s(%s) { return value(%d, {%s}); }\n", c.Name, list, j, all)
		case "tangents":
			j := c.At
			fmt.Fprintf(&b,
				"  Matrix %s(%s, const std::vector<const Matrix*>& v) { Matrix m; for (std::size_t n = 0; n < v.size(); ++n) if (v[n] != nullptr) { Matrix p = times(elemental(in[%d][n], %d, {%s}), *v[n]); if (m.a.empty()) m = p; else facet::add(m, p); } return m; }\n", c.Name, list, j, j, all)
		case "adjoints":
			j := c.At
			fmt.Fprintf(&b,
				"  std::vector<Matrix> %s(%s, const Matrix& w, const std::vector<std::size_t>& some) { std::vector<Matrix> m; for (std::size_t n : some) m.push_back(times(w, elemental(in[%d][n], %d, {%s}))); return m; }\n", c.Name, list, j, j, all)
		case "jacobian":
			if p := g.Edges[c.At].Pattern; p != nil && c.At%2 == 0 &&
				strings.Contains(text, "//   Sparse "+c.Name+"(") {
				fmt.Fprintf(&b,
					"  facet::Sparse %s(%s) { return facet::sparse(elemental(%d, %d, {%s}), facet::Pattern(%q, %d, %d)); }\n", c.Name, list, c.At, j, all, p.Text(), p.Rows(), p.Columns())
				continue
			}
			fmt.Fprintf(&b, "  Matrix %s(%s) { return elemental(%d, %d, {%s}); }\n", c.Name, list, c.At, j,
				all)
		case "tangent":
			fmt.Fprintf(&b,
				"  Matrix %s(%s, const Matrix& v) { cost += v.cols * %d; return times(elemental(%d, %d, {%s}), v); }\n", c.Name, list, g.Edges[c.At].Tangent, c.At, j, all)
		case "adjoint":
			fmt.Fprintf(&b,
				"  Matrix %s(%s, const Matrix& w) { cost += w.rows * %d; return times(w, elemental(%d, %d, {%s})); }\n", c.Name, list, g.Edges[c.At].Adjoint, c.At, j, all)
		}
	}
	b.WriteString("};\nvoid print() {\n  Modules modules;\n  Result r;\n  for (double factor : {0.5, 1.0}) {  // what an earlier run left in place is of no account\n    cost = 0, facet::products = 0;\n    auto given = [factor](Vector x) { for (double& a : x) a *= factor; return x; };\n    r = jacobian(modules")
	for i := range g.Vertices {
		if g.IsSource(i) {
			fmt.Fprintf(&b, ", given(Vector%s)", braces.Replace(fmt.Sprintf("%.17g", d.m.x[i])))
		}
	}
	b.WriteString(`);
  }
  auto show = [](const facet::BlockList<Matrix>::Name& name, const Matrix& m) {
    std::printf("%s|%s|", name.first.c_str(), name.second.c_str());
    for (double v : m.a) std::printf(" %.17g", v);
    std::printf("\n");
  };
  for (auto& block : r.blocks) show(block.first, block.second);
`)
	if strings.Contains(text, "> sparse;") {
		b.WriteString("  for (auto& block : r.sparse) show(block.first, facet::dense(block.second));\n")
	}
	b.WriteString(`  std::printf("cost|%ld\n", cost + facet::products);
}
`)
	return []byte(b.String())
}
