package solver

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/files/archive"
)

// Archive keeps what runs have found, by dag, beyond the end of the program: each
// run under a name of its own, so that several explorers do not overwrite each other's.
type Archive interface {
	// BestRuns lists the names of what was kept: what promises most first, and then the
	// latest. Names sort in the order of the runs.
	BestRuns(g *model.Dag) []string
	// Run gives a run and its proof, nil where there is none. They may be anything.
	Run(g *model.Dag, name string) (run, proof []byte)
	// KeepRun keeps a run by its name, or keeps it anew. KeepProof keeps the proof of a run
	// that is kept.
	KeepRun(g *model.Dag, run string, content []byte) error
	KeepProof(g *model.Dag, run string, content []byte) error
}

const (
	// restoreTime limits how long kept runs are checked.
	restoreTime = 20 * time.Second
	// keepEvery is how often a run at work is kept at most; what it finds in between is kept
	// then, so that no more than that is lost when the program is killed.
	keepEvery = 2 * time.Second
	// firstAgain and lastAgain lie between attempts to keep what the disk did not take.
	firstAgain = time.Second
	lastAgain  = 30 * time.Second
)

type (
	// keeping is one run that is to be kept; only done and took change any more. It is done
	// when it was kept, or when a later state of the run took its place.
	keeping struct {
		dag   *model.Dag
		name  string
		found archive.Found
		prove bool // the proof, too
		done  atomic.Bool
		took  atomic.Int64 // the proof, in nanoseconds
	}
	// savedMsg says that the runs were kept, or why not, and which the disk did not take.
	savedMsg struct {
		err    error
		failed []*keeping
	}
	// againMsg has what the disk did not take tried again.
	againMsg struct{}
	// restoredMsg brings what was kept and is true.
	restoredMsg struct {
		session layer.Steps
		runs    []archive.Run
	}
)

// keeper keeps what runs have found, and brings it back.
type keeper struct {
	archive   Archive // nil keeps nothing
	ctx       context.Context
	last      context.Context // ends a little later than all other work
	stop      context.CancelFunc
	jobs      *job.Runner
	now, next []*keeping
	waits     bool          // since the disk did not take something
	pause     time.Duration // the last time that it did
	told      string        // what the user was told last of why a run is not kept
}

// save keeps what is new in the background; one command at a time, so that no
// run is replaced by what was known of it before.
func (k *keeper) save(s *study) tea.Cmd {
	if k.archive == nil || s.session == nil {
		return nil
	}
	k.put(s.news(keepEvery))
	return k.goOn()
}

// put has runs kept, in place of what was known of them before.
func (k *keeper) put(all []*keeping) {
	for _, one := range all {
		k.next = append(slices.DeleteFunc(k.next, func(before *keeping) bool {
			if before.name != one.name {
				return false
			}
			one.prove = one.prove || before.prove
			before.done.Store(true)
			return true
		}), one)
	}
}

// goOn begins to keep what waits, unless something is being kept.
func (k *keeper) goOn() tea.Cmd {
	if len(k.now) > 0 || len(k.next) == 0 || k.waits {
		return nil
	}
	k.now, k.next = k.next, nil
	all := k.now
	return k.jobs.Run(func() tea.Msg {
		var out savedMsg
		for _, one := range all {
			err := one.write(k.last, k.archive)
			out.err = errors.Join(out.err, err)
			if disk := syscall.Errno(0); errors.As(err, &disk) { // what is too large stays too large
				out.failed = append(out.failed, one)
			}
		}
		return out
	})
}

// write keeps a run, and then its proof, which can take longer. One that cannot be kept is
// no reason to stop the program.
func (k *keeping) write(ctx context.Context, to Archive) (err error) {
	defer func() { k.done.Store(err == nil) }()
	content, err := archive.Write(k.dag, k.found)
	if err == nil {
		err = to.KeepRun(k.dag, k.name, content)
	}
	if err != nil {
		return err
	}
	if !k.prove {
		return nil
	}
	begun := time.Now()
	defer func() { k.took.Store(int64(time.Since(begun))) }()
	if proof := archive.Prove(ctx, k.dag, k.found); proof != nil {
		return to.KeepProof(k.dag, k.name, proof)
	}
	return nil
}

// saved goes on with what came while runs were being kept, and says once what could not be.
// What the disk did not take is tried again after a while, when it may have room.
func (k *keeper) saved(msg savedMsg) (tea.Cmd, []intent.Intent) {
	for _, one := range k.now { // what is not tried again is over
		one.done.Store(one.done.Load() || !slices.Contains(msg.failed, one))
	}
	later := k.next
	k.now, k.next = nil, msg.failed
	k.put(later)
	if k.waits = len(msg.failed) > 0; k.waits {
		k.pause = min(max(2*k.pause, firstAgain), lastAgain)
	}
	cmd := k.goOn()
	if k.waits {
		cmd = k.jobs.Run(k.wait(k.pause))
	}
	if msg.err == nil {
		told := k.told
		if k.told, k.pause = "", 0; told != "" {
			return cmd, layer.Say("The run is saved.")
		}
		return cmd, nil
	}
	first, _, _ := strings.Cut(msg.err.Error(), "\n")
	if first == k.told {
		return cmd, nil
	}
	k.told = first
	return cmd, layer.Warn(errors.New(first))
}

// wait waits for a pause, or for the end.
func (k *keeper) wait(pause time.Duration) func() tea.Msg {
	return func() tea.Msg {
		timer := time.NewTimer(pause)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-k.ctx.Done():
		}
		return againMsg{}
	}
}

// again tries what the disk did not take.
func (k *keeper) again() tea.Cmd {
	k.waits = false
	return k.goOn()
}

// close keeps what is not kept yet and waits for it: the program ends. What
// takes longer than a moment to certify goes without.
func (k *keeper) close(s *study) {
	k.stop()
	if k.archive == nil || s.session == nil {
		return
	}
	const moment = 50 * time.Millisecond
	ended, cancel := context.WithTimeout(context.WithoutCancel(k.ctx), moment)
	defer cancel()
	for _, one := range slices.Concat(k.now, k.next, s.news(0)) {
		if !one.done.Load() {
			_ = one.write(ended, k.archive) // the screen is gone
		}
	}
}

// restore reads and checks the runs of earlier sessions in the background.
func (k *keeper) restore(s layer.Steps) tea.Cmd {
	if k.archive == nil || s == nil {
		return nil
	}
	g := s.Dag()
	return k.jobs.Run(func() tea.Msg {
		ctx, cancel := context.WithTimeout(k.ctx, restoreTime)
		defer cancel()
		var runs []archive.Run
		for _, name := range k.archive.BestRuns(g) {
			if len(runs) >= mostRuns || ctx.Err() != nil {
				break
			}
			content, proof := k.archive.Run(g, name)
			found := archive.Read(ctx, g, content, proof)
			for k := range found {
				found[k].Name = name
			}
			runs = append(runs, found[max(0, len(found)+len(runs)-mostRuns):]...)
		}
		slices.SortStableFunc(runs, func(a, b archive.Run) int {
			return strings.Compare(began(a.Name), began(b.Name))
		})
		return restoredMsg{s, runs}
	})
}

// began is the part of a run's name that sorts; older releases had other names.
func began(name string) string {
	if name == "" || name[0] < '0' || name[0] > '9' {
		return ""
	}
	return name
}

// news lists the runs that have found more than is kept of them, but not those at work that
// were kept less than a time ago.
func (s *study) news(every time.Duration) []*keeping {
	var all []*keeping
	for _, r := range s.runs {
		best, ok := r.best()
		state := len(r.incumbents) * 2
		if !r.live() {
			state++
		}
		if !ok || best.Ops == nil || r.phase == restored || r.kept == state && !r.proves(best.Cost) {
			continue
		}
		if now := r.snap.Elapsed; r.live() && r.kept > 0 && now < r.keptAt+every {
			continue
		}
		prove := !r.live() || r.proves(best.Cost)
		r.kept, r.keptAt = state, r.snap.Elapsed
		if r.file == "" {
			r.file = archive.NewName()
		}
		one := &keeping{dag: s.session.Dag(), name: r.file, found: s.foundBy(r), prove: prove}
		if all = append(all, one); prove {
			r.proof, r.proved, r.provedAt = one, r.snap.Provable(), r.snap.Elapsed
		}
	}
	return all
}

// proves reports whether a run at work has proved more than was kept last, and whether it is
// time to keep that.
func (r *run) proves(best model.Cost) bool {
	if !r.live() || r.snap.Provable() <= r.proved || r.proved >= best {
		return false
	}
	return r.proof == nil || r.proof.done.Load() &&
		r.snap.Elapsed >= r.provedAt+max(archive.LeastBetween,
			archive.SavedPart*time.Duration(r.proof.took.Load()))
}

// foundBy is what a run has found, with the operations that led to its start.
func (s *study) foundBy(r *run) archive.Found {
	return archive.Found{Start: s.opsTo(r.step), Options: r.options, End: r.snap,
		Incumbents: slices.Clip(r.incumbents)}
}

// restored shows the runs whose starts exist in this session. What they found is known from
// then on.
func (s *study) restored(msg restoredMsg) {
	if msg.session != s.session || len(msg.runs) == 0 {
		return
	}
	starts := s.starts()
	var back []*run
	for _, a := range msg.runs {
		if step, ok := starts[a.Start]; ok {
			back = append(back, s.revive(a, step))
		}
	}
	s.runs = slices.Concat(back, s.runs)
	if s.shown >= 0 {
		s.shown += len(back)
	} else if s.shown = len(s.runs) - 1; s.shown >= 0 {
		s.chosen = max(0, len(s.runs[s.shown].incumbents)-1)
	}
	s.learnAll(back)
}

// keptAt is the best that runs of earlier sessions have found from a step, and the bound that
// their certificates prove: a search goes on from there.
func (s *study) keptAt(step int) (ops []model.Op, bound model.Cost) {
	best := model.Saturated
	for _, r := range s.runs {
		found, ok := r.best()
		if r.phase != restored || r.step != step || !ok {
			continue
		}
		if found.Cost < best {
			ops, best = found.Ops, found.Cost
		}
		bound = max(bound, r.snap.Bound)
	}
	return ops, bound
}

// starts gives the session's steps by the operations that led to them.
func (s *study) starts() map[archive.Position]int {
	places := make([]archive.Position, s.session.Steps()+1)
	starts := map[archive.Position]int{{}: 0}
	for id := 1; id < len(places); id++ {
		if path := s.session.Path(id); len(path) > 1 {
			places[id] = places[path[len(path)-2]]
		}
		step, _ := s.session.Step(id)
		for _, line := range step.Lines {
			places[id] = places[id].After(line)
		}
		if _, twice := starts[places[id]]; !twice {
			starts[places[id]] = id
		}
	}
	return starts
}

// revive makes a run of what was kept and found to be true.
func (s *study) revive(a archive.Run, step int) *run {
	state, _ := s.session.StateAt(step)
	s.serial++
	r := &run{
		id: s.serial, cancel: func() {}, options: a.Options, step: step, depth: len(s.session.Path(step)),
		spent: state.Spent(),
		phase: restored, file: a.Name, snap: a.End, slow: a.End, quick: a.End,
		incumbents: a.Incumbents,
	}
	r.bounds.Add(0, a.End.Bound)
	return r
}
