package ledger

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"facet/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// toil works at a desk in steps of a millisecond until the run is halted, and
// counts them.
func toil(group *sync.WaitGroup, d *Desk, steps *int, each func(n int)) {
	group.Go(func() {
		defer d.Leave()
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
		l := New(Options{Workers: 2, Time: 8 * time.Second})
		var group sync.WaitGroup
		var steps [4]int
		for k := range steps {
			toil(&group, l.Desk(Job{Source: Source(rune('a' + k))}), &steps[k], nil)
		}
		l.Watch(context.Background())
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
		if over := l.Elapsed() - 8*time.Second; over < 0 || over > time.Millisecond {
			t.Errorf("stopped after %v", l.Elapsed())
		}
	})
}

// TestTurnsGrowWhileTheyPay: a strategy that keeps finding gets most of a worker
// that it shares with one that finds nothing.
func TestTurnsGrowWhileTheyPay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Workers: 1, Time: 20 * time.Second})
		var group sync.WaitGroup
		var lucky, idle int
		finder := l.Desk(Job{Source: "finder"})
		toil(&group, finder, &lucky, func(n int) { finder.Enter(model.Cost(1e12*math.Pow(0.999, float64(n))), nil) })
		toil(&group, l.Desk(Job{Source: "idler"}), &idle, nil)
		l.Watch(context.Background())
		group.Wait()
		if lucky < 8*idle {
			t.Errorf("the finder had %d ms, the other %d", lucky, idle)
		}
		if k := l.Known(); k.Incumbent.Source != "finder" || k.Incumbents < 1000 {
			t.Errorf("%d incumbents, the last from %s", k.Incumbents, k.Incumbent.Source)
		}
		all := l.Shares()
		if len(all) != 2 || all[0].Source != "finder" || all[0].Incumbents != l.Known().Incumbents || all[0].Spent < 8*all[1].Spent || all[0].Spent+all[1].Spent < 19*time.Second {
			t.Errorf("%+v", all)
		}
	})
}

// TestFirstTurnsComeInLine: desks that were lined up begin in that order,
// whichever goroutine is quicker.
func TestFirstTurnsComeInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Workers: 1})
		var group sync.WaitGroup
		var order []Source
		desks := l.Desks(Job{Source: "x"}, 5)
		for _, d := range desks {
			d.Line()
		}
		for k := len(desks) - 1; k >= 0; k-- {
			group.Go(func() {
				if desks[k].Check() == nil {
					order = append(order, Source(rune('0'+desks[k].Worker)))
					desks[k].Leave()
				}
			})
			synctest.Wait()
		}
		group.Wait()
		for k, s := range order {
			if s != Source(rune('0'+k)) {
				t.Fatalf("turns came as %v", order)
			}
		}
	})
}

// TestPauseHoldsEverything: nobody works, no bound rises and no time passes.
func TestPauseHoldsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Workers: 2, Time: 10 * time.Second})
		var group sync.WaitGroup
		var steps [3]int
		for k := range steps {
			d := l.Desk(Job{Source: "worker"})
			toil(&group, d, &steps[k], func(n int) { d.Raise(model.Cost(n)) })
		}
		go l.Watch(context.Background())
		time.Sleep(3 * time.Second)
		l.Pause()
		synctest.Wait()
		time.Sleep(time.Millisecond) // the step that was under way
		synctest.Wait()
		held, bound, elapsed := steps, l.Bound(), l.Elapsed()
		time.Sleep(time.Hour)
		if steps != held || l.Bound() != bound || l.Elapsed() != elapsed || !l.IsPaused() {
			t.Errorf("an hour of pause: %v became %v, bound %s became %s, %v became %v", held, steps, bound, l.Bound(), elapsed, l.Elapsed())
		}
		l.Resume()
		group.Wait()
		if over := l.Elapsed() - 10*time.Second; over < 0 || over > time.Millisecond {
			t.Errorf("ended after %v of work", l.Elapsed())
		}
		if !l.WasStopped() {
			t.Error("the time limit did not stop it")
		}
	})
}

// TestStopReachesEverybody: those who work, those who wait for a turn, and those
// who are paused.
func TestStopReachesEverybody(t *testing.T) {
	for _, paused := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			l := New(Options{Workers: 1})
			var group sync.WaitGroup
			var steps [5]int
			for k := range steps {
				toil(&group, l.Desk(Job{Source: "worker"}), &steps[k], nil)
			}
			time.Sleep(time.Second)
			if paused {
				l.Pause()
			}
			began := time.Now()
			l.Halt()
			group.Wait()
			if took := time.Since(began); took > time.Millisecond {
				t.Errorf("paused %v: the last one left after %v", paused, took)
			}
			if d := l.Desk(Job{}); !errors.Is(d.Check(), ErrStopped) || !errors.Is(d.Pass(), ErrStopped) {
				t.Error("who comes late is let in")
			}
		})
	}
}

// TestMeetingEndsTheRun: when bound and incumbent meet nothing is left to do.
func TestMeetingEndsTheRun(t *testing.T) {
	l := New(Options{})
	d := l.Desk(Job{Source: "a"})
	if !d.Raise(7) || d.Raise(7) || d.Raise(3) || !d.Enter(9, nil) || d.Enter(9, nil) || d.Enter(10, nil) {
		t.Fatal("only what is better is news")
	}
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	d.Enter(7, nil)
	if err := d.Check(); !errors.Is(err, ErrStopped) {
		t.Errorf("after the proof: %v", err)
	}
	l.Close(nil)
	if k := l.Known(); !k.Proven || k.Stopped || !k.Ended || k.From != "a" || k.Incumbents != 2 {
		t.Errorf("%+v", k)
	}
	if d.Enter(1, nil) || d.Raise(8) {
		t.Error("the books are closed")
	}
}

func TestExhaustion(t *testing.T) {
	for _, faces := range []bool{true, false} {
		l := New(Options{})
		d := l.Desk(Job{Source: "all"})
		d.Exhaust(faces) // nothing is optimal while there is nothing
		d.Raise(5)
		d.Enter(9, nil)
		d.Exhaust(faces)
		want := model.Cost(5)
		if faces {
			want = 9
		}
		if k := l.Known(); !k.Proven || k.Bound != want {
			t.Errorf("faces %v: proven %v, bound %s", faces, k.Proven, k.Bound)
		}
	}
}

func TestMemoryIsAccountedFor(t *testing.T) {
	l := New(Options{Memory: 100})
	a, b := l.Desk(Job{Source: "a", Memory: 60}), l.Desk(Job{Source: "b", Memory: 60})
	if !a.Keep(60) || a.Keep(61) || !a.Keep(50) {
		t.Error("a desk has its own limit")
	}
	if !b.Keep(50) || b.Keep(51) {
		t.Error("all desks together have the run's limit")
	}
	b.Keep(0)
	if l.Held() != 50 {
		t.Errorf("%d bytes are kept", l.Held())
	}
}

func TestPaceCountsNodesAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Workers: 2, Pace: 10, Time: 5 * time.Second})
		var group sync.WaitGroup
		nodes, checks := 0, 0
		var mu sync.Mutex
		for _, d := range l.Desks(Job{Source: "search"}, 2) {
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
		l.Watch(context.Background())
		group.Wait()
		if nodes < 48 || nodes > 54 || checks < 40*nodes {
			t.Errorf("%d nodes in 5 s at 10 a second, %d checks", nodes, checks)
		}
	})
}
