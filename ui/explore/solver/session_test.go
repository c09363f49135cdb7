package solver

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/ui/files/archive"
)

// What a user does: two steps by hand, branch and bound on the rest, the result
// applied.
func TestRemainderOfBat(t *testing.T) {
	defer nothingRuns()
	d := open(t, setting{g: sample(t, "bat"), w: 120, h: 40})
	defer d.close()
	d.press("enter", "enter")
	before := d.m.Session().State().Spent()
	d.press("b")
	d.until("the proof", func() bool { r := d.solver.study.run(); return r.ended && r.proven() })
	r := d.solver.study.run()
	best, _ := r.best()
	if r.spent != before || r.total(best.Cost) != 32 {
		t.Fatalf("after %d the total is %d, want 32", before, r.total(best.Cost))
	}
	d.press("4")
	if !d.sees("32 = 6 + 26") || !d.sees("optimal") {
		t.Errorf("the page does not say so:\n%s", d.m.View())
	}
	d.press("A")
	s := d.m.Session()
	if !s.State().Done() || s.State().Spent() != 32 || s.Depth() != 2+len(best.Ops) {
		t.Fatalf("applied: spent %d after %d steps", s.State().Spent(), s.Depth())
	}
	if err := model.Prove(s.Dag(), s.Ops()); err != nil {
		t.Error(err)
	}
	var left strings.Builder
	if err := d.solver.Report(&left); err != nil ||
		!strings.HasPrefix(left.String(), "branch and bound on bat, after 2 steps: 32, optimal (") {
		t.Errorf("on the shell: %q, %v", left.String(), err)
	}
}

// Where there is no room for the panel, b says that something happens, and A
// takes what was found without a look at the page.
func TestApplyFromAfar(t *testing.T) { synctest.Test(t, applyFromAfar) }

func applyFromAfar(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat"), w: 80, h: 24})
	defer d.close()
	if d.press("b"); !d.sees("4 shows it") {
		t.Errorf("b says nothing:\n%s", d.m.View())
	}
	d.until("the proof", func() bool { return d.solver.study.run().ended })
	d.press("right", "end", "enter", "A") // an operation that the sequence does not begin with
	if s := d.m.Session(); s.Depth() != 1 || !d.sees("then A to go back") {
		t.Errorf("after %d steps A does not say what it would do:\n%s", s.Depth(), d.m.View())
	}
	if d.press("u", "A"); !d.m.Session().State().Done() {
		t.Errorf("A does not apply:\n%s", d.m.View())
	}
	d.press("u", "4", "A", "enter")
	if d.sees("sequences found") || !d.sees("dag") {
		t.Errorf("after applying on the page there is no picture:\n%s", d.m.View())
	}
}

func TestOptimaOfTheSamples(t *testing.T) { synctest.Test(t, optimaOfTheSamples) }

func optimaOfTheSamples(t *testing.T) {
	for name, want := range map[string]model.Cost{"lion": 16, "newton2": 150000, "newton10": 758000,
		"openfoam": 4912999465} {
		d := open(t, setting{g: sample(t, name), solver: Options{Quiet: true}})
		d.press("b")
		d.until("the proof of "+name, func() bool { return d.solver.study.run().ended })
		if r := d.solver.study.run(); !r.proven() || r.total(r.snap.Incumbent.Cost) != want {
			t.Errorf("%s: %d, bound %d, want %d", name, r.snap.Incumbent.Cost, r.snap.Bound, want)
		}
		d.close()
	}
}

// A run that is left behind: keep, follow, apply; the branch stays.
func TestStaleRun(t *testing.T) { synctest.Test(t, staleRun) }

func staleRun(t *testing.T) {
	d := open(t, setting{g: sample(t, "openfoam"), w: 120, h: 40, solver: Options{Quiet: true}})
	defer d.close()
	d.press("enter")
	d.command("solve bound=simple")
	first := d.solver.study.run()
	d.press("enter", "enter")
	mine := d.m.Session().Cursor()
	d.press("4")
	if !d.sees("moved 2 steps") {
		t.Errorf("the page does not say how far the session has moved:\n%s", d.m.View())
	}
	d.press("p")
	d.until("the pause", func() bool { return first.snap.Phase == planner.Paused })
	d.press("p", "x")
	d.until("the stop", func() bool { return first.ended })
	if first.snap.Phase != planner.Stopped {
		t.Errorf("the run %s", first.snap.Phase)
	}
	d.press("F")
	second := d.solver.study.run()
	if second == first || second.step != mine {
		t.Fatal("F did not follow")
	}
	d.press("x")
	d.until("the stop", func() bool { return second.ended })
	d.press("left", "A")
	s := d.m.Session()
	if best, _ := first.best(); !s.State().Done() || s.State().Spent() != first.total(best.Cost) {
		t.Errorf("applied %d", s.State().Spent())
	}
	if len(s.Leaves()) != 2 {
		t.Errorf("%d branches: the user's own should have stayed", len(s.Leaves()))
	}
	if _, ok := s.StateAt(mine); !ok {
		t.Error("the user's step is gone")
	}
}

// The heuristic's sequence is shown before it is carried out; one undo takes all of it back, and
// its steps stand ahead then, one by one.
func TestGreedyCompletes(t *testing.T) { synctest.Test(t, greedyCompletes) }

func greedyCompletes(t *testing.T) {
	d := open(t, setting{g: sample(t, "lion"), solver: Options{Quiet: true}})
	defer d.close()
	d.press("enter", "g")
	d.until("the preview", func() bool { return d.sees("preview of") })
	best, _ := d.solver.study.runs[0].best()
	if d.press("esc"); d.m.Session().Steps() != 1 {
		t.Fatalf("it was carried out unasked:\n%s", d.m.View())
	}
	d.press("g")
	d.until("the preview", func() bool { return d.sees("preview of") })
	d.press("pgdown", "A")
	s := d.m.Session()
	first, _ := s.Step(1)
	best.Cost = best.Cost.Add(first.Cost)
	if s.State().Spent() != best.Cost || s.Depth() != 1+len(best.Ops) {
		t.Errorf("applied %d in %d steps, the heuristic found %d in %d", s.State().Spent(), s.Depth(),
			best.Cost, len(best.Ops))
	}
	d.press("esc", "u")
	if s.Depth() != 1 || s.Steps() != 1+len(best.Ops) {
		t.Errorf("undo goes to step %d of %d", s.Depth(), s.Steps())
	}
	d.press("ctrl+r", "ctrl+r", "u")
	if s.Depth() != 2 {
		t.Errorf("two steps forward and one back lead to step %d", s.Depth())
	}
}

// The losses of the steps of a complete sequence add up to what it lies above
// the optimum, whatever was done.
func TestLossesAddUp(t *testing.T) { synctest.Test(t, lossesAddUp) }

func lossesAddUp(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat"), w: 120, h: 40})
	defer d.close()
	d.press("down", "down", "down", "down", "down", "enter", "m", "enter", "V", "V")
	for n := 0; !d.m.Session().State().Done() && n < 60; n++ {
		d.press("down", "m", "enter")
	}
	s := d.m.Session()
	if !s.State().Done() {
		t.Fatal("the walk did not end")
	}
	known := func() bool {
		for _, l := range d.solver.Losses() {
			if !l.Exact() {
				return false
			}
		}
		return true
	}
	d.until("all losses", known)
	var sum model.Cost
	for _, l := range d.solver.Losses() {
		sum += l.Most
	}
	if sum != s.State().Spent()-32 || sum == 0 {
		t.Errorf("losses add up to %d, the sequence costs %d of 32", sum, s.State().Spent())
	}
}

// Verdicts of all operations are what solving each remainder gives.
func TestVerdictsAreExact(t *testing.T) { synctest.Test(t, verdictsAreExact) }

func verdictsAreExact(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat")})
	defer d.close()
	d.press("enter")
	s := d.m.Session()
	all := s.State().Operations()
	exact := func() bool {
		judge := d.solver.Advice(s.Cursor()).Verdict
		for _, c := range all {
			if judge == nil {
				return false
			}
			if v, ok := judge(c.Op); !ok || !v.HasRegret {
				return false
			}
		}
		return true
	}
	d.until("all verdicts", exact)
	for _, c := range all {
		next, _, err := s.State().Apply(c.Op)
		if err != nil {
			t.Fatal(err)
		}
		snap, err := planner.Solve(t.Context(), next, planner.Options{Workers: 1})
		if err != nil || !snap.Proven {
			t.Fatal(err)
		}
		v, _ := d.solver.Advice(s.Cursor()).Verdict(c.Op)
		if want := next.Spent().Add(snap.Incumbent.Cost); v.Then != want || v.Regret != want-32 || !v.Exact {
			t.Errorf("%s: then %d loss %d, want %d", model.OpName(s.State(), c.Op), v.Then, v.Regret, want)
		}
	}
	d.press("h")
	if !d.sees("optimal") {
		t.Errorf("h does not say why:\n%s", d.m.View())
	}
}

// What runs have found comes back in the next session of the program.
func TestArchive(t *testing.T) { synctest.Test(t, archived) }

func archived(t *testing.T) {
	kept := &memory{}
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}})
	d.press("enter", "enter", "b")
	d.until("the proof", func() bool { return d.solver.study.run().ended })
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
	if r == nil || !r.restored || !r.proven() || r.step != resumed.Cursor() {
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
		return len(d.solver.study.runs) == 2 && d.solver.study.run().ended
	})
	if o := d.solver.study.run().options; len(o.Sequence) == 0 || o.Lower != 32 {
		t.Errorf("it begins anew: %+v", o)
	}
	if first := d.solver.study.run().incumbents[0]; first.Cost != 32 {
		t.Errorf("the first sequence costs %s", first.Cost)
	}
	d.close()
}

// A run that cannot be kept is told about, once.
func TestRunsThatAreNotKept(t *testing.T) { synctest.Test(t, runsThatAreNotKept) }

func runsThatAreNotKept(t *testing.T) {
	kept := &memory{fails: errors.New("the run cannot be saved: it has 80 MB, and at most 64 are read back")}
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}, w: 120, h: 40})
	d.press("b")
	d.until("the proof", func() bool { return d.solver.study.run() != nil && d.solver.study.run().ended })
	d.until("the complaint", func() bool { return d.sees("The run cannot be saved: it has 80 MB") })
	if d.press("left"); d.sees("cannot be saved") {
		t.Errorf("a key does not end it:\n%s", d.m.View())
	}
	d.close()
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
	d.until("the proof", func() bool { return d.solver.study.run() != nil && d.solver.study.run().ended })
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
		d.until("the proof", func() bool { return d.solver.study.run().ended })
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
	d.close()
}

// nothingRuns waits until no goroutine runs that should have ended; how long that takes depends
// on what else the machine does. One that never ends stands in what go test prints when its
// time is up.
func nothingRuns() {
	for goleak.Find() != nil {
	}
}

// Whatever is open when the program ends, it ends.
func TestCloseInTheMiddle(t *testing.T) {
	nothingRuns() // any more, of earlier tests
	defer nothingRuns()
	for _, keys := range [][]string{{}, {"b"}, {"b", "p"}, {"b", "x"}, {"g"}, {"h"}, {"b", "4", "enter"},
		{"b", "enter", "4", "F"}} {
		synctest.Test(t, func(t *testing.T) {
			d := open(t, setting{g: sample(t, "openfoam"),
				solver: Options{Planner: planner.Options{Bound: planner.BoundSimple}}})
			d.press(keys...)
			// Time passes here only where all goroutines wait for a timer.
			began := time.Now()
			d.solver.Close()
			if took := time.Since(began); took > 0 {
				t.Errorf("%v: the end waits for a clock, %s", keys, took)
			}
			d.close()
		})
	}
}

// A carries out what is left of the sequence from any of its steps.
func TestApplyGoesOn(t *testing.T) { synctest.Test(t, applyGoesOn) }

func applyGoesOn(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Quiet: true}})
	defer d.close()
	d.press("b")
	d.until("the proof", func() bool { r := d.solver.study.run(); return r != nil && r.ended })
	d.press("A", "esc", "u", "u", "u")
	s := d.m.Session()
	if steps := s.Steps(); s.State().Done() || steps == 0 {
		t.Fatal("it is not applied")
	}
	steps := s.Steps()
	if d.press("A"); !s.State().Done() || s.Steps() != steps {
		t.Errorf("A leads to step %d of %d, and there are %d:\n%s", s.Depth(), steps, s.Steps(), d.m.View())
	}
}

// I on the page and :certificate write a proof of the run, which facet verify accepts.
func TestCertificates(t *testing.T) { synctest.Test(t, certificates) }

func certificates(t *testing.T) {
	t.Chdir(t.TempDir())
	kept := &memory{}
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Archive: kept, Quiet: true}, w: 120, h: 40})
	defer d.close()
	d.press("4", "I")
	if !d.sees("No run yet") {
		t.Errorf("without a run:\n%s", d.m.View())
	}
	d.press("b")
	d.until("the proof", func() bool { r := d.solver.study.run(); return r != nil && r.ended && r.proven() })
	d.press("I")
	d.until("the file", func() bool {
		return d.sees("Saved a certificate to bat.certificate.json. Proved: 32 is optimal. facet verify DAG bat.certificate.json")
	})
	d.command("certificate other.json")
	d.until("the other file", func() bool { return d.sees("other.json") })
	for _, name := range []string{"bat.certificate.json", "other.json"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := archive.Verdict(sample(t, "bat"), text); err != nil || v != "proved: 32 is optimal" {
			t.Errorf("%s: %s, %v", name, v, err)
		}
	}
	// What was kept of the run while it was at work proves less.
	g := sample(t, "bat")
	text, err := os.ReadFile("other.json")
	if err != nil {
		t.Fatal(err)
	}
	less := bytes.Replace(text, []byte(`"bound": 32`), []byte(`"bound": 30`), 1)
	if v, err := archive.Verdict(g, less); err != nil || v == "proved: 32 is optimal" {
		t.Fatalf("the older proof: %s, %v\n%.300s", v, err, text)
	}
	for _, name := range kept.BestRuns(nil) {
		_ = kept.KeepProof(nil, name, less)
	}
	d.command("certificate third.json")
	d.until("the third file", func() bool { return d.sees("third.json") })
	if text, err = os.ReadFile("third.json"); err != nil {
		t.Fatal(err)
	}
	if v, err := archive.Verdict(g, text); err != nil || v != "proved: 32 is optimal" {
		t.Errorf("with an older proof: %s, %v", v, err)
	}
}
