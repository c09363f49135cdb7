package app

import (
	"strings"
	"testing"

	"facet/ui/draw/style"
)

// A clicker that is pressed before there are steps does not send the lecturer back to
// where there is nothing either.
func TestClickerWithoutSteps(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	if d.press("pgdown"); !strings.Contains(d.screen(), "There are no steps yet") {
		t.Errorf("PgDn:\n%s", d.screen())
	}
	if d.press("enter", "pgdown"); !strings.Contains(d.screen(), "u goes back") {
		t.Errorf("PgDn after a step:\n%s", d.screen())
	}
}
