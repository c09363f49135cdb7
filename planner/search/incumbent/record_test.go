package incumbent

import (
	"errors"
	"math"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"facet/model"
	"facet/planner/search/schedule"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func reporter(r *Record, j Job) *Reporter { return r.Reporters(j, 1)[0] }

// toil works in a slot in steps of a millisecond until the run is halted, and
// counts them.
func toil(group *sync.WaitGroup, d *Reporter, steps *int, each func(n int)) {
	group.Go(func() {
		defer d.Slot.Release()
		for d.Slot.Check() == nil {
			time.Sleep(time.Millisecond)
			*steps++
			if each != nil {
				each(*steps)
			}
		}
	})
}

// TestSharesAreToldOf: what strategies have had, and what came of it.
func TestSharesAreToldOf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plan := schedule.New(1, 20*time.Second, 0)
		r := New(plan)
		var group sync.WaitGroup
		var lucky, idle int
		finder := reporter(r, Job{Source: "finder", Terms: schedule.Terms{Share: 3, Unit: time.Millisecond}})
		toil(&group, finder, &lucky, func(n int) {
			finder.SetIncumbent(model.Cost(1e12*math.Pow(0.999, float64(n))), nil)
		})
		toil(&group, reporter(r, Job{Source: "idler", Terms: schedule.Terms{Unit: time.Millisecond}}), &idle,
			nil)
		plan.Watch()
		group.Wait()
		if k := r.Known(); k.Incumbent.Source != "finder" || k.Incumbents < 1000 {
			t.Errorf("%d incumbents, the last from %s", k.Incumbents, k.Incumbent.Source)
		}
		all := r.Shares()
		if len(all) != 2 || all[0].Source != "finder" || all[0].Incumbents != r.Known().Incumbents ||
			all[0].Spent < 2*all[1].Spent || all[0].Spent+all[1].Spent < 19*time.Second {
			t.Errorf("%+v", all)
		}
	})
}

// TestMeetingEndsTheRun: when bound and incumbent meet nothing is left to do.
func TestMeetingEndsTheRun(t *testing.T) {
	r := New(schedule.New(1, 0, 0))
	d := reporter(r, Job{Source: "a"})
	if !d.SetBound("a", 7) || d.SetBound("a", 7) || d.SetBound("a", 3) || !d.SetIncumbent(9, nil) ||
		d.SetIncumbent(9, nil) || d.SetIncumbent(10, nil) {
		t.Fatal("only what is better is news")
	}
	if err := d.Slot.Check(); err != nil {
		t.Fatal(err)
	}
	d.SetIncumbent(7, nil)
	if err := d.Slot.Check(); !errors.Is(err, schedule.ErrStopped) {
		t.Errorf("after the proof: %v", err)
	}
	r.Close(nil)
	if k := r.Known(); !k.Proven || k.Stopped || !k.Ended || k.From != "a" || k.Incumbents != 2 {
		t.Errorf("%+v", k)
	}
	if d.SetIncumbent(1, nil) || d.SetBound("a", 8) {
		t.Error("the run is over")
	}
}

func TestExhaustion(t *testing.T) {
	for _, faces := range []bool{true, false} {
		r := New(schedule.New(1, 0, 0))
		d := reporter(r, Job{Source: "all"})
		r.MarkOptimal(d.Source, faces) // nothing is optimal while there is nothing
		d.SetBound("all", 5)
		d.SetIncumbent(9, nil)
		r.MarkOptimal(d.Source, faces)
		want := model.Cost(5)
		if faces {
			want = 9
		}
		if k := r.Known(); !k.Proven || k.Bound != want {
			t.Errorf("faces %v: proven %v, bound %s", faces, k.Proven, k.Bound)
		}
	}
}

// TestPauseHoldsEverything: no goroutine works, no bound rises and no time passes.
func TestPauseHoldsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plan := schedule.New(2, 10*time.Second, 0)
		r := New(plan)
		var group sync.WaitGroup
		var steps [3]int
		for k := range steps {
			d := reporter(r, Job{Source: "worker"})
			toil(&group, d, &steps[k], func(n int) { d.SetBound("worker", model.Cost(n)) })
		}
		go plan.Watch()
		time.Sleep(3 * time.Second)
		plan.Pause()
		synctest.Wait()
		time.Sleep(time.Millisecond) // the step that was under way
		synctest.Wait()
		held, bound, elapsed := steps, r.Bound(), plan.Elapsed()
		time.Sleep(time.Hour)
		if steps != held || r.Bound() != bound || plan.Elapsed() != elapsed || !plan.IsPaused() {
			t.Errorf("an hour of pause: %v became %v, bound %s became %s, %v became %v", held, steps, bound,
				r.Bound(), elapsed, plan.Elapsed())
		}
		plan.Resume()
		group.Wait()
		if over := plan.Elapsed() - 10*time.Second; over < 0 || over > time.Millisecond {
			t.Errorf("ended after %v of work", plan.Elapsed())
		}
		if !plan.WasStopped() {
			t.Error("the time limit did not stop it")
		}
	})
}
