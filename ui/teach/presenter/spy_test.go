package presenter

import (
	"io"
	"reflect"
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// spyLeader is a leader that counts what it is asked, and answers nothing as a neutral one does.
// It embeds none, so that it has to know each ability that a leader has.
type spyLeader struct{ asked map[string]int }

var _ layer.Leader = (*spyLeader)(nil)

// newSpy was asked nothing.
func newSpy() *spyLeader { return &spyLeader{asked: make(map[string]int)} }

func (s *spyLeader) note(method string) []intent.Intent {
	s.asked[method]++
	return []intent.Intent{intent.Say{Text: method}}
}

func (s *spyLeader) Bindings(*layer.View) []layer.Command {
	s.note("Bindings")
	return []layer.Command{{Name: "spy"}}
}

func (s *spyLeader) Fit(*layer.View, layer.Box) { s.note("Fit") }

func (s *spyLeader) Draw(*layer.View, layer.Box) layer.Drawn {
	s.note("Draw")
	return layer.Drawn{Title: "spy"}
}

func (s *spyLeader) Takes() layer.Text { s.note("Takes"); return layer.AllText }

func (s *spyLeader) Type(*layer.View, tea.KeyMsg) (tea.Cmd, []intent.Intent, bool) {
	return nil, s.note("Type"), true
}

func (s *spyLeader) Passes(tea.KeyMsg) bool { s.note("Passes"); return true }

func (s *spyLeader) Click(*layer.View, int, int) (intent.Intent, bool) {
	return s.note("Click")[0], true
}

func (s *spyLeader) Wheel(*layer.View, int) (intent.Intent, bool) { return s.note("Wheel")[0], true }

func (s *spyLeader) Covers() bool { s.note("Covers"); return true }

func (s *spyLeader) Allows() intent.Effect { s.note("Allows"); return intent.Looks | intent.Draws }

func (s *spyLeader) Refuses(*layer.View, intent.Intent) string { s.note("Refuses"); return "No." }

func (s *spyLeader) Points(*layer.View) []intent.Selection {
	s.note("Points")
	return []intent.Selection{intent.AtVertex(1)}
}

func (s *spyLeader) Title() string { s.note("Title"); return "spy" }

func (s *spyLeader) Begin(*layer.View) (tea.Cmd, []intent.Intent) { return nil, s.note("Begin") }

func (s *spyLeader) Update(*layer.View, tea.Msg) (tea.Cmd, []intent.Intent) {
	return nil, s.note("Update")
}

func (s *spyLeader) Moved(*layer.View, bool) (tea.Cmd, []intent.Intent) { return nil, s.note("Moved") }

func (s *spyLeader) Perform(*layer.View, intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	return nil, s.note("Perform"), true
}

func (s *spyLeader) Conceals() bool { s.note("Conceals"); return true }

func (s *spyLeader) Presents() bool { s.note("Presents"); return true }

func (s *spyLeader) Around(*layer.View) intent.Selection { s.note("Around"); return intent.AtVertex(2) }

func (s *spyLeader) Rivals() []layer.Complete {
	s.note("Rivals")
	return []layer.Complete{{Name: "spy"}}
}

func (s *spyLeader) Offers(*layer.Command) bool { s.note("Offers"); return false }

func (s *spyLeader) Clicks() bool { s.note("Clicks"); return true }

func (s *spyLeader) Worked() bool { s.note("Worked"); return true }

func (s *spyLeader) Home() intent.Lead { s.note("Home"); return intent.Lead{Kind: "spy"} }

func (s *spyLeader) Page() (title, begins string, over bool) {
	s.note("Page")
	return "spy", "spy", false
}

func (s *spyLeader) Farewell(io.Writer) { s.note("Farewell") }

func (s *spyLeader) Close() { s.note("Close") }

// passesOn checks that a leader around a spy has each ability of a leader from it, and
// answers as it does, but for the methods that are its own. Those answer for themselves.
func passesOn(t *testing.T, spy *spyLeader, around layer.Leader, own ...string) {
	t.Helper()
	for _, name := range own {
		if _, has := reflect.TypeFor[layer.Leader]().MethodByName(name); !has {
			t.Errorf("a leader has no %s", name)
		}
	}
	for method := range reflect.TypeFor[layer.Leader]().Methods() {
		name := method.Name
		want, neutral := call(spy, name), call(layer.Neutral{}, name)
		if len(want) > 0 && reflect.DeepEqual(want, neutral) {
			t.Errorf("%s: the spy answers as a neutral leader does, and shows nothing", name)
		}
		if slices.Contains(own, name) {
			continue
		}
		before := spy.asked[name]
		if got := call(around, name); spy.asked[name] != before+1 || !reflect.DeepEqual(got, want) {
			t.Errorf("%T does not pass on %s: %v, and the one within answers %v", around, name, got, want)
		}
	}
}

// call calls a method of a leader with arguments that mean little, and gives its answers.
func call(by layer.Leader, method string) []any {
	m := reflect.ValueOf(by).MethodByName(method)
	var in []reflect.Value
	for k := range m.Type().NumIn() {
		var arg any
		switch of := m.Type().In(k); of {
		case reflect.TypeFor[*layer.View]():
			arg = &layer.View{}
		case reflect.TypeFor[intent.Intent]():
			arg = intent.Back{}
		case reflect.TypeFor[tea.Msg]():
			arg = struct{}{}
		case reflect.TypeFor[*layer.Command]():
			arg = &layer.Command{}
		case reflect.TypeFor[io.Writer]():
			arg = io.Discard
		default:
			arg = reflect.Zero(of).Interface()
		}
		in = append(in, reflect.ValueOf(arg))
	}
	var out []any
	for _, answer := range m.Call(in) {
		out = append(out, answer.Interface())
	}
	return out
}
