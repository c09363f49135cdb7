package solver

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner"
)

// Archive keeps what runs have found, by dag, beyond the end of the program.
type Archive interface {
	// Runs gives what was kept last; nil for nothing.
	Runs(g *model.Dag) []byte
	// KeepRuns replaces it.
	KeepRuns(g *model.Dag, content []byte) error
}

// archiveVersion is the version of the text form.
const archiveVersion = 1

type (
	archiveFile struct {
		Facet string       `json:"facet"`
		Ver   int          `json:"version"`
		Runs  []archiveRun `json:"runs"`
	}
	archiveRun struct {
		Start      []string           `json:"start,omitempty"` // the steps that led to it, one operation a line
		Method     string             `json:"method"`
		Bounding   string             `json:"bounding"`
		Opening    string             `json:"opening"`
		Elapsed    time.Duration      `json:"elapsed"`
		Bound      model.Cost         `json:"bound"`
		From       planner.Source     `json:"bound_from"`
		Proven     bool               `json:"proven,omitempty"`
		Incumbents []archiveIncumbent `json:"incumbents"`
	}
	archiveIncumbent struct {
		Time   time.Duration  `json:"time"`
		Cost   model.Cost     `json:"cost"`
		Source planner.Source `json:"source"`
		Ops    []string       `json:"ops"`
	}
)

// mostKept is how many incumbents of a run are kept: the last ones.
const mostKept = 8

// saving is the state of the archive's file.
type saving struct {
	busy    bool // a command is writing
	again   bool // there is more to write when it is done
	foreign []archiveRun
	problem string
}

// savedMsg tells that the archive was written.
type savedMsg struct{ err error }

// packed is what is needed to write a run; nothing in it changes any more.
type packed struct {
	start      []model.Op
	options    planner.Options
	snap       planner.Snapshot
	incumbents []planner.Incumbent
}

// pack takes a picture of all runs for the archive.
func (m *Model) pack() []packed {
	var all []packed
	for _, r := range m.runs {
		if best, ok := r.best(); !ok || best.Ops == nil {
			continue
		}
		var start []model.Op
		for _, k := range m.session.Path(r.step) {
			step, _ := m.session.Step(k)
			start = append(start, step.Ops...)
		}
		all = append(all, packed{start, r.options, r.snap, r.incumbents[max(0, len(r.incumbents)-mostKept):]})
	}
	return all
}

// encode writes the archive's content.
func encode(g *model.Dag, all []packed, foreign []archiveRun) ([]byte, error) {
	f := archiveFile{Facet: "runs", Ver: archiveVersion, Runs: slices.Clone(foreign)}
	root := model.NewState(g)
	for _, p := range all {
		start, state, err := linesOf(root, p.start)
		if err != nil {
			return nil, err
		}
		r := archiveRun{
			Start: start, Method: p.options.Method.String(), Bounding: p.options.Bound.String(), Opening: p.options.Opening.String(),
			Elapsed: p.snap.Elapsed, Bound: p.snap.Bound, From: p.snap.BoundSource, Proven: p.snap.Proven,
		}
		for _, i := range p.incumbents {
			lines, _, err := linesOf(state, i.Ops)
			if err != nil {
				return nil, err
			}
			r.Incumbents = append(r.Incumbents, archiveIncumbent{i.Time, i.Cost, i.Source, lines})
		}
		f.Runs = append(f.Runs, r)
	}
	if len(f.Runs) > mostRuns {
		f.Runs = f.Runs[len(f.Runs)-mostRuns:]
	}
	return json.Marshal(f)
}

func linesOf(start *model.State, ops []model.Op) ([]string, *model.State, error) {
	text, err := model.FormatSequence(start, ops)
	if err != nil {
		return nil, nil, err
	}
	end, _, err := model.Replay(start, ops)
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")[:len(ops)], end, err
}

// save writes the archive in the background; one command at a time.
func (m *Model) save() tea.Cmd {
	if m.archive == nil || m.session == nil {
		return nil
	}
	if m.saving.busy {
		m.saving.again = true
		return nil
	}
	all := m.pack()
	if len(all) == 0 {
		return nil
	}
	m.saving.busy = true
	g, foreign, archive := m.session.Dag(), m.saving.foreign, m.archive
	return func() tea.Msg {
		if !m.jobs.enter() {
			return nil
		}
		defer m.jobs.leave()
		content, err := encode(g, all, foreign)
		if err == nil {
			err = archive.KeepRuns(g, content)
		}
		return savedMsg{err}
	}
}

// saved goes on with what came while the archive was being written.
func (m *Model) saved(msg savedMsg) tea.Cmd {
	m.saving.busy = false
	if msg.err != nil {
		m.saving.problem = msg.err.Error()
	}
	if m.saving.again {
		m.saving.again = false
		return m.save()
	}
	return nil
}

// saveNow writes the archive and waits for it: the program ends.
func (m *Model) saveNow() {
	if m.archive == nil || m.session == nil {
		return
	}
	if all := m.pack(); len(all) > 0 {
		if content, err := encode(m.session.Dag(), all, m.saving.foreign); err == nil {
			_ = m.archive.KeepRuns(m.session.Dag(), content)
		}
	}
}

// restore brings back the runs of an earlier session whose starts exist in this
// one. What they found counts as known only in a session that goes on: a fresh
// one shall not give the answer away.
func (m *Model) restore() {
	m.saving.foreign = nil
	if m.archive == nil || m.session == nil {
		return
	}
	var f archiveFile
	content := m.archive.Runs(m.session.Dag())
	if content == nil || json.Unmarshal(content, &f) != nil || f.Facet != "runs" || f.Ver != archiveVersion {
		return
	}
	starts := m.starts()
	for _, a := range f.Runs {
		step, ok := starts[strings.Join(a.Start, "\n")]
		r, err := m.revive(a, step)
		if !ok || err != nil {
			if !ok {
				m.saving.foreign = append(m.saving.foreign, a)
			}
			continue
		}
		m.runs = append(m.runs, r)
		m.shown = len(m.runs) - 1
		m.chosen = max(0, len(r.incumbents)-1)
		if m.session.Steps() > 0 {
			m.learn(r)
		}
	}
}

// starts gives the session's steps by the operations that led to them.
func (m *Model) starts() map[string]int {
	text := map[string]string{}
	starts := map[string]int{"": 0}
	for id := 1; id <= m.session.Steps(); id++ {
		path := m.session.Path(id)
		key := ""
		for _, k := range path {
			step, _ := m.session.Step(k)
			if key != "" {
				key += "\n"
			}
			key += strings.Join(step.Lines, "\n")
		}
		if _, twice := text[key]; !twice {
			text[key], starts[key] = key, id
		}
	}
	return starts
}

// revive makes a run of what was kept. Every sequence is replayed: a file may
// hold anything.
func (m *Model) revive(a archiveRun, step int) (*run, error) {
	state, ok := m.session.StateAt(step)
	if !ok {
		return nil, fmt.Errorf("there is no step %d", step)
	}
	o := planner.Options{}
	if err := parseOptions(&o, "method="+a.Method+" bound="+a.Bounding+" start="+a.Opening); err != nil {
		return nil, err
	}
	m.serial++
	r := &run{id: m.serial, cancel: func() {}, options: o, step: step, depth: len(m.session.Path(step)), spent: state.Spent(), ended: true, restored: true}
	for _, k := range a.Incumbents {
		ops, end, err := model.ReadSequence(state, strings.NewReader(strings.Join(k.Ops, "\n")))
		if err != nil {
			return nil, err
		}
		if !end.Done() || end.Spent() != state.Spent().Add(k.Cost) || !planner.IsKnown(k.Source) {
			return nil, fmt.Errorf("a kept sequence is not what it says")
		}
		r.incumbents = append(r.incumbents, planner.Incumbent{Time: k.Time, Cost: k.Cost, Source: k.Source, Ops: ops})
	}
	best, ok := r.best()
	if !ok {
		return nil, fmt.Errorf("a kept run has no sequence")
	}
	// A bound cannot be checked here; one above a sequence is certainly wrong.
	bound := a.Bound
	if !planner.IsKnown(a.From) {
		a.From = planner.FromNothing
	}
	if bound > best.Cost {
		return nil, fmt.Errorf("a kept bound is above a kept sequence")
	}
	r.snap = planner.Snapshot{
		Phase: planner.Finished, Method: o.Method, Elapsed: a.Elapsed, Incumbent: best, HasIncumbent: true,
		Incumbents: len(r.incumbents), Bound: bound, BoundSource: a.From, Proven: a.Proven,
	}
	r.slow, r.quick = r.snap, r.snap
	r.bounds.add(0, bound)
	return r, nil
}
