package source

import (
	"go/constant"
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

// machine carries functions out in Go's own semantics, which are those of their SSA
// form: guard counts its steps, memory has the variables, operators compute.
type machine struct {
	guard     *guard
	memory    *memory
	operators *operators
	program   *ssa.Program
	globals   map[*ssa.Global]*value
	ordered   map[*ssa.BasicBlock]bool
	before    map[*ssa.Call][]*ssa.UnOp // see readBefore
	depth     int
}

func newMachine(g *guard) *machine {
	b := &builder{}
	return &machine{
		guard: g, memory: &memory{guard: g, builder: b, fixed: make(map[*value]bool)}, operators: &operators{guard: g, builder: b},
		globals: make(map[*ssa.Global]*value), ordered: make(map[*ssa.BasicBlock]bool), before: make(map[*ssa.Call][]*ssa.UnOp),
	}
}

// frame is one call of a function.
type frame struct {
	env    map[ssa.Value]value
	defers []func()
}

// run carries a function out and gives its result.
func (m *machine) run(fn *ssa.Function, args, bound []value) value {
	if m.depth++; m.depth > maxDepth {
		m.guard.refuse("calls are nested more than %d deep: %s may call itself", maxDepth, fn.Name())
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
		m.guard.spend(1)
		if pos := instr.Pos(); pos.IsValid() {
			m.guard.pos = pos
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
			m.memory.store(m.get(f, instr.Addr).(*value), v)
			if _, isParameter := instr.Val.(*ssa.Parameter); !isParameter {
				m.christen(f, v, instr.Addr)
			}
		case *ssa.MapUpdate:
			m.memory.update(m.get(f, instr.Map).(*table), m.get(f, instr.Key), m.get(f, instr.Value))
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
			m.guard.refuse("the function panics here, whatever the inputs are")
		case *ssa.Phi:
			for k, pred := range block.Preds {
				if pred == from {
					f.env[instr] = m.get(f, instr.Edges[k])
				}
			}
		case ssa.Value:
			f.env[instr] = m.eval(f, instr)
		default:
			m.guard.refuse("goroutines, channels and select cannot be taken")
		}
	}
	return nil, nil
}

// condition has to be known without the values of the inputs.
func (m *machine) condition(f *frame, cond ssa.Value) bool {
	b, isKnown := m.get(f, cond).(bool)
	if !isKnown {
		if pos := cond.Pos(); pos.IsValid() {
			m.guard.pos = pos
		}
		if m.guard.source.inLoop(m.guard.pos) {
			m.guard.refuse("a loop that ends by a value: how often it turns depends on the inputs, give it a constant bound")
		}
		m.guard.refuse("a branch on a value: which way it goes depends on the inputs, a straight-line function has one way")
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
		m.guard.fits(t)
		cell := m.memory.zero(t)
		return &cell
	case *ssa.UnOp:
		if i.Op == token.MUL {
			return m.memory.copied(*m.guard.follow(m.get(f, i.X)))
		}
		return m.operators.unary(i, m.get(f, i.X))
	case *ssa.BinOp:
		return m.operators.binary(i.Op, i.X.Type(), i.Y.Type(), m.get(f, i.X), m.get(f, i.Y))
	case *ssa.Call:
		at := m.guard.pos
		result := m.prepare(f, &i.Call)()
		m.guard.pos = at
		m.inOrder(f, i)
		return result
	case *ssa.Convert:
		return m.operators.convert(i.Type(), i.X.Type(), m.get(f, i.X))
	case *ssa.ChangeType:
		return m.get(f, i.X)
	case *ssa.ChangeInterface:
		return m.get(f, i.X)
	case *ssa.MakeInterface:
		return iface{i.X.Type(), m.get(f, i.X)}
	case *ssa.TypeAssert:
		return m.memory.assert(i, m.get(f, i.X).(iface))
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
		return &m.memory.aggregateAt(m.get(f, i.X))[i.Field]
	case *ssa.Index:
		return m.memory.index(m.get(f, i.X), m.get(f, i.Index).(whole))
	case *ssa.IndexAddr:
		return m.memory.entry(m.get(f, i.X), m.get(f, i.Index).(whole))
	case *ssa.Lookup:
		return m.memory.lookup(i, m.get(f, i.X), m.get(f, i.Index))
	case *ssa.Slice:
		return m.memory.slice(m.get(f, i.X), m.bound(f, i.Low), m.bound(f, i.High), m.bound(f, i.Max))
	case *ssa.SliceToArrayPointer:
		return m.memory.arrayOf(m.get(f, i.X).(slice), i.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Len())
	case *ssa.MakeSlice:
		return m.memory.makeSlice(i.Type().Underlying().(*types.Slice).Elem(), m.get(f, i.Len).(whole), m.get(f, i.Cap).(whole))
	case *ssa.MakeMap:
		return &table{entries: make(map[value]value)}
	case *ssa.Range:
		m.guard.refuse("a range over a map or a text cannot be taken: a map has no order, use an array")
	}
	m.guard.refuse("goroutines, channels and select cannot be taken")
	return nil
}

// christen names an operation after the variable that it is stored in.
func (m *machine) christen(f *frame, v value, addr ssa.Value) {
	if n, is := v.(number); is {
		if node := &m.operators.builder.nodes[n]; node.Kind >= Add && node.Name == "" {
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

// bound is a bound of a slice expression, -1 where there is none.
func (m *machine) bound(f *frame, v ssa.Value) int {
	if v == nil {
		return -1
	}
	k := m.get(f, v).(whole)
	if k < 0 || k > maxEntries {
		m.guard.refuse("the bound %d is outside of the slice", k)
	}
	return int(k)
}

// constantOf is a constant of the source.
func (m *machine) constantOf(c *ssa.Const) value {
	if c.Value == nil {
		m.guard.fits(c.Type())
		return m.memory.zero(c.Type())
	}
	basic, is := c.Type().Underlying().(*types.Basic)
	switch {
	case !is:
	case basic.Kind() == types.Float64 || basic.Kind() == types.UntypedFloat:
		f, _ := constant.Float64Val(constant.ToFloat(c.Value))
		return m.operators.constant(f)
	case basic.Info()&types.IsUnsigned != 0:
		u, _ := constant.Uint64Val(constant.ToInt(c.Value))
		return whole(u)
	case basic.Info()&types.IsInteger != 0:
		i, _ := constant.Int64Val(constant.ToInt(c.Value))
		return whole(i)
	case basic.Info()&types.IsBoolean != 0:
		return constant.BoolVal(c.Value)
	case basic.Info()&types.IsString != 0:
		return constant.StringVal(c.Value)
	}
	m.guard.refuse("a constant of type %s cannot be taken: use float64", c.Type())
	return nil
}
