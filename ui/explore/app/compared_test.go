package app

import (
	"strings"
	"testing"

	"facet/ui/draw/style"
)

// What the comparison found is the best known total, also in the header: a table with a
// cheaper sequence beside it would contradict it.
func TestComparisonIsKnown(t *testing.T) {
	d := start(t, testOptions(sample(t, "newton2"), style.Mono, false), 120, 40)
	if !strings.Contains(d.screen(), "best known 182 000 sparse tangent") {
		t.Fatalf("the best classical total is not there:\n%s", d.screen())
	}
	if d.press("B"); !strings.Contains(d.screen(), "greedy minimum fill  162 000") {
		t.Fatalf("the comparison is not there:\n%s", d.screen())
	}
	if d.press("esc"); !strings.Contains(d.screen(), "best known 162 000 greedy minimum fill") {
		t.Errorf("the header does not know it:\n%s", d.screen())
	}
}
