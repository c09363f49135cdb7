package driver

import (
	_ "embed"
	"fmt"
	"go/format"
	"strings"
	"unicode"
	"unicode/utf8"

	"facet/model/programs/driver/loop"
)

// goDriver writes a Go file of its own.
type goDriver struct{ d *Driver }

// grammar mentions a matrix that no step reads where it is freed: Go refuses variables
// that are not used.
func (c goDriver) grammar() grammar {
	return grammar{
		remark: "//", indent: "\t", function: exported,
		typed: true, types: [2]string{"Matrix", "Sparse"}, ofPattern: "p.",
		value: "%[1]s := %[2]s", made: "%[1]s := %[2]s",
		added:  [2]string{"add(%[1]s, %[2]s)", "%[1]s = sparseSum(%[1]s, %[2]s, %[3]s)"},
		summed: [2]string{"%[1]s = sum(%[1]s, %[2]s)", "%[1]s = sparseSum(%[1]s, %[2]s, %[3]s)"},
		free:   "%[1]s = %[2]s{}", unused: "_, %[1]s = %[1]s, %[2]s{}", identity: "identity(%[1]s)",
		product: [2][2]string{{"product(%[1]s, %[2]s)", "timesSparse(%[1]s, %[2]s)"},
			{"sparseTimes(%[1]s, %[2]s)", "sparseProduct(%[1]s, %[2]s, %[3]s)"}},
		wraps: [wraps]string{
			"dense(%[1]s)", "sparse(%[1]s, %[2]s)", "sparse(%[1]s, %[2]s)", "squeeze(%[2]s, %[1]s)",
			"squeezeRows(%[2]s, %[1]s)",
			"blockOf(%[2]s, %[2]s, %[1]s, 0)", "blockOfRows(%[2]s, %[2]s, %[1]s, 0)",
			"dense(blockOf(%[2]s, %[2]s, %[1]s, 0))", "dense(blockOfRows(%[2]s, %[2]s, %[1]s, 0))",
			"columnSeeds(%[2]s, 0, %[2]s.Cols)", "rowSeeds(%[2]s, 0, %[2]s.Rows)",
			"columnSeeds(%[2]s, %[5]s, %[6]s)", "rowSeeds(%[2]s, %[5]s, %[6]s)",
			"blockOf(%[2]s, %[3]s, %[1]s, %[4]s)", "blockOfRows(%[2]s, %[3]s, %[1]s, %[4]s)",
			"dense(blockOf(%[2]s, %[3]s, %[1]s, 0))",
		},
		seeds: [2]string{"unit(%[1]s, %[2]s, 0, %[3]s)", "unit(%[1]s, %[2]s, %[3]s, 0)"},
		join:  [2]string{"beside(%s)", "stacked(%s)"}, joined: ", ",
		part: [2]string{"part(%[1]s, 0, %[1]s.Rows, %[2]s, %[3]s)",
			"part(%[1]s, %[2]s, %[3]s, 0, %[1]s.Cols)"},
		each: true, loops: &loop.Phrases{
			Up: "for n := %[1]d; n <= %[2]d; n += %[3]d {", Down: "for n := %[1]d; n >= %[2]d; n -= %[3]d {",
			End: "}", Longest: 80, Array: "%[1]s := make([]%[2]s, %[3]d)",
			Types: [4]string{"[]float64", "Matrix", "Sparse", "[]Matrix"},
			Call: func(f *loop.Family, _, index string) string {
				return f.Name + "[" + index + "]("
			}, Table: c.table,
		},
		zeros: "%[1]s := NewMatrix(%[2]s, %[3]s)",
		addPart: [2]string{"addPart(%[1]s, part(%[4]s, 0, %[4]s.Rows, %[5]s, %[6]s), 0, %[2]s)",
			"addPart(%[1]s, part(%[4]s, %[5]s, %[6]s, 0, %[4]s.Cols), %[2]s, 0)"},
		addWhole: [2]string{"addPart(%[1]s, %[4]s, 0, %[2]s)", "addPart(%[1]s, %[4]s, %[2]s, 0)"},
		list:     "%[1]s := %[2]s", freeList: "%[1]s = nil", picked: "%[1]s[%[2]d]", none: "Matrix{}",
		given: "[]Matrix{%s}", numbers: "[]int{%s}",
		signatures: [7]string{
			"\t%[1]s(%[2]s []float64) []float64\n", "\t%[1]s(%[2]s []float64) Matrix\n",
			"\t%[1]s(%[2]s []float64, V Matrix) Matrix\n", "\t%[1]s(%[2]s []float64, W Matrix) Matrix\n",
			"\t// the sum of F'·V over the arguments; an empty matrix where one has no V\n\t%[1]s(%[2]s []float64, V []Matrix) Matrix\n",
			"\t// W·F' for the arguments of these numbers, from 0\n\t%[1]s(%[2]s []float64, W Matrix, arguments []int) []Matrix\n",
			"\t%[1]s(%[2]s []float64) Sparse\n",
		},
	}
}

// table is a slice of the functions that a loop calls.
func (c goDriver) table(f *loop.Family) string {
	kind := ""
	for _, callee := range c.d.callees() {
		if exported(callee.name) == f.Members[0] {
			lines := strings.Split(strings.TrimSpace(fmt.Sprintf(c.grammar().signatures[callee.kind], "func",
				strings.Join(callee.operands, ", "), "")), "\n")
			kind = strings.TrimSpace(lines[len(lines)-1])
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s := []%s{", f.Name, kind)
	room := 0
	for _, member := range f.Members {
		if room -= len(", modules." + member); room < 0 {
			room = tableWidth
			b.WriteString("\n\t\t")
		}
		b.WriteString("modules." + member + ", ")
	}
	return b.String() + "\n\t}"
}

// tableWidth is how many characters the functions of a table take in a line.
const tableWidth = 100

const goMatrix = `
// Matrix is dense, row by row.
type Matrix struct {
	Rows, Cols int
	A          []float64
}

// NewMatrix gives a matrix of zeros.
func NewMatrix(rows, cols int) Matrix { return Matrix{rows, cols, make([]float64, rows*cols)} }

func identity(n int) Matrix {
	m := NewMatrix(n, n)
	for i := range n {
		m.A[i*n+i] = 1
	}
	return m
}

func product(l, r Matrix) Matrix {
	m := NewMatrix(l.Rows, r.Cols)
	for i := range l.Rows {
		for k := range l.Cols {
			for j := range r.Cols {
				m.A[i*m.Cols+j] += l.A[i*l.Cols+k] * r.A[k*r.Cols+j]
			}
		}
	}
	return m
}

func add(m, o Matrix) {
	for k := range m.A {
		m.A[k] += o.A[k]
	}
}

// sum leaves both as they are: a module may hold them.
func sum(m, o Matrix) Matrix {
	s := NewMatrix(m.Rows, m.Cols)
	for k := range s.A {
		s.A[k] = m.A[k] + o.A[k]
	}
	return s
}

`

// goParts is what calls for several operations need.
const goParts = `// unit is a matrix with ones on the diagonal that begins at a row and a column.
func unit(rows, cols, row, col int) Matrix {
	m := NewMatrix(rows, cols)
	for ; row < rows && col < cols; row, col = row+1, col+1 {
		m.A[row*cols+col] = 1
	}
	return m
}

func beside(all ...Matrix) Matrix {
	cols := 0
	for _, o := range all {
		cols += o.Cols
	}
	m, from := NewMatrix(all[0].Rows, cols), 0
	for _, o := range all {
		for i := range o.Rows {
			copy(m.A[i*cols+from:], o.A[i*o.Cols:(i+1)*o.Cols])
		}
		from += o.Cols
	}
	return m
}

func stacked(all ...Matrix) Matrix {
	m := Matrix{Cols: all[0].Cols}
	for _, o := range all {
		m.Rows += o.Rows
		m.A = append(m.A, o.A...)
	}
	return m
}

// addPart adds to the entries from a row and a column on.
func addPart(m, o Matrix, row, col int) {
	for i := range o.Rows {
		for k := range o.Cols {
			m.A[(row+i)*m.Cols+col+k] += o.A[i*o.Cols+k]
		}
	}
}

func part(o Matrix, row, endRow, col, endCol int) Matrix {
	m := NewMatrix(endRow-row, endCol-col)
	for i := range m.Rows {
		copy(m.A[i*m.Cols:(i+1)*m.Cols], o.A[(row+i)*o.Cols+col:])
	}
	return m
}

`

// goSparse is what drivers with sparse Jacobians need.
//
//go:embed sparse.go.txt
var goSparse string

// patterns defines the patterns of a driver.
func (c goDriver) patterns() string {
	var names, b strings.Builder
	for k, l := range c.d.sparsity.lines {
		if k > 0 {
			names.WriteString(", ")
		}
		names.WriteString(l.name)
		fmt.Fprintf(&b, "\tp.%s = ", l.name)
		switch {
		case l.blocks != nil:
			b.WriteString("blocksOf([][]*Pattern{")
			for _, row := range l.blocks {
				b.WriteString("{")
				for _, name := range row {
					if name == "" {
						b.WriteString("nil, ")
					} else {
						b.WriteString("p." + name + ", ")
					}
				}
				b.WriteString("}, ")
			}
			fmt.Fprintf(&b, "}, []int{%s}, []int{%s})\n", listed(l.sizes[0]), listed(l.sizes[1]))
		case l.sum:
			fmt.Fprintf(&b, "p.%s.with(p.%s)\n", l.left, l.right)
		case l.left != "":
			fmt.Fprintf(&b, "p.%s.times(p.%s)\n", l.left, l.right)
		default:
			fmt.Fprintf(&b, "NewPattern(%s, %d, %d)\n", l.quoted(), l.rows, l.columns)
		}
	}
	fields := "\t" + names.String() + " *Pattern\n"
	if names.Len() == 0 {
		fields = ""
	}
	return "// patterns are those of edges, of products, and of sums.\nvar patterns = sync.OnceValue(func() (p known) {\n" + b.String() + "\treturn p\n})\n\ntype known struct {\n" + fields + "}\n\n"
}

func (c goDriver) begin(b *strings.Builder, headline []string) {
	d := c.d
	b.WriteString("// Code generated by facet; DO NOT EDIT.\n\npackage driver\n")
	if d.sparsity.used() {
		b.WriteString("\nimport (\n\t\"fmt\"\n\t\"slices\"\n\t\"strconv\"\n\t\"strings\"\n\t\"sync\"\n)\n")
	}
	b.WriteString(goMatrix)
	if d.hasParts() {
		b.WriteString(goParts)
	}
	sparse, known, remark := "", "", ""
	if d.sparsity.used() {
		b.WriteString(goSparse + c.patterns())
		sparse, known, remark = "\tSparse map[[2]string]Sparse\n", "\tp := patterns()\n",
			"; sparse ones stand in Sparse"
	}
	b.WriteString("// Modules has the functions that are called. A tangent gives F'·V, one for each\n// column of V, an adjoint W·F', one for each row of W.\ntype Modules interface {\n")
	c.grammar().write(b, d)
	b.WriteString("}\n\n// Result holds the values of the sinks, and the blocks of the Jacobian by sink and\n// source" + remark + ".\ntype Result struct {\n\tValues [][]float64\n\tBlocks map[[2]string]Matrix\n" + sparse + "}\n\n// Jacobian: ")
	b.WriteString(strings.Join(headline, "\n// ") + "\n")
	var params []string
	for _, x := range d.sources() {
		params = append(params, d.names[x])
	}
	fmt.Fprintf(b, "func Jacobian(modules Modules, %s []float64) Result {\n%s", strings.Join(params, ", "),
		known)
}

func exported(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	if r == '_' {
		return "X" + name
	}
	return string(unicode.ToUpper(r)) + name[n:]
}

func (c goDriver) end(b *strings.Builder) {
	d := c.d
	var values []string
	for _, y := range results(d.Dag) {
		values = append(values, d.rolled.Name(d.names[y]))
	}
	fmt.Fprintf(b, "\treturn Result{\n\t\tValues: [][]float64{%s},\n\t\tBlocks: map[[2]string]Matrix{\n",
		strings.Join(values, ", "))
	list := func(sparse bool) {
		for _, e := range d.blocks() {
			if d.sparsity.isHeldSparse(e.name) == sparse {
				fmt.Fprintf(b, "\t\t\t{%q, %q}: %s,\n", outputName(d.Dag, e.sink),
					d.Dag.Vertices[e.source].ID, d.rolled.Name(e.name))
			}
		}
	}
	list(false)
	if d.sparsity.used() {
		b.WriteString("\t\t},\n\t\tSparse: map[[2]string]Sparse{\n")
		list(true)
	}
	b.WriteString("\t\t},\n\t}\n}\n")
}

func (goDriver) finish(text string) ([]byte, error) { return format.Source([]byte(text)) }
