package app

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/junction"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// A sequence that is proposed can be looked at, left, and taken.
func TestProposal(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.press("enter")
	own := d.m.screen.shown.session
	plan, err := junction.Vertex(own.State(), 6-1) // junction 3 has position 4 or 5
	if err != nil {
		plan, err = junction.Vertex(own.State(), 4)
	}
	if err != nil {
		t.Fatal(err)
	}
	propose := func() { d.send(Intents{intent.Preview{From: own.Cursor(), Ops: plan.Ops, Title: "greedy"}}) }

	propose()
	if !strings.Contains(d.screen(), "preview: greedy") {
		t.Fatalf("no preview:\n%s", d.screen())
	}
	d.press("pgdown", "pgdown", "e")
	if d.m.screen.shown.session.Depth() != 3 || own.Depth() != 1 || d.m.Session() != own {
		t.Errorf("shown %d, own %d", d.m.screen.shown.session.Depth(), own.Depth())
	}
	if !strings.Contains(d.screen(), "only a preview") {
		t.Errorf("e does not say why it does nothing:\n%s", d.screen())
	}
	d.press("esc")
	if d.m.screen.shown.session != own || own.Depth() != 1 || own.Steps() != 1 {
		t.Error("leaving the preview changed the session")
	}
	propose()
	d.press("A")
	if d.m.screen.shown.session != own || own.Depth() != 1+len(plan.Ops) || own.State().
		Spent() != 4+plan.Cost {
		t.Errorf("applied: step %d, spent %d", own.Depth(), own.State().Spent())
	}
}

// Space plays what lies ahead and stops at the end.
func TestPlay(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.press("enter", "enter", "enter", "u", "u", "u", " ")
	for range 5 {
		d.send(tick{d.m.screen.playback.run})
	}
	if d.m.screen.shown.session.Depth() != 3 || d.m.screen.playback.running {
		t.Errorf("step %d, running %v", d.m.screen.shown.session.Depth(), d.m.screen.playback.running)
	}
	late := tick{d.m.screen.playback.run} // of a run that is over
	d.press("u", " ")
	d.send(late)
	if d.m.screen.shown.session.Depth() != 2 {
		t.Error("a late tick made a step")
	}
	d.press(">", " ")
	if d.m.screen.playback.running {
		t.Error("space does not stop")
	}
}

// Keys that arrive in one message are keys one after the other; what is pasted
// is not.
func TestKeysTogether(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("aau")})
	if d.m.screen.shown.session.Depth() != 1 || d.m.screen.shown.session.Steps() != 2 {
		t.Errorf("step %d of %d", d.m.screen.shown.session.Depth(), d.m.screen.shown.session.Steps())
	}
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("uuq"), Paste: true})
	if d.m.screen.shown.session.Depth() != 1 || d.m.files.gone {
		t.Error("a paste was taken for keys")
	}
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(":acc tan (0 2)")})
	d.press("enter")
	if d.m.screen.shown.session.Depth() != 2 {
		t.Errorf("a command that arrived at once was not carried out:\n%s", d.screen())
	}
}

func TestClicks(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 120, 40)
	click := func(x, y int) {
		d.send(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		d.check()
	}
	for y, row := range strings.Split(d.screen(), "\n") {
		if at := strings.Index(row, "ADJ F'(0,2)"); at >= 0 {
			click(style.Width(row[:at]), y)
		}
	}
	if d.m.screen.shown.sel != (intent.Selection{Kind: intent.OnElement, Z: d.m.screen.shown.sel.Z,
		Mode: model.ADJ}) || d.m.screen.shown.state().Name(d.m.screen.shown.sel.Z) != "(0,2)" {
		t.Errorf("a click in the list selected %+v", d.m.screen.shown.sel)
	}
	for y, row := range strings.Split(d.screen(), "\n") {
		if at := strings.Index(row, "(1,4)"); at >= 0 {
			click(style.Width(row[:at])+2, y)
			break
		}
	}
	if d.m.screen.where.window.Focus != intent.LineDag || d.m.screen.shown.sel.Kind != intent.OnElement ||
		d.m.screen.shown.state().Name(d.m.screen.shown.sel.Z) != "(1,4)" {
		t.Errorf("a click in the line dag selected %+v in %v\n%s", d.m.screen.shown.sel,
			d.m.screen.where.window.Focus, d.screen())
	}
}

// A clicker sends the page keys or left and right: both step, in the list, too.
func TestClicker(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.press("enter", "enter", "left", "left", "left")
	if got := d.m.screen.shown.session.Depth(); got != 0 ||
		!strings.Contains(d.screen(), "nothing to undo. PgDn or ctrl+r") {
		t.Errorf("after going back: step %d\n%s", got, d.screen())
	}
	d.press("right", "pgdown", "pgup")
	if got := d.m.screen.shown.session.Depth(); got != 1 {
		t.Errorf("after two steps and one back: step %d", got)
	}
	d.press("3", "down", "enter")
	if got := d.m.screen.shown.session.Depth(); got != 2 ||
		!strings.Contains(d.screen(), "Enter go to the step") {
		t.Errorf("in the history: step %d\n%s", got, d.screen())
	}
	if d.press("esc"); d.m.screen.where.window.Focus != intent.Next {
		t.Errorf("Esc goes from the history to %s", d.m.screen.where.window.Focus)
	}
}
