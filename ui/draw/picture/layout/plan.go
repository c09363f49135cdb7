package layout

import (
	"cmp"
	"context"
	"slices"
	"strconv"
)

// Plan is where the vertices of a graph stand in many states of it, so that none of them
// moves while the graph changes: every vertex that is in one of the states has a column of
// its own, which it shares only with vertices that are never there with it. A plan never
// changes.
type Plan struct {
	union  *Skeleton // of all vertices and edges of all states, for the order in the rows
	number map[string]int
	sheets [ZoomBoxes + 1]*planned
	states []*Skeleton // while the plan is made
	room   Spare
	// widened is how much wider than their widest state rows were allowed to be.
	widened int
}

// planned are the columns of a plan at a zoom level, by the numbers of vertices, and the
// space that all of its states need.
type planned struct {
	x           []int
	least, most int
	heights     []int
	gaps        []gap
}

// Spare is the room of a plan for states that may come: those from number From on. They may
// take so many columns more than the others, and as many lines as the lowest part of a window
// has that has room for the others: Lines are those of its parts, from the lowest on. Zoom is
// the level that is shown, 0 where that is not known; in ASCII some gaps have a line more.
// Known says that hardly anything else will come: then gaps have no lines to spare.
type Spare struct {
	From, Columns int
	Zoom          Zoom
	ASCII, Known  bool
	Lines         []int
}

// PlannedState is a state of a plan: a graph, and the state that it follows, -1 for the
// first one.
type PlannedState struct {
	Graph  Graph
	Before int
}

// name is the name of a vertex in plans.
func (v Vertex) name() string {
	if v.Name == "" {
		return strconv.Itoa(v.Key)
	}
	return v.Name
}

// Inherit gives the vertices of a graph that live on from before the names that they had
// there, and all others names that no other vertex has.
func Inherit(g Graph, before *Graph) Graph {
	g = g.Clone()
	old := make(map[int]Vertex)
	if before != nil {
		for _, v := range before.Vertices {
			old[v.Key] = v
		}
	}
	taken := make(map[string]bool)
	for k := range g.Vertices {
		if v, lives := old[g.Vertices[k].Key]; lives && v.Layer == g.Vertices[k].Layer {
			g.Vertices[k].Name = v.name()
			taken[v.name()] = true
			delete(old, v.Key)
		} else {
			delete(old, g.Vertices[k].Key)
		}
	}
	for k := range g.Vertices {
		v := &g.Vertices[k]
		if before != nil && slices.ContainsFunc(before.Vertices, func(w Vertex) bool {
			return w.Key == v.Key && w.Layer == v.Layer
		}) {
			continue
		}
		for v.Name = v.name(); taken[v.Name]; {
			v.Name += "'"
		}
		taken[v.Name] = true
	}
	return g
}

// NewPlan makes a plan of states, of which the first one is the picture that matters most. It
// is of no use once the context is cancelled.
func NewPlan(ctx context.Context, states []PlannedState, more Spare) (plan *Plan) {
	cost := -1
	b := begin(ctx, states)
	for _, tried := range []int{0, 1, 2, 3, 5} {
		p := b.narrowed(ctx, len(states), tried)
		p.room = more
		if ctx.Err() != nil {
			return p
		}
		if d := p.place(ctx, ZoomLabels, p.states, states, len(states)); d != nil {
			width, height := d.most-d.least+1, d.height(ZoomLabels, more.ASCII)
			if c := width/3 + 2*height + 10*max(0, width-smallWidth, 2*(height-smallHeight)); cost < 0 ||
				c < cost {
				plan, cost = p, c
			}
		}
	}
	if plan == nil {
		plan = b.narrowed(ctx, len(states), 0)
		plan.room = more
		return plan
	}
	plan.complete(ctx, states, len(states))
	plan.spread()
	return plan
}

// Wider is a plan of more states that may come than a plan has, or with more room for them;
// the plan itself where there is no room for any.
func (p *Plan) Wider(ctx context.Context, states []PlannedState, more Spare) *Plan {
	spare := more.From
	for _, share := range []int{1, 4} { // of the states that may come
		end := spare + (len(states)-spare)/share
		if end == spare || ctx.Err() != nil {
			break
		}
		most := begin(ctx, states[:end]).narrowed(ctx, spare, p.widened)
		most.room = more
		if most.complete(ctx, states[:end], spare); ctx.Err() == nil && most.fair(p) {
			if !more.Known {
				most.spread()
			}
			return most
		}
	}
	return p
}

// spread gives gaps the lines that there is room for.
func (p *Plan) spread() {
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		if d := p.sheets[z]; d != nil {
			d.spread(z, p.highest(d.height(z, p.room.ASCII)), p.room.ASCII)
		}
	}
}

// complete places the states at all zoom levels.
func (p *Plan) complete(ctx context.Context, states []PlannedState, spare int) {
	for z := ZoomLabels; z <= ZoomBoxes && ctx.Err() == nil; z++ {
		p.sheets[z] = p.place(ctx, z, p.states, states, spare)
	}
	p.states = nil
}

// fair reports whether a plan is hardly larger than the one that has no states to spare, at
// the zoom level that is shown.
func (p *Plan) fair(least *Plan) bool {
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		if p.room.Zoom != 0 && p.room.Zoom != z {
			continue
		}
		a, b := p.sheets[z], least.sheets[z]
		if a == nil || b == nil {
			return b == nil
		}
		width, height := b.most-b.least+1+2*p.room.Columns, p.highest(b.height(z, p.room.ASCII))
		if a.most-a.least+1 > width || a.height(z, p.room.ASCII) > height {
			return false
		}
	}
	return true
}

// height is how many lines the plan's states need at a zoom level.
func (d *planned) height(z Zoom, ascii bool) (lines int) {
	for r := range d.heights {
		lines += d.heights[r]
		if r < len(d.gaps)-1 {
			lines += (&Sheet{Zoom: z, Gaps: d.gaps}).gapHeight(r, ascii)
		}
	}
	return lines
}

// begun is a plan whose rows are in order, with its states in the same order, and their items
// as those of the plan.
type begun struct {
	*Plan
	of [][]int
}

// begin orders the rows of a plan.
func begin(ctx context.Context, states []PlannedState) *begun {
	p := &begun{&Plan{number: make(map[string]int)}, make([][]int, len(states))}
	var union Graph
	edges := make(map[EdgeKey]bool)
	for k := range states {
		var before *Graph
		if at := states[k].Before; at >= 0 {
			before = &states[at].Graph
		}
		states[k].Graph = Inherit(states[k].Graph, before)
		g := states[k].Graph
		key := make(map[int]int, len(g.Vertices))
		for _, v := range g.Vertices {
			n, known := p.number[v.name()]
			if !known {
				n = len(union.Vertices)
				p.number[v.name()] = n
				w := v
				w.Key, w.Parents = n, nil
				for _, parent := range v.Parents {
					if before == nil {
						break
					}
					for _, u := range before.Vertices {
						if u.Key == parent {
							w.Parents = append(w.Parents, p.number[u.name()])
						}
					}
				}
				union.Vertices = append(union.Vertices, w)
			}
			key[v.Key] = n
		}
		for _, e := range g.Edges {
			k := EdgeKey{key[e.From], key[e.To]}
			if union.Vertices[k.From].Layer < union.Vertices[k.To].Layer && !edges[k] {
				edges[k] = true
				union.Edges = append(union.Edges, Edge{From: k.From, To: k.To})
			}
		}
	}
	p.order(ctx, union, states[0].Graph)
	p.states = make([]*Skeleton, len(states))
	for k, s := range states {
		if ctx.Err() != nil {
			return p
		}
		p.states[k], p.of[k], _ = p.arrange(s.Graph)
	}
	return p
}

// narrowed is the plan with narrower rows; a row may be so many columns wider than its widest
// state of those that are not spare.
func (b *begun) narrowed(ctx context.Context, spare, room int) *Plan {
	union := *b.union
	union.Rows, union.Place = slices.Clone(union.Rows), slices.Clone(union.Place)
	p := &Plan{union: &union, number: b.number, states: make([]*Skeleton, len(b.states)), widened: room}
	if ctx.Err() != nil {
		return p
	}
	p.narrow(ctx, b.states[:spare], b.of[:spare], room)
	for k, sk := range b.states {
		if sk != nil && ctx.Err() == nil {
			state := *sk
			state.Rows, state.Place = make([][]int, len(sk.Rows)), nil
			for r, row := range sk.Rows {
				state.Rows[r] = slices.Clone(row)
			}
			p.sort(&state, b.of[k])
			p.states[k] = &state
		}
	}
	return p
}

// order orders the rows of the union: those of the first state as that is drawn best, and
// every other vertex where its parents stand.
func (p *Plan) order(ctx context.Context, union, first Graph) {
	key := make(map[int]int, len(first.Vertices))
	begin := first.Clone()
	for k := range begin.Vertices {
		v := &begin.Vertices[k]
		key[v.Key] = p.number[v.name()]
		v.Key, v.Parents = key[v.Key], nil
	}
	for k := range begin.Edges {
		begin.Edges[k].From, begin.Edges[k].To = key[begin.Edges[k].From], key[begin.Edges[k].To]
	}
	sk := NewSkeleton(begin, nil, true)
	Order(ctx, sk)
	rows := First(ctx, ZoomRows, sk)
	p.union = NewSkeleton(union, sk, true)
	t := &Transition{to: p.union.Survivors(sk)}
	h := newSheet(ZoomRows, p.union)
	h.measure(rows)
	s := rowInserter{p: h, placed: make([]bool, len(p.union.Items))}
	s.survivors(rows, t)
	put := func(i, at int) {
		r := p.union.Items[i].Row
		h.X[i], s.placed[i] = at, true
		s.rows[r] = slices.Insert(s.rows[r], s.between(r, at), i)
	}
	for _, i := range s.newVertices() {
		put(i, s.preferredColumn(i))
	}
	for _, chain := range p.union.Chains {
		a, b := h.X[chain[0]], h.X[chain[len(chain)-1]]
		for n, i := range chain {
			if !s.placed[i] {
				put(i, a+(b-a)*n/(len(chain)-1))
			}
		}
	}
	p.union.Rows = s.rows
	p.union.Replace()
}

// arrange is the skeleton of a state in the order of the plan, and the items of the union
// that its items are. It is false for a state with vertices or edges that the plan does not
// have.
func (p *Plan) arrange(g Graph) (sk *Skeleton, of []int, ok bool) {
	u := p.union
	sk = NewSkeleton(g, &Skeleton{Top: u.Top, Rows: make([][]int, len(u.Rows))}, true)
	if sk.Top != u.Top || len(sk.Rows) != len(u.Rows) {
		return nil, nil, false
	}
	if of, ok = p.itemsOf(sk); !ok {
		return nil, nil, false
	}
	p.sort(sk, of)
	return sk, of, true
}

// sort puts the items of a state, which are so in the union, in the order of the plan.
func (p *Plan) sort(sk *Skeleton, of []int) {
	place := p.union.Place
	for _, row := range sk.Rows {
		slices.SortFunc(row, func(i, j int) int { return cmp.Or(place[of[i]]-place[of[j]], i-j) })
	}
	sk.Replace()
}

// itemsOf are the items of the union that those of a state are.
func (p *Plan) itemsOf(sk *Skeleton) (of []int, ok bool) {
	u := p.union
	of = make([]int, len(sk.Items))
	for i, v := range sk.Vertices {
		n, known := p.number[v.name()]
		if !known || u.Vertices[n].Layer != v.Layer {
			return nil, false
		}
		of[i] = n
	}
	for n, e := range sk.Edges {
		from, to := sk.ByKey[e.From], sk.ByKey[e.To]
		at, known := u.ByEdge[EdgeKey{p.number[sk.Vertices[from].name()], p.number[sk.Vertices[to].name()]}]
		if !known {
			return nil, false
		}
		for k, i := range sk.Chains[n] {
			if sk.IsBend(i) {
				of[i] = u.Chains[at][k]
			}
		}
	}
	return of, true
}

// Follow places a graph by the plan after a sheet of each zoom level, so that no vertex
// moves. It is false where the graph has what the plan does not, or a vertex is not where
// the plan has it.
func (p *Plan) Follow(ctx context.Context, g Graph, old *Skeleton, before Sheets) (sk *Skeleton, out Sheets,
	ok bool) {
	sk, _, ok = p.arrange(g)
	if !ok {
		return nil, out, false
	}
	var t *Transition
	if old != nil {
		if old.Top != sk.Top || len(old.Rows) != len(sk.Rows) {
			return nil, out, false
		}
		t = &Transition{to: sk.Survivors(old)}
	}
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		d := p.sheets[z]
		if d == nil {
			return nil, out, false
		}
		if old != nil && !d.holds(before[z], p.numbers(old)) {
			return nil, out, false
		}
		h, ok := d.sheet(ctx, p.measure(z, sk), before[z], d.gaps)
		if !ok {
			return nil, out, false
		}
		reserve(h, d, before[z])
		if old != nil {
			h.keepRemoved(before[z], t)
		}
		out[z] = h
	}
	return sk, out, true
}

// holds reports whether all vertices of a sheet stand where the plan has them.
func (d *planned) holds(h *Sheet, numbers []int) bool {
	if h == nil {
		return false
	}
	for i, v := range numbers {
		if h.X[i] != d.x[v] {
			return false
		}
	}
	return true
}

// reserve gives the sheet the space that the plan's states need, and no less than the sheet
// before it had.
func reserve(h *Sheet, d *planned, before *Sheet) {
	keep := func(heights []int, gaps []gap) {
		for r := range h.Heights {
			h.Heights[r] = max(h.Heights[r], heights[r])
			h.Gaps[r] = h.Gaps[r].with(gaps[r])
		}
	}
	keep(d.heights, d.gaps)
	h.Reserved = [2]int{d.least, d.most}
	if before != nil && len(before.Heights) == len(h.Heights) && before.Reserved != [2]int{} {
		keep(before.Heights, before.Gaps)
		h.Reserved = [2]int{min(d.least, before.Least), max(d.most, before.Most)}
	}
	hold(h)
}

// hold makes the sheet as wide as what is reserved for it.
func hold(h *Sheet) {
	if h.Reserved != [2]int{} {
		h.Least, h.Most = min(h.Least, h.Reserved[0]), max(h.Most, h.Reserved[1])
		h.Reserved = [2]int{h.Least, h.Most}
	}
}
