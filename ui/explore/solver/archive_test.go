package solver

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"

	"facet/model"
	"facet/model/session"
)

// memory is an archive for tests.
type memory struct {
	mutex sync.Mutex
	runs  map[string][]byte
	proof map[string][]byte
	fails error
}

// full has what is kept from now on fail, or not.
func (m *memory) full(err error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.fails = err
}

func (m *memory) BestRuns(*model.Dag) []string {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return slices.Sorted(maps.Keys(m.runs))
}

func (m *memory) Run(_ *model.Dag, name string) (run, proof []byte) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.runs[name], m.proof[name]
}

func (m *memory) KeepProof(_ *model.Dag, run string, content []byte) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.proof == nil {
		m.proof = make(map[string][]byte)
	}
	m.proof[run] = content
	return nil
}

func (m *memory) KeepRun(_ *model.Dag, run string, content []byte) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.runs == nil {
		m.runs = make(map[string][]byte)
	}
	if m.fails != nil {
		return m.fails
	}
	m.runs[run] = content
	return nil
}

// What runs have found comes back in the next session of the program.
func TestArchive(t *testing.T) { synctest.Test(t, archived) }

func archived(t *testing.T) {
	kept := &memory{}
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}})
	d.press("enter", "enter", "b")
	d.until("the proof", func() bool { return !d.solver.study.run().live() })
	before := d.m.Session()
	d.close()
	text, err := before.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	resumed, err := session.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	d = open(t, setting{session: resumed, solver: Options{Archive: kept, Quiet: true}, w: 120, h: 40})
	d.until("the runs", func() bool { return d.solver.study.run() != nil })
	r := d.solver.study.run()
	if r == nil || r.phase != restored || !r.proven() || r.step != resumed.Cursor() {
		t.Fatalf("not restored: %+v", r)
	}
	if a := d.solver.Advice(resumed.Cursor()); !a.Optimal || a.Best != 26 {
		t.Errorf("the header does not know: %+v", a)
	}
	d.press("4", "A")
	if got := resumed.State().Spent(); got != 32 || !resumed.State().Done() {
		t.Errorf("applied %d", got)
	}
	d.close()
	fresh := open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}})
	if len(fresh.solver.study.runs) != 0 {
		t.Error("a run of other steps is shown in a fresh session")
	}
	fresh.close()
	if len(kept.runs) != 1 {
		t.Errorf("%d runs are kept", len(kept.runs))
	}
}

// A search goes on from what was kept, with the bound that its certificate proves, and a
// search without a step is kept, too.
func TestSearchesGoOn(t *testing.T) {
	kept := &memory{}
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}})
	d.press("b")
	d.until("the proof", func() bool {
		for _, name := range kept.BestRuns(nil) {
			_, proof := kept.Run(nil, name)
			return proof != nil
		}
		return false
	})
	d = open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}})
	d.until("the run", func() bool { return d.solver.study.run() != nil })
	d.press("b")
	d.until("the second run", func() bool {
		return len(d.solver.study.runs) == 2 && !d.solver.study.run().live()
	})
	if o := d.solver.study.run().options; len(o.Sequence) == 0 || o.Lower != 32 {
		t.Errorf("it begins anew: %+v", o)
	}
	if first := d.solver.study.run().incumbents[0]; first.Cost != 32 {
		t.Errorf("the first sequence costs %s", first.Cost)
	}
}

// A run that cannot be kept is told about, once.
func TestRunsThatAreNotKept(t *testing.T) { synctest.Test(t, runsThatAreNotKept) }

func runsThatAreNotKept(t *testing.T) {
	kept := &memory{fails: errors.New("the run cannot be saved: it has 80 MB, and at most 64 are read back")}
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}, w: 120, h: 40})
	d.press("b")
	d.until("the proof", func() bool { return d.solver.study.run() != nil && !d.solver.study.run().live() })
	d.until("the complaint", func() bool { return d.sees("The run cannot be saved: it has 80 MB") })
	if d.press("left"); d.sees("cannot be saved") {
		t.Errorf("a key does not end it:\n%s", d.m.View())
	}
}

// A run that the disk did not take is kept as soon as there is room, or at the end.
func TestRunsAreKeptLater(t *testing.T) {
	for _, atTheEnd := range []bool{false, true} {
		kept := &memory{}
		kept.full(fmt.Errorf("the run cannot be saved: %w", syscall.ENOSPC))
		d := open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}, w: 120, h: 40})
		d.press("b")
		d.until("the complaint", func() bool {
			return d.sees("The run cannot be saved: no space left on device")
		})
		kept.full(nil)
		if !atTheEnd {
			d.until("the run", func() bool { return d.sees("The run is saved.") })
		}
		d.close()
		if names := kept.BestRuns(nil); len(names) != 1 {
			t.Errorf("kept are %v (at the end: %v)", names, atTheEnd)
		} else if _, proof := kept.Run(nil, names[0]); proof == nil && !atTheEnd { // there may be no time for it
			t.Error("its proof is not kept")
		}
	}
}

// A run that the disk did not take is kept at the end also where nobody has heard yet that it
// did not.
func TestRunsAreKeptThatFailedUnheard(t *testing.T) {
	kept := &memory{}
	kept.full(syscall.ENOSPC)
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Quiet: true}})
	d.press("b")
	d.until("the proof", func() bool { return d.solver.study.run() != nil && !d.solver.study.run().live() })
	d.solver.keeper.archive = kept
	if _, failed := d.solver.keeper.save(d.solver.study)().(savedMsg); !failed {
		t.Error("nothing was to be kept")
	}
	kept.full(nil)
	d.close()
	if names := kept.BestRuns(nil); len(names) != 1 {
		t.Errorf("kept are %v", names)
	}
}

// Explorers that work on one dag at the same time keep the runs of all of them.
func TestRunsOfSeveralExplorers(t *testing.T) { synctest.Test(t, runsOfSeveralExplorers) }

func runsOfSeveralExplorers(t *testing.T) {
	kept := &memory{}
	var workers []*driver
	for range 4 {
		workers = append(workers,
			open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}}))
	}
	for _, d := range workers {
		d.press("b")
		d.until("the proof", func() bool { return !d.solver.study.run().live() })
	}
	for _, d := range workers {
		d.close()
	}
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}})
	d.until("the runs", func() bool { return d.solver.study.run() != nil })
	if len(d.solver.study.runs) != 4 {
		t.Errorf("%d runs came back", len(d.solver.study.runs))
	}
	for _, r := range d.solver.study.runs {
		if !r.proven() {
			t.Error("its proof is lost")
		}
	}
}
