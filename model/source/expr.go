package source

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

func itoa(k int) string { return strconv.Itoa(k) }

// expr evaluates an expression.
func (r *reader) expr(f *frame, e ast.Expr) (any, error) {
	if tv, ok := r.info.Types[e]; ok && tv.Value != nil {
		return r.constant(e, tv)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.expr(f, e.X)
	case *ast.Ident:
		if v, ok := f.vars[r.info.Uses[e]]; ok {
			return v, nil
		}
		return nil, r.at(e, "%s is not known in the function: package variables and functions as values cannot be taken", e.Name)
	case *ast.UnaryExpr:
		return r.unary(f, e)
	case *ast.BinaryExpr:
		return r.binaryExpr(f, e)
	case *ast.IndexExpr:
		a, k, err := r.entry(f, e)
		if err != nil {
			return nil, err
		}
		return a[k], nil
	case *ast.CallExpr:
		return r.call(f, e)
	case *ast.CompositeLit:
		return r.literal(f, e)
	}
	return nil, r.at(e, "this expression cannot be taken: a straight-line function has numbers, arrays, + - * / and calls")
}

func (r *reader) constant(e ast.Expr, tv types.TypeAndValue) (any, error) {
	basic, is := tv.Type.Underlying().(*types.Basic)
	switch {
	case !is:
	case basic.Info()&types.IsFloat != 0:
		if basic.Kind() == types.Float32 {
			return nil, r.at(e, "float32 cannot be taken: use float64")
		}
		c, _ := constant.Float64Val(tv.Value)
		return number(r.build.constant(c)), nil
	case basic.Info()&(types.IsInteger|types.IsBoolean) != 0:
		return known{tv.Value}, nil
	}
	return nil, r.at(e, "a constant of type %s cannot be taken", tv.Type)
}

func (r *reader) unary(f *frame, e *ast.UnaryExpr) (any, error) {
	v, err := r.expr(f, e.X)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case number:
		switch e.Op {
		case token.ADD:
			return v, nil
		case token.SUB:
			return r.operation(e, Neg, "", Value(v)), nil
		}
	case known:
		return known{constant.UnaryOp(e.Op, v.Value, 0)}, nil
	}
	return nil, r.at(e, "%s cannot be taken here", e.Op)
}

func (r *reader) binaryExpr(f *frame, e *ast.BinaryExpr) (any, error) {
	left, err := r.expr(f, e.X)
	if err != nil {
		return nil, err
	}
	if k, is := left.(known); is && k.Kind() == constant.Bool && (e.Op == token.LAND || e.Op == token.LOR) && constant.BoolVal(k.Value) == (e.Op == token.LOR) {
		return left, nil
	}
	right, err := r.expr(f, e.Y)
	if err != nil {
		return nil, err
	}
	return r.binary(e, e.Op, left, right)
}

// binary carries out an operation on numbers or on known values.
func (r *reader) binary(at ast.Node, op token.Token, left, right any) (any, error) {
	a, isNumber := left.(number)
	b, alsoNumber := right.(number)
	if isNumber && alsoNumber {
		kind, ok := map[token.Token]Kind{token.ADD: Add, token.SUB: Sub, token.MUL: Mul, token.QUO: Div}[op]
		switch {
		case ok && kind == Div && r.build.isValue(Value(b), 0):
			return nil, r.at(at, "a division by zero")
		case ok:
			return r.operation(at, kind, "", Value(a), Value(b)), nil
		case r.build.isConstant(Value(a)) && r.build.isConstant(Value(b)):
			x, y := constant.MakeFloat64(r.build.nodes[a].Const), constant.MakeFloat64(r.build.nodes[b].Const)
			if isComparison(op) && x.Kind() != constant.Unknown && y.Kind() != constant.Unknown {
				return known{constant.MakeBool(constant.Compare(x, op, y))}, nil
			}
		case isComparison(op):
			return unknown{}, nil
		}
		return nil, r.at(at, "%s cannot be taken on numbers", op)
	}
	x, isKnown := left.(known)
	y, alsoKnown := right.(known)
	if !isKnown || !alsoKnown {
		if _, un := left.(unknown); un {
			return unknown{}, nil
		}
		if _, un := right.(unknown); un {
			return unknown{}, nil
		}
		return nil, r.at(at, "%s cannot be taken here", op)
	}
	switch {
	case isComparison(op):
		return known{constant.MakeBool(constant.Compare(x.Value, op, y.Value))}, nil
	case (op == token.QUO || op == token.REM) && constant.Sign(y.Value) == 0:
		return nil, r.at(at, "a division by zero")
	case op == token.QUO:
		op = token.QUO_ASSIGN // go/constant's sign for the division of whole numbers
	case op == token.SHL || op == token.SHR || x.Kind() == constant.Int && constant.BitLen(x.Value) > 63:
		return nil, r.at(at, "%s cannot be taken here", op)
	}
	v := constant.BinaryOp(x.Value, op, y.Value)
	if v.Kind() == constant.Int && constant.BitLen(v) > 63 {
		return nil, r.at(at, "a whole number beyond 63 bits")
	}
	return known{v}, nil
}

// unknown is a truth value that depends on the inputs.
type unknown struct{}

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// operation adds an operation with its text and line.
func (r *reader) operation(at ast.Node, kind Kind, fn string, args ...Value) number {
	before := len(r.build.nodes)
	v := r.build.operation(kind, fn, r.fset.Position(at.Pos()).Line, args...)
	if int(v) >= before && r.build.nodes[v].Kind >= Add {
		r.build.nodes[v].Text = r.textOf(at)
	}
	return number(v)
}

// textOf is the source of a node on one line, shortened where it is long.
func (r *reader) textOf(n ast.Node) string {
	text := oneLine(r.text[r.fset.Position(n.Pos()).Offset:r.fset.Position(n.End()).Offset])
	if runes := []rune(text); len(runes) > 60 {
		text = string(runes[:57]) + "..."
	}
	return strings.ToValidUTF8(text, "?")
}

func (r *reader) call(f *frame, e *ast.CallExpr) (any, error) {
	if tv := r.info.Types[e.Fun]; tv.IsType() {
		return r.convert(f, e, tv.Type)
	}
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.SelectorExpr:
		return r.callMath(f, e, fun.Sel.Name)
	case *ast.Ident:
		o := r.info.Uses[fun]
		if _, is := o.(*types.Builtin); is {
			return r.builtin(f, e, fun.Name)
		}
		if decl := r.functions[o]; decl != nil {
			return r.callLocal(f, e, decl)
		}
	}
	return nil, r.at(e, "this call cannot be taken: only math and functions of the same file can be called")
}

func (r *reader) convert(f *frame, e *ast.CallExpr, t types.Type) (any, error) {
	v, err := r.expr(f, e.Args[0])
	if err != nil {
		return nil, err
	}
	basic, _ := t.Underlying().(*types.Basic)
	switch v := v.(type) {
	case number:
		if basic != nil && basic.Kind() == types.Float64 {
			return v, nil
		}
	case known:
		switch {
		case basic == nil || v.Kind() != constant.Int:
		case basic.Kind() == types.Float64:
			c, _ := constant.Float64Val(constant.ToFloat(v.Value))
			return number(r.build.constant(c)), nil
		case basic.Info()&types.IsInteger != 0:
			return v, nil
		}
	case array:
		return v, nil
	}
	return nil, r.at(e, "a conversion to %s cannot be taken", t)
}

func (r *reader) callMath(f *frame, e *ast.CallExpr, name string) (any, error) {
	if _, ok := functions[name]; !ok {
		return nil, r.at(e, "math.%s cannot be taken: derivatives are known of %s", name, knownFunctions())
	}
	args := make([]Value, len(e.Args))
	for k, a := range e.Args {
		v, err := r.expr(f, a)
		if err != nil {
			return nil, err
		}
		n, is := v.(number)
		if !is {
			return nil, r.at(a, "math.%s takes one number for each operand", name)
		}
		args[k] = Value(n)
	}
	return r.operation(e, Call, name, args...), nil
}

func (r *reader) builtin(f *frame, e *ast.CallExpr, name string) (any, error) {
	if name == "len" && len(e.Args) == 1 {
		if v, err := r.expr(f, e.Args[0]); err != nil {
			return nil, err
		} else if a, is := v.(array); is {
			return known{constant.MakeInt64(int64(len(a)))}, nil
		}
	}
	return nil, r.at(e, "%s cannot be taken", name)
}

// callLocal carries a function of the same file out in place.
func (r *reader) callLocal(f *frame, e *ast.CallExpr, decl *ast.FuncDecl) (any, error) {
	if f.depth >= maxDepth {
		return nil, r.at(e, "calls are nested more than %d deep: %s may call itself", maxDepth, decl.Name.Name)
	}
	signature := r.info.Defs[decl.Name].Type().(*types.Signature)
	if err := r.plain(decl, signature); err != nil {
		return nil, err
	}
	var args []any
	for _, a := range e.Args {
		v, err := r.expr(f, a)
		if err != nil {
			return nil, err
		}
		if all, is := v.(tuple); is {
			args = append(args, all...)
		} else {
			args = append(args, copied(v))
		}
	}
	inner := newFrame(decl)
	inner.depth = f.depth + 1
	k := 0
	for v := range signature.Params().Variables() {
		inner.set(v, args[k])
		k++
	}
	results, err := r.body(inner, decl, signature)
	if err != nil {
		return nil, err
	}
	if len(results) == 1 {
		return results[0], nil
	}
	return results, nil
}

func (r *reader) literal(f *frame, e *ast.CompositeLit) (any, error) {
	t := r.info.Types[e].Type
	if _, is := t.Underlying().(*types.Array); !is {
		return nil, r.at(e, "a value of type %s cannot be taken: use arrays", t)
	}
	zero, err := r.zero(e, t)
	if err != nil {
		return nil, err
	}
	a := zero.(array)
	at := 0
	for _, element := range e.Elts {
		value := element
		if pair, is := element.(*ast.KeyValueExpr); is {
			key := r.info.Types[pair.Key].Value
			n, exact := constant.Int64Val(constant.ToInt(key))
			if !exact {
				return nil, r.at(pair, "the index is not constant")
			}
			at, value = int(n), pair.Value
		}
		v, err := r.expr(f, value)
		if err != nil {
			return nil, err
		}
		a[at] = copied(v)
		at++
	}
	return a, nil
}
