package driver

import (
	_ "embed"
	"fmt"
	"strings"

	"facet/model"
	"facet/model/programs/code"
	"facet/model/programs/driver/loop"
)

// cppDriver writes C++17 with the standard library only.
type cppDriver struct{ d *Driver }

// grammar copies what a module gave, so that a driver alone holds its matrices.
func (c cppDriver) grammar() grammar {
	loops := &loop.Phrases{
		Up:   "for (int n = %[1]d; n <= %[2]d; n += %[3]d) {",
		Down: "for (int n = %[1]d; n >= %[2]d; n -= %[3]d) {", End: "}",
		Longest: 400, // unlike others, it is compiled
		Types:   [4]string{"Vector", "Matrix", "Sparse", "std::vector<Matrix>"},
	}
	if recordedBy(c.d.Dag, "c++") {
		loops.Call = func(f *loop.Family, _, index string) string {
			return "modules." + f.Name + "(" + index + ", "
		}
	}
	return grammar{
		loops: loops, into: true,
		remark: "//", indent: "  ", function: asItIs, typed: true, types: [2]string{"Matrix", "Sparse"},
		ofPattern: "p.",
		value:     "%[1]s = %[2]s;", made: "%[1]s = %[2]s;",
		added:        [2]string{"facet::add(%[1]s, %[2]s);", "facet::add(%[1]s, %[2]s, %[3]s);"},
		summed:       [2]string{"facet::add(%[1]s, %[2]s);", "facet::add(%[1]s, %[2]s, %[3]s);"},
		addedProduct: "facet::add(%[1]s, %[2]s, %[3]s);",
		free:         "%[1]s = %[2]s();", unused: "%[1]s = %[2]s();", identity: "facet::identity(%[1]s)",
		product: [2][2]string{{"facet::product(%[1]s, %[2]s)", "facet::product(%[1]s, %[2]s)"},
			{"facet::product(%[1]s, %[2]s)", "facet::product(%[1]s, %[2]s, %[3]s)"}},
		seeds: [2]string{"facet::seeds(%[1]s, %[2]s, 0, %[3]s)", "facet::seeds(%[1]s, %[2]s, %[3]s, 0)"},
		join:  [2]string{"facet::beside({&%s})", "facet::stacked({&%s})"}, joined: ", &",
		part: [2]string{"facet::part(%[1]s, 0, %[1]s.rows, %[2]s, %[3]s)",
			"facet::part(%[1]s, %[2]s, %[3]s, 0, %[1]s.cols)"},
		zeros: "facet::seeds(%[1]s, %[2]s, %[3]s, 0, %[3]s);",
		addPart: [2]string{"facet::addToColumns(%[1]s, %[2]s, %[4]s, %[5]s, %[6]s);",
			"facet::addToRows(%[1]s, %[2]s, %[4]s, %[5]s, %[6]s);"},
		addWhole: [2]string{"facet::addToColumns(%[1]s, %[2]s, %[4]s);",
			"facet::addToRows(%[1]s, %[2]s, %[4]s);"},
		list: "%[1]s = %[2]s;", freeList: "%[1]s.clear();", picked: "%[1]s[%[2]d]", none: "nullptr",
		given: "{%s}", numbers: "{%s}",
		wraps: [wraps]string{
			"facet::dense(%[1]s)", "facet::sparse(%[1]s, %[2]s)", "facet::sparse(%[1]s, %[2]s)",
			"facet::squeeze(%[2]s, %[1]s)",
			"facet::squeezeRows(%[2]s, %[1]s)", "facet::apart(%[2]s, %[1]s)",
			"facet::apartRows(%[2]s, %[1]s)", "facet::dense(facet::apart(%[2]s, %[1]s))",
			"facet::dense(facet::apartRows(%[2]s, %[1]s))",
			"facet::seeds(%[2]s)", "facet::rowSeeds(%[2]s)", "facet::seeds(%[2]s, %[5]s, %[6]s)",
			"facet::rowSeeds(%[2]s, %[5]s, %[6]s)",
			"facet::block(%[2]s, %[3]s, %[1]s, %[4]s)", "facet::blockOfRows(%[2]s, %[3]s, %[1]s, %[4]s)",
			"facet::dense(facet::block(%[2]s, %[3]s, %[1]s, 0))",
		},
		signatures: [7]string{
			"//   Vector %[1]s(%[2]s)\n", "//   Matrix %[1]s(%[2]s)            F'\n",
			"//   Matrix %[1]s(%[2]s, V)         F' V, a tangent for each column\n",
			"//   Matrix %[1]s(%[2]s, W)         W F', an adjoint for each row\n",
			"//   Matrix %[1]s(%[2]s, {&V, ...})                      the sum of F' V over the arguments; nullptr where one has no V\n",
			"//   std::vector<Matrix> %[1]s(%[2]s, W, {k, ...})       W F' for these arguments, counted from 0\n",
			"//   Sparse %[1]s(%[2]s)            F', or a Matrix\n",
		},
	}
}

// MatrixCPP is what drivers in C++ and the modules of a C++ program share: vectors,
// matrices, products. It may be in a file several times.
//
//go:embed matrix.hpp
var MatrixCPP string

// SparseCPP is what drivers with sparse Jacobians and the modules of a C++ program share,
// behind [MatrixCPP].
//
//go:embed sparse.hpp
var SparseCPP string

// patterns defines the patterns of a driver.
func (c cppDriver) patterns() string {
	if !c.d.sparsity.used() {
		return ""
	}
	var b strings.Builder
	b.WriteString("// Patterns: of edges, of products, and of sums.\nstruct Patterns {\n")
	for _, l := range c.d.sparsity.lines {
		switch {
		case l.blocks != nil:
			rows := make([]string, len(l.blocks))
			for k, row := range l.blocks {
				names := make([]string, len(row))
				for n, name := range row {
					if names[n] = name; name == "" {
						names[n] = "{}"
					}
				}
				rows[k] = "{" + strings.Join(names, ", ") + "}"
			}
			fmt.Fprintf(&b, "  facet::Pattern %s = facet::Pattern::blocks({%s}, {%s}, {%s});\n", l.name,
				strings.Join(rows, ", "), listed(l.sizes[0]), listed(l.sizes[1]))
		case l.sum:
			fmt.Fprintf(&b, "  facet::Pattern %s = %s | %s;\n", l.name, l.left, l.right)
		case l.left != "":
			fmt.Fprintf(&b, "  facet::Pattern %s = %s * %s;\n", l.name, l.left, l.right)
		default:
			fmt.Fprintf(&b, "  facet::Pattern %s{%s, %d, %d};\n", l.name, pieces(l.quoted()), l.rows,
				l.columns)
		}
	}
	b.WriteString("};\ninline const Patterns& patterns() {\n  static const Patterns all;\n  return all;\n}\n\n")
	return b.String()
}

// pieces breaks a long literal: compilers take some 60 000 characters of one.
func pieces(literal string) string {
	const most = 30_000
	if len(literal) <= most {
		return literal
	}
	var b strings.Builder
	b.WriteString("std::string(")
	for len(literal) > most {
		b.WriteString(literal[:most] + "\") + std::string(\"")
		literal = literal[most:]
	}
	b.WriteString(literal + ")")
	return b.String()
}

func listed(all []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(all), " ", ", "), "[]")
}

func (c cppDriver) begin(b *strings.Builder, headline []string) {
	d := c.d
	b.WriteString("// Code generated by facet; DO NOT EDIT.\n//\n")
	for _, line := range headline {
		fmt.Fprintf(b, "// %s\n", line)
	}
	recorded := c.recorded() // it names patterns
	matrix, sparse := MatrixCPP, ""
	if d.sparsity.used() {
		matrix, sparse = MatrixCPP+SparseCPP, "using facet::Sparse;\n"
	}
	if recordedBy(d.Dag, "c++") {
		matrix = "#include \"facet_modules.hpp\"\n" // has them, too
	}
	begin := ""
	if recordedBy(d.Dag, "c++") { // its names are none of the program's, which may be using facet's
		begin = "\nnamespace facet_driver {\n"
	}
	b.WriteString("#pragma once\n" + matrix + begin + "\nusing facet::Matrix;\nusing facet::Vector;\n")
	b.WriteString(sparse + "\n// Modules has the functions that are called; V and W are matrices:\n")
	c.grammar().write(b, d)
	var params []string
	for _, x := range d.sources() {
		params = append(params, "const Vector& "+d.names[x])
	}
	sparse, known, remark := "", "", ""
	if d.sparsity.used() {
		sparse, known, remark = "  facet::BlockList<Sparse> sparse;\n",
			", [[maybe_unused]] const Patterns& p = patterns()", "; sparse ones stand in sparse"
	}
	fmt.Fprintf(b,
		"//\n// The result holds the values of %s, and the blocks of the Jacobian by\n// (output, input)%s.\n",
		strings.ReplaceAll(outputNames(d.Dag), "\\", "/"), remark)
	b.WriteString("struct Result {\n  std::vector<Vector> values;\n  facet::BlockList<Matrix> blocks;\n" +
		sparse + "};\n\n")
	b.WriteString(c.patterns() + recorded)
	places, names := c.places()
	b.WriteString("// Kept has the vectors and matrices of a run. Small ones keep their memory for the next one.\nstruct Kept {\n" + places + "};\ninline Kept& lasting() {\n  static thread_local Kept all;\n  return all;\n}\n\n")
	fmt.Fprintf(b,
		"template <class Modules>\nResult jacobian(Modules& modules, %s, Kept& kept = lasting()%s) {\n%s",
		strings.Join(params, ", "), known, names)
}

// recorded says where the functions come from, of a dag that a C++ program gave.
func (c cppDriver) recorded() string {
	if !recordedBy(c.d.Dag, "c++") {
		return ""
	}
	var b, names strings.Builder
	k := 0
	for _, f := range c.d.callees() {
		first, within := c.d.rolled.Families(f.name)
		for _, all := range first {
			c.declare(&b, f, all.Name, fmt.Sprintf("f[%d + n]", k), "int n, ")
			fmt.Fprintf(&names, "    \"%s\",\n", strings.Join(all.Members, "\", \""))
			k += len(all.Members)
		}
		if !within {
			c.declare(&b, f, f.name, fmt.Sprintf("f[%d]", k), "")
			fmt.Fprintf(&names, "    %q,\n", f.name)
			k++
		}
	}
	// A list of thousands of strings would take gigabytes to compile; one of literals does not.
	return "inline const std::vector<std::string>& functions() {\n  static const char* const names[] = {\n" + names.String() + "  };\n  static const std::vector<std::string> all(std::begin(names), std::end(names));\n  return all;\n}\n\n" +
		"// Recorded has the functions of the recorded program, by facet_modules.hpp.\nstruct Recorded {\n  facet::Program& program;\n  const facet::Function* f = program.functions(functions());\n" + b.String() + "};\n\n"
}

// declare is a function of the recorded program: the one at a place, or one of a family from there on.
func (c cppDriver) declare(b *strings.Builder, f callee, name, at, number string) {
	vectors := "const Vector& " + strings.Join(f.operands, ", const Vector& ")
	given := "{&" + strings.Join(f.operands, ", &") + "}"
	params, into := number+vectors, number+"Matrix& made, "+vectors
	switch f.kind {
	case givesValue:
		fmt.Fprintf(b, "  void %s(%s) { %s.value(made, %s); }\n", name,
			strings.Replace(into, "Matrix&", "Vector&", 1), at, given)
	case givesSparse:
		fmt.Fprintf(b, "  Sparse %s(%s) { return %s.sparse(%s, patterns().%s); }\n", name, params, at,
			given, c.d.sparsity.name(f.pattern))
	case givesJacobian:
		if c.d.sparsity.saves(f.pattern) {
			fmt.Fprintf(b,
				"  Matrix& %s(%s) { return made = facet::dense(%s.sparse(%s, patterns().%s)); }\n",
				name, into, at, given, c.d.sparsity.name(f.pattern))
			return
		}
		fmt.Fprintf(b, "  Matrix& %s(%s) { return %s.whole(made, %s); }\n", name, into, at, given)
	case givesJointTangents:
		fmt.Fprintf(b,
			"  Matrix& %s(%s, const std::initializer_list<const Matrix*>& seeds, bool adds = false) { return %s.tangents(made, %s, seeds, adds); }\n", name, into, at, given)
	case givesJointAdjoints:
		fmt.Fprintf(b,
			"  void %s(%s, const Matrix& seed, const std::initializer_list<std::size_t>& wanted) { %s.adjoints(list, made, %s, seed, wanted); }\n", name, strings.Replace(into, "Matrix& made", "std::vector<Matrix>& list, const std::initializer_list<Matrix*>& made", 1), at, given)
	default:
		fmt.Fprintf(b,
			"  Matrix& %s(%s, const Matrix& seed, bool adds = false) { return %s.derivative(made, %s, seed, adds); }\n",
			name, into, at, given)
	}
}

func (c cppDriver) end(b *strings.Builder) {
	d := c.d
	var values []string
	for _, y := range results(d.Dag) {
		values = append(values, d.rolled.Name(d.names[y]))
	}
	fmt.Fprintf(b, "  Result result;\n  for (const Vector* v : {&%s}) result.values.push_back(*v);\n",
		strings.Join(values, ", &"))
	blocks := d.blocks()
	if len(blocks) > 0 {
		names := make([]string, len(blocks))
		for k, e := range blocks {
			names[k] = fmt.Sprintf("{%s, %s}", cppText(outputName(d.Dag, e.sink)),
				cppText(d.Dag.Vertices[e.source].ID))
		}
		fmt.Fprintf(b,
			"  static const char* const pairs[][2] = {\n    %s,\n  };\n  static const auto names = facet::BlockList<Matrix>::names(pairs);\n  result.blocks.reserve(names.size());\n", strings.Join(names, ",\n    "))
	}
	for k, e := range blocks {
		field, made := "blocks", "std::move(%s)"
		if d.sparsity.isHeldSparse(e.name) {
			field, made = "sparse", "facet::byRows(std::move(%s))"
		}
		fmt.Fprintf(b, "  result.%s.put(names[%d], "+made+");\n", field, k, d.rolled.Name(e.name))
	}
	b.WriteString("  return result;\n}\n")
	if recordedBy(d.Dag, "c++") {
		begin := "  program.begin();\n"
		if file, run := d.fingerprints(); run != "" {
			begin = fmt.Sprintf("  program.begin(%q);", run)
			if file != "" { // which facet code --verify compares: the program cannot
				begin += "  // of the file " + file
			}
			begin += "\n"
		}
		begin += "  program.takes(inputs);\n"
		b.WriteString("\n// With the inputs of the recorded run, or others of the same sizes:\n//   facet::Program program(heat);  // the function that FACET_PROGRAM names\n//   auto result = jacobian(program, program.inputs);\ninline Result jacobian(facet::Program& program, const std::vector<Vector>& inputs, Kept& kept = lasting()) {\n" + begin + "  Recorded modules{program};\n  return jacobian(modules")
		for k := range d.sources() {
			fmt.Fprintf(b, ", inputs.at(%d)", k)
		}
		b.WriteString(", kept);\n}\n\n}  // namespace facet_driver\nusing namespace facet_driver;\n")
	}
}

func cppText(id string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "?", `\?`).Replace(code.Unbroken(id)) + `"`
}

func (cppDriver) finish(text string) ([]byte, error) { return []byte(text), nil }

// Drivers in C++ have a place for each vector and each matrix, which outlasts the run: a line
// makes its result there, and small ones keep their memory from run to run. Larger ones are
// freed as in other languages.

const (
	mostKept    = 256       // entries of a matrix that keeps its memory
	mostKeptAll = 1_000_000 // and of all of these
	scratch     = "made"    // where a line makes what it adds, or wraps
)

// keeps reports whether a matrix or a list keeps its memory.
func (c cppDriver) keeps(name string) bool {
	d := c.d
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
			if d.sparsity.isHeldSparse(s.result) {
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
func (c cppDriver) makes(s *driverStep, what string, sparse, wrapped bool) string {
	d := c.d
	left, right := d.factorsSparse(s)
	dense := s.kind == product && !left && !right
	switch {
	case s.kind == computeValue:
		if !recordedBy(d.Dag, "c++") {
			return ""
		}
	case sparse || wrapped:
		return ""
	case dense && s.adds:
		return "facet::addProduct(" + s.result + ", " + strings.TrimPrefix(what, "facet::product(") + ";"
	case s.kind == jointAdjoint:
		if !recordedBy(d.Dag, "c++") {
			return ""
		}
		return intoFirst(what, s.result+", {"+strings.Join(c.taken(s), ", ")+"}") + ";"
	case s.kind == pick && !s.adds && c.picks(s) == 1:
		return fmt.Sprintf("std::swap(%s, %s);", s.result, what)
	case s.isCall():
		if !recordedBy(d.Dag, "c++") {
			return ""
		}
		if s.adds { // as it is computed
			what = what[:len(what)-1] + ", facet::adds)"
		}
	case s.adds:
		return ""
	case dense, s.kind == seeds && len(s.leftAs) == 0, s.kind == joinColumns, s.kind == joinRows,
		s.kind == columnsOf, s.kind == rowsOf:
	default:
		return ""
	}
	return intoFirst(what, s.result) + ";"
}

// intoFirst gives a call its result as the first argument.
func intoFirst(what, result string) string { return strings.Replace(what, "(", "("+result+", ", 1) }

// taken lists where the matrices of a joint adjoint belong: in the place of what is taken out of
// the list, or in the list, where it is added or taken out several times.
func (c cppDriver) taken(s *driverStep) []string {
	all := make([]string, len(s.edges))
	for n := range all {
		all[n] = "nullptr"
	}
	for _, t := range c.d.picked[s.result] {
		if c.isTaken(t) {
			all[t.edge] = "&" + t.result
		}
	}
	return all
}

// isTaken reports whether a joint adjoint has made what is taken out of its list where it belongs.
func (c cppDriver) isTaken(s *driverStep) bool {
	return s.kind == pick && !s.adds && len(s.wraps) == 0 && recordedBy(c.d.Dag, "c++") &&
		!c.d.sparsity.isHeldSparse(s.result) && c.picks(s) == 1
}

// picks counts how often a matrix of a list is taken out of it.
func (c cppDriver) picks(s *driverStep) (n int) {
	for _, t := range c.d.picked[s.left] {
		if t.edge == s.edge {
			n++
		}
	}
	return n
}

// isCall reports whether a module is called.
func (s *driverStep) isCall() bool {
	switch s.kind {
	case computeValue, fetch, wholeByTangents, wholeByAdjoints, identityTangent, identityAdjoint, tangent,
		adjoint, jointTangent, jointAdjoint:
		return true
	case product, sum, seeds, joinColumns, joinRows, columnsOf, rowsOf, block, pick, multiplyOut, zeros,
		addPart, free:
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
	for _, s := range c.d.steps {
		if kind, has := all.Kinds[s.result]; has && s.kind != free {
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
