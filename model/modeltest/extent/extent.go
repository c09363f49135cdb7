// Package extent says how much tests do. go test ./... takes minutes: random tests try some
// cases, and what starts hundreds of programs or walks for an hour is left out. With -tags
// long they try all they have:
//
//	go test -tags long -timeout 1h ./...
package extent

import "testing"

// Of is how many cases a test tries: some, or all with -tags long.
func Of(some, all int) int {
	if Full {
		return all
	}
	return some
}

// FullOnly leaves a test out that takes long, but with -tags long.
func FullOnly(t testing.TB) {
	t.Helper()
	if !Full {
		t.Skip("a long test: go test -tags long")
	}
}

// NoRace leaves a test out with -short, as tests are run under the race detector, which makes
// them eight times as slow: it has one goroutine, or what it looks at is no race.
func NoRace(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("no race is there")
	}
}
