package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/history"
	"facet/ui/explore/panel/next"
)

// shown is the session on the screen: what is selected in it, and the lists of what is
// possible next and of its steps.
type shown struct {
	session *session.Session
	totals  layer.Totals
	sel     intent.Selection
	chosen  intent.Selection // in a picture, by hand
	version uint64           // changes with whatever the panels show and no other number tells
	view    func() *layer.View

	next    next.Operations
	history history.Steps
	listing listKey // that is under way
	near    int     // the row to select once the list is there
	unasked bool    // the user did not select it: it may become an operation that loses nothing
	jobs    *job.Runner
}

type listKey struct {
	state *model.State
	order next.Ordering
}

// place is where a session stands, and what is selected there.
type place struct {
	session  *session.Session
	revision uint64
	sel      intent.Selection
}

func (s *shown) place() place { return place{s.session, s.session.Revision(), s.sel} }

// tell has the solver look at where the session stands.
func (s *shown) tell(solver layer.Solver) tea.Cmd {
	return tea.Batch(solver.Moved(s.session), solver.Selected(s.sel))
}

func (s *shown) state() *model.State { return s.session.State() }
func (s *shown) dag() *model.Dag     { return s.session.Dag() }

// put shows a session on the same dag.
func (s *shown) put(of *session.Session) {
	for _, name := range []job.Name{listJob, eliminationJob} {
		s.jobs.Stop(name)
	}
	s.session = of
	s.next = next.Operations{Order: s.next.Order, Last: s.next.Last}
	s.history = history.New(of)
	s.version++
}

// open shows any session, with nothing selected by hand.
func (s *shown) open(of *session.Session) {
	s.put(of)
	root, _ := of.StateAt(0)
	s.jobs.Stop(totalsJob)
	s.totals = layer.EarlyTotals(of.Dag(), root)
	s.sel, s.chosen = intent.Selection{}, intent.Selection{}
}

// selectAfter stays close to what was just done: the next face of the same
// vertex, else the list's row that took the place of the old one.
func (s *shown) selectAfter(changes []model.Change, near int) {
	s.unasked = true
	var after intent.Selection
	found := false
	if len(changes) == 1 {
		after, found = intent.After(s.state(), changes[0].Op)
	}
	switch good, known := s.next.Good(s.view(), after); {
	case known:
		s.sel = good
	case found:
		s.sel = after
	default:
		s.selectNear(near)
	}
}

// selectNext follows a step along the line, back or forth: the operation that
// redo would carry out, which is the one that was just taken back. A vertex that
// was chosen by hand stays selected as long as it lives, so that it can be
// watched while the steps go by.
func (s *shown) selectNext() {
	state := s.state()
	if s.sel == s.chosen && s.sel.Survives(state) {
		if s.sel.Kind == intent.OnElement {
			s.sel = intent.AtElement(state, s.sel.Z)
			s.chosen = s.sel
		}
		return
	}
	s.unasked = false
	line, depth := s.session.Line(), s.session.Depth()
	if depth < len(line) && len(line[depth].Ops) > 0 {
		s.sel = intent.AtOp(line[depth].Ops[0])
		return
	}
	s.selectNear(0)
}

// selectNear selects a row of the list.
func (s *shown) selectNear(row int) {
	s.unasked = true
	s.next.Refresh(s.view())
	if !s.next.Current(s.state()) { // listed soon
		s.near, s.sel = row, intent.Selection{}
		return
	}
	if s.next.Len() == 0 {
		s.sel = intent.Last(s.state(), s.session.Changes())
		return
	}
	s.sel = intent.AtOp(s.next.Op(max(0, min(row, s.next.Len()-1))))
}

// selectBest goes from what was selected unasked to an operation that loses nothing, once
// that is known.
func (s *shown) selectBest() {
	if !s.unasked || s.session.State().Done() {
		return
	}
	if sel, known := s.next.Good(s.view(), s.sel); known && s.next.Judged() {
		s.sel, s.unasked = sel, false
	}
}

// wantTotals has the totals computed that take longer than a screen may wait for.
func (s *shown) wantTotals() tea.Cmd {
	if !s.totals.Pending || s.jobs.Busy(totalsJob) {
		return nil
	}
	g := s.dag()
	root, _ := s.session.StateAt(0)
	return layer.Begin(s.jobs, totalsJob, func(ctx context.Context) layer.Totals {
		t, err := layer.AllTotals(ctx, g, root)
		t.Pending = err != nil
		return t
	}, func(t layer.Totals) (tea.Cmd, []intent.Intent) {
		if !t.Pending {
			s.totals = t
		}
		return nil, nil
	})
}

// wantList has the operations listed that are not listed at once, and selects among
// them what was waiting for it.
func (s *shown) wantList() tea.Cmd {
	key, t := listKey{s.state(), s.next.Order}, s.view().Theme
	if s.next.Current(key.state) || next.Small(key.state, key.order) || s.jobs.Busy(listJob) &&
		s.listing == key {
		return nil
	}
	s.listing = key
	return layer.Begin(s.jobs, listJob, func(ctx context.Context) next.List {
		return next.Make(ctx, key.state, key.order, func(o model.Op) string {
			return layer.OpName(t, key.state, o)
		})
	}, func(list next.List) (tea.Cmd, []intent.Intent) {
		s.next.List = list
		if !s.sel.Exists(s.state()) {
			s.selectNear(s.near)
		}
		return nil, nil
	})
}

// proof is the verdict on the sequence up to a step of the session on the screen.
type proof struct {
	layer.Proof
	step  int
	dag   *model.Dag
	shown *shown
}

// drop forgets the verdict.
func (p *proof) drop() {
	p.shown.jobs.Stop(proofJob)
	*p = proof{shown: p.shown}
}

// want proves a complete sequence, unless that was done already or is under way.
func (p *proof) want() (cmd tea.Cmd, fresh bool) {
	s := p.shown.session
	if p.Verdict != layer.Unproved && p.step == s.Cursor() && p.dag == s.Dag() {
		return nil, false
	}
	g, ops := s.Dag(), s.Ops()
	p.Proof, p.step, p.dag = layer.Proof{Verdict: layer.Proving}, s.Cursor(), g
	return layer.Begin(p.shown.jobs, proofJob, func(context.Context) layer.Proof {
		return layer.Prove(g, ops)
	},
		func(verdict layer.Proof) (tea.Cmd, []intent.Intent) {
			p.Proof = verdict
			return nil, nil
		}), true
}

// wantIfDone proves the sequence where it is complete.
func (p *proof) wantIfDone() tea.Cmd {
	if !p.shown.state().Done() {
		return nil
	}
	cmd, _ := p.want()
	return cmd
}
