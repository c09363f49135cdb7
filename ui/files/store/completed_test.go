package store

import "testing"

// A dag that was completed once is remembered, and no other.
func TestCompleted(t *testing.T) {
	place := At(t.TempDir())
	g, other := path3(t, "g", 1), path3(t, "g", 2)
	CompletedIn(place).Add(g)
	CompletedIn(place).Add(g)
	if c := CompletedIn(place); !c.Has(g) || c.Has(other) || len(c.all()) != 1 {
		t.Errorf("%v", c.all())
	}
}
