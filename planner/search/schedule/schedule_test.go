package schedule

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// toil works in a slot in steps of a millisecond until the run is halted, and
// counts them.
func toil(group *sync.WaitGroup, d *Slot, steps *int, each func(n int)) {
	group.Go(func() {
		defer d.Release()
		for d.Check() == nil {
			time.Sleep(time.Millisecond)
			*steps++
			if each != nil {
				each(*steps)
			}
		}
	})
}

// TestWorkersAreShared: four strategies share two workers, each gets half of the
// time of one, and there are never more than two at work.
func TestWorkersAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(2, 8*time.Second, 0)
		var group sync.WaitGroup
		var steps [4]int
		for k := range steps {
			toil(&group, s.Slot(Terms{}), &steps[k], nil)
		}
		s.Watch()
		group.Wait()
		sum := 0
		for _, n := range steps {
			sum += n
			if n < 3500 || n > 4500 {
				t.Errorf("%v ms for four strategies of equal rank", steps)
			}
		}
		if sum > 16000+4 {
			t.Errorf("%d ms of work in 8 s of two workers", sum)
		}
		if over := s.Elapsed() - 8*time.Second; over < 0 || over > time.Millisecond {
			t.Errorf("stopped after %v", s.Elapsed())
		}
	})
}

// TestShares: slots have work in the ratio of their shares, also one that comes late, and
// what ends gives its share to the others.
func TestShares(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		for _, late := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) { shares(t, workers, late) })
		}
	}
}

// shares has two slots for each worker share ten seconds; then, where one comes late, ten more
// with a third.
func shares(t *testing.T, workers int, late bool) {
	limit := 10 * time.Second
	want := [3]int{2000, 8000, 0}
	if late {
		limit, want = 2*limit, [3]int{3000, 12000, 5000}
	}
	s := New(workers, limit, 0)
	var group sync.WaitGroup
	steps := make([][3]int, workers)
	slot := func(w, k int, share float64) {
		toil(&group, s.Slot(Terms{Share: share, Unit: time.Millisecond}), &steps[w][k], nil)
	}
	for w := range workers {
		slot(w, 0, 1)
		slot(w, 1, 4)
	}
	go s.Watch()
	if late {
		time.Sleep(10 * time.Second)
		for w := range workers {
			slot(w, 2, 5)
		}
	}
	group.Wait()
	for _, n := range steps {
		for k := range n {
			if n[k] < want[k]-200 || n[k] > want[k]+200 {
				t.Errorf("%d workers: %v ms, and not %v", workers, n, want)
			}
		}
	}
}

// TestTurnsDoNotDependOnTheLoad: with one worker the order in which strategies work is the
// same on a machine that is ten times as slow, and so is where a limit of work ends the run.
func TestTurnsDoNotDependOnTheLoad(t *testing.T) {
	order := func(check time.Duration) (turns []int) {
		synctest.Test(t, func(t *testing.T) {
			s := New(1, 0, 0)
			s.Count(10 * time.Second)
			var group sync.WaitGroup
			for k, share := range [...]float64{1, 3, 0.7} {
				slot := s.Slot(Terms{Share: share, Unit: time.Duration(1+k) * time.Millisecond})
				slot.Queue()
				group.Go(func() {
					defer slot.Release()
					for slot.Check() == nil {
						time.Sleep(check)
						turns = append(turns, k)
					}
				})
				synctest.Wait()
			}
			s.Watch()
			group.Wait()
			if !s.IsOutOfWork() {
				t.Error("the limit of work did not end the run")
			}
		})
		return turns
	}
	usual, loaded := order(usualUnit), order(10*usualUnit)
	if !slices.Equal(usual, loaded) {
		t.Errorf("%d steps, and under load %d others", len(usual), len(loaded))
	}
}

// TestWithin: a limit of a part is one of its checks.
func TestWithin(t *testing.T) {
	s := New(1, 0, 0)
	slot := s.Slot(Terms{Unit: time.Millisecond})
	within, n := slot.Within(50*time.Millisecond), 0
	for within() {
		n++
	}
	if n != 50 || slot.Worked() != 50*time.Millisecond {
		t.Errorf("%d checks, worked for %s", n, slot.Worked())
	}
	slot.Release()
}

// TestFirstTurnsComeInLine: slots that were queued begin in that order,
// whichever goroutine is quicker.
func TestFirstTurnsComeInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(1, 0, 0)
		var group sync.WaitGroup
		var order []int
		var slots [5]*Slot
		for k := range slots {
			slots[k] = s.Slot(Terms{})
			slots[k].Queue()
		}
		for k := len(slots) - 1; k >= 0; k-- {
			group.Go(func() {
				if slots[k].Check() == nil {
					order = append(order, k)
					slots[k].Release()
				}
			})
			synctest.Wait()
		}
		group.Wait()
		for k, n := range order {
			if n != k {
				t.Fatalf("turns came as %v", order)
			}
		}
	})
}

// TestStopReachesAll: goroutines that work, that wait for a turn, and that are paused.
func TestStopReachesAll(t *testing.T) {
	for _, paused := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := New(1, 0, 0)
			var group sync.WaitGroup
			var steps [5]int
			for k := range steps {
				toil(&group, s.Slot(Terms{}), &steps[k], nil)
			}
			time.Sleep(time.Second)
			if paused {
				s.Pause()
			}
			began := time.Now()
			s.Stop()
			group.Wait()
			if took := time.Since(began); took > time.Millisecond {
				t.Errorf("paused %v: the last one left after %v", paused, took)
			}
			if d := s.Slot(Terms{}); !errors.Is(d.Check(), ErrStopped) ||
				!errors.Is(d.Pass(), ErrStopped) {
				t.Error("a slot that comes late may work")
			}
		})
	}
}

func TestMemoryIsAccountedFor(t *testing.T) {
	s := New(1, 0, 100)
	a, b := s.Slot(Terms{Memory: 60}), s.Slot(Terms{Memory: 60})
	if !a.Keep(60) || a.Keep(61) || !a.Keep(50) {
		t.Error("a slot has its own limit")
	}
	if !b.Keep(50) || b.Keep(51) {
		t.Error("all slots together have the run's limit")
	}
	b.Keep(0)
	if s.Held() != 50 {
		t.Errorf("%d bytes are kept", s.Held())
	}
}

func TestPaceCountsNodesAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(2, 5*time.Second, 0)
		s.Pace(10)
		var group sync.WaitGroup
		nodes, checks := 0, 0
		var mu sync.Mutex
		for _, d := range []*Slot{s.Slot(Terms{}), s.Slot(Terms{})} {
			group.Go(func() {
				for d.Pass() == nil {
					mu.Lock()
					nodes++
					mu.Unlock()
					for range 100 {
						if d.Check() == nil {
							mu.Lock()
							checks++
							mu.Unlock()
						}
						time.Sleep(time.Microsecond)
					}
				}
			})
		}
		s.Watch()
		group.Wait()
		if nodes < 48 || nodes > 54 || checks < 40*nodes {
			t.Errorf("%d nodes in 5 s at 10 a second, %d checks", nodes, checks)
		}
	})
}

// What ends a run's context ends the run where a slot asks next, also if nothing watches it;
// a context whose time is over counts as the run's time.
func TestSlotsAskTheContext(t *testing.T) {
	for _, c := range []struct {
		context func() (context.Context, context.CancelFunc)
		expired bool
	}{
		{func() (context.Context, context.CancelFunc) {
			return context.WithCancel(context.Background())
		}, false},
		{func() (context.Context, context.CancelFunc) {
			return context.WithDeadline(context.Background(), time.Time{})
		}, true},
	} {
		ctx, cancel := c.context()
		s := New(1, 0, 0)
		s.Until(ctx)
		slot := s.Slot(Terms{})
		if err := slot.Check(); (err != nil) != c.expired {
			t.Error(err)
		}
		cancel()
		if err := slot.Check(); !errors.Is(err, ErrStopped) || s.IsOutOfTime() != c.expired {
			t.Errorf("%v, out of time: %v", err, s.IsOutOfTime())
		}
		slot.Release()
	}
}

// Step lets one node pass, and pauses all before the next; work that is no node goes on until then.
func TestStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(1, 0, 0)
		s.Step(0)
		d := s.Slot(Terms{})
		var group sync.WaitGroup
		nodes, checks := 0, 0
		group.Go(func() {
			defer d.Release()
			for d.Pass() == nil {
				nodes++
				for range 3 {
					if d.Check() == nil {
						checks++
					}
				}
			}
		})
		for want := range 3 {
			synctest.Wait()
			if nodes != want || checks != 3*want || !s.IsPaused() {
				t.Errorf("%d nodes and %d checks after %d steps", nodes, checks, want)
			}
			s.Step(1)
		}
		synctest.Wait()
		s.Step(4)
		synctest.Wait()
		if nodes != 7 {
			t.Errorf("%d nodes after seven steps", nodes)
		}
		s.Stop()
		group.Wait()
	})
}
