package source

import "golang.org/x/tools/go/ssa"

// readBefore lists the variables that an expression reads before it calls a
// function and uses afterwards. If the call changes one, Go does not say which
// comes first, and compilers differ.
func (m *machine) readBefore(call *ssa.Call) []*ssa.UnOp {
	block := call.Block()
	if _, done := m.ordered[block]; !done {
		m.ordered[block] = true
		at := make(map[ssa.Instruction]int, len(block.Instrs))
		var calls []int
		for k, instr := range block.Instrs {
			at[instr] = k
			if c, is := instr.(*ssa.Call); is {
				if _, isBuiltin := c.Call.Value.(*ssa.Builtin); !isBuiltin {
					calls = append(calls, k)
				}
			}
		}
		next := 0
		for k, instr := range block.Instrs {
			for next < len(calls) && calls[next] <= k {
				next++
			}
			load, is := instr.(*ssa.UnOp)
			if !is || load.Referrers() == nil {
				continue
			}
			last := k
			for _, user := range *load.Referrers() {
				last = max(last, at[user])
			}
			for _, c := range calls[next:] {
				if c >= last {
					break
				}
				m.before[block.Instrs[c].(*ssa.Call)] = append(m.before[block.Instrs[c].(*ssa.Call)], load)
			}
		}
	}
	return m.before[call]
}

// inOrder refuses an expression in which a call has changed what was read before.
func (m *machine) inOrder(f *frame, call *ssa.Call) {
	for _, load := range m.readBefore(call) {
		if p, is := m.any(f, load.X).(*value); is && p != nil && f.env[load] != nil &&
			!unchangedSince(f.env[load], *p) {
			m.guard.refuse("a variable is read and this call changes it in one expression: Go does not say which comes first, give the call a statement of its own")
		}
	}
}

func unchangedSince(old, now value) bool {
	a, is := old.(aggregate)
	if !is {
		switch old := old.(type) {
		case slice, iface: // what they lead to is not read yet
			return true
		default:
			return old == now
		}
	}
	for k := range a {
		if !unchangedSince(a[k], now.(aggregate)[k]) {
			return false
		}
	}
	return true
}
