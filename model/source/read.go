package source

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Limits of a source file and of what carrying it out may take.
const (
	MaxBytes = 4_000_000
	MaxSteps = 1_000_000
	maxDepth = 100    // of calls
	maxArray = 10_000 // entries
)

// Read reads the program of one function in a Go file. function may be empty: it
// is then the first one in the file that no other calls. Errors are one sentence
// with line and column, without the name of the file.
func Read(file string, text []byte, function string) (*Program, error) {
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("the source is larger than %d MB: give the function alone", MaxBytes/1_000_000)
	}
	r := reader{file: file, text: string(text), fset: token.NewFileSet()}
	return r.read(function)
}

// IsGo tells whether a text begins as a Go file does.
func IsGo(text []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly)
	return err == nil && f.Name != nil
}

type reader struct {
	file, text string
	fset       *token.FileSet
	info       types.Info
	functions  map[types.Object]*ast.FuncDecl
	build      builder
	steps      int
}

// at is an error at a place of the source.
func (r *reader) at(n ast.Node, format string, args ...any) error {
	return r.atPos(n.Pos(), format, args...)
}

func (r *reader) atPos(pos token.Pos, format string, args ...any) error {
	p := r.fset.Position(pos)
	return fmt.Errorf("line %d, column %d: %s", p.Line, p.Column, fmt.Sprintf(format, args...))
}

func (r *reader) read(name string) (*Program, error) {
	file, err := parser.ParseFile(r.fset, r.file, r.text, parser.SkipObjectResolution)
	if err != nil {
		return nil, r.syntax(err)
	}
	for _, spec := range file.Imports {
		if path, _ := strconv.Unquote(spec.Path.Value); path != "math" {
			return nil, r.at(spec, "package %s cannot be taken: only math is known", spec.Path.Value)
		}
	}
	if err := r.check(file); err != nil {
		return nil, err
	}
	decl, err := r.choose(file, name)
	if err != nil {
		return nil, err
	}
	return r.program(file, decl)
}

// syntax makes a sentence of the parser's first error.
func (r *reader) syntax(err error) error {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return fmt.Errorf("line %d, column %d: %s", list[0].Pos.Line, list[0].Pos.Column, oneLine(list[0].Msg))
	}
	return fmt.Errorf("not Go that can be read: %s", oneLine(err.Error()))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// check is Go's own type checker; its first complaint is the error.
func (r *reader) check(file *ast.File) error {
	r.info = types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
	}
	config := types.Config{Importer: mathOnly{}, Error: func(error) {}}
	_, err := config.Check(file.Name.Name, r.fset, []*ast.File{file}, &r.info)
	var wrong types.Error
	if errors.As(err, &wrong) {
		return r.atPos(wrong.Pos, "%s", oneLine(wrong.Msg))
	}
	return err
}

// choose finds the function to read.
func (r *reader) choose(file *ast.File, name string) (*ast.FuncDecl, error) {
	r.functions = make(map[types.Object]*ast.FuncDecl)
	var all []*ast.FuncDecl
	for _, d := range file.Decls {
		if f, is := d.(*ast.FuncDecl); is && f.Recv == nil {
			all = append(all, f)
			r.functions[r.info.Defs[f.Name]] = f
		}
	}
	called := make(map[*ast.FuncDecl]bool)
	for id, o := range r.info.Uses {
		if f := r.functions[o]; f != nil && (id.Pos() < f.Pos() || id.Pos() > f.End()) {
			called[f] = true
		}
	}
	var names []string
	for _, f := range all {
		if name == f.Name.Name || name == "" && !called[f] {
			return f, nil
		}
		names = append(names, f.Name.Name)
	}
	switch {
	case len(all) == 0:
		return nil, fmt.Errorf("there is no function in it: write func F(x, y float64) float64 { ... }")
	case name != "":
		return nil, fmt.Errorf("there is no function %s: there are %s", name, strings.Join(names, ", "))
	}
	return all[0], nil // they call each other in a circle, which reading will find
}

func (r *reader) program(file *ast.File, decl *ast.FuncDecl) (*Program, error) {
	p := &Program{Package: file.Name.Name, Name: decl.Name.Name, File: r.file, Text: r.text}
	frame := newFrame(decl)
	signature := r.info.Defs[decl.Name].Type().(*types.Signature)
	if err := r.plain(decl, signature); err != nil {
		return nil, err
	}
	names := make(map[string]bool)
	for v := range signature.Params().Variables() {
		length, port, err := r.port(v)
		if err != nil {
			return nil, err
		}
		name := v.Name()
		if name == "" || name == "_" || name == "math" || names[name] {
			name = "x" + strconv.Itoa(len(p.Params)+1)
		}
		names[name] = true
		port.Name = name
		p.Params = append(p.Params, port)
		if length == 0 {
			in := r.build.input(name)
			p.Inputs = append(p.Inputs, in)
			frame.set(v, number(in))
			continue
		}
		entries := make(array, length)
		for k := range entries {
			in := r.build.input(name + "[" + strconv.Itoa(k) + "]")
			p.Inputs = append(p.Inputs, in)
			entries[k] = number(in)
		}
		frame.set(v, entries)
	}
	if signature.Results().Len() == 0 {
		return nil, r.at(decl, "function %s returns nothing: let it return float64s", decl.Name.Name)
	}
	for v := range signature.Results().Variables() {
		_, port, err := r.port(v)
		if err != nil {
			return nil, err
		}
		port.Name = strings.TrimPrefix(v.Name(), "_")
		p.Results = append(p.Results, port)
	}
	results, err := r.body(frame, decl, signature)
	if err != nil {
		return nil, err
	}
	var outputs []Value
	for _, v := range results {
		switch v := v.(type) {
		case number:
			outputs = append(outputs, Value(v))
		case array:
			for _, e := range v {
				outputs = append(outputs, Value(e.(number)))
			}
		}
	}
	line := r.fset.Position(decl.End()).Line
	nodes, ends, _ := r.build.finish(outputs, line)
	p.Nodes, p.Outputs = nodes, ends
	p.name()
	return p, nil
}

// plain refuses what no straight-line function of scalars has.
func (r *reader) plain(decl *ast.FuncDecl, signature *types.Signature) error {
	switch {
	case signature.TypeParams().Len() > 0:
		return r.at(decl, "function %s is generic: write it for float64", decl.Name.Name)
	case signature.Variadic():
		return r.at(decl, "function %s takes any number of arguments: give it a fixed number", decl.Name.Name)
	case decl.Body == nil:
		return r.at(decl, "function %s has no body", decl.Name.Name)
	}
	return nil
}

// port gives a parameter or result without its name, and the length of an array of
// float64s, 0 for a float64.
func (r *reader) port(v *types.Var) (int, Port, error) {
	switch t := v.Type().Underlying().(type) {
	case *types.Basic:
		if t.Kind() == types.Float64 {
			return 0, Port{Type: "float64", Entries: []string{""}}, nil
		}
	case *types.Array:
		if b, is := t.Elem().Underlying().(*types.Basic); is && b.Kind() == types.Float64 && t.Len() > 0 && t.Len() <= maxArray {
			entries := make([]string, t.Len())
			for k := range entries {
				entries[k] = "[" + strconv.Itoa(k) + "]"
			}
			return int(t.Len()), Port{Type: "[" + strconv.Itoa(len(entries)) + "]float64", Entries: entries}, nil
		}
	}
	return 0, Port{}, r.atPos(v.Pos(), "%s is of type %s: parameters and results are float64 or arrays of it, of 1 to %d entries", cmp.Or(v.Name(), "a result"), v.Type(), maxArray)
}

// name gives the nodes that the source does not name names of their own, and
// makes all of them different.
func (p *Program) name() {
	taken := make(map[string]bool)
	for _, v := range p.Inputs {
		taken[p.Nodes[v].Name] = true
	}
	outputs := make(map[Value]string)
	k := 0
	for _, port := range p.Results {
		for _, entry := range port.Entries {
			if port.Name != "" {
				outputs[p.Outputs[k]] = port.Name + entry
			}
			k++
		}
	}
	n := 0
	for v := range p.Nodes {
		node := &p.Nodes[v]
		if node.Kind == Input || node.Kind == Constant {
			continue
		}
		name := cmp.Or(outputs[Value(v)], node.Name)
		for k := 2; name != "" && taken[name]; k++ {
			name = cmp.Or(outputs[Value(v)], node.Name) + "'" + strconv.Itoa(k)
		}
		for name == "" || taken[name] {
			n++
			name = "t" + strconv.Itoa(n)
		}
		taken[name] = true
		node.Name = name
		if node.Text == "" {
			node.Text = p.Nodes[node.Args[0]].Name
		}
	}
}

// mathOnly imports package math, as far as its functions of float64s go.
type mathOnly struct{}

func (mathOnly) Import(path string) (*types.Package, error) {
	if path != "math" {
		return nil, fmt.Errorf("package %s is not known", path)
	}
	pkg := types.NewPackage("math", "math")
	float := types.Typ[types.Float64]
	declare := func(name string, operands int) {
		var params []*types.Var
		for range operands {
			params = append(params, types.NewParam(token.NoPos, pkg, "", float))
		}
		signature := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(types.NewParam(token.NoPos, pkg, "", float)), false)
		pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, name, signature))
	}
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		operands := 1
		if functions[name].two != nil {
			operands = 2
		}
		declare(name, operands)
	}
	for _, name := range strings.Fields("Acosh Asinh Atanh Ceil Erfc Erfinv Exp2 Floor Gamma J0 J1 Log10 Log2 Round RoundToEven Trunc Y0 Y1") {
		declare(name, 1)
	}
	for _, name := range strings.Fields("Copysign Dim Max Min Mod Nextafter Remainder") {
		declare(name, 2)
	}
	for name, value := range mathConstants {
		c := constant.MakeFromLiteral(value, token.FLOAT, 0)
		pkg.Scope().Insert(types.NewConst(token.NoPos, pkg, name, types.Typ[types.UntypedFloat], c))
	}
	pkg.MarkComplete()
	return pkg, nil
}

var mathConstants = map[string]string{
	"E":       "2.71828182845904523536028747135266249775724709369995957496696763",
	"Pi":      "3.14159265358979323846264338327950288419716939937510582097494459",
	"Phi":     "1.61803398874989484820458683436563811772030917980576286213544862",
	"Sqrt2":   "1.41421356237309504880168872420969807856967187537694807317667974",
	"SqrtE":   "1.64872127070012814684865078781416357165377610071014801157507931",
	"SqrtPi":  "1.77245385090551602729816748334114518279754945612238712821380779",
	"SqrtPhi": "1.27201964951406896425242246173749149171560804184009624861664038",
	"Ln2":     "0.693147180559945309417232121458176568075500134360255254120680009",
	"Log2E":   "1.44269504088896340735992468100189213742664595415298593413544940",
	"Ln10":    "2.30258509299404568401799145468436420760110148862877297603332790",
	"Log10E":  "0.43429448190325182765112891891660508229439700580366656611445378",
}
