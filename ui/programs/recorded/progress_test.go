package recorded

import (
	"context"
	"strings"
	"testing"
	"time"
)

// What takes long is said again, once for each pause, and not where something else is said.
func TestStill(t *testing.T) {
	var out strings.Builder
	p := &progress{to: &out}
	start := time.Now()
	p.still(start.Add(time.Hour)) // nothing was said yet
	p.say("checking derivatives: step by u, 1 of 2, about 7 s to go")
	from := p.since
	p.still(from.Add(time.Second))
	p.still(from.Add(6 * time.Second))
	p.still(from.Add(7 * time.Second))
	p.still(from.Add(11 * time.Second))
	if _, err := p.Write([]byte("what the program prints\nfacet: timing\n")); err != nil {
		t.Fatal(err)
	}
	want := "facet: checking derivatives: step by u, 1 of 2, about 7 s to go\n" +
		"facet: 6 s: still checking derivatives: step by u, 1 of 2\n" +
		"facet: 11 s: still checking derivatives: step by u, 1 of 2\n" +
		"what the program prints\nfacet: timing\n"
	if got := out.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := p.doing(); got != "timing" {
		t.Errorf("facet is %q", got)
	}
}

// Who stopped a program is said.
func TestStopped(t *testing.T) {
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if got := stopped(late, "f.py", "running f.py").
		Error(); got != "f.py: --time was over while facet was running f.py: nothing is written; give it more --time" {
		t.Error(got)
	}
	interrupted, stop := context.WithCancel(t.Context())
	stop()
	if got := stopped(interrupted, "f.py", "running f.py").
		Error(); got != "f.py was stopped while it was measured: nothing is written" {
		t.Error(got)
	}
}
