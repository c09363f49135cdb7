package code

import (
	"container/heap"
	"slices"

	"facet/model/programs/source"
)

// LineOrder is in what order lines stand.
type LineOrder uint8

// The orders.
const (
	FewHeld    LineOrder = iota // so that few numbers are held at a time
	InSequence                  // as the plan has them: values first
)

// ordered lists the nodes in the order of their lines. Where few numbers are to be held, the
// plan's order is kept if it holds no more.
func (l *listing) ordered() []ref {
	s := newScheduler(l)
	var all []ref
	for r := range ref(len(l.jacobian.graph.nodes)) {
		if s.line(r) == r {
			all = append(all, r)
		}
	}
	if l.form.Order == InSequence {
		return all
	}
	few := newScheduler(l).backwards()
	if s.excess(few) > s.excess(all) {
		return all
	}
	return few
}

// registers is how many numbers processors hold, less some for what is on its way.
const registers = 14

// excess adds up how many numbers are held too many, between all lines of an order.
func (s *scheduler) excess(order []ref) int {
	last := make([]int, len(s.operands)) // behind which line a number is held no more
	for k, r := range order {
		for _, a := range s.operands[r] {
			last[a] = k
		}
	}
	ends := make([]int, len(order)+1)
	held, sum := 0, 0
	for k, r := range order {
		if s.held[r] { // a value
			last[r] = len(order)
		}
		if last[r] > 0 {
			held += len(s.listing.group(r))
			ends[last[r]] += len(s.listing.group(r))
		}
		held -= ends[k]
		sum += max(0, held-registers)
	}
	return sum
}

// scheduler orders lines so that few numbers are held at a time, for what a processor has no
// register for goes to memory and back. It lists them from the last one on: next before those
// that are listed comes what takes the fewest new operands, less itself where it is held (list
// scheduling for registers; Goodman and Hsu, Code scheduling and register allocation in large
// basic blocks, 1988). Calls, which no register outlives, stay in the program's order.
// Quotients and roots, which take long, stand well before what uses them.
type scheduler struct {
	listing  *listing
	offers   int
	operands [][]ref // of each line: the lines that it uses
	users    [][]ref
	waits    []int  // how many users are not listed yet
	held     []bool // between the line and those that are listed
	done     []bool
	latest   []int // from how many lines before the end on a line may stand
	ready    readyLines
	early    []ref // ready, but too close to what uses them
	order    []ref // backwards
}

func newScheduler(l *listing) *scheduler {
	n := len(l.jacobian.graph.nodes)
	s := &scheduler{
		listing: l, operands: make([][]ref, n), users: make([][]ref, n),
		waits: make([]int, n), held: make([]bool, n), done: make([]bool, n), latest: make([]int, n),
	}
	for r := range ref(n) {
		if s.line(r) != r {
			continue
		}
		for _, m := range l.group(r) {
			s.uses(m, r)
		}
		for _, a := range s.operands[r] {
			s.users[a] = append(s.users[a], r)
			s.waits[a]++
		}
	}
	for k := range l.shape.results { // values are stored last
		if p := &l.shape.results[k]; k < len(l.shape.results)-1 || len(l.shape.entries) == 0 {
			for _, f := range p.stores {
				if r := s.line(f.ref); r != noRef {
					s.held[r] = true
				}
			}
		}
	}
	return s
}

// line is the node whose line computes a node: the first of a group, noRef of what has no
// line.
func (s *scheduler) line(r ref) ref {
	l := s.listing
	if l.jacobian.graph.nodes[r].kind < source.Add || l.inside[r] {
		return noRef
	}
	return slices.Min(l.group(r))
}

// uses adds the lines that a node uses to those of the line in which it stands.
func (s *scheduler) uses(r, in ref) {
	for _, a := range s.listing.jacobian.graph.nodes[r].args {
		if a == noRef {
			continue
		}
		if s.listing.inside[a] {
			s.uses(a, in)
			continue
		}
		isNew := s.line(a) != noRef
		for _, b := range s.operands[in] {
			isNew = isNew && b != s.line(a)
		}
		if isNew {
			s.operands[in] = append(s.operands[in], s.line(a))
		}
	}
}

// backwards lists all lines.
func (s *scheduler) backwards() []ref {
	for r := range ref(len(s.operands)) {
		if s.line(r) == r && s.waits[r] == 0 {
			s.offer(r)
		}
	}
	for len(s.ready)+len(s.early) > 0 {
		s.release()
		next := heap.Pop(&s.ready).(readyLine)
		switch {
		case s.done[next.line] || next.held != s.adds(next.line): // offered again since then
		case s.latest[next.line] > len(s.order):
			s.early = append(s.early, next.line)
		default:
			s.list(next.line)
		}
	}
	all := make([]ref, 0, len(s.order))
	for k := len(s.order) - 1; k >= 0; k-- {
		all = append(all, s.order[k])
	}
	return all
}

// list puts a line before those that are listed.
func (s *scheduler) list(r ref) {
	s.done[r] = true
	s.order = append(s.order, r)
	for _, a := range s.operands[r] {
		s.latest[a] = max(s.latest[a], len(s.order)+s.ahead(a))
		s.waits[a]--
		isNew := !s.held[a]
		s.held[a] = true
		if s.waits[a] == 0 {
			s.offer(a)
		}
		if !isNew {
			continue
		}
		for _, u := range s.users[a] { // it adds less now
			if !s.done[u] && s.waits[u] == 0 {
				s.offer(u)
			}
		}
	}
}

// release offers what is far enough from what uses it; if there is nothing else, the closest.
func (s *scheduler) release() {
	var kept []ref
	closest := noRef
	for _, r := range s.early {
		if s.latest[r] <= len(s.order) {
			s.offer(r)
			continue
		}
		kept = append(kept, r)
		if closest == noRef || s.latest[r] < s.latest[closest] {
			closest = r
		}
	}
	s.early = kept
	if len(s.ready) == 0 {
		s.latest[closest] = len(s.order)
		s.offer(closest)
	}
}

// ahead is how many lines before what uses it a line stands at least: about as many as a
// processor carries out until the number is there.
func (s *scheduler) ahead(r ref) int {
	const quotient, root = 13, 40
	n := &s.listing.jacobian.graph.nodes[r]
	switch {
	case n.kind == source.Div:
		return quotient
	case n.kind == source.Call && n.fn == "Sqrt":
		return root
	}
	return 0
}

// adds is by how many numbers more are held before a line than behind it. Calls are listed
// when nothing else can be, the program's last one first.
func (s *scheduler) adds(r ref) int {
	n := 0
	for _, a := range s.operands[r] {
		if !s.held[a] {
			n += len(s.listing.group(a))
		}
	}
	if s.held[r] {
		n -= len(s.listing.group(r))
	}
	if s.isCall(r) {
		n += 8 * (len(s.operands) - int(r))
	}
	return n
}

// isCall reports whether a processor has no instruction for a function.
func (s *scheduler) isCall(r ref) bool {
	n := &s.listing.jacobian.graph.nodes[r]
	return n.kind == source.Call && n.fn != "Sqrt" && n.fn != "Abs" && n.fn != "Copysign"
}

// offer makes a line one to choose.
func (s *scheduler) offer(r ref) {
	s.offers++
	heap.Push(&s.ready, readyLine{r, s.adds(r), s.offers})
}

// readyLine is a line all of whose users are listed.
type readyLine struct {
	line    ref
	held    int // what it adds
	offered int
}

// readyLines is a heap: what adds least goes first, then what was offered last.
type readyLines []readyLine

func (h readyLines) Len() int      { return len(h) }
func (h readyLines) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h readyLines) Less(i, j int) bool {
	a, b := h[i], h[j]
	if a.held != b.held {
		return a.held < b.held
	}
	return a.offered > b.offered
}
func (h *readyLines) Push(x any) { *h = append(*h, x.(readyLine)) }
func (h *readyLines) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
