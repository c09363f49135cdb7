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
		s := New(2, 8*time.Second, 0).Alone()
		var group sync.WaitGroup
		var steps [4]int
		for k := range steps {
			toil(&group, s.Slot(Turns{}, 0), &steps[k], nil)
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

// TestTurnsOfLongRuns: a strategy that needs patience has as much time as another one at
// first, and four times as much when the run has become long.
func TestTurnsOfLongRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(1, 13*time.Second, 0).Alone()
		var group sync.WaitGroup
		var usual, patient int
		toil(&group, s.Slot(Turns{Unit: time.Millisecond}, 0), &usual, nil)
		toil(&group, s.Slot(Turns{Unit: time.Millisecond, Long: 4 * usualSlice}, 0), &patient, nil)
		s.Watch()
		group.Wait()
		if usual < 3200 || usual > 3800 || patient < 9200 || patient > 9800 {
			t.Errorf("%d and %d ms of 3 s in equal parts and 10 s as one to four", usual, patient)
		}
	})
}

// TestTurnsDoNotDependOnTheLoad: with one worker the order in which strategies work is the
// same on a machine that is ten times as slow, also when the run has become long.
func TestTurnsDoNotDependOnTheLoad(t *testing.T) {
	order := func(check time.Duration) (turns []int) {
		synctest.Test(t, func(t *testing.T) {
			s := New(1, 0, 0).Alone()
			var group sync.WaitGroup
			steps := 0
			for k, long := range [...]time.Duration{0, 4 * usualSlice, 2 * usualSlice} {
				slot := s.Slot(Turns{Long: long}, 0)
				slot.Queue()
				group.Go(func() {
					defer slot.Release()
					for slot.Check() == nil {
						time.Sleep(check)
						if steps++; steps > 100_000 {
							s.Finish()
							return
						}
						if len(turns) == 0 || turns[len(turns)-1] != k {
							turns = append(turns, k)
						}
						if steps%7000 == 0 {
							slot.Credit(1)
						}
					}
				})
				synctest.Wait()
			}
			s.Watch()
			group.Wait()
		})
		return turns
	}
	usual, loaded := order(usualUnit), order(10*usualUnit)
	if !slices.Equal(usual, loaded) {
		t.Errorf("%v, and under load %v", usual, loaded)
	}
}

// TestPart: a strategy that has a part of a long run comes to it, also if it finds nothing
// where another one's turns become long, and it takes no more.
func TestPart(t *testing.T) {
	for _, unit := range []time.Duration{-1, time.Millisecond} { // by time, and by checks
		t.Run(unit.String(), func(t *testing.T) { synctest.Test(t, func(t *testing.T) { part(t, unit) }) })
	}
}

func part(t *testing.T, unit time.Duration) {
	s := New(1, 2*time.Minute, 0)
	s.clock.used, s.clock.processor = 0, func() (time.Duration, bool) { return s.Elapsed(), true }
	var group sync.WaitGroup
	var spent [3]time.Duration
	for k, part := range [...]float64{0.4, 0, 0} {
		slot := s.Slot(Turns{Unit: unit, Part: part}, 0)
		slot.Queue()
		group.Go(func() {
			defer func() { slot.Release(); spent[k] = slot.Accounted() }()
			for slot.Check() == nil {
				time.Sleep(time.Millisecond)
				if k == 1 {
					slot.Credit(1)
				}
			}
		})
		synctest.Wait()
	}
	s.Watch()
	group.Wait()
	all := spent[0] + spent[1] + spent[2]
	if part := float64(spent[0]) / float64(all); part < 0.35 || part > 0.45 {
		t.Errorf("%v of %v", spent, all)
	}
}

// TestOtherProgramsTakeNoTurns: where other programs take nine tenths of the processors,
// strategies have as many steps in ten times as long; with one worker, in as many turns.
func TestOtherProgramsTakeNoTurns(t *testing.T) {
	run := func(workers int, times time.Duration) (steps [3]int, turns int) {
		synctest.Test(t, func(t *testing.T) {
			s := New(workers, times*12*time.Second, 0)
			s.clock.used, s.clock.processor = 0, func() (time.Duration, bool) {
				return time.Duration(workers) * s.Elapsed() / times, true
			}
			var group sync.WaitGroup
			last := -1
			for k := range steps {
				slot := s.Slot(Turns{Long: time.Duration(1+k) * 4 * usualSlice, Unit: -1}, 0)
				slot.Queue()
				group.Go(func() {
					defer slot.Release()
					for slot.Check() == nil {
						if workers == 1 && last != k {
							last = k
							turns++
						}
						time.Sleep(times * time.Millisecond)
						if steps[k]++; steps[k]%300 == 0 && workers == 1 {
							// which turns pay is chance where turns of two overlap
							slot.Credit(1)
						}
					}
				})
				synctest.Wait()
			}
			s.Watch()
			group.Wait()
			if over := s.Worked() - 12*time.Second; over < -time.Millisecond || over > 2*time.Millisecond {
				t.Errorf("worked for %v", s.Worked())
			}
		})
		return steps, turns
	}
	for workers := 1; workers <= 2; workers++ {
		steps, turns := run(workers, 1)
		busy, busyTurns := run(workers, 10)
		for k, n := range steps {
			if d := n - busy[k]; d*d > n*n/25 {
				t.Errorf("%d workers: %v steps, and on a busy machine %v", workers, steps, busy)
			}
		}
		if d := turns - busyTurns; d*d > 9 {
			t.Errorf("%d turns, and on a busy machine %d", turns, busyTurns)
		}
	}
}

// TestWaitingForWork: what waits for others waits until they have worked for so long, and
// not for ever where processors stand still.
func TestWaitingForWork(t *testing.T) {
	for _, c := range []struct{ part, most time.Duration }{{1, time.Second}, {20, 20 * time.Second},
		{1 << 40, lateClock * time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			s := New(1, 0, 0)
			s.clock.processor = func() (time.Duration, bool) { return s.Elapsed() / c.part, true }
			s.clock.used = 0
			s.Wait(nil, time.Second)
			if took := s.Elapsed(); took < c.most-10*time.Millisecond || took > c.most+time.Second {
				t.Errorf("a part of one in %d: waited for %v", c.part, took)
			}
			s.Stop()
		})
	}
}

// TestFirstTurnsComeInLine: slots that were queued begin in that order,
// whichever goroutine is quicker.
func TestFirstTurnsComeInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(1, 0, 0).Alone()
		var group sync.WaitGroup
		var order []int
		var slots [5]*Slot
		for k := range slots {
			slots[k] = s.Slot(Turns{}, 0)
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
			s := New(1, 0, 0).Alone()
			var group sync.WaitGroup
			var steps [5]int
			for k := range steps {
				toil(&group, s.Slot(Turns{}, 0), &steps[k], nil)
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
			if d := s.Slot(Turns{}, 0); !errors.Is(d.Check(), ErrStopped) ||
				!errors.Is(d.Pass(), ErrStopped) {
				t.Error("a slot that comes late may work")
			}
		})
	}
}

func TestMemoryIsAccountedFor(t *testing.T) {
	s := New(1, 0, 100).Alone()
	a, b := s.Slot(Turns{}, 60), s.Slot(Turns{}, 60)
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
		s := New(2, 5*time.Second, 0).Alone()
		s.Pace(10)
		var group sync.WaitGroup
		nodes, checks := 0, 0
		var mu sync.Mutex
		for _, d := range []*Slot{s.Slot(Turns{}, 0), s.Slot(Turns{}, 0)} {
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
		slot := s.Slot(Turns{}, 0)
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
