package modeltest

import (
	"testing"

	"facet/model/modeltest/extent"
)

// Counted fails a random test in which fewer cases counted than least: such tests skip
// cases that they have no answer for, and one that skips least is for a run with
// -tags long; others, which try fewer, have to count a tenth of it.
func Counted(t testing.TB, what string, counted, least int) {
	t.Helper()
	if !extent.Full {
		least = (least + 9) / 10
	}
	if counted < least {
		t.Errorf("%d %s counted, want at least %d", counted, what, least)
	}
	t.Logf("%d %s counted", counted, what)
}
