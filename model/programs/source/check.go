package source

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"go/version"
	"runtime"
	"slices"
	"strings"

	"facet/model"
	"facet/model/excerpt"
	"facet/model/refusal"

	"golang.org/x/tools/go/ssa"
)

// File is a Go file.
type File struct {
	Name string
	Text []byte
}

// Package is what a function is read from: its file, and behind that files of the
// same package with what it uses.
type Package struct {
	Files     []File
	GoVersion string // of the module, as in go1.22; empty for the newest
}

// checked is a package behind the type checker: its declarations, and what the
// function that is read needs of them. Mistakes elsewhere are no matter, and
// neither are packages that are imported for something else.
type checked struct {
	fset  *token.FileSet
	files []*ast.File
	texts map[*token.File]File
	info  *types.Info
	pkg   *types.Package
	stubs *stubImporter
	wrong []types.Error
	// *ast.FuncDecl, a type's or variables' spec, a group of constants with their iota
	decls  map[types.Object]ast.Node
	needed map[ast.Node]bool
	called map[string]bool        // names of methods that are called through interfaces
	places map[token.Pos]ast.Node // expressions by the place that SSA names

	extents map[ast.Node][2]token.Pos // see extent
}

// refuse ends reading with a sentence on a place of the source.
func (c *checked) refuse(pos token.Pos, format string, args ...any) {
	refusal.Throw(c.at(pos, format, args...))
}

func (c *checked) at(pos token.Pos, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if !pos.IsValid() {
		return errors.New(text)
	}
	if n := c.places[pos]; n != nil {
		pos = n.Pos()
	}
	p := c.fset.PositionFor(pos, false)
	where := ""
	if len(c.files) > 0 && p.Filename != c.fset.File(c.files[0].FileStart).Name() {
		where = "in " + p.Filename + ", "
	}
	return fmt.Errorf("%sline %d, column %d: %s", where, p.Line, p.Column, text)
}

// check parses and checks a package. Only the first file has to be Go.
func check(p Package) *checked {
	c := &checked{
		fset: token.NewFileSet(), texts: make(map[*token.File]File), decls: make(map[types.Object]ast.Node),
		needed: make(map[ast.Node]bool), called: make(map[string]bool), places: make(map[token.Pos]ast.Node),
		extents: make(map[ast.Node][2]token.Pos),
		info: &types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
			Uses:       make(map[*ast.Ident]types.Object),
			Implicits:  make(map[ast.Node]types.Object),
			Selections: make(map[*ast.SelectorExpr]*types.Selection), Scopes: make(map[ast.Node]*types.Scope),
			Instances: make(map[*ast.Ident]types.Instance), FileVersions: make(map[*ast.File]string),
		},
	}
	for k, f := range p.Files {
		file, err := parser.ParseFile(c.fset, f.Name, f.Text, parser.SkipObjectResolution)
		switch {
		case err != nil && k == 0:
			refusal.Throw(syntax(err))
		case err != nil || k > 0 && file.Name.Name != c.files[0].Name.Name:
			continue
		}
		if id := tooHeavy(file); id != nil && k > 0 {
			continue
		} else if id != nil {
			c.refuse(id.Pos(), "%s stands for too much, as it is doubled again and again: write it smaller",
				id.Name)
		}
		c.files = append(c.files, file)
		c.texts[c.fset.File(file.FileStart)] = f
	}
	c.stubs = &stubImporter{fset: c.fset, texts: stubs(), loaded: make(map[string]*types.Package)}
	if version.Compare(p.GoVersion, runtime.Version()) > 0 { // its newest rules are not known here
		p.GoVersion = ""
	}
	config := types.Config{
		Importer: c.stubs, GoVersion: version.Lang(p.GoVersion), Sizes: types.SizesFor("gc", "amd64"),
		Error: func(err error) {
			var wrong types.Error
			if errors.As(err, &wrong) && !strings.HasPrefix(wrong.Msg, "\t") {
				// which goes with the one before
				c.wrong = append(c.wrong, wrong)
			}
		},
	}
	c.pkg, _ = config.Check(c.files[0].Name.Name, c.fset, c.files, c.info) // the errors are in c.wrong
	c.declare()
	return c
}

// syntax makes a sentence of the parser's first error.
func syntax(err error) error {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return fmt.Errorf("line %d, column %d: %s", list[0].Pos.Line, list[0].Pos.Column,
			model.OneLine(list[0].Msg))
	}
	return fmt.Errorf("not Go that can be read: %s", model.OneLine(err.Error()))
}

// declare lists the declarations of the package.
func (c *checked) declare() {
	add := func(n ast.Node, names ...*ast.Ident) {
		for _, id := range names {
			if o := c.info.Defs[id]; o != nil {
				c.decls[o] = n
			}
		}
	}
	for _, file := range c.files {
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				add(decl, decl.Name)
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						add(spec, spec.Name)
					case *ast.ValueSpec:
						if decl.Tok == token.CONST {
							add(decl, spec.Names...)
						} else {
							add(spec, spec.Names...)
						}
					}
				}
			}
		}
	}
}

// need marks what a function stands on: what it mentions, what that mentions, the
// methods that interfaces may call, and the init functions that set its variables.
// What cannot be used there is refused.
func (c *checked) need(o types.Object) {
	for todo := []ast.Node{c.decls[o]}; len(todo) > 0; todo = c.implied() {
		for len(todo) > 0 {
			n := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if n != nil && !c.needed[n] {
				c.needed[n] = true
				todo = append(todo, c.mentioned(n)...)
			}
		}
	}
	c.complain()
}

// mentioned lists the declarations whose names stand in another.
func (c *checked) mentioned(n ast.Node) []ast.Node {
	var all []ast.Node
	ast.Inspect(n, func(n ast.Node) bool {
		c.place(n)
		switch n := n.(type) {
		case *ast.Ident:
			if d := c.decls[origin(c.info.Uses[n])]; d != nil {
				all = append(all, d)
			}
			if n.Name == "error" {
				c.called["Error"] = true
			}
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				for _, name := range m.Names {
					c.called[name.Name] = true
				}
			}
		}
		return true
	})
	return all
}

// implied lists what is needed without being mentioned.
func (c *checked) implied() []ast.Node {
	var all []ast.Node
	for o, n := range c.decls {
		f, is := o.(*types.Func)
		if !is || c.needed[n] {
			continue
		}
		if method := f.Signature().Recv() != nil; method && c.called[f.Name()] || !method &&
			f.Name() == "init" && c.sets(n) {
			all = append(all, n)
		}
	}
	return all
}

// origin is the declared object behind an instance of a generic one.
func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

// sets reports whether a function mentions a variable of the package that is needed.
func (c *checked) sets(d ast.Node) bool {
	found := false
	ast.Inspect(d, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is && !found {
			v, isVar := c.info.Uses[id].(*types.Var)
			found = isVar && c.needed[c.decls[v]]
		}
		return !found
	})
	return found
}

// complain refuses the first mistake in what is needed.
func (c *checked) complain() {
	var spans []ast.Node
	for n := range c.needed {
		spans = append(spans, n)
	}
	slices.SortFunc(spans, func(a, b ast.Node) int { return int(a.Pos() - b.Pos()) })
	in := func(pos token.Pos) bool {
		k, _ := slices.BinarySearchFunc(spans, pos, func(n ast.Node, pos token.Pos) int {
			return int(n.End() - pos)
		})
		return k < len(spans) && spans[k].Pos() <= pos
	}
	for _, w := range c.wrong {
		if in(w.Pos) {
			c.refuse(w.Pos, "%s", model.OneLine(w.Msg))
		}
	}
	for _, n := range spans {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, is := n.(*ast.Ident); is {
				if name, is := c.info.Uses[id].(*types.PkgName); is && c.stubs.loaded[name.Imported().
					Path()] == nil {
					c.refuse(id.Pos(), "package %q cannot be taken: only math is known", name.Imported().
						Path())
				}
			}
			return true
		})
	}
}

// place files an expression under the place that its SSA instruction will name.
func (c *checked) place(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		c.places[n.OpPos] = n
	case *ast.CallExpr:
		c.places[n.Lparen] = n
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
			c.places[n.Pos()] = n
		}
	case *ast.IncDecStmt:
		c.places[n.Pos()] = n
	case *ast.UnaryExpr:
		c.places[n.OpPos] = n
	case *ast.IndexExpr:
		c.places[n.Lbrack] = n.Index
	case *ast.TypeAssertExpr:
		c.places[n.Lparen] = n
	}
}

// textOf is the source of a node on one line, shortened where it is long. It looks at no
// more of the text than it gives: every operation has one, and expressions can be nested
// in each other thousands deep.
func (c *checked) textOf(n ast.Node) string {
	from, to := c.extent(n)
	file := c.fset.File(from)
	at, end := file.Offset(from), file.Offset(to)
	return shortened(string(c.texts[file].Text[at:min(end, at+4096)]))
}

// shortened is a text as comments of code have it.
func shortened(text string) string { return excerpt.Line(text, 60) }

// extent is where a node begins and ends, as its Pos and End say. Those of expressions go
// down to the first or last one within them, so what they find is kept.
func (c *checked) extent(n ast.Node) (from, to token.Pos) {
	if at, known := c.extents[n]; known {
		return at[0], at[1]
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		from, _ = c.extent(n.X)
		_, to = c.extent(n.Y)
	case *ast.UnaryExpr:
		from = n.OpPos
		_, to = c.extent(n.X)
	case *ast.IndexExpr:
		from, _ = c.extent(n.X)
		to = n.Rbrack + 1
	case *ast.CallExpr:
		from, _ = c.extent(n.Fun)
		to = n.Rparen + 1
	default:
		return n.Pos(), n.End()
	}
	c.extents[n] = [2]token.Pos{from, to}
	return from, to
}

// prune gives the files with what is needed alone.
func (c *checked) prune() []*ast.File {
	var files []*ast.File
	for _, file := range c.files {
		less := *file
		less.Decls = nil
		for _, decl := range file.Decls {
			kept := []ast.Spec{}
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if c.needed[decl] {
					less.Decls = append(less.Decls, decl)
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if c.needed[spec] || c.needed[decl] {
						kept = append(kept, spec)
					}
				}
				if len(kept) > 0 {
					less.Decls = append(less.Decls, &ast.GenDecl{TokPos: decl.TokPos, Tok: decl.Tok,
						Specs: kept})
				}
			}
		}
		c.info.FileVersions[&less] = c.info.FileVersions[file]
		files = append(files, &less)
	}
	return files
}

// build makes SSA of what is needed.
func (c *checked) build() (pkg *ssa.Package, err error) {
	defer func() {
		if r := recover(); r != nil { // SSA is made for programs without mistakes elsewhere
			err = fmt.Errorf("go/ssa cannot make sense of it: %s", model.OneLine(fmt.Sprint(r)))
		}
	}()
	program := ssa.NewProgram(c.fset, ssa.NaiveForm|ssa.BareInits|ssa.InstantiateGenerics)
	for _, stub := range c.stubs.loaded {
		program.CreatePackage(stub, nil, nil, true)
	}
	c.info.InitOrder = slices.DeleteFunc(c.info.InitOrder, func(i *types.Initializer) bool {
		return !slices.ContainsFunc(i.Lhs, func(v *types.Var) bool { return c.needed[c.decls[v]] })
	})
	pkg = program.CreatePackage(c.pkg, c.prune(), c.info, false)
	pkg.Build()
	return pkg, nil
}
