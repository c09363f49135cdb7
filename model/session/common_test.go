package session

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"facet/model"
	"facet/model/modeltest"
)

// Sessions that take the same steps share their states, also where steps were added ahead
// or branch, and read as sessions that share nothing.
func TestCommon(t *testing.T) {
	g := modeltest.Sample(t, "bat")
	rng := rand.New(rand.NewPCG(1, 2))
	one, two := modeltest.Walk(rng, g), modeltest.Walk(rng, g)
	walk := func(s *Session) []*model.State {
		states := []*model.State{s.State()}
		take := func(_ any, err error) {
			if err != nil {
				t.Error(err)
			}
			states = append(states, s.State())
		}
		take(s.Do("", one[0]))
		take(s.Do("a step", one[1:3]...))
		take(nil, s.Goto(0))
		take(s.Do("", two[0]))
		take(s.Ahead(two[1:3]...))
		s.Redo()
		s.Redo()
		take(s.Do("", two[3:5]...))
		if _, err := s.Do("", two[0]); err == nil {
			t.Error("the same operation was carried out twice")
		}
		take(s.Do("", two[5:]...))
		return states
	}
	alone := New(g)
	want := walk(alone)
	common, all := NewCommon(), make([][]*model.State, 8)
	var walking sync.WaitGroup
	for k := range all {
		walking.Go(func() {
			s := common.New(g)
			all[k] = walk(s)
			if got, want := s.Line(), alone.Line(); !reflect.DeepEqual(got, want) {
				t.Errorf("the line is %v, not %v", got, want)
			}
		})
	}
	walking.Wait()
	for _, states := range all {
		if !slices.Equal(states, all[0]) {
			t.Error("a session has states of its own")
		}
		for at, state := range states {
			if state.String() != want[at].String() || state.Spent() != want[at].Spent() {
				t.Errorf("state %d is not that of a session that shares nothing", at)
			}
		}
	}
}

// What is held stays within its limit, and what was forgotten is carried out again.
func TestCommonForgets(t *testing.T) {
	g := modeltest.Sample(t, "bat")
	ops := modeltest.Walk(rand.New(rand.NewPCG(1, 2)), g)
	common := NewCommon()
	common.held = commonVertices // others
	var ends []*model.State
	for range 2 {
		s := common.New(g)
		for _, o := range ops {
			if _, err := s.Do("", o); err != nil {
				t.Fatal(err)
			}
			if len(common.steps) != 1 || len(common.order) != 1 {
				t.Fatalf("%d steps are held", len(common.steps))
			}
		}
		ends = append(ends, s.State())
	}
	if !ends[0].Done() || ends[0].String() != ends[1].String() {
		t.Error("they differ")
	}
}
