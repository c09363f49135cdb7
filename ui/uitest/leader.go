package uitest

import (
	"io"
	"reflect"
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Spy is a leader that counts what it is asked, and answers nothing as a neutral one does.
// It embeds none, so that it has to know each ability that a leader has.
type Spy struct{ asked map[string]int }

var _ layer.Leader = (*Spy)(nil)

// NewSpy was asked nothing.
func NewSpy() *Spy { return &Spy{asked: make(map[string]int)} }

func (s *Spy) note(method string) []intent.Intent {
	s.asked[method]++
	return []intent.Intent{intent.Say{Text: method}}
}

func (s *Spy) Bindings(*layer.View) []layer.Command {
	s.note("Bindings")
	return []layer.Command{{Name: "spy"}}
}

func (s *Spy) Fit(*layer.View, layer.Box) { s.note("Fit") }

func (s *Spy) Draw(*layer.View, layer.Box) layer.Drawn {
	s.note("Draw")
	return layer.Drawn{Title: "spy"}
}

func (s *Spy) Takes() layer.Text { s.note("Takes"); return layer.AllText }

func (s *Spy) Type(*layer.View, tea.KeyMsg) (tea.Cmd, []intent.Intent, bool) {
	return nil, s.note("Type"), true
}

func (s *Spy) Passes(tea.KeyMsg) bool { s.note("Passes"); return true }

func (s *Spy) Click(*layer.View, int, int) (intent.Intent, bool) { return s.note("Click")[0], true }

func (s *Spy) Wheel(*layer.View, int) (intent.Intent, bool) { return s.note("Wheel")[0], true }

func (s *Spy) Covers() bool { s.note("Covers"); return true }

func (s *Spy) Allows() intent.Effect { s.note("Allows"); return intent.Looks | intent.Draws }

func (s *Spy) Refuses(*layer.View, intent.Intent) string { s.note("Refuses"); return "No." }

func (s *Spy) Points(*layer.View) []intent.Selection {
	s.note("Points")
	return []intent.Selection{intent.AtVertex(1)}
}

func (s *Spy) Title() string { s.note("Title"); return "spy" }

func (s *Spy) Begin(*layer.View) (tea.Cmd, []intent.Intent) { return nil, s.note("Begin") }

func (s *Spy) Update(*layer.View, tea.Msg) (tea.Cmd, []intent.Intent) { return nil, s.note("Update") }

func (s *Spy) Moved(*layer.View, bool) (tea.Cmd, []intent.Intent) { return nil, s.note("Moved") }

func (s *Spy) Perform(*layer.View, intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	return nil, s.note("Perform"), true
}

func (s *Spy) Conceals() bool { s.note("Conceals"); return true }

func (s *Spy) Presents() bool { s.note("Presents"); return true }

func (s *Spy) Around(*layer.View) intent.Selection { s.note("Around"); return intent.AtVertex(2) }

func (s *Spy) Rivals() []layer.Complete { s.note("Rivals"); return []layer.Complete{{Name: "spy"}} }

func (s *Spy) Offers(*layer.Command) bool { s.note("Offers"); return false }

func (s *Spy) Clicks() bool { s.note("Clicks"); return true }

func (s *Spy) Worked() bool { s.note("Worked"); return true }

func (s *Spy) Home() intent.Lead { s.note("Home"); return intent.Lead{Kind: "spy"} }

func (s *Spy) Page() (title, begins string, over bool) { s.note("Page"); return "spy", "spy", false }

func (s *Spy) Farewell(io.Writer) { s.note("Farewell") }

func (s *Spy) Close() { s.note("Close") }

// PassesOn checks that a leader around a spy has each ability of a leader from it, and
// answers as it does, but for the methods that are its own. Those answer for themselves.
func PassesOn(t *testing.T, spy *Spy, around layer.Leader, own ...string) {
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
