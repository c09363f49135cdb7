package programs

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/planner"
)

// TestProgress: a search says where it is as long as it takes.
func TestProgress(t *testing.T) {
	g, err := format.ReadFile("../../docs/results/roe_flux.xml")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	run, err := planner.Start(ctx, model.NewState(g), planner.Options{Workers: 1, Pace: 1}) // a node a second
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	reportProgress(stopAfter{&said, 3, cancel}, run, time.Millisecond)
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	if last := lines[len(lines)-1]; len(lines) < 3 ||
		!regexp.MustCompile(`^facet: \d+ s: best sequence (none yet|\d+, .*, none below \d+)$`).
			MatchString(last) {
		t.Errorf("%d lines, the last one %q", len(lines), last)
	}
}

// stopAfter stops a run after some lines.
type stopAfter struct {
	*strings.Builder
	lines int
	stop  func()
}

func (s stopAfter) Write(p []byte) (int, error) {
	n, err := s.Builder.Write(p)
	if strings.Count(s.String(), "\n") >= s.lines {
		s.stop()
	}
	return n, err
}
