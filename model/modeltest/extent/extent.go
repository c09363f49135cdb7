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
