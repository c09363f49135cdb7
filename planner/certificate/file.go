package certificate

import (
	"fmt"
	"strings"
)

// The first field of every certificate. The second format has all but parts that
// fix resources at zero, and is still read.
const (
	Format       = formats + "3"
	secondFormat = formats + "2"
	formats      = "facet certificate "
)

// Limits on what is read: far above what any proof needs, far below what would
// hurt.
const (
	maxBytes = 64 << 20
	maxDepth = 2000 // of branchings within each other
	maxEdges = 2048 // edges of a path
)

// check refuses proofs of the wrong form. Leaves can stand in many places and are
// looked at once.
func (p *Proof) check(depth int, seen map[*Leaf]bool) error {
	switch {
	case p == nil:
		return fmt.Errorf("a part of the proof is missing")
	case depth > maxDepth:
		return fmt.Errorf("the proof makes more than %d branchings within each other", maxDepth)
	}
	parts := 0
	for _, is := range [...]bool{p.Leaf != nil, p.Packing != nil, p.Resource != nil} {
		if is {
			parts++
		}
	}
	switch {
	case parts != 1:
		return fmt.Errorf("each part of the proof has either a leaf or an item")
	case p.Rest != nil && p.Leaf == nil:
		return fmt.Errorf("a part of the proof rules items out without a leaf")
	case p.Leaf != nil:
		if !seen[p.Leaf] {
			seen[p.Leaf] = true
			if err := p.Leaf.check(); err != nil {
				return err
			}
		}
		if p.Rest == nil {
			return nil
		}
		return p.Rest.check(depth+1, seen)
	case p.Packing != nil:
		return nil
	}
	if err := p.Selected.check(depth+1, seen); err != nil {
		return err
	}
	return p.Forbidden.check(depth+1, seen)
}

func (l *Leaf) check() error {
	if l.Denominator < 1 || l.Unit < 0 {
		return fmt.Errorf("the denominator is at least 1 and the unit is not negative")
	}
	for n := range l.Paths {
		w := &l.Paths[n]
		k := len(w.Edges)
		if k < 1 || k > maxEdges {
			return fmt.Errorf("word %d has %d edges: it can have 1 to %d", n, k, maxEdges)
		}
		for _, s := range w.Prices {
			if s.Amount < 0 {
				return fmt.Errorf("word %d has a negative share of %s", n, *s.Resource)
			}
		}
		if w.Like == nil {
			continue
		}
		if len(w.Like) != k+1 {
			return fmt.Errorf("word %d has %d positions and says of %d what they are like", n, k+1, len(w.Like))
		}
		for _, like := range w.Like {
			if like < 0 || like > k {
				return fmt.Errorf("word %d has no position %d", n, like)
			}
		}
	}
	for n, r := range l.Inequalities {
		if r.First < 0 || r.First >= len(l.Paths) || r.Second < 0 || r.Second >= len(l.Paths) || r.Amount < 0 {
			return fmt.Errorf("rule %d names a word that is not there, or its amount is negative", n)
		}
	}
	return nil
}

// String prints the resource: "TAN of edge 3 from vertex 0".
func (it Resource) String() string {
	switch it.Kind {
	case "ACC":
		return fmt.Sprintf("ACC of edge %d", it.Edge)
	case "TAN":
		return fmt.Sprintf("TAN of edge %d from vertex %d", it.Edge, it.A)
	case "ADJ":
		return fmt.Sprintf("ADJ of edge %d to vertex %d", it.Edge, it.B)
	case "MUL":
		return fmt.Sprintf("MUL from vertex %d over %d to %d", it.A, it.J, it.B)
	}
	return fmt.Sprintf("%.20q", it.Kind)
}

// IsFormat tells whether a file whose field "format" says this is a certificate,
// of this release or another.
func IsFormat(format string) bool { return strings.HasPrefix(format, formats) }
