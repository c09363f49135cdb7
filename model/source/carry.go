package source

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// What names and expressions stand for while a function is carried out: numbers
// are nodes of the program; whole numbers and truth values have to be known, so
// that loops can be unrolled.
type (
	number Value
	array  []any // of numbers or arrays
	known  struct{ constant.Value }
	tuple  []any
)

// copied gives an array of its own: arrays are values in Go.
func copied(v any) any {
	a, is := v.(array)
	if !is {
		return v
	}
	b := make(array, len(a))
	for k := range a {
		b[k] = copied(a[k])
	}
	return b
}

// frame is one call of a function.
type frame struct {
	decl   *ast.FuncDecl
	vars   map[types.Object]any
	result tuple
	depth  int
}

func newFrame(decl *ast.FuncDecl) *frame {
	return &frame{decl: decl, vars: make(map[types.Object]any)}
}

func (f *frame) set(o types.Object, v any) { f.vars[o] = v }

// flow is how a statement ends.
type flow uint8

const (
	goesOn flow = iota
	breaks
	continues
	returns
)

// body carries a function out and gives its results.
func (r *reader) body(f *frame, decl *ast.FuncDecl, signature *types.Signature) (tuple, error) {
	for v := range signature.Results().Variables() {
		if v.Name() != "" {
			zero, err := r.zero(decl, v.Type())
			if err != nil {
				return nil, err
			}
			f.set(v, zero)
		}
	}
	end, err := r.block(f, decl.Body.List)
	if err != nil {
		return nil, err
	}
	if end != returns {
		return nil, r.atPos(decl.End(), "function %s ends without a return", decl.Name.Name)
	}
	return f.result, nil
}

func (r *reader) zero(at ast.Node, t types.Type) (any, error) {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case t.Kind() == types.Float64:
			return number(r.build.constant(0)), nil
		case t.Info()&types.IsInteger != 0:
			return known{constant.MakeInt64(0)}, nil
		case t.Info()&types.IsBoolean != 0:
			return known{constant.MakeBool(false)}, nil
		}
	case *types.Array:
		if t.Len() > maxArray {
			return nil, r.at(at, "an array of %d entries: at most %d are possible", t.Len(), maxArray)
		}
		a := make(array, t.Len())
		for k := range a {
			e, err := r.zero(at, t.Elem())
			if err != nil {
				return nil, err
			}
			a[k] = e
		}
		return a, nil
	}
	return nil, r.at(at, "type %s cannot be taken: use float64, whole numbers and arrays", t)
}

func (r *reader) block(f *frame, list []ast.Stmt) (flow, error) {
	for _, s := range list {
		if end, err := r.statement(f, s); err != nil || end != goesOn {
			return end, err
		}
	}
	return goesOn, nil
}

func (r *reader) statement(f *frame, s ast.Stmt) (flow, error) {
	if r.steps++; r.steps > MaxSteps {
		return goesOn, r.at(s, "carrying the function out takes more than %d statements", MaxSteps)
	}
	if len(r.build.nodes) > MaxOperations {
		return goesOn, r.at(s, "the function comes to more than %d operations", MaxOperations)
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		return goesOn, r.assign(f, s)
	case *ast.DeclStmt:
		return goesOn, r.declare(f, s)
	case *ast.IncDecStmt:
		op := token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		old, err := r.expr(f, s.X)
		if err != nil {
			return goesOn, err
		}
		one := any(known{constant.MakeInt64(1)})
		if _, is := old.(number); is {
			one = number(r.build.constant(1))
		}
		v, err := r.binary(s, op, old, one)
		if err != nil {
			return goesOn, err
		}
		return goesOn, r.store(f, s.X, v)
	case *ast.BlockStmt:
		return r.block(f, s.List)
	case *ast.IfStmt:
		return r.branch(f, s)
	case *ast.ForStmt:
		return r.loop(f, s)
	case *ast.RangeStmt:
		return r.ranged(f, s)
	case *ast.ReturnStmt:
		return returns, r.result(f, s)
	case *ast.EmptyStmt:
		return goesOn, nil
	case *ast.BranchStmt:
		switch {
		case s.Label != nil:
		case s.Tok == token.BREAK:
			return breaks, nil
		case s.Tok == token.CONTINUE:
			return continues, nil
		}
		return goesOn, r.at(s, "%s cannot be taken here", s.Tok)
	}
	return goesOn, r.at(s, "this statement cannot be taken: a straight-line function has assignments, loops with constant bounds and a return")
}

func (r *reader) branch(f *frame, s *ast.IfStmt) (flow, error) {
	if s.Init != nil {
		if _, err := r.statement(f, s.Init); err != nil {
			return goesOn, err
		}
	}
	yes, err := r.condition(f, s.Cond, "a branch")
	switch {
	case err != nil:
		return goesOn, err
	case yes:
		return r.block(f, s.Body.List)
	case s.Else != nil:
		return r.statement(f, s.Else)
	}
	return goesOn, nil
}

// condition has to be known without the values of the inputs.
func (r *reader) condition(f *frame, e ast.Expr, what string) (bool, error) {
	v, err := r.expr(f, e)
	if err != nil {
		return false, err
	}
	k, is := v.(known)
	if !is || k.Kind() != constant.Bool {
		return false, r.at(e, "%s on a value: which way it goes depends on the inputs, a straight-line function has one way", what)
	}
	return constant.BoolVal(k.Value), nil
}

func (r *reader) loop(f *frame, s *ast.ForStmt) (flow, error) {
	if s.Cond == nil {
		return goesOn, r.at(s, "a loop without a bound cannot be unrolled: give it a constant one")
	}
	if s.Init != nil {
		if _, err := r.statement(f, s.Init); err != nil {
			return goesOn, err
		}
	}
	for {
		yes, err := r.condition(f, s.Cond, "a loop without a constant bound: it depends")
		if err != nil || !yes {
			return goesOn, err
		}
		end, err := r.block(f, s.Body.List)
		if err != nil || end == returns {
			return end, err
		}
		if end == breaks {
			return goesOn, nil
		}
		if s.Post != nil {
			if _, err := r.statement(f, s.Post); err != nil {
				return goesOn, err
			}
		}
		if r.steps++; r.steps > MaxSteps {
			return goesOn, r.at(s, "carrying the function out takes more than %d statements", MaxSteps)
		}
	}
}

func (r *reader) ranged(f *frame, s *ast.RangeStmt) (flow, error) {
	over, err := r.expr(f, s.X)
	if err != nil {
		return goesOn, err
	}
	var n int64
	entries, isArray := over.(array)
	if k, is := over.(known); is && k.Kind() == constant.Int {
		n, _ = constant.Int64Val(k.Value)
	} else if isArray {
		n = int64(len(entries))
	} else {
		return goesOn, r.at(s.X, "only a constant number and an array can be ranged over")
	}
	for k := int64(0); k < n; k++ {
		if s.Key != nil {
			if err := r.bind(f, s.Key, known{constant.MakeInt64(k)}); err != nil {
				return goesOn, err
			}
		}
		if s.Value != nil && isArray {
			if err := r.bind(f, s.Value, copied(entries[k])); err != nil {
				return goesOn, err
			}
		}
		end, err := r.block(f, s.Body.List)
		if err != nil || end == returns {
			return end, err
		}
		if end == breaks {
			break
		}
		if r.steps++; r.steps > MaxSteps {
			return goesOn, r.at(s, "carrying the function out takes more than %d statements", MaxSteps)
		}
	}
	return goesOn, nil
}

// result evaluates what is returned.
func (r *reader) result(f *frame, s *ast.ReturnStmt) error {
	f.result = nil
	if len(s.Results) == 0 {
		signature := r.info.Defs[f.decl.Name].Type().(*types.Signature)
		for v := range signature.Results().Variables() {
			f.result = append(f.result, copied(f.vars[v]))
		}
		return nil
	}
	for _, e := range s.Results {
		v, err := r.expr(f, e)
		if err != nil {
			return err
		}
		if all, is := v.(tuple); is {
			f.result = append(f.result, all...)
		} else {
			f.result = append(f.result, copied(v))
		}
	}
	return nil
}

func (r *reader) declare(f *frame, s *ast.DeclStmt) error {
	d := s.Decl.(*ast.GenDecl)
	if d.Tok == token.TYPE {
		return r.at(s, "a type cannot be declared in a straight-line function")
	}
	if d.Tok == token.CONST {
		return nil // the type checker knows their values
	}
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		if len(v.Values) > 0 {
			lhs := make([]ast.Expr, len(v.Names))
			for k, n := range v.Names {
				lhs[k] = n
			}
			if err := r.assignAll(f, s, lhs, v.Values); err != nil {
				return err
			}
			continue
		}
		for _, n := range v.Names {
			if n.Name == "_" {
				continue
			}
			zero, err := r.zero(n, r.info.Defs[n].Type())
			if err != nil {
				return err
			}
			f.set(r.info.Defs[n], zero)
		}
	}
	return nil
}

func (r *reader) assign(f *frame, s *ast.AssignStmt) error {
	if s.Tok == token.ASSIGN || s.Tok == token.DEFINE {
		return r.assignAll(f, s, s.Lhs, s.Rhs)
	}
	op, ok := map[token.Token]token.Token{
		token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL,
		token.QUO_ASSIGN: token.QUO, token.REM_ASSIGN: token.REM,
	}[s.Tok]
	if !ok {
		return r.at(s, "%s cannot be taken", s.Tok)
	}
	left, err := r.expr(f, s.Lhs[0])
	if err != nil {
		return err
	}
	right, err := r.expr(f, s.Rhs[0])
	if err != nil {
		return err
	}
	v, err := r.binary(s, op, left, right)
	if err != nil {
		return err
	}
	return r.store(f, s.Lhs[0], v)
}

func (r *reader) assignAll(f *frame, at ast.Node, lhs, rhs []ast.Expr) error {
	var values []any
	for _, e := range rhs {
		v, err := r.expr(f, e)
		if err != nil {
			return err
		}
		if all, is := v.(tuple); is {
			values = append(values, all...)
		} else {
			values = append(values, copied(v))
		}
	}
	if len(values) != len(lhs) {
		return r.at(at, "%d values for %d names", len(values), len(lhs))
	}
	for k, l := range lhs {
		if err := r.store(f, l, values[k]); err != nil {
			return err
		}
	}
	return nil
}

// bind gives a loop's variable its value.
func (r *reader) bind(f *frame, e ast.Expr, v any) error { return r.store(f, e, v) }

// store assigns to a name or to an entry of an array.
func (r *reader) store(f *frame, e ast.Expr, v any) error {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.store(f, e.X, v)
	case *ast.Ident:
		if e.Name == "_" {
			return nil
		}
		o := r.info.Defs[e]
		if o == nil {
			o = r.info.Uses[e]
		}
		if _, isVar := o.(*types.Var); !isVar || o.Parent() != nil && o.Parent().Parent() == types.Universe {
			return r.at(e, "%s is not a variable of the function", e.Name)
		}
		f.set(o, v)
		r.christen(v, e.Name)
		return nil
	case *ast.IndexExpr:
		a, k, err := r.entry(f, e)
		if err != nil {
			return err
		}
		a[k] = v
		if name, is := e.X.(*ast.Ident); is {
			r.christen(v, name.Name+"["+itoa(k)+"]")
		}
		return nil
	}
	return r.at(e, "this cannot be assigned to")
}

// christen names an operation after the variable that it was made for.
func (r *reader) christen(v any, name string) {
	if n, is := v.(number); is {
		if node := &r.build.nodes[n]; node.Kind >= Add && node.Name == "" {
			node.Name = name
		}
	}
}

// entry finds an entry of an array that is stored in a variable.
func (r *reader) entry(f *frame, e *ast.IndexExpr) (array, int, error) {
	base, err := r.expr(f, e.X)
	if err != nil {
		return nil, 0, err
	}
	a, is := base.(array)
	if !is {
		return nil, 0, r.at(e, "only arrays have entries: slices and maps cannot be taken")
	}
	index, err := r.expr(f, e.Index)
	if err != nil {
		return nil, 0, err
	}
	k, is := index.(known)
	if !is || k.Kind() != constant.Int {
		return nil, 0, r.at(e.Index, "the index is not constant")
	}
	n, exact := constant.Int64Val(k.Value)
	if !exact || n < 0 || n >= int64(len(a)) {
		return nil, 0, r.at(e.Index, "the index is %s, the array has %d entries", k.Value, len(a))
	}
	return a, int(n), nil
}

// known functions, for messages.
func knownFunctions() string { return strings.Join(slices.Sorted(maps.Keys(functions)), ", ") }
