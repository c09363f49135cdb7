package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

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
