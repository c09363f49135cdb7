package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/programs/decision"
	"facet/model/refusal"

	"golang.org/x/tools/go/ssa"
)

// MaxBytes is how large the files of a package may be, together.
const MaxBytes = 4_000_000

// maxScalars is how many scalars a parameter or a result may have.
const maxScalars = 10_000

// Read reads the program of one function in a Go file. function may be empty: it
// is then the first one of floats that no other calls. Errors are one sentence
// with line and column, without the name of the file.
func Read(file string, text []byte, function string) (*Program, error) {
	return Package{Files: []File{{file, text}}}.Read(context.Background(), function)
}

// Read reads the program of one function in the first file of the package. It
// ends early when the context does, but for what Go's own type checker takes.
func (p Package) Read(ctx context.Context, function string) (program *Program, err error) {
	size := 0
	for _, f := range p.Files {
		if size += len(f.Text); size > MaxBytes {
			return nil, fmt.Errorf("the source is larger than %d MB: give the function alone",
				MaxBytes/1_000_000)
		}
	}
	defer func() {
		if errors.Is(err, decision.ErrTooLarge) {
			err = fmt.Errorf("the function cannot be taken: %w", err)
		}
	}()
	defer refusal.Catch(&err)
	c := check(p)
	goOn(ctx)
	decl := c.choose(function)
	if c.info.Defs[decl.Name] == nil { // declared twice, say
		c.refuse(c.wrong[0].Pos, "%s", model.OneLine(c.wrong[0].Msg))
	}
	c.need(c.info.Defs[decl.Name])
	c.unchanged()
	program = c.read(ctx, decl)
	program.GoVersion = p.GoVersion
	return program, nil
}

// choose finds the function to read.
func (c *checked) choose(name string) *ast.FuncDecl {
	var all, methods []*ast.FuncDecl
	for _, d := range c.files[0].Decls {
		f, is := d.(*ast.FuncDecl)
		switch {
		case is && f.Recv != nil:
			methods = append(methods, f)
		case is && f.Name.Name != "init" && f.Name.Name != "main" && f.Name.Name != "_":
			all = append(all, f)
		}
	}
	called := make(map[types.Object]bool)
	for _, f := range all {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, is := n.(*ast.Ident); is && c.info.Uses[id] != c.info.Defs[f.Name] {
				called[origin(c.info.Uses[id])] = true
			}
			return true
		})
	}
	var names []string
	var free *ast.FuncDecl // called by no other
	for _, f := range all {
		if f.Name.Name == name {
			return f
		}
		names = append(names, f.Name.Name)
		if o, is := c.info.Defs[f.Name].(*types.Func); is && !called[o] && name == "" {
			if takes(o.Signature()) {
				return f
			}
			free = cmp.Or(free, f)
		}
	}
	for _, f := range methods {
		o, is := c.info.Defs[f.Name].(*types.Func)
		if !is {
			continue
		}
		full := receiver(o) + "." + f.Name.Name
		if name == full {
			if _, isPointer := o.Signature().Recv().Type().(*types.Pointer); isPointer {
				refusal.Throw(fmt.Errorf("%s has a pointer as its receiver, which it may change: write func F(v %s, ...) float64 { return v.%s(...) }", name, receiver(o), f.Name.Name))
			}
			return f
		}
		if f.Name.Name == name || len(all) == 0 && name == "" {
			refusal.Throw(fmt.Errorf("%s is a method, and functions are read: name its type as well, as in --function %s, or write func F(v %s) float64 { return v.%s() }", f.Name.Name, full, receiver(o), f.Name.Name))
		}
		names = append(names, full)
	}
	switch {
	case len(names) == 0:
		refusal.Throw(fmt.Errorf("there is no function in it: write func F(x, y float64) float64 { ... }"))
	case name != "":
		refusal.Throw(fmt.Errorf("there is no function %s: there are %s", name, strings.Join(names, ", ")))
	}
	return cmp.Or(free, all[0]) // they call each other in a circle, which reading will find
}

// receiver is the name of the type that a method belongs to.
func receiver(o *types.Func) string {
	t := o.Signature().Recv().Type()
	if p, is := t.(*types.Pointer); is {
		t = p.Elem()
	}
	if named, is := t.(*types.Named); is {
		return named.Obj().Name()
	}
	return ""
}

// takes reports whether a function takes and returns floats alone.
func takes(s *types.Signature) bool {
	for _, tuple := range []*types.Tuple{s.Params(), s.Results()} {
		for v := range tuple.Variables() {
			if _, err := port(nil, v); err != nil {
				return false
			}
		}
	}
	return s.Results().Len() > 0 && s.TypeParams().Len() == 0
}

func (c *checked) read(ctx context.Context, decl *ast.FuncDecl) *Program {
	signature := c.info.Defs[decl.Name].(*types.Func).Signature()
	switch {
	case signature.TypeParams().Len() > 0:
		c.refuse(decl.Pos(), "function %s is generic: write it for float64", decl.Name.Name)
	case signature.Variadic():
		c.refuse(decl.Pos(), "function %s takes any number of arguments: give it a fixed number",
			decl.Name.Name)
	case decl.Body == nil:
		c.refuse(decl.Pos(), "function %s has no body", decl.Name.Name)
	case signature.Results().Len() == 0:
		c.refuse(decl.Pos(), "function %s returns nothing: let it return float64s", decl.Name.Name)
	}
	file := c.texts[c.fset.File(decl.Pos())]
	p := &Program{Package: c.pkg.Name(), Name: decl.Name.Name, File: file.Name, Text: string(file.Text),
		Excerpt: c.excerpt()}
	m := newMachine(&guard{source: c, ctx: ctx, pos: decl.Pos()})
	params := signature.Params()
	if r := signature.Recv(); r != nil {
		of := receiver(c.info.Defs[decl.Name].(*types.Func))
		p.Name, p.Call = of+p.Name, of+"."+p.Name
		params = types.NewTuple(slices.Insert(slices.Collect(params.Variables()), 0, r)...)
	}
	args := m.inputs(p, params)
	for v := range signature.Results().Variables() {
		result := c.port(v)
		result.Name = strings.Trim(v.Name(), "_")
		p.Results = append(p.Results, result)
	}
	pkg, err := c.build()
	if err != nil {
		c.refuse(decl.Pos(), "%s", err)
	}
	goOn(ctx)
	m.program = pkg.Prog
	for _, member := range pkg.Members {
		if v, is := member.(*ssa.Global); is {
			t := v.Type().(*types.Pointer).Elem()
			m.guard.fits(t)
			cell := m.memory.zero(t)
			m.globals[v] = &cell
		}
	}
	m.run(pkg.Func("init"), nil, nil)
	for _, cell := range m.globals {
		m.memory.fix(cell)
	}
	result := m.run(pkg.Prog.FuncValue(c.info.Defs[decl.Name].(*types.Func)), args, nil)
	if several, is := result.(tuple); is {
		result = aggregate(several)
	}
	var outputs []Value
	leaves(&result, func(leaf *value) { outputs = append(outputs, Value((*leaf).(number))) })
	p.Nodes, p.Outputs = m.operators.builder.finish(outputs, c.fset.PositionFor(decl.End(), false).Line)
	for k := range p.Inputs { // finish has put them first
		p.Inputs[k] = Value(k)
	}
	p.name()
	return p
}

// inputs makes the parameters of the program, and the arguments of its function.
func (m *machine) inputs(p *Program, params *types.Tuple) []value {
	names := map[string]bool{"": true, "_": true, "math": true}
	for v := range params.Variables() {
		names[v.Name()] = true
	}
	var args []value
	for v := range params.Variables() {
		in := m.guard.source.port(v)
		in.Name = v.Name()
		if in.Name == "" || in.Name == "_" || in.Name == "math" {
			for k := len(p.Params) + 1; names[in.Name]; k++ {
				in.Name = "x" + strconv.Itoa(k)
			}
			names[in.Name] = true
		}
		p.Params = append(p.Params, in)
		for _, entry := range in.Entries {
			p.Inputs = append(p.Inputs, m.operators.builder.input(in.Name+entry))
		}
		arg, at := m.memory.zero(v.Type()), len(p.Inputs)-len(in.Entries)
		leaves(&arg, func(leaf *value) {
			*leaf = number(p.Inputs[at])
			at++
		})
		args = append(args, arg)
	}
	return args
}

// leaves visits the floats of a value in their order.
func leaves(v *value, visit func(*value)) {
	switch all := (*v).(type) {
	case aggregate:
		for k := range all {
			leaves(&all[k], visit)
		}
	default:
		visit(v)
	}
}

// port is a parameter or a result without its name.
func (c *checked) port(v *types.Var) Port {
	p, err := port(c.pkg, v)
	if err != nil {
		c.refuse(v.Pos(), "%s", err)
	}
	return p
}

func port(pkg *types.Package, v *types.Var) (Port, error) {
	p := Port{Type: typeName(v.Type(), types.RelativeTo(pkg))}
	wrong := ""
	var walk func(t types.Type, path string, inStruct bool) bool
	walk = func(t types.Type, path string, inStruct bool) bool {
		switch u := t.Underlying().(type) {
		case *types.Basic:
			p.Entries = append(p.Entries, path)
			ok := u.Kind() == types.Float64 && (!inStruct || types.Identical(t, u))
			if !ok && inStruct && wrong == "" {
				wrong = fmt.Sprintf(", and %s%s is of type %s", cmp.Or(v.Name(), "its "), path,
					types.TypeString(t, types.RelativeTo(pkg)))
			}
			return ok
		case *types.Array:
			ok := u.Len() > 0
			for k := int64(0); k < u.Len() && ok; k++ {
				ok = len(p.Entries) <= maxScalars && walk(u.Elem(), path+"["+strconv.FormatInt(k, 10)+"]",
					inStruct)
			}
			return ok
		case *types.Struct:
			ok := u.NumFields() > 0
			for f := range u.Fields() {
				ok = ok && f.Name() != "_" && len(p.Entries) <= maxScalars &&
					walk(f.Type(), path+"."+f.Name(), true)
			}
			return ok
		}
		if inStruct && wrong == "" {
			wrong = fmt.Sprintf(", and %s%s is of type %s", cmp.Or(v.Name(), "its "), path,
				types.TypeString(t, types.RelativeTo(pkg)))
		}
		return false
	}
	if !walk(v.Type(), "", false) || len(p.Entries) > maxScalars {
		return p,
			fmt.Errorf("%s is of type %s%s: parameters and results are float64, or arrays and structs of it, of 1 to %d entries",
				cmp.Or(v.Name(), "a result"), types.TypeString(v.Type(), types.RelativeTo(pkg)), wrong,
				maxScalars)
	}
	return p, nil
}

// typeName writes a type of floats with the names of structs alone: code of a
// Jacobian computes with plain float64s.
func typeName(t types.Type, in types.Qualifier) string {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return "[" + strconv.FormatInt(u.Len(), 10) + "]" + typeName(u.Elem(), in)
	case *types.Struct:
		return types.TypeString(t, in)
	}
	return t.Underlying().String()
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
	tries := make(map[string]int)
	for v := range p.Nodes {
		node := &p.Nodes[v]
		if node.Kind == Input || node.Kind == Constant {
			continue
		}
		wanted := cmp.Or(outputs[Value(v)], node.Name)
		name := wanted
		for name != "" && taken[name] {
			tries[wanted]++
			name = wanted + "'" + strconv.Itoa(tries[wanted]+1)
		}
		for name == "" || taken[name] {
			n++
			name = "t" + strconv.Itoa(n)
			if node.Kind.IsCondition() {
				name = "c" + strconv.Itoa(n)
			}
		}
		taken[name] = true
		node.Name = name
		if node.Text == "" {
			node.Text = p.Nodes[node.Args[0]].Name
		}
	}
}
