package recorded

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/measured"
	"facet/model/modeltest/extent"
	"facet/model/programs/code"
	"facet/model/programs/driver"
)

// A step on a grid whose tangent says nothing of its pattern, a source whose Jacobian has
// one, and a selection.
const sparseCPP = `#include <cmath>
#include <cstdlib>
#include "facet_modules.hpp"
using facet::Matrix, facet::Pattern, facet::Sparse, facet::Value, facet::Vector;
bool is(const char* mode) { const char* m = std::getenv("MODE"); return m != nullptr && std::string(m) == mode; }
constexpr std::size_t N = 80, W = 10;
template <class F> void neighbours(std::size_t i, F f) {
  if (i >= W) f(i - W);
  if (i % W > 0) f(i - 1);
  if (i % W < W - 1) f(i + 1);
  if (i + W < N) f(i + W);
}
const auto step = facet::Module("step", {"u", "q"}, [](const Vector& u, const Vector& q) {
  Vector y = u;
  for (std::size_t i = 0; i < N; ++i) {
    y[i] += 0.1 * q[i] * std::sin(u[i]);
    neighbours(i, [&](std::size_t k) { y[i] += 0.1 * (u[k] * u[k] - u[i]); });
  }
  return y;
})
  .tangent("u", [](const Vector& u, const Vector& q, const Matrix& V) {
    Matrix m = V;
    for (std::size_t c = 0; c < V.cols; ++c)
      for (std::size_t i = 0; i < N; ++i) {
        m(i, c) += (is("many") && c > 3 ? 0.11 : 0.1) * q[i] * std::cos(u[i]) * V(i, c);
        neighbours(i, [&](std::size_t k) { m(i, c) += 0.1 * (2 * u[k] * V(k, c) - V(i, c)); });
      }
    return m;
  })
  .adjoint("u", [](const Vector& u, const Vector& q, const Matrix& V) {
    Matrix m = V;
    for (std::size_t r = 0; r < V.rows; ++r)
      for (std::size_t i = 0; i < N; ++i) {
        m(r, i) += 0.1 * q[i] * std::cos(u[i]) * V(r, i);
        neighbours(i, [&](std::size_t k) { m(r, k) += 0.1 * 2 * u[k] * V(r, i), m(r, i) -= 0.1 * V(r, i); });
      }
    return m;
  })
  .jacobian("q", [](const Vector& u, const Vector&) {
    if (is("shape")) return Sparse(Pattern("diagonal", 3, 3));
    Sparse m(Pattern("band 1 0", N, N));  // wider than it has to be
    for (std::size_t i = 0; i < N; ++i) m(i, i) = (is("wrong") ? 0.2 : 0.1) * std::sin(u[i]);
    return m;
  });
void program() {
  Value u = facet::input("u", Vector(N, 0.5)), q = facet::input("q", Vector(N, 0.3));
  for (int n = 0; n < 3; ++n) u = step(u, q);
  facet::output("end", u);
  facet::output("some", facet::part(u, 4, 60));
}
FACET_PROGRAM(program)
`

// C++ programs are measured with the patterns of their Jacobians, and drivers hold them.
func TestSparseCPP(t *testing.T) {
	extent.FullOnly(t) // it compiles for half a minute
	cxx := compiler(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "f.cpp")
	if err := os.WriteFile(file, []byte(sparseCPP), 0o600); err != nil {
		t.Fatal(err)
	}
	request := Request{Do: doMeasure, Program: file, Repeat: 1, Batches: []int{1}, Structure: true,
		Unlimited: true}
	binary, err := cxx.build(t.Context(), dir, request)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := built(binary, "shape").Measure(t.Context(), request); err == nil ||
		!regexp.MustCompile(`^f\.cpp:\d+: the Jacobian of step for q gives shape 3x3, and 80x80 is wanted: it has a row for each entry`).MatchString(err.Error()) {
		t.Errorf("got %v", err)
	}
	if r, err := built(binary, "wrong").Measure(t.Context(), request); err != nil || len(r.Failed()) == 0 ||
		r.Failed()[0].Argument != "q" {
		t.Errorf("a wrong Jacobian was not found: %v", err)
	}
	report, err := built(binary, "").Measure(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	p, err := measured.New(report, measured.Origin{File: "f.cpp", Language: "c++", Structure: true})
	if err != nil {
		t.Fatal(err)
	}
	g := p.Dag
	var found []string
	for k := range g.Edges {
		text := g.Edges[k].Pattern.Text()
		found = append(found, text[:min(len(text), 20)])
	}
	for _, want := range []string{"rows 0-1 10;0-2 11;1", "rows 0;0-1;1-2;2-3;3", "select 4 5 6 7 8 9 1"} {
		if !slices.Contains(found, want) {
			t.Errorf("no Jacobian has the pattern %s: %q", want, found)
		}
	}
	if len(report.SparseProducts) == 0 || len(report.Compressions) == 0 || len(report.Moves) == 0 ||
		len(report.Joins) == 0 || g.Sparse.Cost == 0 {
		t.Errorf("sparse products were not timed: %v, %v", report.SparseProducts, report.Compressions)
	}
	request.Do, request.Methods = doMethods, drivers(t, g)
	if binary, err = cxx.build(t.Context(), t.TempDir(), request); err != nil {
		t.Fatal(err)
	}
	runs, err := Runner{Output: built(binary, "").Output, start: built(binary, "").
		start, lines: clockedLines}.Methods(t.Context(), request)
	if err != nil || len(runs) != len(request.Methods) {
		t.Fatal(err, len(runs))
	}
	if _, err := built(binary, "many").Methods(t.Context(), request); err == nil ||
		!regexp.MustCompile(manyColumns).MatchString(err.Error()) {
		t.Errorf("got %v", err)
	}
	for _, r := range runs {
		if r.Difference > 1e-12 || len(r.Lines) == 0 {
			t.Errorf("%s is off by %g", r.Name, r.Difference)
		}
	}
}

// A mark that is wrong for many columns alone is named where the plan is compared with differences.
const manyColumns = `^f\.cpp:1: the Jacobian of dense tangent is off .*: the tangent of step for u is another ` +
	`for 80 unit seeds at once than for one; it is so for its call in line 47, number 1 of 3: correct it`

// drivers are those of dense modes, of compressed ones, and of sequences.
func drivers(t *testing.T, g *model.Dag) (all []Driver) {
	t.Helper()
	write := func(name string, d *driver.Driver, wants ...string) {
		d.Fuse(0, nil)
		text, err := d.WriteLines("c++", code.Origin{How: name})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("the driver of %s has no %s", name, want)
			}
		}
		all = append(all, Driver{Name: name, Text: string(text)})
	}
	for _, mode := range driver.Modes {
		d := driver.NewMode(g, mode)
		if d == nil {
			t.Fatalf("there is no %s mode", mode)
		}
		write(mode, d)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for range 2 {
		s := model.NewState(g)
		var ops []model.Op
		for _, j := range rng.Perm(len(g.Vertices)) {
			if plan, err := junction.Vertex(s, j); err == nil {
				s, _, _ = model.Replay(s, plan.Ops)
				ops = append(ops, plan.Ops...)
			}
		}
		for !s.Done() {
			o := s.Operations()[0].Op
			next, _, err := s.Apply(o)
			if err != nil {
				t.Fatal(err)
			}
			s, ops = next, append(ops, o)
		}
		d, err := driver.New(g, ops)
		if err != nil {
			t.Fatal(err)
		}
		write("sequence", d, "  Sparse &j", "].sparse({")
	}
	return all
}
