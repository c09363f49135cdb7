package app

import (
	"strings"
	"testing"
	"time"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// What is not saved is said until the next key, whatever is said before or after it.
func TestWarningsStay(t *testing.T) {
	warning := intent.Say{Text: "The run cannot be saved: the disk is full.", As: intent.Warning}
	for name, order := range map[string]Intents{
		"first":   {warning, intent.Say{Text: "32 is optimal."}, intent.Say{Text: "A takes it."}},
		"between": {intent.Say{Text: "32 is optimal."}, warning, intent.Say{Text: "A takes it."}},
		"last":    {intent.Say{Text: "32 is optimal."}, intent.Say{Text: "A takes it."}, warning},
		"refused": {warning, intent.Say{Text: "A takes it.", As: intent.Refusal}},
	} {
		d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
		for _, i := range order {
			d.send(Intents{i})
		}
		foot := strings.Join(d.m.foot(), "\n")
		if !strings.HasPrefix(strings.TrimSpace(foot), warning.Text) ||
			!strings.Contains(foot, "A takes it.") || strings.Contains(foot, "optimal") {
			t.Errorf("%s: %q", name, foot)
		}
		if Warning(d.m) != warning.Text {
			t.Errorf("%s: the warning is %q", name, Warning(d.m))
		}
		if d.press("right"); strings.Contains(d.screen(), "saved") || Warning(d.m) != "" {
			t.Errorf("%s: a key does not end it:\n%s", name, d.screen())
		}
	}
}

// A sequence that is completed by itself hides what was said before, but no warning.
func TestWarningsStayAtTheEnd(t *testing.T) {
	d := start(t, testOptions(sample(t, "lion"), style.Mono, false), 80, 24)
	d.send(Intents{intent.Say{Text: "The run cannot be saved.", As: intent.Warning}})
	for !d.m.Session().State().Done() {
		d.send(Intents{intent.Carry{Ops: []model.Op{d.m.Session().State().Operations()[0].Op}}})
	}
	if !strings.Contains(d.screen(), "The run cannot be saved.") {
		t.Errorf("it is gone:\n%s", d.screen())
	}
}

// A message stays while keys come fast, says who sent it, and is read with Esc, or with a key
// when there was time to read it; those that come meanwhile stand below.
func TestMessagesStayUntilRead(t *testing.T) {
	o := testOptions(sample(t, "bat"), style.Mono, false)
	now := o.Now()
	o.Now = func() time.Time { return now }
	d := start(t, o, 80, 24)
	shows := func(when, text string, others ...string) {
		t.Helper()
		foot := strings.Join(d.m.foot(), "\n")
		if !strings.Contains(foot, text) || !strings.Contains(d.screen(), text) {
			t.Errorf("%s: %q is not shown: %q", when, text, foot)
		}
		for _, other := range others {
			if strings.Contains(foot, other) {
				t.Errorf("%s: %q is shown: %q", when, other, foot)
			}
		}
	}
	d.send(Intents{intent.Say{Text: "Ada: look up", As: intent.Message}})
	shows("at first", "Ada: look up (Esc: read)")
	d.press("right", "left", "enter")
	shows("keys come", "Ada: look up (Esc: read)")
	if d.m.screen.shown.session.Depth() != 1 {
		t.Error("the keys mean nothing")
	}
	now = now.Add(time.Minute)
	d.send(Intents{intent.Say{Text: "Time is up.", As: intent.Message}})
	shows("another comes", "Ada: look up")
	shows("another comes", "Time is up. (Esc: read)")
	d.press("right")
	shows("after a minute", "Time is up.", "Ada")
	d.press("esc")
	if foot := strings.Join(d.m.foot(), "\n"); strings.Contains(foot, "Time is up") ||
		!strings.Contains(foot, "help") {
		t.Errorf("it was read: %q", foot)
	}
}
