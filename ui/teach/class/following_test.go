package class

import (
	"slices"
	"testing"

	"facet/model/session"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/terminal"
	"facet/ui/uitest"
)

// What a follower sees before anything is waited for is the picture of the lecturer's step,
// also after many steps that nothing has laid out.
func TestAFollowerBeginsWhereTheLecturerStands(t *testing.T) {
	for name, wants := range map[string][]string{
		"bat": {"with Ada", "step 6/6", "(-1,1,3)"}, "openfoam": {"with Ada", "step 45/45", "(p_out)"}} {
		c, s := New(), session.New(uitest.Sample(t, name))
		for range map[string]int{"bat": 6, "openfoam": 45}[name] {
			if _, err := s.Do("", s.State().Operations()[0].Op); err != nil {
				t.Fatal(err)
			}
		}
		ada := c.Enter(Who{Name: "Ada", Key: "ada", Lecturer: true})
		ada.Lead()
		ada.Shown(snap(s))
		f := c.Follow(c.Onlooker())
		m := app.New(app.Options{Dag: uitest.Sample(t, "lion"), Leader: f, Theme: snap(s).Theme,
			Terminal: terminal.Terminal{Width: 120, Height: 40}})
		m.Init()
		for _, want := range wants {
			if screen := m.View(); !uitest.Sees(screen, want) {
				t.Errorf("there is no %q on\n%s", want, screen)
			}
		}
		f.Close()
	}
}

// Who tries something reads where f goes: back, or to what was opened for everybody.
func TestAFollowerReadsWhereToComeBack(t *testing.T) {
	c := New()
	ada := c.Enter(Who{Name: "Ada", Key: "ada", Lecturer: true})
	ada.Lead()
	ada.Shown(snap(session.New(uitest.Sample(t, "bat"))))
	f := c.Follow(c.Onlooker())
	defer f.Close()
	f.Begin(nil)
	f.leave()
	for _, want := range []string{"back to Ada", "to the puzzle bat-22"} {
		if !slices.ContainsFunc(f.Bindings(nil), func(c layer.Command) bool { return c.Brief == want }) {
			t.Errorf("the foot does not say %q", want)
		}
		c.open(&Task{Kind: "puzzle", Called: "the puzzle bat-22"})
	}
}
