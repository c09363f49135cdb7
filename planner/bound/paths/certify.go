package paths

import "facet/planner/certificate"

// Leaf writes a split for the fresh line dag of a dag, whose letters are its
// edges, as a proof that others can check.
func (s *Split) Leaf() *certificate.Leaf {
	out := &certificate.Leaf{Denominator: s.Denominator, Unit: int64(s.Unit)}
	for _, w := range s.Words {
		word := certificate.Word{Shares: make([]certificate.Share, 0, len(w.Items))}
		for _, z := range w.Letters {
			word.Edges = append(word.Edges, int(z))
		}
		for n, it := range w.Items {
			if w.Amounts[n] > 0 {
				word.Shares = append(word.Shares, certificate.Share{Item: it.Certified(), Amount: w.Amounts[n]})
			}
		}
		out.Words = append(out.Words, word)
	}
	for _, r := range s.Rules {
		side := [...]string{Prefix: "prefix", Suffix: "suffix"}[r.Side]
		out.Rules = append(out.Rules, certificate.Rule{
			Side: side, First: int(r.A), Second: int(r.B), S: int(r.S), I: int(r.I), Amount: r.Amount,
		})
	}
	return out
}

// Certified is the item as certificates write it.
func (it Item) Certified() certificate.Item {
	return certificate.Item{Kind: it.Kind.String(), Edge: int(it.Z), A: int(it.A), J: int(it.J), B: int(it.B)}
}
