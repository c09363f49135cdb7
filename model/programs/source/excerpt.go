package source

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// excerpt is the function and what it needs, as the source has it, in files that
// compile without the rest of the package.
func (c *checked) excerpt() []File {
	var files []File
	for k, file := range c.prune() {
		if len(file.Decls) == 0 {
			continue
		}
		var decls strings.Builder
		imports := make(map[string]bool)
		for _, decl := range file.Decls {
			fmt.Fprintf(&decls, "\n%s\n", c.written(decl))
			ast.Inspect(decl, func(n ast.Node) bool {
				if id, is := n.(*ast.Ident); is {
					switch o := c.info.Uses[id].(type) {
					case *types.PkgName:
						imports[o.Name()+" "+strconv.Quote(o.Imported().Path())] = true
					case nil:
					default:
						if pkg := o.Pkg(); pkg != nil && c.stubs.loaded[pkg.Path()] == pkg &&
							c.dotted(c.files[k], pkg.Path()) {
							imports[". "+strconv.Quote(pkg.Path())] = true
						}
					}
				}
				return true
			})
		}
		var text strings.Builder
		if file.GoVersion != "" {
			fmt.Fprintf(&text, "//go:build %s\n\n", file.GoVersion)
		}
		fmt.Fprintf(&text, "package %s\n\n", file.Name.Name)
		for _, spec := range slices.Sorted(maps.Keys(imports)) {
			fmt.Fprintf(&text, "import %s\n", spec)
		}
		text.WriteString(decls.String())
		files = append(files, File{c.texts[c.fset.File(file.FileStart)].Name, []byte(text.String())})
	}
	return files
}

// written is a declaration as the source has it.
func (c *checked) written(decl ast.Decl) string {
	file := c.fset.File(decl.Pos())
	text := func(n ast.Node) string {
		return string(c.texts[file].Text[file.Offset(n.Pos()):file.Offset(n.End())])
	}
	group, is := decl.(*ast.GenDecl)
	if !is {
		return text(decl)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (\n", group.Tok)
	for _, spec := range group.Specs {
		fmt.Fprintf(&b, "\t%s\n", text(spec))
	}
	return b.String() + ")"
}

// dotted reports whether a file imports a package's names as its own.
func (c *checked) dotted(file *ast.File, path string) bool {
	return slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool {
		return s.Name != nil && s.Name.Name == "." && s.Path.Value == strconv.Quote(path)
	})
}

// unchanged refuses variables of the package that functions change which are not
// carried out: what they are when the function is called is not known then.
func (c *checked) unchanged() {
	for o, n := range c.decls {
		decl, isFunc := n.(*ast.FuncDecl)
		if _, isObject := o.(*types.Func); !isFunc || !isObject || c.needed[n] {
			continue
		}
		var stack []ast.Node
		ast.Inspect(decl, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			id, is := n.(*ast.Ident)
			if !is {
				return true
			}
			if v, isVar := c.info.Uses[id].(*types.Var); isVar && c.needed[c.decls[v]] && c.mayChange(stack) {
				c.refuse(id.Pos(),
					"function %s may change the variable %s of the package, so that its value is not known: make it a parameter or a constant",
					cmp.Or(decl.Name.Name, "_"), id.Name)
			}
			return true
		})
	}
}

// mayChange reports whether the expression around a variable at the end of a path
// changes what it holds, or hands it on to what might.
func (c *checked) mayChange(path []ast.Node) bool {
	k := len(path) - 1
	at := path[k].(ast.Expr)
	for ; k > 0; k-- {
		switch up := path[k-1].(type) {
		case *ast.ParenExpr:
			at = up
			continue
		case *ast.IndexExpr:
			if up.X == at {
				at = up
				continue
			}
		case *ast.SelectorExpr:
			if s := c.info.Selections[up]; s == nil || s.Kind() == types.FieldVal {
				at = up
				continue
			}
			return true // a method
		}
		break
	}
	switch up := path[max(0, k-1)].(type) {
	case *ast.AssignStmt:
		if slices.Contains(up.Lhs, at) {
			return true
		}
	case *ast.IncDecStmt, *ast.SliceExpr, *ast.StarExpr:
		return true
	case *ast.UnaryExpr:
		if up.Op == token.AND {
			return true
		}
	case *ast.RangeStmt:
		return up.X != at
	case *ast.CallExpr:
		if id, is := up.Fun.(*ast.Ident); is && (id.Name == "len" || id.Name == "cap") {
			return false
		}
	}
	return refers(c.info.Types[at].Type)
}

// refers reports whether a copy of a value shares memory with it.
func refers(t types.Type) bool {
	if t == nil {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Array:
		return refers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if refers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}
