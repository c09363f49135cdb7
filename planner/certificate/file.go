package certificate

import (
	"fmt"
	"strings"
)

// Format is the first field of every certificate.
const (
	Format  = formats + "4"
	formats = "facet certificate "
)

// Limits on what is read: far above what any proof needs, far below what would take
// too much memory or stack.
const (
	maxDepth  = 2000            // of branchings within each other
	maxLevels = 2*maxDepth + 64 // of values within each other: branchings are the deepest
	maxEdges  = 2048            // edges of a path
)

// check refuses proofs of the wrong form. A leaf that several parts have is checked
// once.
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
		return fmt.Errorf("each part of the proof has either a leaf or a resource")
	case p.Rest != nil && p.Leaf == nil:
		return fmt.Errorf("a part of the proof fixes resources at zero without a leaf")
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
		p := &l.Paths[n]
		k := len(p.Edges)
		if k < 1 || k > maxEdges {
			return fmt.Errorf("path %d has %d edges: it can have 1 to %d", n, k, maxEdges)
		}
		for _, price := range p.Prices {
			if price.Amount < 0 {
				return fmt.Errorf("path %d has a negative price of %s", n, *price.Resource)
			}
		}
		if p.Like == nil {
			continue
		}
		if len(p.Like) != k+1 {
			return fmt.Errorf("path %d has %d positions and says of %d what they are like", n, k+1,
				len(p.Like))
		}
		for _, like := range p.Like {
			if like < 0 || like > k {
				return fmt.Errorf("path %d has no position %d", n, like)
			}
		}
	}
	for n, i := range l.Inequalities {
		if i.First < 0 || i.First >= len(l.Paths) || i.Second < 0 || i.Second >= len(l.Paths) ||
			i.Amount < 0 {
			return fmt.Errorf("inequality %d names a path that is not there, or its amount is negative", n)
		}
	}
	return nil
}

// String prints the resource: "TAN of edge 3 from vertex 0".
func (r Resource) String() string {
	switch r.Kind {
	case "ACC":
		return fmt.Sprintf("ACC of edge %d", r.Edge)
	case "TAN":
		return fmt.Sprintf("TAN of edge %d from vertex %d", r.Edge, r.A)
	case "ADJ":
		return fmt.Sprintf("ADJ of edge %d to vertex %d", r.Edge, r.B)
	case "MUL":
		return fmt.Sprintf("MUL from vertex %d over %d to %d", r.A, r.J, r.B)
	}
	return fmt.Sprintf("%.20q", r.Kind)
}

// IsFormat reports whether a file with this in its member "format" is a certificate,
// of this release or another.
func IsFormat(format string) bool { return strings.HasPrefix(format, formats) }
