package layout

import (
	"cmp"
	"context"
	"slices"
	"strconv"
)

// A Table is the homes of a graph that changes: places in its rows for all vertices that may
// come, by their names. A vertex stands in the home of its name in every state, so that
// nothing moves; homes whose vertices are never there together may share cells. The table has
// the order in the rows, its Homes have the columns. Neither ever changes.
type Table struct {
	homes   map[string]int // the vertices of the union, by name
	union   *Skeleton      // of all vertices and edges of all states
	states  []*tabled
	certain int // so many states, the first ones, are certain to need their homes
}

// tabled is a state of a table.
type tabled struct {
	*Skeleton
	of     []int // the items of the union that its items are
	before int   // the state that it follows, -1 for the first one
}

// Foreseen is a graph that may come, and the number of the one that it follows, -1 for the first one.
type Foreseen struct {
	Graph  Graph
	Before int
}

// NewTable orders the homes of states, of which the first one is the picture that matters
// most, and the known ones need no more room than they must.
func NewTable(ctx context.Context, states []Foreseen, known int) *Table {
	t := &Table{homes: make(map[string]int)}
	var union Graph
	edges := make(map[EdgeKey]bool)
	named := make([]Graph, len(states))
	for k, s := range states {
		var before *Graph
		if s.Before >= 0 {
			before = &named[s.Before]
		}
		named[k] = Inherit(s.Graph, before)
		t.enter(&union, edges, named[k], before)
	}
	t.order(ctx, union, named[0])
	for k, s := range states {
		sk, of, ok := t.arrange(named[k])
		if !ok {
			break // a state of another shape, and what may follow it
		}
		t.states = append(t.states, &tabled{sk, of, s.Before})
	}
	t.certain = min(known, len(t.states))
	t.narrow()
	for _, s := range t.states {
		t.sort(s.Skeleton, s.of)
	}
	return t
}

// enter makes homes for what a graph has that the union does not.
func (t *Table) enter(union *Graph, edges map[EdgeKey]bool, g Graph, before *Graph) {
	key := make(map[int]int, len(g.Vertices))
	for _, v := range g.Vertices {
		n, known := t.homes[v.name()]
		if !known {
			n = len(union.Vertices)
			t.homes[v.name()] = n
			home := v
			home.Key, home.Parents = n, nil
			for _, parent := range v.Parents {
				if before == nil {
					break
				}
				if at := slices.IndexFunc(before.Vertices, func(u Vertex) bool {
					return u.Key == parent
				}); at >= 0 {
					home.Parents = append(home.Parents, t.homes[before.Vertices[at].name()])
				}
			}
			union.Vertices = append(union.Vertices, home)
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

// name is the name of a vertex in tables.
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
	var born []*Vertex
	for k := range g.Vertices {
		v := &g.Vertices[k]
		if was, lives := old[v.Key]; lives && was.Layer == v.Layer {
			v.Name = was.name()
			taken[v.Name] = true
		} else {
			born = append(born, v)
		}
	}
	for _, v := range born {
		for v.Name = v.name(); taken[v.Name]; {
			v.Name += "'"
		}
		taken[v.Name] = true
	}
	return g
}

// order orders the rows of the union: those of the first state as that is drawn best, and
// every other home where the parents stand.
func (t *Table) order(ctx context.Context, union, first Graph) {
	key := make(map[int]int, len(first.Vertices))
	begin := first.Clone()
	for k := range begin.Vertices {
		v := &begin.Vertices[k]
		key[v.Key] = t.homes[v.name()]
		v.Key, v.Parents = key[v.Key], nil
	}
	for k, e := range begin.Edges {
		begin.Edges[k].From, begin.Edges[k].To = key[e.From], key[e.To]
	}
	sk := NewSkeleton(begin, nil, true)
	Order(ctx, sk)
	rows := First(ctx, ZoomRows, sk)
	t.union = NewSkeleton(union, sk, true)
	h := newSheet(ZoomRows, t.union)
	h.measure(rows)
	s := rowInserter{p: h, placed: make([]bool, len(t.union.Items))}
	s.survivors(rows, &Transition{to: t.union.Survivors(sk)})
	put := func(i, at int) {
		r := t.union.Items[i].Row
		h.X[i], s.placed[i] = at, true
		s.rows[r] = slices.Insert(s.rows[r], s.between(r, at), i)
	}
	for _, i := range s.newVertices() {
		put(i, s.preferredColumn(i))
	}
	for _, chain := range t.union.Chains {
		a, b := h.X[chain[0]], h.X[chain[len(chain)-1]]
		for n, i := range chain {
			if !s.placed[i] {
				put(i, a+(b-a)*n/(len(chain)-1))
			}
		}
	}
	t.union.Rows = s.rows
	t.union.Replace()
}

// arrange is the skeleton of a state in the order of the table, and the items of the union
// that its items are. It is false for a state with vertices or edges that the table does not
// have.
func (t *Table) arrange(g Graph) (sk *Skeleton, of []int, ok bool) {
	u := t.union
	sk = NewSkeleton(g, &Skeleton{Top: u.Top, Rows: make([][]int, len(u.Rows))}, true)
	if sk.Top != u.Top || len(sk.Rows) != len(u.Rows) {
		return nil, nil, false
	}
	of = make([]int, len(sk.Items))
	for i, v := range sk.Vertices {
		n, known := t.homes[v.name()]
		if !known || u.Vertices[n].Layer != v.Layer {
			return nil, nil, false
		}
		of[i] = n
	}
	for n, chain := range sk.Chains {
		at, known := u.ByEdge[EdgeKey{of[chain[0]], of[chain[len(chain)-1]]}]
		if !known {
			return nil, nil, false
		}
		for k, i := range sk.Chains[n] {
			if sk.IsBend(i) {
				of[i] = u.Chains[at][k]
			}
		}
	}
	t.sort(sk, of)
	return sk, of, true
}

// sort puts the items of a state, which are so in the union, in the order of the table.
func (t *Table) sort(sk *Skeleton, of []int) {
	place := t.union.Place
	for _, row := range sk.Rows {
		slices.SortFunc(row, func(i, j int) int { return cmp.Or(place[of[i]]-place[of[j]], i-j) })
	}
	sk.Replace()
}

// mayWiden is how many columns a row may be wider than its widest known state, so that fewer
// homes leave the places where their parents want them.
const mayWiden = 1

// narrow moves homes that the first state does not need within their rows, so that they share
// cells with others: no row becomes much wider than it must be in some known state.
func (t *Table) narrow() {
	rows := make([]orderOfRow, len(t.union.Rows))
	least := 0 // what the widest row of any state needs
	for r := range rows {
		rows[r].rank = slices.Clone(t.union.Place)
	}
	for _, s := range t.states[:t.certain] {
		h := newSheet(ZoomLabels, s.Skeleton)
		h.measure(nil)
		for r, row := range s.Rows {
			var line []cellsOfItem
			for _, i := range row {
				line = append(line, cellsOfItem{s.of[i], h.Left[i], h.Right[i] + h.beside[i], s.IsBend(i)})
			}
			rows[r].states = append(rows[r].states, line)
			one := orderOfRow{rank: t.union.Place, states: [][]cellsOfItem{line}}
			least = max(least, one.width())
		}
	}
	least += mayWiden
	fixed := make([]bool, len(t.union.Items))
	for _, i := range t.states[0].of {
		fixed[i] = true
	}
	for r, row := range t.union.Rows {
		t.union.Rows[r] = rows[r].narrowed(row, least, func(i int) bool {
			return fixed[i] || t.union.IsBend(i)
		})
	}
	t.union.Replace()
}

// orderOfRow is a row of the union in some order, and what it holds in each state.
type orderOfRow struct {
	rank   []int // of the union's items
	states [][]cellsOfItem
}

// cellsOfItem is an item of the union, and the cells on both sides of its middle.
type cellsOfItem struct {
	of, left, right int
	bend            bool
}

// narrowed is the row in an order that needs no more than least columns, if moves of single
// items lead there.
func (o *orderOfRow) narrowed(row []int, least int, fixed func(i int) bool) []int {
	for round, better := 0, true; better && round < 4 && o.width() > least; round++ {
		better = false
		for _, i := range slices.Clone(row) {
			if fixed(i) {
				continue
			}
			width, at := o.width(), slices.Index(row, i)
			best, now := width, at
			rest := slices.Delete(slices.Clone(row), at, at+1)
			for to := range len(row) {
				o.put(slices.Insert(slices.Clone(rest), to, i))
				if w := o.width(); max(w, least) < max(best, least) ||
					max(w, least) == max(best, least) && best < width && abs(to-at) < abs(now-at) {
					best, now = w, to
				}
			}
			row = slices.Insert(rest, now, i)
			o.put(row)
			better = better || best < width
		}
	}
	return row
}

func (o *orderOfRow) put(row []int) {
	for n, i := range row {
		o.rank[i] = n
	}
}

// width is the number of columns that the row needs where every vertex has one column in
// all states.
func (o *orderOfRow) width() int {
	at := make([]int, len(o.rank)) // vertices, from the left border
	width := 0
	for round, changed := 0, true; changed && round < 40; round++ {
		changed = false
		for _, line := range o.states {
			slices.SortFunc(line, func(a, b cellsOfItem) int {
				return cmp.Or(o.rank[a.of]-o.rank[b.of], a.of-b.of)
			})
			x := 0
			for n, c := range line {
				if n == 0 {
					x = (c.left + 1) / 2
				} else {
					x += (line[n-1].right + c.left + 3) / 2
				}
				if !c.bend {
					if x > at[c.of] {
						at[c.of], changed = x, true
					}
					x = at[c.of]
				}
			}
			if n := len(line); n > 0 {
				width = max(width, x+(line[n-1].right+1)/2)
			}
		}
	}
	return width
}
