package bnb

import (
	"errors"
	"math"
	"runtime"
	"sync"
	"testing"
	"time"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/search/incumbent"
	"facet/planner/search/packed"
	"facet/planner/search/schedule"
	"facet/planner/search/tree"
)

// A record counts what the search counts, also where the search has several workers, and no
// room for what is open.
func TestRecordCountsAlike(t *testing.T) {
	for _, n := range []int{1, 3} {
		for _, memory := range []int64{1, 1 << 26} {
			if testing.Short() && (n == 1 || memory == 1) {
				continue
			}
			c := Config{Start: start(t, modeltest.Sample(t, "bat")), Workers: workers(n), Memory: memory,
				Bounds: byPacking, Tree: tree.New(n, 500), Plunge: 32}
			if _, err := run(t, c); err != nil {
				t.Fatal(err)
			}
			counts := &c.Workers[0].Record.Counts
			of := c.Tree.Look(32, false).Counts
			of[tree.Complete] += of[tree.Incumbent]
			if of.All() != counts.Discovered.Load() || of[tree.Expanded] != counts.Explored.Load() ||
				of[tree.Seen] != counts.Duplicates.Load() || of[tree.Cut] != counts.Bounded.Load() ||
				of[tree.Open] != 0 || of[tree.Taken] != 0 {
				t.Errorf("%d workers, %d bytes: %v, and %d discovered, %d explored, %d cut, %d seen",
					n, memory, of, counts.Discovered.Load(), counts.Explored.Load(), counts.Bounded.Load(),
					counts.Duplicates.Load())
			}
		}
	}
}

// BenchmarkRecorded makes a million nodes with two workers: without a record, with one, and with
// one that is looked at thirty times a second.
func BenchmarkRecorded(b *testing.B) {
	s := start(b, modeltest.Newton(b, 3))
	for _, k := range []struct {
		name           string
		recorded, seen bool
	}{{"none", false, false}, {"recorded", true, false}, {"looked-at", true, true}} {
		b.Run(k.name, func(b *testing.B) {
			var nodes, looks int64
			var bytes int64
			for b.Loop() {
				all := schedule.New(2, 0, 0)
				board := incumbent.New(all).Reporters(incumbent.Job{}, 2)
				c := Config{Start: s, Workers: board, Memory: 1 << 28,
					Bounds: func(func() error) Bounds { return enough{NewSimple(s.Problem), all, board[0]} },
					Found:  func([]packed.Move, model.Cost) error { return nil }}
				if k.recorded {
					c.Tree = tree.New(2, 1<<13)
				}
				over := make(chan struct{})
				var group sync.WaitGroup
				if k.seen {
					group.Go(func() { looks += watch(c.Tree, over) })
				}
				e := newEngine(c)
				if err := e.run(); !errors.Is(err, schedule.ErrStopped) {
					b.Fatal(err)
				}
				close(over)
				group.Wait()
				nodes += board[0].Record.Counts.Discovered.Load()
				if k.recorded {
					b.StopTimer()
					e = nil
					bytes = heap()
					runtime.KeepAlive(c.Tree)
					c = Config{}
					bytes -= heap()
					b.StartTimer()
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
			if k.recorded {
				b.ReportMetric(float64(bytes)/1e6, "MB")
			}
			if k.seen {
				b.ReportMetric(float64(looks)/b.Elapsed().Seconds(), "looks/s")
			}
		})
	}
}

// enough stops the run after a million nodes.
type enough struct {
	Bounds
	all   *schedule.Schedule
	board *incumbent.Reporter
}

func (b enough) Expand(s *packed.State, room model.Cost) model.Cost {
	if b.board.Record.Counts.Discovered.Load() >= 1_000_000 {
		b.all.Stop()
	}
	return b.Bounds.Expand(s, room)
}

// watch looks at a tree thirty times a second.
func watch(t *tree.Tree, over chan struct{}) (looks int64) {
	every := time.NewTicker(time.Second / 30)
	defer every.Stop()
	for {
		select {
		case <-every.C:
			if l := t.Look(model.Cost(math.MaxInt64), false); l != nil {
				looks++
			}
		case <-over:
			return looks
		}
	}
}

// heap is what is alive.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
