package solver

import (
	"context"
	"testing"

	"facet/ui/explore/app"
)

// No key of the solver's commands means something else beside its page.
func TestKeysAreUnambiguous(t *testing.T) {
	s := New(context.Background(), Options{Theme: mono()})
	defer s.Close()
	keys := map[string]string{}
	for _, c := range app.NewCommands(s.Commands()...) {
		for _, k := range c.Keys.Keys() {
			if keys[k] != "" {
				t.Errorf("the key %q means %s and %s", k, keys[k], c.Name)
			}
			keys[k] = c.Name
		}
	}
}
