package modeltest

import "testing"

// Counted fails a random test in which fewer cases counted than least: such tests skip
// cases that they have no answer for, and one that skips all of them shows nothing. A short
// run has to count one.
func Counted(t testing.TB, what string, counted, least int) {
	t.Helper()
	if testing.Short() {
		least = min(1, least)
	}
	if counted < least {
		t.Errorf("%d %s counted, want at least %d", counted, what, least)
	}
	t.Logf("%d %s counted", counted, what)
}
