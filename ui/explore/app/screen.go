package app

import (
	"context"
	"time"

	"facet/model/session"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/drawing"
	"facet/ui/explore/script"
)

// screen is what shows a session: its pictures and lists, which of them has the keys,
// what is said, and the steps that are played. It does not know what decides which session
// that is.
type screen struct {
	shown    shown
	where    arrangement
	pictures pictures
	proof    proof
	playback playback
	notice   notice
	record   script.Record
	jobs     *job.Runner
}

// newScreen is a screen without a session. What its parts see is asked for.
func newScreen(view func() *layer.View, now func() time.Time) *screen {
	s := &screen{jobs: job.New(context.Background())}
	s.shown = shown{jobs: s.jobs, view: view}
	s.pictures = pictures{shown: &s.shown, where: &s.where, jobs: s.jobs}
	s.notice.now = now
	s.proof = proof{shown: &s.shown}
	s.playback = playback{shown: &s.shown, interval: usualInterval}
	return s
}

// open shows any session from now on.
func (s *screen) open(of *session.Session) {
	s.pictures.open(of)
	s.proof.drop()
	s.playback.stop()
	s.where.over = nil
	s.shown.open(of)
	s.where.window.Number = s.shown.totals.NumberWidth
	s.shown.selectNear(0)
}

// change shows a session on a dag that the one on the screen was changed to.
func (s *screen) change(to *session.Session) {
	s.playback.stop()
	s.proof.drop()
	s.where.over = nil
	s.shown.open(to)
	s.pictures.follow(to.Dag())
	s.where.window.Number = s.shown.totals.NumberWidth
	s.shown.selectNear(0)
}

// swap shows another session on the same dag, with its pictures, for the time being.
func (s *screen) swap(of *session.Session, p *drawing.Pictures) {
	s.playback.stop()
	s.shown.put(of)
	s.pictures.put(p)
	s.proof.drop()
}

// panel is a panel by its name; nil for the solver's, which is a page.
func (s *screen) panel(p intent.Panel) layer.Layer {
	switch p {
	case intent.Dag, intent.LineDag:
		return s.pictures.of(p)
	case intent.Next:
		return &s.shown.next
	case intent.History:
		return &s.shown.history
	}
	return nil
}

// host is the screen as commands of wings see it.
type host struct{ screen *screen }

func (h host) Top() layer.Layer  { return h.screen.where.top() }
func (h host) Jobs() *job.Runner { return h.screen.jobs }
