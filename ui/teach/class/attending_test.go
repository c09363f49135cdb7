package class

import (
	"context"
	"testing"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// plainLeader is one with a key of its own.
type plainLeader struct{ layer.Neutral }

func (plainLeader) Title() string                        { return "plain" }
func (plainLeader) Bindings(*layer.View) []layer.Command { return []layer.Command{{Name: "own"}} }

// A leader that the class knows about has all that it has alone, whichever way a person came
// to it: keys of the class are added.
func TestAttendingAddsKeys(t *testing.T) {
	c, plain := New(), plainLeader{}
	ada := c.Enter(Who{Name: "Ada"})
	source := layer.Source{Kind: "plain", Open: func(context.Context, string) (layer.Leader, error) {
		return plain, nil
	}}
	c.open(&Task{Kind: "plain"})
	ways := make(map[string]layer.Leader)
	sources := append(c.Leaders(ada, nil, source), c.LecturersLeaders(ada, Libraries{}, nil, source)[0])
	for _, s := range sources {
		by, err := s.Open(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		ways["source "+s.Kind] = by
	}
	for name, by := range ways {
		t.Run(name, func(t *testing.T) {
			all := by.Bindings(&layer.View{})
			away := intent.Intent(intent.Lead{Kind: Kind})
			if by.Title() != "plain" || len(all) != 2 || all[0].Intent != away || all[1].Name != "own" {
				t.Errorf("the keys are %v", all)
			}
		})
	}
}
