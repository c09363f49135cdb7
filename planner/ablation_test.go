//go:build unix

package planner

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/planner/linegraph/linegraphtest"
)

// BenchmarkAblation leaves out each strategy of branch and bound, presolve and
// annealing's windows in turn, and prints what that changes: how many dags are proven, the
// mean gap, and processor seconds. FACET_CASES names directories of dags,
// separated by colons, each of which is a row of numbers; without it there are
// only the cases of this package. Start it with -benchtime 1x.
func BenchmarkAblation(b *testing.B) {
	limit := 2 * time.Second
	if text := os.Getenv("FACET_LIMIT"); text != "" {
		limit, _ = time.ParseDuration(text)
	}
	groups := ablationCases(b)
	for _, name := range ablated() {
		b.Run(strings.ReplaceAll(cmp.Or(name, "nothing"), " ", "-"), func(b *testing.B) {
			for _, group := range slices.Sorted(maps.Keys(groups)) {
				sum := ablate(b, groups[group], name, limit)
				b.ReportMetric(float64(sum.proven), group+"-proven")
				b.ReportMetric(100*sum.gap/float64(len(groups[group])), group+"-gap%")
				b.ReportMetric(100*sum.excess/float64(len(groups[group])), group+"-excess%")
				b.ReportMetric(sum.seconds, group+"-s")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// ablated lists what is left out; the first is nothing.
func ablated() []string {
	names := []string{"", "presolve", "windows"}
	for _, row := range strategies {
		names = append(names, string(row.name))
	}
	return names
}

type ablationCase struct {
	name string
	dag  *model.Dag
	best model.Cost // that has been seen
}

func ablationCases(b *testing.B) map[string][]*ablationCase {
	groups := make(map[string][]*ablationCase)
	for _, c := range linegraphtest.Cases(b) {
		groups["paper"] = append(groups["paper"], &ablationCase{name: c.Name, dag: c.Dag})
	}
	for _, dir := range filepath.SplitList(os.Getenv("FACET_CASES")) {
		files, err := filepath.Glob(filepath.Join(dir, "*.xml"))
		if err != nil {
			b.Fatal(err)
		}
		for _, file := range files {
			g, err := format.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			groups[filepath.Base(dir)] = append(groups[filepath.Base(dir)], &ablationCase{name: file, dag: g})
		}
	}
	return groups
}

type ablationSum struct {
	proven               int
	gap, excess, seconds float64
}

// ablate solves the cases without the strategy or part of this name. The limit is
// one of processor time, so that other programs do not change what is reached.
func ablate(b *testing.B, cases []*ablationCase, name string, limit time.Duration) (sum ablationSum) {
	for _, c := range cases {
		began := processorTime()
		run, err := Start(context.Background(), model.NewState(c.dag),
			Options{Workers: 1, without: map[string]bool{name: true}})
		if err != nil {
			b.Fatal(err)
		}
		for over := false; !over; {
			select {
			case <-run.Done():
				over = true
			case <-time.After(5 * time.Millisecond):
				if processorTime()-began > limit {
					run.Stop()
				}
			}
		}
		end, err := run.Wait()
		if err != nil {
			b.Fatal(fmt.Errorf("%s without %s: %w", c.name, name, err))
		}
		sum.seconds += (processorTime() - began).Seconds()
		if end.Proven {
			sum.proven++
		}
		sum.gap += end.Gap()
		if c.best == 0 || end.Incumbent.Cost < c.best {
			c.best = end.Incumbent.Cost
		}
		sum.excess += float64(end.Incumbent.Cost-c.best) / float64(c.best)
		if testing.Verbose() {
			b.Logf("%s: %s, gap %.4f%%, proven %v", filepath.Base(c.name), end.Incumbent.Cost, 100*end.Gap(),
				end.Proven)
		}
	}
	return sum
}

func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
