package model

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"facet/model/pattern"
)

// Path is a path of the dag, as positions in Dag.Vertices.
type Path []int32

// Label is the set of dag paths whose products a vertex of the line dag holds
// the sum of. No path is ever held by two live vertices, so any path of a label
// names its vertex. A sum can stand for more paths than could be listed (about
// 10^5 on ten Newton steps), so a label is kept as an expression: an edge, a
// product of two labels, or a sum of two. Paths are made when they are asked for:
// on a dag of 100 000 vertices, those of all labels would not fit anywhere.
type Label struct {
	left, right    *Label // of a product or a sum; nil for an edge
	count          Cost   // how many paths
	source, target int32
	longest        int32        // vertices of the longest path
	smaller        atomic.Int32 // of a sum: which part has the smallest path, once it is known

	pattern atomic.Pointer[pattern.Pattern] // once it is known; nil for good in a dag without
	sum     bool
	sparse  bool // there are patterns
}

// What is known of the parts of a sum: a path is not kept, since those of the labels of a
// long sequence would fill gigabytes, but the way to it is.
const (
	unknownPart int32 = iota
	leftPart
	rightPart
)

func edgeLabel(source, target int32, p *pattern.Pattern) *Label {
	l := &Label{source: source, target: target, count: 1, longest: 2, sparse: p != nil}
	l.pattern.Store(p)
	return l
}

// productLabel joins every path of left with every path of right.
func productLabel(left, right *Label) *Label {
	return &Label{left: left, right: right, source: left.source, target: right.target,
		count: left.count.Times(right.count), longest: left.longest + right.longest - 1, sparse: left.sparse}
}

func sumLabel(a, b *Label) *Label {
	return &Label{left: a, right: b, sum: true, source: a.source, target: a.target,
		count: a.count.Add(b.count), longest: max(a.longest, b.longest), sparse: a.sparse}
}

// Then is the label of the product of l and of right, which starts where l ends.
func (l *Label) Then(right *Label) *Label { return productLabel(l, right) }

// First is the smallest path in lexicographic order of positions.
func (l *Label) First() Path { return l.appendFirst(make(Path, 0, l.longest)) }

// appendFirst appends the smallest path to one that ends where l begins, or to nothing.
func (l *Label) appendFirst(p Path) Path {
	for {
		switch {
		case l.left == nil:
			if len(p) == 0 {
				p = append(p, l.source)
			}
			return append(p, l.target)
		case l.sum:
			l = l.smallest()
		default:
			// Both sides meet in one junction and the dag has no cycle, so the smallest
			// path of a product is the product of the smallest.
			p = l.left.appendFirst(p)
			l = l.right
		}
	}
}

// smallest is the part of a sum that has the smallest path.
func (l *Label) smallest() *Label {
	part := l.smaller.Load()
	if part == unknownPart {
		part = leftPart
		if slices.Compare(l.right.First(), l.left.First()) < 0 {
			part = rightPart
		}
		l.smaller.Store(part)
	}
	if part == leftPart {
		return l.left
	}
	return l.right
}

// Pattern is the pattern of the Jacobian, the union over the paths of the products along
// each; nil in a dag without patterns. It depends on the paths alone: a product of
// patterns distributes over sums.
func (l *Label) Pattern() *pattern.Pattern {
	if !l.sparse {
		return nil
	}
	if p := l.pattern.Load(); p != nil {
		return p
	}
	var p *pattern.Pattern
	if l.sum {
		p = l.left.Pattern().Union(l.right.Pattern())
	} else {
		p = Join(l.left.Pattern(), l.right.Pattern())
	}
	l.pattern.Store(p)
	return p
}

// Count is the number of paths, saturating.
func (l *Label) Count() Cost { return l.count }

// Longest is the number of vertices of the longest path.
func (l *Label) Longest() int { return int(l.longest) }

// Paths lists at most limit paths, the smallest first where all fit.
func (l *Label) Paths(limit int) []Path {
	if l.count == 1 || l.count > Cost(limit) {
		return []Path{l.First()}
	}
	paths := l.expand()
	slices.SortFunc(paths, func(a, b Path) int { return slices.Compare(a, b) })
	return paths
}

func (l *Label) expand() []Path {
	switch {
	case l.left == nil:
		return []Path{l.First()}
	case l.sum:
		return append(l.left.expand(), l.right.expand()...)
	}
	var all []Path
	rights := l.right.expand()
	for _, a := range l.left.expand() {
		for _, b := range rights {
			all = append(all, append(append(make(Path, 0, len(a)+len(b)-1), a...), b[1:]...))
		}
	}
	return all
}

// Holds reports whether the path is one of the label's.
func (l *Label) Holds(p Path) bool {
	if len(p) < 2 {
		return false
	}
	if l.source != p[0] || l.target != p[len(p)-1] {
		return false
	}
	if len(p) <= int(l.longest) && slices.Equal(l.First(), p) { // as labels are written
		return true
	}
	return l.holds(p, 0, len(p)-1, make(map[labelSpan]bool))
}

// labelSpan is a question "does this label hold p[from..to]?" that was answered
// with no; without remembering it, nested sums cost exponential time.
type labelSpan struct {
	label    *Label
	from, to int
}

func (l *Label) holds(p Path, from, to int, refuted map[labelSpan]bool) bool {
	if l.source != p[from] || l.target != p[to] {
		return false
	}
	key := labelSpan{l, from, to}
	if refuted[key] {
		return false
	}
	found := false
	switch {
	case l.left == nil:
		found = to == from+1
	case l.sum:
		found = l.left.holds(p, from, to, refuted) || l.right.holds(p, from, to, refuted)
	default:
		junction := l.right.source
		if at := slices.Index(p[from:to+1], junction); at > 0 {
			found = l.left.holds(p, from, from+at, refuted) && l.right.holds(p, from+at, to, refuted)
		}
	}
	if !found {
		refuted[key] = true
	}
	return found
}

// labelPaths is how many paths a printed label lists; a label of more is its
// first path and the number of the others.
const labelPaths = 3

// Text prints the label with sep between the ids: "(0,2,3)" for a product,
// "(0,1,4)+(0,1,3,4)" for a sum, "(0,1,4)+17" for a sum of 18 paths. Ids that
// the grammar of labels would misread are quoted.
func (l *Label) Text(g *Dag, sep string) string {
	var b strings.Builder
	b.Grow(4 * int(l.longest)) // what short ids take
	paths := l.Paths(labelPaths)
	for k, p := range paths {
		if k > 0 {
			b.WriteByte('+')
		}
		writePath(&b, g, p, sep)
	}
	if others := l.count - Cost(len(paths)); others > 0 {
		b.WriteByte('+')
		b.WriteString(strconv.FormatInt(int64(others), 10))
	}
	return b.String()
}

func writePath(b *strings.Builder, g *Dag, p Path, sep string) {
	b.WriteByte('(')
	for k, i := range p {
		if k > 0 {
			b.WriteString(sep)
		}
		b.WriteString(QuoteID(g.Vertices[i].ID))
	}
	b.WriteByte(')')
}

// QuoteID gives the id as labels and sequences write it: as it is, or quoted
// where the grammar would misread it or a terminal would not show it.
func QuoteID(id string) string {
	switch {
	case !IsPlain(id):
		return strconv.QuoteToASCII(id)
	case id == "", strings.ContainsAny(id, " \t\r\n(),+#\""), strings.Contains(id, "→"):
		return strconv.Quote(id)
	}
	return id
}
