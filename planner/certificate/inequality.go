package certificate

import "fmt"

// charge is what an inequality charges a path's options that are split at some
// position, or gives back.
type charge struct {
	split     int
	leftFrom  int // the options' subpaths [l,r): leftFrom <= l < leftTo
	leftTo    int
	rightFrom int // rightFrom <= r < rightTo
	rightTo   int
	amount    int64
}

// spread visits the options of a path of k edges.
func (c charge) spread(k int, visit func(l, split, r int)) {
	for l := max(0, c.leftFrom); l < min(c.leftTo, c.split); l++ {
		for r := max(c.rightFrom, c.split+1); r < min(c.rightTo, k+1); r++ {
			visit(l, c.split, r)
		}
	}
}

// charge notes what the inequality charges its two paths.
func (r Inequality) charge(paths []*line, charges [][]charge) error {
	first, second := paths[r.First].Edges, paths[r.Second].Edges
	k1, k2 := len(first), len(second)
	if r.I < 1 || r.I >= r.S || r.S > min(k1, k2) {
		return fmt.Errorf("it needs 1 <= i < s, and s edges in both words")
	}
	for n := range r.S {
		same := first[n] == second[n]
		if r.Side == "suffix" {
			same = first[k1-1-n] == second[k2-1-n]
		}
		if !same {
			return fmt.Errorf("the words do not have %d edges in common", r.S)
		}
	}
	const all = 1 << 30
	var one, longer, back charge
	switch s, i := r.S, r.I; r.Side {
	case "prefix":
		one = charge{s, i, i + 1, 0, all, r.Amount}
		longer = charge{s, 0, i, 0, all, r.Amount}
		back = charge{i, 0, all, s, s + 1, -r.Amount}
	case "suffix":
		one = charge{k1 - s, 0, all, k1 - i, k1 - i + 1, r.Amount}
		longer = charge{k2 - s, 0, all, k2 - i + 1, all, r.Amount}
		back = charge{k2 - i, k2 - s, k2 - s + 1, 0, all, -r.Amount}
	default:
		return fmt.Errorf("%q is no side: prefix and suffix are", r.Side)
	}
	charges[r.First] = append(charges[r.First], one)
	charges[r.Second] = append(charges[r.Second], longer, back)
	return nil
}
