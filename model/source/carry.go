package source

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// Limits of what carrying a function out may take.
const (
	MaxSteps   = 10_000_000 // instructions and entries of arrays that are made or copied
	maxDepth   = 1000       // of calls
	maxEntries = 1_000_000  // of one array
)

// machine carries functions out in Go's own semantics, which are those of their
// SSA form: whole numbers, truth values and all memory are known, floats are nodes
// of the program that is built on the way.
type machine struct {
	*guard
	program *ssa.Program
	builder builder
	globals map[*ssa.Global]*value
	fixed   map[*value]bool // what belongs to variables of the package
	ordered map[*ssa.BasicBlock]bool
	before  map[*ssa.Call][]*ssa.UnOp // see readBefore
	depth   int
}

// guard ends reading where a function cannot be taken.
type guard struct {
	*checked
	ctx   context.Context
	steps int64
	pos   token.Pos // of the instruction that is carried out
}

// frame is one call of a function.
type frame struct {
	env    map[ssa.Value]value
	defers []func()
}

// refuse ends reading at the instruction that is carried out.
func (m *guard) refuse(format string, args ...any) { m.checked.refuse(m.pos, format, args...) }

// spend counts what is done, and ends reading when that is too much or when
// nobody waits for it any more.
func (m *guard) spend(n int64) {
	before := m.steps
	if n > MaxSteps || m.steps+n > MaxSteps {
		m.refuse("carrying the function out takes more than %d steps: give it fewer turns or smaller arrays", MaxSteps)
	}
	if m.steps += n; m.steps>>12 != before>>12 && m.ctx.Err() != nil {
		panic(refusal{fmt.Errorf("reading the function was stopped: %w", context.Cause(m.ctx))})
	}
}

// run carries a function out and gives its result.
func (m *machine) run(fn *ssa.Function, args, bound []value) value {
	if m.depth++; m.depth > maxDepth {
		m.refuse("calls are nested more than %d deep: %s may call itself", maxDepth, fn.Name())
	}
	defer func() { m.depth-- }()
	f := &frame{env: make(map[ssa.Value]value)}
	for k, p := range fn.Params {
		f.env[p] = args[k]
	}
	for k, v := range fn.FreeVars {
		f.env[v] = bound[k]
	}
	var from *ssa.BasicBlock
	for block := fn.Blocks[0]; ; {
		to, result := m.block(f, from, block)
		if to == nil {
			return result
		}
		from, block = block, to
	}
}

// block carries out a basic block: it gives the next one, or the result.
func (m *machine) block(f *frame, from, block *ssa.BasicBlock) (*ssa.BasicBlock, value) {
	for _, instr := range block.Instrs {
		m.spend(1)
		if pos := instr.Pos(); pos.IsValid() {
			m.pos = pos
		}
		switch instr := instr.(type) {
		case *ssa.Jump:
			return block.Succs[0], nil
		case *ssa.If:
			if m.condition(f, instr.Cond) {
				return block.Succs[0], nil
			}
			return block.Succs[1], nil
		case *ssa.Return:
			results := make(tuple, len(instr.Results))
			for k, r := range instr.Results {
				results[k] = m.get(f, r)
			}
			if len(results) == 1 {
				return nil, results[0]
			}
			return nil, results
		case *ssa.Store:
			v := m.get(f, instr.Val)
			m.store(m.get(f, instr.Addr).(*value), v)
			if _, isParameter := instr.Val.(*ssa.Parameter); !isParameter {
				m.christen(f, v, instr.Addr)
			}
		case *ssa.MapUpdate:
			m.update(m.get(f, instr.Map).(*table), m.get(f, instr.Key), m.get(f, instr.Value))
		case *ssa.Defer:
			call := m.prepare(f, &instr.Call)
			stack := m.get(f, instr.DeferStack).(*[]func())
			*stack = append(*stack, func() { call() })
		case *ssa.RunDefers:
			for len(f.defers) > 0 {
				last := f.defers[len(f.defers)-1]
				f.defers = f.defers[:len(f.defers)-1]
				last()
			}
		case *ssa.Panic:
			m.refuse("the function panics here, whatever the inputs are")
		case *ssa.Phi:
			for k, pred := range block.Preds {
				if pred == from {
					f.env[instr] = m.get(f, instr.Edges[k])
				}
			}
		case ssa.Value:
			f.env[instr] = m.eval(f, instr)
		default:
			m.refuse("goroutines, channels and select cannot be taken")
		}
	}
	return nil, nil
}

// condition has to be known without the values of the inputs.
func (m *machine) condition(f *frame, cond ssa.Value) bool {
	b, isKnown := m.get(f, cond).(bool)
	if !isKnown {
		if pos := cond.Pos(); pos.IsValid() {
			m.pos = pos
		}
		if m.inLoop(m.pos) {
			m.refuse("a loop that ends by a value: how often it turns depends on the inputs, give it a constant bound")
		}
		m.refuse("a branch on a value: which way it goes depends on the inputs, a straight-line function has one way")
	}
	return b
}

// get is the value of an operand.
func (m *machine) get(f *frame, v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		return m.constantOf(v)
	case *ssa.Function:
		return &closure{fn: v}
	case *ssa.Global:
		return m.globals[v]
	}
	return f.env[v]
}

// eval carries out an instruction that has a value.
func (m *machine) eval(f *frame, instr ssa.Value) value {
	switch i := instr.(type) {
	case *ssa.Alloc:
		t := i.Type().Underlying().(*types.Pointer).Elem()
		m.fits(t)
		cell := m.zero(t)
		return &cell
	case *ssa.UnOp:
		return m.unary(i, m.get(f, i.X))
	case *ssa.BinOp:
		return m.binary(i.Op, i.X.Type(), i.Y.Type(), m.get(f, i.X), m.get(f, i.Y))
	case *ssa.Call:
		at := m.pos
		result := m.prepare(f, &i.Call)()
		m.pos = at
		m.inOrder(f, i)
		return result
	case *ssa.Convert:
		return m.convert(i.Type(), i.X.Type(), m.get(f, i.X))
	case *ssa.ChangeType:
		return m.get(f, i.X)
	case *ssa.ChangeInterface:
		return m.get(f, i.X)
	case *ssa.MakeInterface:
		return iface{i.X.Type(), m.get(f, i.X)}
	case *ssa.TypeAssert:
		return m.assert(i, m.get(f, i.X).(iface))
	case *ssa.MakeClosure:
		c := &closure{fn: i.Fn.(*ssa.Function)}
		for _, b := range i.Bindings {
			c.bound = append(c.bound, m.get(f, b))
		}
		return c
	case *ssa.Extract:
		return m.get(f, i.Tuple).(tuple)[i.Index]
	case *ssa.Field:
		return m.get(f, i.X).(aggregate)[i.Field]
	case *ssa.FieldAddr:
		return &m.aggregateAt(m.get(f, i.X))[i.Field]
	case *ssa.Index:
		return m.index(m.get(f, i.X), m.get(f, i.Index).(whole))
	case *ssa.IndexAddr:
		return m.entry(m.get(f, i.X), m.get(f, i.Index).(whole))
	case *ssa.Lookup:
		return m.lookup(i, m.get(f, i.X), m.get(f, i.Index))
	case *ssa.Slice:
		return m.slice(m.get(f, i.X), m.bound(f, i.Low), m.bound(f, i.High), m.bound(f, i.Max))
	case *ssa.SliceToArrayPointer:
		return m.arrayOf(m.get(f, i.X).(slice), i.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Len())
	case *ssa.MakeSlice:
		return m.makeSlice(i.Type().Underlying().(*types.Slice).Elem(), m.get(f, i.Len).(whole), m.get(f, i.Cap).(whole))
	case *ssa.MakeMap:
		return &table{entries: make(map[value]value)}
	case *ssa.Range:
		m.refuse("a range over a map or a text cannot be taken: a map has no order, use an array")
	}
	m.refuse("goroutines, channels and select cannot be taken")
	return nil
}

func (m *machine) unary(i *ssa.UnOp, x value) value {
	switch i.Op {
	case token.MUL:
		return m.copied(*m.follow(x))
	case token.NOT:
		return negated(x)
	case token.SUB:
		if n, is := x.(number); is {
			return m.operation(Neg, "", Value(n))
		}
		return wrap(i.Type(), -int64(x.(whole)))
	case token.XOR:
		return wrap(i.Type(), ^int64(x.(whole)))
	}
	m.refuse("goroutines, channels and select cannot be taken")
	return nil
}

// follow gives what a pointer leads to.
func (m *guard) follow(v value) *value {
	p := v.(*value)
	if p == nil {
		m.refuse("a nil pointer is followed")
	}
	return p
}

func (m *machine) aggregateAt(v value) aggregate { return (*m.follow(v)).(aggregate) }

// operation adds an operation to the program, with its text and line.
func (m *machine) operation(kind Kind, fn string, args ...Value) number {
	before := len(m.builder.nodes)
	v := m.builder.operation(kind, fn, m.fset.PositionFor(m.pos, false).Line, args...)
	if n := &m.builder.nodes[v]; int(v) >= before && n.Kind >= Add {
		if at := m.places[m.pos]; at != nil {
			n.Text = m.textOf(at)
		}
		if before > MaxOperations {
			m.refuse("the function comes to more than %d operations", MaxOperations)
		}
	}
	return number(v)
}

// christen names an operation after the variable that it is stored in.
func (m *machine) christen(f *frame, v value, addr ssa.Value) {
	if n, is := v.(number); is {
		if node := &m.builder.nodes[n]; node.Kind >= Add && node.Name == "" {
			node.Name = m.nameOf(f, addr)
		}
	}
}

// nameOf is what the source calls the place that a pointer leads to.
func (m *machine) nameOf(f *frame, addr ssa.Value) string {
	base, suffix := ssa.Value(nil), ""
	switch a := addr.(type) {
	case *ssa.Alloc:
		if token.IsIdentifier(a.Comment) {
			return a.Comment
		}
		return ""
	case *ssa.FreeVar:
		return a.Name()
	case *ssa.UnOp:
		return m.nameOf(f, a.X)
	case *ssa.IndexAddr:
		base, suffix = a.X, "["+strconv.Itoa(int(m.get(f, a.Index).(whole)))+"]"
	case *ssa.FieldAddr:
		t := a.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
		base, suffix = a.X, "."+t.Field(a.Field).Name()
	default:
		return ""
	}
	if name := m.nameOf(f, base); name != "" {
		return name + suffix
	}
	return ""
}

// inLoop tells whether a place stands in the condition of a loop.
func (m *machine) inLoop(pos token.Pos) bool {
	found := false
	for n := range m.needed {
		ast.Inspect(n, func(n ast.Node) bool {
			if loop, is := n.(*ast.ForStmt); is && loop.Cond != nil && loop.Cond.Pos() <= pos && pos < loop.Cond.End() {
				found = true
			}
			return !found
		})
	}
	return found
}
