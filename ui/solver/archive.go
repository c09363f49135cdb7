package solver

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/files/archive"
	"facet/ui/layer"
)

// Archive keeps what runs have found, by dag, beyond the end of the program: each
// run by itself, so that several explorers lose nothing of each other's.
type Archive interface {
	// Runs gives what was kept, the oldest first. It may be anything.
	Runs(g *model.Dag) [][]byte
	// KeepRun keeps a run by its name, or keeps it anew.
	KeepRun(g *model.Dag, run string, content []byte) error
}

// restoreTime limits how long kept runs are checked, the latest first.
const restoreTime = 20 * time.Second

type (
	// keeping is one run that is to be kept; only done changes any more.
	keeping struct {
		dag   *model.Dag
		name  string
		found archive.Found
		done  atomic.Bool
	}
	// saving is what is being kept, and what comes next.
	saving struct {
		ctx       context.Context // ends a little later than all other work
		stop      context.CancelFunc
		now, next []*keeping
		problem   string
	}
	// savedMsg tells that the runs were kept.
	savedMsg struct{ err error }
	// restoredMsg brings what was kept and is true.
	restoredMsg struct {
		session layer.Steps
		runs    []archive.Run
	}
)

// news lists the runs that have found more than is kept of them.
func (m *Model) news() []*keeping {
	var all []*keeping
	for _, r := range m.runs {
		best, ok := r.best()
		state := len(r.incumbents) * 2
		if r.ended {
			state++
		}
		if !ok || best.Ops == nil || r.restored || r.kept == state {
			continue
		}
		r.kept = state
		if r.file == "" {
			r.file = archive.NewName()
		}
		var start []model.Op
		for _, k := range m.session.Path(r.step) {
			step, _ := m.session.Step(k)
			start = append(start, step.Ops...)
		}
		all = append(all, &keeping{dag: m.session.Dag(), name: r.file,
			found: archive.Found{Start: start, Options: r.options, End: r.snap, Incumbents: slices.Clip(r.incumbents)}})
	}
	return all
}

// save keeps what is new in the background; one command at a time, so that no
// run is replaced by what was known of it before.
func (m *Model) save() tea.Cmd {
	if m.archive == nil || m.session == nil {
		return nil
	}
	m.saving.next = append(m.saving.next, m.news()...)
	return m.keep()
}

func (m *Model) keep() tea.Cmd {
	if len(m.saving.now) > 0 || len(m.saving.next) == 0 {
		return nil
	}
	m.saving.now, m.saving.next = m.saving.next, nil
	all := m.saving.now
	return m.jobs.Run(func() tea.Msg {
		var problem error
		for _, k := range all {
			if err := k.write(m.saving.ctx, m.archive); err != nil {
				problem = err
			}
		}
		return savedMsg{problem}
	})
}

func (k *keeping) write(ctx context.Context, to Archive) error {
	content, err := archive.Write(ctx, k.dag, k.found)
	if err == nil {
		err = to.KeepRun(k.dag, k.name, content)
	}
	k.done.Store(true)
	return err
}

// saved goes on with what came while runs were being kept.
func (m *Model) saved(msg savedMsg) tea.Cmd {
	m.saving.now = nil
	if msg.err != nil {
		m.saving.problem = msg.err.Error()
	}
	return m.keep()
}

// saveNow keeps what is not kept yet and waits for it: the program ends. What
// takes longer than a moment to certify goes without.
func (m *Model) saveNow() {
	if m.archive == nil || m.session == nil {
		return
	}
	const moment = 50 * time.Millisecond
	ended, cancel := context.WithTimeout(context.WithoutCancel(m.ctx), moment)
	defer cancel()
	for _, k := range slices.Concat(m.saving.now, m.saving.next, m.news()) {
		if !k.done.Load() {
			_ = k.write(ended, m.archive)
		}
	}
}

// restore reads and checks the runs of earlier sessions in the background.
func (m *Model) restore() tea.Cmd {
	if m.archive == nil || m.session == nil {
		return nil
	}
	s, g := m.session, m.session.Dag()
	return m.jobs.Run(func() tea.Msg {
		ctx, cancel := context.WithTimeout(m.ctx, restoreTime)
		defer cancel()
		var runs []archive.Run
		for _, content := range slices.Backward(m.archive.Runs(g)) {
			if len(runs) >= mostRuns || ctx.Err() != nil {
				break
			}
			found := archive.Read(ctx, g, content)
			slices.Reverse(found)
			runs = append(runs, found...)
		}
		runs = runs[:min(len(runs), mostRuns)]
		slices.Reverse(runs)
		return restoredMsg{s, runs}
	})
}

// restored shows the runs whose starts exist in this session. What they found
// counts as known only in a session that goes on: a fresh one shall not give the
// answer away.
func (m *study) restored(msg restoredMsg) {
	if msg.session != m.session || len(msg.runs) == 0 {
		return
	}
	starts := m.starts()
	var back []*run
	for _, a := range msg.runs {
		if step, ok := starts[a.Start]; ok {
			back = append(back, m.revive(a, step))
		}
	}
	m.runs = slices.Concat(back, m.runs)
	if m.shown >= 0 {
		m.shown += len(back)
	} else if m.shown = len(m.runs) - 1; m.shown >= 0 {
		m.chosen = max(0, len(m.runs[m.shown].incumbents)-1)
	}
	if m.session.Steps() > 0 {
		for _, r := range back {
			m.learn(r)
		}
	}
}

// starts gives the session's steps by the operations that led to them.
func (m *study) starts() map[archive.Position]int {
	places := make([]archive.Position, m.session.Steps()+1)
	starts := map[archive.Position]int{{}: 0}
	for id := 1; id < len(places); id++ {
		if path := m.session.Path(id); len(path) > 1 {
			places[id] = places[path[len(path)-2]]
		}
		step, _ := m.session.Step(id)
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
func (m *study) revive(a archive.Run, step int) *run {
	state, _ := m.session.StateAt(step)
	m.serial++
	r := &run{
		id: m.serial, cancel: func() {}, options: a.Options, step: step, depth: len(m.session.Path(step)), spent: state.Spent(),
		ended: true, restored: true, snap: a.End, slow: a.End, quick: a.End, incumbents: a.Incumbents,
	}
	r.bounds.Add(0, a.End.Bound)
	return r
}
