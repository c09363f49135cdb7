package class

import (
	"context"
	"testing"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// A leader that the class knows about has all that it has alone, whichever way a person came
// to it: keys of the class are added, and a guest is told of no commands of a shell.
func TestAttendingPassesOn(t *testing.T) {
	c, spy := New(), uitest.NewSpy()
	defer c.Close()
	ada := c.Roster.Enter(Who{Name: "Ada"})
	source := layer.Source{Kind: "spy", Open: func(context.Context, string) (layer.Leader, error) {
		return spy, nil
	}}
	c.open(&Task{Kind: "spy"})
	ways := map[string]layer.Leader{"led": c.Led(ada, "spy", spy)}
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
			uitest.PassesOn(t, spy, by, "Bindings", "Farewell")
			all := by.Bindings(&layer.View{})
			away := intent.Intent(intent.Lead{Kind: Kind})
			if len(all) != 2 || all[0].Intent != away || all[1].Name != "spy" {
				t.Errorf("the keys are %v", all)
			}
		})
	}
}
