package certificate

import "fmt"

// charge is what an inequality adds to the costs of a path's options that are split
// at some position, or subtracts from them.
type charge struct {
	split     int32
	leftFrom  int32 // the options' subpaths [l,r): leftFrom <= l < leftTo
	leftTo    int32
	rightFrom int32 // rightFrom <= r < rightTo
	rightTo   int32
	amount    int64
}

// covers reports whether the option of the subpath [l,r) that is split there is charged.
func (c charge) covers(l, r int) bool {
	from, to := int32(l), int32(r)
	return c.leftFrom <= from && from < min(c.leftTo, c.split) && max(c.rightFrom, c.split+1) <= to &&
		to < c.rightTo
}

// charge notes what the inequality charges its two paths.
func (i Inequality) charge(routes []*route, charges [][]charge) error {
	first, second := routes[i.First].Edges, routes[i.Second].Edges
	if i.I < 1 || i.I >= i.S || i.S > min(len(first), len(second)) {
		return fmt.Errorf("it needs 1 <= i < s, and s edges in both paths")
	}
	for n := range i.S {
		same := first[n] == second[n]
		if i.Side == "suffix" {
			same = first[len(first)-1-n] == second[len(second)-1-n]
		}
		if !same {
			return fmt.Errorf("the paths do not have %d edges in common", i.S)
		}
	}
	const all = 1 << 30
	var one, longer, back charge
	k1, k2 := int32(len(first)), int32(len(second)) // at most maxEdges
	switch s, start := int32(i.S), int32(i.I); i.Side {
	case "prefix":
		one = charge{s, start, start + 1, 0, all, i.Amount}
		longer = charge{s, 0, start, 0, all, i.Amount}
		back = charge{start, 0, all, s, s + 1, -i.Amount}
	case "suffix":
		one = charge{k1 - s, 0, all, k1 - start, k1 - start + 1, i.Amount}
		longer = charge{k2 - s, 0, all, k2 - start + 1, all, i.Amount}
		back = charge{k2 - start, k2 - s, k2 - s + 1, 0, all, -i.Amount}
	default:
		return fmt.Errorf("%q is no side: prefix and suffix are", i.Side)
	}
	charges[i.First] = append(charges[i.First], one)
	charges[i.Second] = append(charges[i.Second], longer, back)
	return nil
}
