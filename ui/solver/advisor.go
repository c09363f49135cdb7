package solver

import (
	"context"
	"maps"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner"
	"facet/ui/intent"
	"facet/ui/pane"
)

// insight is what is known about the state after a step. Costs are of what is
// left from there.
type insight struct {
	bound    model.Cost
	hasBound bool
	best     model.Cost
	hasBest  bool
	ops      []model.Op // a completion for best, if one is at hand
	source   string
	tried    bool // an exact solution was tried at once

	verdicts map[model.Op]pane.Verdict
}

// optimal tells that best is proved.
func (i *insight) optimal() bool { return i.hasBest && i.hasBound && i.best <= i.bound }

// learn takes over what is better than what was known. It tells whether
// anything was.
func (i *insight) learn(n insight) bool {
	better := false
	if n.hasBound && (!i.hasBound || n.bound > i.bound) {
		i.bound, i.hasBound, better = n.bound, true, true
	}
	if n.hasBest && (!i.hasBest || n.best < i.best || n.best == i.best && i.ops == nil && n.ops != nil) {
		i.best, i.hasBest, i.ops, i.source, better = n.best, true, n.ops, n.source, true
	}
	i.tried = i.tried || n.tried
	return better
}

// advisor keeps what is known and finds out more.
type advisor struct {
	quiet  bool
	known  map[int]*insight // by step of the session
	ticket uint64           // of the study under way
	cancel context.CancelFunc
	study  *study
}

func newAdvisor(quiet bool) advisor {
	return advisor{quiet: quiet, known: make(map[int]*insight)}
}

// reset forgets everything: another session is shown.
func (a *advisor) reset() {
	a.halt()
	a.known = make(map[int]*insight)
}

// halt ends the study under way; what it still sends is dropped.
func (a *advisor) halt() {
	a.ticket++
	if a.cancel != nil {
		a.cancel()
	}
	a.cancel, a.study = nil, nil
}

// of is the insight into a step; it is made when it is first asked for.
func (a *advisor) of(step int) *insight {
	i := a.known[step]
	if i == nil {
		i = &insight{}
		a.known[step] = i
	}
	return i
}

// prefer has the selected operation judged before the others.
func (a *advisor) prefer(x intent.Selection) {
	if a.study != nil {
		a.study.prefer(opOf(x))
	}
}

// opOf is the operation that a selection may stand for.
func opOf(x intent.Selection) model.Op {
	switch x.Kind {
	case intent.OnElement:
		return model.Accumulate(x.Z, x.Mode)
	case intent.OnFace:
		return model.Eliminate(x.Face, x.Mode)
	}
	return model.Op{U: model.NoZ, V: model.NoZ}
}

// Advice tells what is known about the state after a step.
func (m *Model) Advice(step int) pane.Advice {
	i := m.advisor.known[step]
	if i == nil {
		return pane.Advice{}
	}
	return pane.Advice{
		AtLeast: i.bound, HasAtLeast: i.hasBound, Best: i.best, HasBest: i.hasBest,
		Optimal: i.optimal(), Source: i.source, Verdicts: i.verdicts,
	}
}

// learn takes over what a run has found about its step.
func (m *Model) learn(r *run) {
	n := insight{bound: r.snap.Bound, hasBound: r.snap.BoundSource != planner.FromNothing}
	if best, ok := r.best(); ok && best.Ops != nil {
		n.best, n.hasBest, n.ops, n.source = best.Cost, true, best.Ops, r.sourceOf(best)
	}
	if m.advisor.of(r.step).learn(n) {
		m.inherit(m.session.Cursor())
		m.version++
	}
}

// sourceOf names where an incumbent came from: heuristics by their own names.
func (r *run) sourceOf(i planner.Incumbent) string {
	if i.Source == planner.FromHeuristic && r.options.Method != planner.BranchAndBound {
		return r.options.Method.String()
	}
	return i.Source.String()
}

// inherit passes a known completion on to the steps of the line that follow it.
func (m *Model) inherit(id int) {
	parent := 0
	for _, k := range m.session.Path(id) {
		step, _ := m.session.Step(k)
		from, ok := m.advisor.known[parent]
		parent = k
		if !ok || len(from.ops) < len(step.Ops) {
			continue
		}
		same := true
		for n, o := range step.Ops {
			same = same && from.ops[n] == o
		}
		if !same {
			continue
		}
		n := insight{best: from.best - step.Cost, hasBest: true, ops: from.ops[len(step.Ops):], source: from.source}
		if from.optimal() {
			n.bound, n.hasBound = n.best, true
		}
		m.advisor.of(k).learn(n)
	}
}

// study looks into the state at the cursor in the background.
func (m *Model) study() tea.Cmd {
	m.advisor.halt()
	s := m.session
	if s == nil {
		return nil
	}
	m.inherit(s.Cursor())
	if s.State().Done() {
		m.advisor.of(s.Cursor()).learn(insight{hasBound: true, hasBest: true, source: "complete"})
	}
	return m.beginStudy()
}

func (m *Model) beginStudy() tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	m.advisor.cancel = cancel
	m.advisor.study = newStudy(m.advisor.ticket, m.session, m.advisor.known)
	m.advisor.study.brief = m.advisor.quiet && !m.wanted
	m.advisor.study.prefer(opOf(m.selected))
	return m.slice(ctx, m.advisor.study)
}

// slice is one piece of a study, as a command.
func (m *Model) slice(ctx context.Context, st *study) tea.Cmd {
	return func() tea.Msg {
		if !m.jobs.enter() {
			return nil
		}
		defer m.jobs.leave()
		return st.slice(ctx)
	}
}

// studied takes over what a piece of a study has found and arranges for the
// next one.
func (m *Model) studied(msg studiedMsg) (tea.Cmd, []intent.Intent) {
	if msg.ticket != m.advisor.ticket {
		return nil, nil
	}
	for _, f := range msg.found {
		m.take(f)
	}
	if len(msg.found) > 0 {
		m.version++
	}
	var intents []intent.Intent
	if m.wanted && (m.advisor.of(m.session.Cursor()).tried || !msg.more) {
		m.wanted = false
		intents = m.advise()
	}
	if !msg.more {
		m.advisor.study = nil
		return nil, intents
	}
	ctx, cancel := context.WithCancel(m.ctx)
	stop := m.advisor.cancel
	m.advisor.cancel = func() { cancel(); stop() }
	return m.slice(ctx, m.advisor.study), intents
}

// take files one finding.
func (m *Model) take(f finding) {
	i := m.advisor.of(f.step)
	if f.op == nil {
		i.learn(f.insight)
		if f.insight.hasBest {
			m.inherit(m.session.Cursor())
		}
		m.settle(f.step)
		return
	}
	spent := m.session.State().Spent()
	v := pane.Verdict{Then: spent.Add(f.price).Add(f.insight.bound)}
	if f.insight.optimal() {
		v.Exact = true
	}
	if old, ok := i.verdicts[*f.op]; ok && (old.Exact || old.Then > v.Then && !v.Exact) {
		return
	}
	verdicts := maps.Clone(i.verdicts)
	if verdicts == nil {
		verdicts = make(map[model.Op]pane.Verdict)
	}
	verdicts[*f.op] = v
	i.verdicts = verdicts
	m.settle(f.step)
}

// settle works out losses once the best completion is known: what an operation
// leads to, less what is possible. The operation that an optimal completion
// begins with loses nothing.
func (m *Model) settle(step int) {
	i := m.advisor.of(step)
	st, ok := m.session.StateAt(step)
	if !ok || !i.optimal() || i.verdicts == nil {
		return
	}
	total := st.Spent().Add(i.best)
	verdicts := maps.Clone(i.verdicts)
	for o, v := range verdicts {
		if len(i.ops) > 0 && o == i.ops[0] && !v.Exact {
			v.Then, v.Exact = total, true
		}
		v.Then = max(v.Then, total)
		if v.Exact {
			v.Loss, v.HasLoss = v.Then-total, true
		}
		verdicts[o] = v
	}
	i.verdicts = verdicts
}
