package command

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"facet/planner"
	"facet/ui/cli/shell"
)

// asked runs the program with an explorer that only notes what it is asked for.
func asked(t *testing.T, stdin string, args ...string) shell.Explorer {
	t.Helper()
	var got shell.Explorer
	var output bytes.Buffer
	p := Program{In: strings.NewReader(stdin), Out: &output, Err: &output}
	p.Explore = func(_ context.Context, o shell.Explorer) error {
		got = o
		return nil
	}
	if code := p.Run(context.Background(), append([]string{}, args...)); code != 0 {
		t.Fatalf("%v: exit code %d, %s", args, code, output.String())
	}
	return got
}

func TestExplore(t *testing.T) {
	// 0 frames a second are those of the setting, which is 30 where nothing else is said.
	if o := asked(t, ""); o.Dag != nil || o.File != "" || o.FPS != 0 || o.Colours != "auto" || o.Planning.Begin {
		t.Errorf("without FILE: %+v", o)
	}
	o := asked(t, "", "--classic", "--resume", "--theme", "mono", "--ascii", "--fps", "12", "bat")
	if o.File != "bat" || !o.Resume || o.Colours != "mono" || !o.ASCII || o.FPS != 12 || o.FromStdin {
		t.Errorf("with flags: %+v", o)
	}
	if o.Dag == nil || !o.Dag.Edges[0].HasJacobian || o.Dag.Edges[0].HasModel {
		t.Errorf("not classic: %+v", o.Dag)
	}
	o = asked(t, "1 2 3 4", "-")
	if !o.FromStdin || o.Dag == nil || len(o.Dag.Edges) != 1 {
		t.Errorf("from standard input: %+v", o)
	}
}

func TestWatchSolver(t *testing.T) {
	o := asked(t, "", "solve", "--tui", "--bound", "simple", "--pace", "50", "--time", "9s", "bat")
	want := planner.Options{Bound: planner.BoundSimple, Pace: 50, Time: 9 * time.Second,
		Memory: planner.DefaultMemory}
	got := o.Planning.Planner
	if !o.Planning.Begin || o.Dag == nil || got.Bound != want.Bound || got.Pace != want.Pace ||
		got.Time != want.Time || got.Memory != want.Memory {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
