package source

import (
	"cmp"
	"math"

	"golang.org/x/tools/go/ssa"
)

// nest is a weak topological order of a function's blocks (Bourdoncle, Efficient chaotic
// iteration strategies with widenings, 1993): each loop is a run of blocks that begins with
// its head, and every edge but those back to a head leads on. So what runs in this order,
// loops turn by turn, comes to where two ways meet after it has gone both.
type nest struct {
	position []int   // by block
	around   [][]int // by block: the heads of the loops that it is in, outermost first
}

// nester finds the nest of a function.
type nester struct {
	blocks  []*ssa.BasicBlock
	number  []int
	count   int
	stack   []int
	reverse []int // the blocks, from the last position on
	heads   []int // of the loops that are open
	around  [][]int
}

func nestOf(fn *ssa.Function) *nest {
	n := &nester{blocks: fn.Blocks, number: make([]int, len(fn.Blocks)),
		around: make([][]int, len(fn.Blocks))}
	n.visit(0)
	all := &nest{position: make([]int, len(fn.Blocks)), around: n.around}
	for k, b := range n.reverse {
		all.position[b] = len(n.reverse) - k
	}
	return all
}

// visit goes down from a block and gives the first block on the way to it that can be
// reached again.
func (n *nester) visit(b int) int {
	n.stack = append(n.stack, b)
	n.count++
	n.number[b] = n.count
	head, isLoop := n.count, false
	for _, s := range n.blocks[b].Succs {
		least := n.number[s.Index]
		if least == 0 {
			least = n.visit(s.Index)
		}
		if least <= head {
			head, isLoop = least, true
		}
	}
	if head != n.number[b] {
		return head
	}
	n.number[b] = math.MaxInt
	for top := n.pop(); top != b; top = n.pop() {
		if isLoop {
			n.number[top] = 0
		}
	}
	if isLoop {
		n.heads = append(n.heads, b)
		for _, s := range n.blocks[b].Succs {
			if n.number[s.Index] == 0 {
				n.visit(s.Index)
			}
		}
	}
	n.reverse = append(n.reverse, b)
	n.around[b] = append([]int(nil), n.heads...)
	if isLoop {
		n.heads = n.heads[:len(n.heads)-1]
	}
	return head
}

func (n *nester) pop() int {
	top := n.stack[len(n.stack)-1]
	n.stack = n.stack[:len(n.stack)-1]
	return top
}

// turns counts how often the loops around a block were begun, after a step to it.
func (n *nest) turns(before []int, from, to int) []int {
	outer, inner := n.around[from], n.around[to]
	after := make([]int, len(inner))
	for k, head := range inner {
		if k >= len(outer) || outer[k] != head {
			break
		}
		after[k] = before[k]
		if head == to {
			after[k]++
		}
	}
	return after
}

// compare orders places: blocks with the turns of the loops around them.
func (n *nest) compare(a int, turnsOfA []int, b int, turnsOfB []int) int {
	for k := 0; ; k++ {
		headA, headB := a, b
		if k < len(n.around[a]) {
			headA = n.around[a][k]
		}
		if k < len(n.around[b]) {
			headB = n.around[b][k]
		}
		if headA != headB || k >= len(n.around[a]) || k >= len(n.around[b]) {
			return cmp.Compare(n.position[headA], n.position[headB])
		}
		if c := cmp.Compare(turnsOfA[k], turnsOfB[k]); c != 0 {
			return c
		}
	}
}
