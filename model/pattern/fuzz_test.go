package pattern_test

import (
	"testing"

	"facet/model/pattern"
)

// Whatever is read is written so that the same is read back, and has colours by which it
// can be taken apart.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"dense", "identity", "band 1 -1", "rows 0 2-3;;1", "select 1 0 1",
		"block 2 of diagonal", "rows ;;"} {
		f.Add(text, uint8(3), uint8(4))
	}
	f.Fuzz(func(t *testing.T, text string, rows, columns uint8) {
		n, m := 1+int64(rows)%9, 1+int64(columns)%9
		p, err := pattern.Parse(text, n, m)
		if err != nil {
			return
		}
		if again, err := pattern.Parse(p.Text(), n, m); err != nil || !again.Equal(p) {
			t.Fatalf("%q is written as %q: %v", text, p.Text(), err)
		}
		colors := p.ColorOfColumns()
		for r := range n {
			seen := make(map[int32]bool)
			for c := range m {
				if p.Has(r, c) {
					if seen[colors[c]] {
						t.Fatalf("%q: two columns of row %d have one colour", text, r)
					}
					seen[colors[c]] = true
				}
			}
		}
	})
}
