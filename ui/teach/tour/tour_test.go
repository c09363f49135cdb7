package tour

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/uitest"
)

// shared is what was laid out for the samples: tests begin with the same pictures, which take
// half a second of a processor.
var shared = app.NewShared(64 << 20)

// newcomer is a user who sees facet for the first time.
func newcomer(t *testing.T, g *model.Dag, ascii bool, width, height int) *uitest.Driver {
	t.Helper()
	m := app.New(app.Options{Dag: g, Shared: shared, Theme: style.Make(style.Mono, ascii, termenv.Ascii),
		Files: &files.Disk{}, Getenv: func(string) string { return "" },
		Sources: []layer.Source{Source()}, Leader: New()})
	d := &uitest.Driver{T: t, Model: m, Width: width, Height: height}
	d.Begin()
	t.Cleanup(func() { _ = m.Close() })
	return d
}

// Five prompts lead a newcomer through select, foresee, carry out, take back and hand
// over; each waits for what it asks for, and the pictures stay as large as they were.
func TestTour(t *testing.T) {
	dags := []*model.Dag{uitest.Sample(t, "bat"), uitest.Sample(t, "bat").Classic()}
	for k, size := range [][2]int{{72, 20}, {80, 24}, {100, 30}, {120, 40}} {
		for _, ascii := range []bool{false, true} {
			if ascii != (k%2 > 0) && !extent.Full {
				continue
			}
			for _, g := range dags[:extent.Of(1+k%2, 2)] {
				d := newcomer(t, g, ascii, size[0], size[1])
				d.Wants("an example: its dag", "its line dag", "face: the", "The order decides",
					"Enter goes on with the dag bat.")
				if strings.Contains(d.Screen(), style.Make(style.Mono, ascii, termenv.Ascii).Signs.Cut) {
					t.Errorf("the page is cut:\n%s", d.Screen())
				}
				d.Press("enter").Wants("1/5 Select.", "Esc ends the tour.")
				if d.Sees("tour 1/5") {
					t.Errorf("two numbers:\n%s", d.Screen())
				}
				height := d.Model.(*app.Model).Pictures()[0].Shown().Height
				d.Press("down").Wants("2/5 Foresee.", "Press 2")
				d.Press("2").Wants("3/5 Carry out.", "Press Enter")
				d.Press("enter").Wants("4/5 Take back.", "Press u")
				d.Press("u").Wants("5/5 Hand over.", "A applies it")
				if now := d.Model.(*app.Model).Pictures()[0].Shown().Height; now != height && size[1] < 30 {
					t.Errorf("%v: the picture had %d rows and has %d", size, height, now)
				}
				d.Press("enter").Wants("That was the tour.")
				if d.Sees("5/5") {
					t.Errorf("the tour goes on:\n%s", d.Screen())
				}
				d.Command("tour").Wants("The order decides")
				d.Press("esc").Wants("The tour is over.")
			}
		}
	}
}

// The second prompt says how the picture marks what the selected operation would do, and
// its sign is in the picture; no prompt is cut, and in ASCII all of them are ASCII.
func TestPromptsSayWhatIsSelected(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		signs := style.Make(style.Mono, ascii, termenv.Ascii).Signs
		for _, c := range []struct {
			g         *model.Dag
			effect    model.EventKind
			want, not string
		}{
			{g: uitest.Sample(t, "bat"), effect: model.Accumulated, want: "gets its Jacobian",
				not: signs.Would + " is"},
			{g: uitest.Sample(t, "bat").Classic(), effect: model.Born, want: signs.Would +
				" is the new Jacobian"},
			{g: uitest.Sample(t, "bat").Classic(), effect: model.Absorbed, want: "double lines",
				not: signs.Would + " is"},
		} {
			d := newcomer(t, c.g, ascii, 72, 20)
			d.Press("enter", "down")
			s := model.NewState(c.g)
			for _, choice := range s.Operations() {
				if o := layer.Foresee(s, choice); slices.ContainsFunc(o.Change.Events,
					func(e model.Event) bool { return e.Kind == c.effect }) {
					d.Send(app.Intents{intent.Select{Target: intent.AtOp(choice.Op)}})
					break
				}
			}
			d.Wants("2/5 Foresee.", c.want)
			if c.not != "" && d.Sees(c.not) {
				t.Errorf("it says %q:\n%s", c.not, d.Screen())
			}
			for _, key := range []string{"2", "enter", "u"} {
				d.Press(key)
				for _, row := range strings.Split(d.Screen(), "\n") {
					if ascii && strings.ContainsFunc(row, func(r rune) bool { return r > 127 }) {
						t.Errorf("not ASCII: %s", row)
					}
				}
				if regexp.MustCompile(regexp.QuoteMeta(signs.Cut) + `(\s|$)`).MatchString(d.Screen()) {
					t.Errorf("a prompt is cut:\n%s", d.Screen())
				}
				if key == "2" {
					d.Wants("Tab goes to the next panel.")
				}
			}
			d.Wants("5/5 Hand over.", "?, then Tab explains the words.")
		}
	}
}

// The example introduces the words of the list, and is classic where the dag is.
func TestTheExampleIsOfTheSameKind(t *testing.T) {
	const words, costs = "fill: a new Jacobian; absorb: added to one that exists; remove: no longer needed.",
		"2/3"
	d := newcomer(t, uitest.Sample(t, "bat"), false, 72, 20)
	d.Wants(words, costs, "○(0,1)")
	d = newcomer(t, uitest.Sample(t, "bat").Classic(), false, 72, 20)
	d.Wants(words, "● marks a Jacobian", "●(0,1)")
	if d.Sees(costs) || d.Sees("○") {
		t.Errorf("models, where there are none:\n%s", d.Screen())
	}
}

// Asked for later the tour begins as the first time: the list has the keys, and its first
// row is selected.
func TestTheTourBeginsAtTheFirstRow(t *testing.T) {
	d := newcomer(t, uitest.Sample(t, "bat").Classic(), false, 80, 24)
	d.Press("enter")
	first := d.Screen()
	d.Press("esc", "down", "down", "down", "1").Command("tour").Press("enter")
	if got := d.Screen(); got != first {
		t.Errorf("it begins with\n%s\nand began with\n%s", got, first)
	}
}

// A newcomer who lets facet complete the sequence during the tour comes to the same page as without.
func TestTheTourEndsWithTheTotals(t *testing.T) {
	g := uitest.Sample(t, "bat").Classic()
	d := newcomer(t, g, false, 80, 24)
	for _, key := range []string{"enter", "down", "2", "enter", "u"} {
		d.Press(key)
	}
	var all app.Intents
	for s := model.NewState(g); !s.Done(); {
		best, _ := model.Cheapest(s.Operations())
		next, _, err := s.Apply(best.Op)
		if err != nil {
			t.Fatal(err)
		}
		s, all = next, append(all, intent.Carry{Ops: []model.Op{best.Op}})
	}
	d.Send(all)
	d.Wants("Complete in", "That was the tour. Enter goes back to the pictures")
	d.Press("esc").Wants("Nothing: complete.", "u undo")
	for _, never := range []string{"next: 0", "Enter carry out", "e eliminate"} {
		if d.Sees(never) {
			t.Errorf("it says %q:\n%s", never, d.Screen())
		}
	}
}

// No newcomer is stopped, and nothing is skipped unread: one who carries out steps before that is
// asked for goes from prompt to prompt, and other keys mean what they mean.
func TestTheTourHoldsNobody(t *testing.T) {
	d := newcomer(t, uitest.Sample(t, "bat"), false, 80, 24)
	for _, want := range []string{"1/5 Select.", "2/5 Foresee.", "3/5 Carry out.", "4/5 Take back.",
		"4/5 Take back."} {
		d.Press("enter").Wants(want)
	}
	d.Press("u").Wants("5/5 Hand over.")
	d.Press("?").Wants("Eliminate")
	d.Press("esc", "t").Wants("totals so far")
	d.Press("esc", "esc").Wants("The tour is over.")
}

// A picture is not made large where the text beneath it would take its labels; without the
// text it is.
func TestLargePicturesKeepLabelsInTheTour(t *testing.T) {
	d := newcomer(t, uitest.Sample(t, "bat"), false, 80, 24)
	d.Press("enter", "f").Wants("more room beside the list", "Z1")
	d.Press("esc", "f").Wants("Z1")
	if d.Sees("next ") && d.Sees("price") {
		t.Errorf("the list is there:\n%s", d.Screen())
	}
}

// A prompt is ticked off by what was done, whichever way it was done: with the mouse or a
// search for a label, by another key, by a typed operation, in the history.
func TestDeedsAreTickedOff(t *testing.T) {
	click := func(d *uitest.Driver, text string) {
		for y, row := range strings.Split(d.Screen(), "\n") {
			if before, _, found := strings.Cut(row, text); found {
				d.Send(tea.MouseMsg{X: style.Width(before), Y: y, Button: tea.MouseButtonLeft,
					Action: tea.MouseActionPress})
				return
			}
		}
		t.Fatalf("no %q on\n%s", text, d.Screen())
	}
	d := newcomer(t, uitest.Sample(t, "bat").Classic(), false, 120, 40)
	d.Press("enter").Wants("1/5 Select.")
	if d.Sees("✓") {
		t.Error("something is ticked off at the beginning")
	}
	click(d, "(0,2)→(2,3)")
	d.Wants("1✓ 2/5 Foresee.")
	d.Press("tab")
	for range 4 {
		if !d.Sees("3/5") {
			d.Press("tab")
		}
	}
	d.Wants("2✓ 3/5 Carry out.")
	d.Command("eli (1 3)(3 4)").Wants("3✓ 4/5 Take back.")
	d.Press("3", "up", "enter").Wants("4✓ 5/5 Hand over.")

	d = newcomer(t, uitest.Sample(t, "bat").Classic(), false, 80, 24)
	d.Press("enter", "down").Wants("1✓ 2/5 Foresee.") // a step in its place is no look at the line dag
	if d.Press("enter").Wants("3/5 Carry out."); d.Sees("2✓") {
		t.Errorf("what was not done is ticked off:\n%s", d.Screen())
	}
}

// Where losses are hidden, as in a first session, the tour says how they are shown.
func TestTheTourSaysThatLossesAreHidden(t *testing.T) {
	for _, size := range [][2]int{{72, 20}, {80, 24}, {120, 40}} {
		v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Silent: true}
		text := v.Keymap.Text(asked(v, toCarryOut).text)
		if !strings.Contains(text, "v shows them") || len(text) > 2*(size[0]-len("2✓ 3/5 Carry out. ")) {
			t.Errorf("%v: %s", size, text)
		}
	}
}
