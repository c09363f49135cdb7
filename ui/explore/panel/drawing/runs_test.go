package drawing

import (
	"fmt"
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest"
	"facet/ui/uitest"
)

// The same dag has the same picture, whatever else the processors do: the run that is
// planned so that the picture stands still is limited by work and not by time.
func TestPicturesDoNotDependOnTheMachine(t *testing.T) {
	g, err := generate.Random(14, 24, generate.Elementals{MaxSize: 7, Seed: 150})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*model.Dag{g, uitest.Sample(t, "hierarchy")} {
		first := bestRun(t.Context(), model.NewState(g))
		if s, _, err := model.Replay(model.NewState(g), first); err != nil || !s.Done() {
			t.Fatal("the run is not complete")
		}
		stop := modeltest.Disturb(8)
		if again := bestRun(t.Context(), model.NewState(g)); fmt.Sprint(again) != fmt.Sprint(first) {
			t.Errorf("on a busy machine %v, else %v", again, first)
		}
		stop()
	}
}
