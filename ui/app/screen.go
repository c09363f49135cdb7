package app

import (
	"context"

	"facet/model/session"
	"facet/ui/job"
	"facet/ui/layer"
	"facet/ui/panel/drawing"
)

// screen is what shows a session: its pictures and lists, which of them has the keys,
// what is said, and the steps that are played. It knows nobody who decides which session
// that is.
type screen struct {
	shown
	arrangement
	pictures pictures
	proof    proof
	playback playback
	notice   notice
	jobs     *job.Runner
}

// newScreen is a screen without a session. What its parts see is asked for.
func newScreen(view func() *layer.View) *screen {
	s := &screen{jobs: job.New(context.Background())}
	s.shown = shown{jobs: s.jobs, view: view}
	s.pictures = pictures{shown: &s.shown, where: &s.arrangement, jobs: s.jobs}
	s.proof = proof{shown: &s.shown}
	s.playback = playback{shown: &s.shown, interval: usualInterval}
	return s
}

// open shows any session from now on.
func (s *screen) open(of *session.Session) {
	s.pictures.open(of)
	s.proof.drop()
	s.playback.stop()
	s.over = nil
	s.shown.open(of)
	s.window.Number = s.totals.NumberWidth
	s.selectNear(0)
}

// change shows a session on a dag that the one on the screen was changed to.
func (s *screen) change(to *session.Session) {
	s.playback.stop()
	s.proof.drop()
	s.over = nil
	s.shown.open(to)
	s.pictures.follow(to.Dag())
	s.window.Number = s.totals.NumberWidth
	s.selectNear(0)
}

// swap shows another session on the same dag, with its pictures, for the time being.
func (s *screen) swap(of *session.Session, p *drawing.Pictures) {
	s.playback.stop()
	s.put(of)
	s.pictures.put(p)
	s.proof.drop()
}
