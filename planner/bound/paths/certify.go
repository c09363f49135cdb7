package paths

import (
	"facet/planner/certificate"
	"facet/planner/linegraph"
)

// Leaf writes a split for the fresh line dag of a dag, whose vertices are its
// edges, as a proof that others can check.
func (d *Dual) Leaf(in *linegraph.Graph) *certificate.Leaf {
	out := &certificate.Leaf{Denominator: d.Denominator, Unit: int64(d.Unit)}
	for _, w := range d.Paths {
		path := certificate.Path{Prices: make([]certificate.Price, 0, len(w.Resources))}
		for _, z := range w.Vertices {
			path.Edges = append(path.Edges, int(z))
		}
		for n, resource := range w.Resources {
			if w.Amounts[n] > 0 {
				path.Prices = append(path.Prices, certificate.Price{Resource: new(resource.Certified(in)),
					Amount: w.Amounts[n]})
			}
		}
		out.Paths = append(out.Paths, path)
	}
	for _, r := range d.Inequalities {
		side := [...]string{Prefix: "prefix", Suffix: "suffix"}[r.Side]
		out.Inequalities = append(out.Inequalities, certificate.Inequality{
			Side: side, First: int(r.A), Second: int(r.B), S: int(r.S), I: int(r.I), Amount: r.Amount,
		})
	}
	return out
}

// Certified is the resource as certificates write it.
func (r Resource) Certified(in *linegraph.Graph) certificate.Resource {
	c := certificate.Resource{Kind: r.Kind.String(), Edge: int(r.Z), A: int(r.A), J: int(r.J), B: int(r.B)}
	if in.HasPatterns() && r.Kind != Acc {
		c.From, c.To = r.span(in)
	}
	return c
}
