package fair

import "testing"

// knock is a connection of a test.
type knock struct{ from string }

func (k *knock) From() string { return k.from }

// The one that has to go is the oldest, or the newest, from the address that has the most.
func TestUnfair(t *testing.T) {
	for _, c := range []struct {
		from           string // an address for each letter, the oldest first
		oldest, newest int
	}{
		{"a", 0, 0}, {"abc", 0, 2}, {"abb", 1, 2}, {"aabbb", 2, 4}, {"abab", 0, 3}, {"bacadaea", 1, 7},
		{"aaab", 0, 2}, {"aabba", 0, 4},
	} {
		for _, newest := range []bool{false, true} {
			line := Line[*knock]{Most: len(c.from) - 1, Newest: newest}
			var all []*knock
			want := c.oldest
			if newest {
				want = c.newest
			}
			for k, from := range c.from {
				all = append(all, &knock{string(from)})
				goes, over := line.Add(all[k])
				switch last := k == len(c.from)-1; {
				case over != last:
					t.Fatalf("of %s one goes at number %d", c.from, k)
				case last && goes != all[want]:
					t.Errorf("of %s (newest: %v) goes one of %s, want number %d", c.from, newest, goes.from, want)
				}
			}
			if line.Len() != len(c.from)-1 || line.Remove(all[want]) {
				t.Errorf("of %s the one that goes stays: %d are left", c.from, line.Len())
			}
		}
	}
}

// An address that has all places keeps them as long as no other wants one, and has to give half of
// them to another one.
func TestShare(t *testing.T) {
	line := Line[*knock]{Most: 10, Newest: true}
	for range 10 {
		line.Add(&knock{"one"})
	}
	first := &knock{"one"}
	if goes, over := line.Add(first); !over || goes != first {
		t.Error("who has all places drives its own connections out")
	}
	for k := range 10 {
		c := &knock{"two"}
		goes, over := line.Add(c)
		if stays := goes != c; !over || stays != (k < 5) {
			t.Errorf("number %d of the other address: it stays: %v", k, stays)
		}
	}
}
