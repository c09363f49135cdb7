package code

import (
	"fmt"
	"strings"
)

// cppDriver writes C++17 with the standard library only.
type cppDriver struct{ d *Driver }

func (cppDriver) remark() string { return "//" }
func (cppDriver) indent() string { return "  " }

const cppMatrix = `
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

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
    for (std::size_t k = 0; k < l.cols; ++k)
      for (std::size_t j = 0; j < r.cols; ++j) m(i, j) += l(i, k) * r(k, j);
  return m;
}

inline void add(Matrix& m, const Matrix& o) {
  for (std::size_t k = 0; k < m.a.size(); ++k) m.a[k] += o.a[k];
}

`

func (c cppDriver) begin(b *strings.Builder, headline []string) {
	d := c.d
	for _, line := range headline {
		fmt.Fprintf(b, "// %s\n", line)
	}
	b.WriteString("#pragma once\n" + cppMatrix + "// Modules has the functions that are called; V and W are matrices:\n")
	d.signatures(func(kind stepKind, name string, at int) {
		args := strings.Join(d.operands(d.vertexOf(kind, at)), ", ")
		switch kind {
		case computeValue:
			fmt.Fprintf(b, "//   Vector %s(%s)\n", name, args)
		case fetch:
			fmt.Fprintf(b, "//   Matrix %s(%s)            F'\n", name, args)
		case tangent, identityTangent:
			fmt.Fprintf(b, "//   Matrix %s(%s, V)         F' V, a tangent for each column\n", name, args)
		default:
			fmt.Fprintf(b, "//   Matrix %s(%s, W)         W F', an adjoint for each row\n", name, args)
		}
	})
	var params []string
	for _, x := range d.sources() {
		params = append(params, "const Vector& "+d.names[x])
	}
	fmt.Fprintf(b, "//\n// The result holds the values of %s, and the blocks of the Jacobian by\n// (sink, source).\n", strings.ReplaceAll(d.vertexIDs(d.sinks()), "\\", "/"))
	b.WriteString("struct Result {\n  std::vector<Vector> values;\n  std::map<std::pair<std::string, std::string>, Matrix> blocks;\n};\n\n")
	fmt.Fprintf(b, "template <class Modules>\nResult jacobian(Modules& modules, %s) {\n", strings.Join(params, ", "))
}

func (c cppDriver) step(s driverStep) string {
	d := c.d
	assign, end := "Matrix "+s.result+" = ", ";"
	if s.adds {
		assign, end = "add("+s.result+", ", ");"
	}
	call := func(seed string) string {
		args := append(d.operands(d.vertexOf(s.kind, s.edge)), seed)
		if seed == "" {
			args = args[:len(args)-1]
		}
		return "modules." + d.function(s.kind, s.edge) + "(" + strings.Join(args, ", ") + ")"
	}
	switch s.kind {
	case computeValue:
		return "Vector " + s.result + " = " + call("") + ";"
	case fetch:
		return assign + call("") + end
	case identityTangent:
		return assign + call(fmt.Sprintf("identity(%s)", s.size[1])) + end
	case identityAdjoint:
		return assign + call(fmt.Sprintf("identity(%s)", s.size[0])) + end
	case tangent, adjoint:
		return assign + call(s.left) + end
	case product:
		return assign + "product(" + s.left + ", " + s.right + ")" + end
	}
	return "add(" + s.result + ", " + s.left + ");"
}

func (cppDriver) free(name string) string { return name + " = Matrix();" }

func (c cppDriver) end(b *strings.Builder) {
	d := c.d
	var values []string
	for _, y := range d.sinks() {
		values = append(values, d.names[y])
	}
	fmt.Fprintf(b, "  Result result;\n  result.values = {%s};\n", strings.Join(values, ", "))
	for _, e := range d.blocks() {
		fmt.Fprintf(b, "  result.blocks[{%s, %s}] = %s;\n", cppText(d.Dag.Vertices[e.sink].ID), cppText(d.Dag.Vertices[e.source].ID), e.name)
	}
	b.WriteString("  return result;\n}\n")
}

func cppText(id string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "?", `\?`).Replace(clean(id)) + `"`
}

func (cppDriver) finish(text string) ([]byte, error) { return []byte(text), nil }
