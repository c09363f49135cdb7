package driver

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/model/programs/driver/loop"
)

// Drivers in C++ have a place for each vector and each matrix, which outlasts the run: a line
// makes its result there, and small ones keep their memory from run to run. Larger ones are
// freed as in other languages.

const (
	mostKept    = 256       // entries of a matrix that keeps its memory
	mostKeptAll = 1_000_000 // and of all of these
	scratch     = "made"    // where a line makes what it adds, or wraps
)

// keeps reports whether a matrix or a list keeps its memory.
func (d *Driver) keeps(name string) bool {
	if d.kept == nil {
		sizes := make(map[string]model.Cost)
		var total model.Cost
		for k := range d.steps {
			s := &d.steps[k]
			switch {
			case s.kind == free || s.kind == computeValue || s.kind == jointAdjoint:
				continue
			case s.kind == pick:
				sizes[s.left] = max(sizes[s.left], s.size[0].Times(s.size[1]))
			}
			size := s.size[0].Times(s.size[1])
			if s.kind == joinColumns || s.kind == joinRows || d.sparsity.isHeldSparse(s.result) {
				size = mostKept + 1
			}
			total = total.Add(size)
			sizes[s.result] = max(sizes[s.result], size)
		}
		d.kept = make(map[string]bool)
		for other, size := range sizes {
			d.kept[other] = size > 0 && size <= mostKept && total <= mostKeptAll
		}
	}
	return d.kept[name]
}

// makes is a line that makes a dense result in its place; empty where the result has to be
// assigned.
func (d *Driver) makes(s *driverStep, what string, sparse, wrapped bool) string {
	left, right := d.factorsSparse(s)
	dense := s.kind == product && !left && !right
	switch {
	case sparse || wrapped || s.kind == computeValue:
		return ""
	case dense && s.adds:
		return "facet::addProduct(" + s.result + ", " + strings.TrimPrefix(what, "facet::product(") + ";"
	case s.kind == jointAdjoint:
		if !recordedBy(d.Dag, "c++") {
			return ""
		}
	case s.kind == pick && !s.adds && d.picks(s) == 1:
		return fmt.Sprintf("std::swap(%s, %s);", s.result, what)
	case s.adds:
		return ""
	case s.isCall():
		if !recordedBy(d.Dag, "c++") {
			return ""
		}
	case dense, s.kind == seeds && len(s.leftAs) == 0, s.kind == joinColumns, s.kind == joinRows, s.kind == columnsOf, s.kind == rowsOf:
	default:
		return ""
	}
	return intoFirst(what, s.result) + ";"
}

// intoFirst gives a call its result as the first argument.
func intoFirst(what, result string) string { return strings.Replace(what, "(", "("+result+", ", 1) }

// picks counts how often a matrix of a list is taken out of it.
func (d *Driver) picks(s *driverStep) (n int) {
	for k := range d.steps {
		if t := &d.steps[k]; t.kind == pick && t.left == s.left && t.edge == s.edge {
			n++
		}
	}
	return n
}

// isCall reports whether a module is called.
func (s *driverStep) isCall() bool {
	switch s.kind {
	case computeValue, fetch, wholeByTangents, wholeByAdjoints, identityTangent, identityAdjoint, tangent, adjoint, jointTangent, jointAdjoint:
		return true
	case product, sum, seeds, joinColumns, joinRows, columnsOf, rowsOf, block, pick, multiplyOut, free:
	}
	return false
}

// places writes the type that has a driver's vectors and matrices, and the lines that name
// them.
func (c cppDriver) places() (kept, names string) {
	var counts [4]int
	var lines [4][]string
	types := c.grammar().loops.Types
	fields := [4]string{"vectors", "matrices", "sparse", "lists"}
	seen := make(map[string]bool)
	reference := func(name string, kind loop.Kind) {
		if name = c.d.rolled.Name(name); seen[name] || strings.HasSuffix(name, "]") {
			return
		}
		seen[name] = true
		lines[kind] = append(lines[kind], fmt.Sprintf("&%s = kept.%s[%d]", name, fields[kind], counts[kind]))
		counts[kind]++
	}
	all := namesOf(c.d, c.grammar())
	for _, s := range c.d.allSteps() {
		if kind, has := all.Kinds[s.result]; has && s.kind != free && (c.d.threads == nil || s.kind == computeValue) {
			reference(s.result, kind)
		}
	}
	if c.d.scratches {
		reference(scratch, loop.Matrices)
	}
	var b, k strings.Builder
	for kind, some := range lines {
		for len(some) > 0 {
			n := min(8, len(some))
			fmt.Fprintf(&b, "  %s %s;\n", types[kind], strings.Join(some[:n], ", "))
			some = some[n:]
		}
	}
	c.d.rolled.Arrays(func(name string, kind loop.Kind, size int) {
		fmt.Fprintf(&b, "  %s* const %s = kept.%s + %d;\n", types[kind], name, fields[kind], counts[kind])
		counts[kind] += size
	})
	for kind, n := range counts {
		if n > 0 {
			fmt.Fprintf(&k, "  %s %s[%d];\n", types[kind], fields[kind], n)
		}
	}
	return k.String(), b.String()
}
