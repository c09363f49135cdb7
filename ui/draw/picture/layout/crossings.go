package layout

import "slices"

// Crossings counts the crossings of all edges between neighbouring rows.
func (sk *Skeleton) Crossings() int {
	total := 0
	var c counter
	for r := range len(sk.Rows) - 1 {
		total += c.between(sk, r)
	}
	return total
}

// counter counts crossings with an accumulator tree: each segment, taken in
// the order of its upper end, adds the number of earlier segments whose lower
// end lies further right.
type counter struct {
	tree []int
	ends []int
}

func (c *counter) between(sk *Skeleton, r int) int {
	size := 1
	for size < len(sk.Rows[r+1]) {
		size *= 2
	}
	c.tree = slices.Grow(c.tree[:0], 2*size)[:2*size]
	clear(c.tree)
	total := 0
	for _, i := range sk.Rows[r] {
		c.ends = c.ends[:0]
		for _, j := range sk.down[i] {
			c.ends = append(c.ends, sk.Place[j])
		}
		slices.Sort(c.ends)
		for _, end := range c.ends {
			n := size + end
			c.tree[n]++
			for ; n > 1; n /= 2 {
				if n%2 == 0 {
					total += c.tree[n+1]
				}
				c.tree[n/2]++
			}
		}
	}
	return total
}
