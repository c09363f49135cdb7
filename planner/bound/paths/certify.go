package paths

import "facet/planner/certificate"

// Leaf writes a split for the fresh line dag of a dag, whose vertices are its
// edges, as a proof that others can check.
func (s *Dual) Leaf() *certificate.Leaf {
	out := &certificate.Leaf{Denominator: s.Denominator, Unit: int64(s.Unit)}
	for _, w := range s.Paths {
		path := certificate.Path{Prices: make([]certificate.Price, 0, len(w.Resources))}
		for _, z := range w.Vertices {
			path.Edges = append(path.Edges, int(z))
		}
		for n, it := range w.Resources {
			if w.Amounts[n] > 0 {
				path.Prices = append(path.Prices, certificate.Price{Resource: new(it.Certified()), Amount: w.Amounts[n]})
			}
		}
		out.Paths = append(out.Paths, path)
	}
	for _, r := range s.Inequalities {
		side := [...]string{Prefix: "prefix", Suffix: "suffix"}[r.Side]
		out.Inequalities = append(out.Inequalities, certificate.Inequality{
			Side: side, First: int(r.A), Second: int(r.B), S: int(r.S), I: int(r.I), Amount: r.Amount,
		})
	}
	return out
}

// Certified is the resource as certificates write it.
func (it Resource) Certified() certificate.Resource {
	return certificate.Resource{Kind: it.Kind.String(), Edge: int(it.Z), A: int(it.A), J: int(it.J), B: int(it.B)}
}
