package source

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"facet/model/programs/decision"

	"golang.org/x/tools/go/ssa"
)

// Limits of what carrying a function out may take.
const (
	MaxSteps   = 10_000_000 // instructions and entries of arrays that are made or copied
	maxDepth   = 1000       // of calls
	maxEntries = 1_000_000  // of one array
	maxTruths  = 1 << 19    // nodes of diagrams of what branches depend on
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
	active    map[*ssa.Function]int // calls within branches on values
	nests     map[*ssa.Function]*nest
	path      decision.Truth // under which what is carried out now is needed
}

func newMachine(g *guard) *machine {
	b := &builder{truths: decision.NewConditions[Value](maxTruths)}
	m := &machine{
		guard: g, operators: &operators{guard: g, builder: b},
		globals: make(map[*ssa.Global]*value), ordered: make(map[*ssa.BasicBlock]bool),
		before: make(map[*ssa.Call][]*ssa.UnOp),
		active: make(map[*ssa.Function]int), nests: make(map[*ssa.Function]*nest),
	}
	m.operators.path = func() decision.Truth { return m.path }
	m.memory = &memory{guard: g, builder: b, fixed: make(map[*value]bool), concrete: m.concrete}
	return m
}

// frame is one call of a function.
type frame struct {
	env     map[ssa.Value]value
	defers  []*deferred
	start   decision.Truth // under which it was called
	ways    *ways          // nil while there is one
	changed *changes[ssa.Value]
}

func (f *frame) set(r ssa.Value, v value) {
	if f.changed != nil {
		f.changed.note(r, f.env[r])
	}
	f.env[r] = v
}

// block carries a basic block out, from a state's instruction on. It gives the next block;
// or, where it ends with a branch whose test is not known, that.
func (m *machine) block(f *frame, s *state) (to *ssa.BasicBlock, test decision.Truth, known bool) {
	for ; s.at < len(s.block.Instrs); s.at++ {
		m.guard.spend(1)
		instr := s.block.Instrs[s.at]
		if pos := instr.Pos(); pos.IsValid() {
			m.guard.pos = pos
		}
		switch instr := instr.(type) {
		case *ssa.Jump:
			return s.block.Succs[0], 0, true
		case *ssa.If:
			switch test := m.condition(f, instr.Cond); test {
			case decision.True:
				return s.block.Succs[0], 0, true
			case decision.False:
				return s.block.Succs[1], 0, true
			default:
				return nil, test, false
			}
		case *ssa.Return:
			results := make(tuple, len(instr.Results))
			for k, r := range instr.Results {
				results[k] = m.any(f, r)
			}
			if s.result, s.ended = results, true; len(results) == 1 {
				s.result = results[0]
			}
			return nil, 0, true
		case *ssa.Store:
			v := m.any(f, instr.Val)
			m.memory.store(m.get(f, instr.Addr).(*value), v)
			if _, isParameter := instr.Val.(*ssa.Parameter); !isParameter {
				m.christen(f, v, instr.Addr)
			}
		case *ssa.MapUpdate:
			m.memory.update(m.get(f, instr.Map).(*table), m.get(f, instr.Key), m.any(f, instr.Value))
		case *ssa.Defer:
			call := m.prepare(f, &instr.Call)
			stack := m.get(f, instr.DeferStack).(*[]*deferred)
			*stack = append((*stack)[:len(*stack):len(*stack)], &deferred{func() { call() }})
		case *ssa.RunDefers:
			for len(f.defers) > 0 {
				last := f.defers[len(f.defers)-1]
				f.defers = f.defers[:len(f.defers)-1]
				last.call()
			}
		case *ssa.Panic:
			if m.path != decision.True {
				m.guard.refuse("the function panics here for some inputs: return math.NaN() in its place, or write one function for each branch")
			}
			m.guard.refuse("the function panics here, whatever the inputs are")
		case ssa.Value:
			f.set(instr, m.eval(f, instr))
		default:
			m.guard.refuse("goroutines, channels and select cannot be taken")
		}
	}
	return nil, 0, true
}

// condition is the truth on which a branch depends, as far as the way so far leaves it open.
func (m *machine) condition(f *frame, cond ssa.Value) decision.Truth {
	t := m.get(f, cond).(decision.Truth)
	d := m.operators.builder.truths
	switch {
	case decision.IsKnown(t):
	case d.And(m.path, t) == decision.False:
		return decision.False
	case d.And(m.path, d.Not(t)) == decision.False:
		return decision.True
	default:
		if pos := cond.Pos(); pos.IsValid() {
			m.guard.pos = pos
		}
	}
	return t
}

// get is the value of an operand, which has to be one.
func (m *machine) get(f *frame, v ssa.Value) value { return m.concrete(m.any(f, v), v, nil) }

// any is the value of an operand, which may be one of several.
func (m *machine) any(f *frame, v ssa.Value) value {
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
		return m.any(f, i.X)
	case *ssa.ChangeInterface:
		return m.any(f, i.X)
	case *ssa.MakeInterface:
		return iface{i.X.Type(), m.any(f, i.X)}
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
		return m.memory.arrayOf(m.get(f, i.X).(slice), i.Type().Underlying().(*types.Pointer).Elem().
			Underlying().(*types.Array).Len())
	case *ssa.MakeSlice:
		of := i.Type().Underlying().(*types.Slice).Elem()
		return m.memory.makeSlice(of, m.get(f, i.Len).(whole), m.get(f, i.Cap).(whole))
	case *ssa.MakeMap:
		return &table{entries: make(map[value]*value)}
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
		switch a.Comment {
		case "complit", "slicelit", "varargs", "makeslice", "new": // no name of the source
			return ""
		}
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
		return truthOf(constant.BoolVal(c.Value))
	case basic.Info()&types.IsString != 0:
		return constant.StringVal(c.Value)
	}
	m.guard.refuse("a constant of type %s cannot be taken: use float64", c.Type())
	return nil
}
