package next

import (
	"slices"
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/model/session"
	"facet/ui/layer"
	"facet/ui/style"

	"github.com/muesli/termenv"
)

// What is possible after the same steps is listed once for all who look at it in the same
// colours; nobody's order changes what others see, and what is kept is bounded.
func TestListsAreShared(t *testing.T) {
	g, err := generate.Newton(3, 4, 2)
	if err != nil {
		t.Fatal(err)
	}
	shared := &Shared{}
	dark, plain := style.Make(style.Dark, false, termenv.TrueColor), style.Make(style.Dark, true, termenv.Ascii)
	look := func(th *style.Theme, s *session.Session, with *Shared) (*Operations, []string) {
		n := &Operations{Order: byPosition, Shared: with}
		return n, slices.Clone(n.View(&layer.View{Theme: th, Steps: s}, layer.Advice{}, 80, 12))
	}
	one, other := session.New(g), session.New(g)
	first, rows := look(dark, one, shared)
	if _, again := look(dark, other, shared); !slices.Equal(rows, again) || len(shared.done) != 1 {
		t.Errorf("listed %d times: %q, %q", len(shared.done), rows, again)
	}
	slices.Reverse(first.rows)
	for _, th := range []*style.Theme{dark, plain} {
		for range 2 {
			_, alone := look(th, other, nil)
			if _, got := look(th, other, shared); !slices.Equal(got, alone) {
				t.Errorf("%q, alone %q", got, alone)
			}
			if _, err := other.Do("", first.rows[0].Op); err != nil {
				t.Fatal(err)
			}
			first, _ = look(th, other, nil)
		}
	}
	if len(shared.done) != 4 {
		t.Errorf("%d lists", len(shared.done))
	}
	for k := range 3 * mostShared {
		h, err := generate.Newton(2, 4, 2)
		if err != nil {
			t.Fatal(err)
		}
		h.Name += string(rune('a' + k))
		look(dark, session.New(h), shared)
	}
	l := &listed{effects: make(map[model.Op]effect)}
	for k := range 3 * longestShared {
		l.effect(model.Op{U: model.Z(k)}, func() effect { return effect{} })
	}
	if len(shared.done) != mostShared || len(shared.queue) != mostShared || len(l.effects) > longestShared {
		t.Errorf("%d lists, %d effects", len(shared.done), len(l.effects))
	}
}
