package source

import (
	"go/ast"
	"go/token"
)

// maxHeft is how much a name may stand for: fields of fields of a type, bytes of a
// constant text, functions that a generic one is made into.
const maxHeft = 1 << 20

// heft weighs what names stand for, before the type checker and SSA do: both
// write out what a few lines can double again and again. It goes by names alone.
type heft struct {
	parts map[string][]ast.Node
	known map[string]int

	constants map[string]bool // weigh only what texts they hold
}

// tooHeavy finds a name that stands for too much.
func tooHeavy(file *ast.File) *ast.Ident {
	h := heft{parts: make(map[string][]ast.Node), known: make(map[string]int),
		constants: make(map[string]bool)}
	generic := make(map[string]bool)
	var names []*ast.Ident
	add := func(id *ast.Ident, n ast.Node) {
		names = append(names, id)
		h.parts[id.Name] = append(h.parts[id.Name], n)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			generic[n.Name.Name] = generic[n.Name.Name] || n.TypeParams != nil
			add(n.Name, n.Type)
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				if spec, is := spec.(*ast.ValueSpec); is && n.Tok == token.CONST {
					for k, v := range spec.Values[:min(len(spec.Values), len(spec.Names))] {
						add(spec.Names[k], v)
						h.constants[spec.Names[k].Name] = true
					}
				}
			}
		case *ast.FuncDecl:
			if n.Type.TypeParams != nil && n.Body != nil {
				add(n.Name, n.Body)
			}
		}
		return true
	})
	for _, d := range file.Decls { // methods are made with their type
		if f, is := d.(*ast.FuncDecl); is && f.Recv != nil && f.Body != nil {
			ast.Inspect(f.Recv, func(n ast.Node) bool {
				if id, is := n.(*ast.Ident); is && generic[id.Name] {
					h.parts[id.Name] = append(h.parts[id.Name], f.Body)
				}
				return true
			})
		}
	}
	for _, id := range names {
		if h.weigh(id.Name) >= maxHeft {
			return id
		}
	}
	return nil
}

func (h *heft) weigh(name string) int {
	w, done := h.known[name]
	if done {
		return w
	}
	h.known[name] = 0 // circles are for the type checker
	for _, part := range h.parts[name] {
		w = min(maxHeft, w+h.sum(part))
	}
	if !h.constants[name] {
		w++
	}
	h.known[name] = w
	return w
}

// sum adds up what the names in a declaration stand for, where they are parts of
// its value.
func (h *heft) sum(n ast.Node) (w int) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr, *ast.FuncType, *ast.MapType, *ast.ChanType, *ast.InterfaceType:
			return false
		case *ast.ArrayType:
			return n.Len != nil
		case *ast.Field:
			w = min(maxHeft, w+max(1, len(n.Names))*h.sum(n.Type))
			return false
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				w += len(n.Value)
			}
		case *ast.Ident:
			w = min(maxHeft, w+h.weigh(n.Name))
		}
		return true
	})
	return w
}
