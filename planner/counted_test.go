package planner_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/model/programs/code"
	"facet/model/programs/source"
	"facet/planner"
)

// TestCountedWork: runs that end by their work come to the same each time, whatever else
// the processors do, on small and on large dags.
func TestCountedWork(t *testing.T) {
	extent.NoRace(t)
	dags := map[string]*model.Dag{"hierarchy": modeltest.Sample(t, "hierarchy")}
	for name, text := range map[string]string{"cholesky": choleskySource(4), "factor": choleskySource(7)} {
		p, err := source.Read("f.go", []byte(text), "")
		if err != nil {
			t.Fatal(err)
		}
		task, err := code.NewTask(p, code.Options{})
		if err != nil {
			t.Fatal(err)
		}
		dags[name] = task.Dag
	}
	g, err := format.ReadFile("../docs/results/roe_flux.xml")
	if err != nil {
		t.Fatal(err)
	}
	dags["roe"] = g
	for name, g := range dags {
		first := ""
		for k := range extent.Of(2, 4) {
			stop := modeltest.Disturb(k)
			end, err := planner.Solve(context.Background(), model.NewState(g), planner.Options{Workers: 1,
				Work: time.Duration(extent.Of(100, 300)) * time.Millisecond})
			stop()
			if err != nil || end.OutOfTime || !end.OutOfWork && !end.Proven {
				t.Fatalf("%s: out of time %v, out of work %v, %v", name, end.OutOfTime, end.OutOfWork, err)
			}
			text := fmt.Sprint(end.Proven, end.Bound, end.Incumbents, end.Explored, end.Incumbent.Cost,
				end.Incumbent.Source, end.Incumbent.Ops)
			if first == "" {
				first = text
				t.Logf("%s: %d edges, %.60s, %s", name, len(g.Edges), text, end.Elapsed)
			}
			if text != first {
				t.Errorf("%s, run %d: %.60s, and then %.60s", name, k, first, text)
			}
		}
	}
}

// choleskySource is a function that factors a matrix of n rows.
func choleskySource(n int) string {
	return fmt.Sprintf(`package f

import "math"

func F(a [%d][%d]float64) (l [%d][%d]float64) {
	for i := range %d {
		for j := range i + 1 {
			s := a[i][j]
			for k := range j {
				s -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][j] = math.Sqrt(s)
			} else {
				l[i][j] = s / l[j][j]
			}
		}
	}
	return l
}`, n, n, n, n, n)
}
