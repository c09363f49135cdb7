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
			toil(&group, s.Slot(Turns{}, 0), &steps[k], nil)
		}
		s.Watch(context.Background())
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
		s := New(1, 13*time.Second, 0)
		var group sync.WaitGroup
		var usual, patient int
		toil(&group, s.Slot(Turns{Unit: time.Millisecond}, 0), &usual, nil)
		toil(&group, s.Slot(Turns{Unit: time.Millisecond, Long: 4 * usualSlice}, 0), &patient, nil)
		s.Watch(context.Background())
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
			s := New(1, 0, 0)
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
			s.Watch(context.Background())
			group.Wait()
		})
		return turns
	}
	usual, loaded := order(usualUnit), order(10*usualUnit)
	if !slices.Equal(usual, loaded) {
		t.Errorf("%v, and under load %v", usual, loaded)
	}
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
			s := New(1, 0, 0)
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
			if d := s.Slot(Turns{}, 0); !errors.Is(d.Check(), ErrStopped) || !errors.Is(d.Pass(), ErrStopped) {
				t.Error("a slot that comes late may work")
			}
		})
	}
}

func TestMemoryIsAccountedFor(t *testing.T) {
	s := New(1, 0, 100)
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
		s := New(2, 5*time.Second, 0)
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
		s.Watch(context.Background())
		group.Wait()
		if nodes < 48 || nodes > 54 || checks < 40*nodes {
			t.Errorf("%d nodes in 5 s at 10 a second, %d checks", nodes, checks)
		}
	})
}
