package app

import (
	"cmp"
	"context"

	"facet/model"
	"facet/model/session"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel"
	"facet/ui/explore/panel/drawing"
	"facet/ui/explore/panel/next"
	"facet/ui/explore/script"
	"facet/ui/terminal"
)

// screen is what shows a session: its pictures and lists, which of them has the keys,
// what is said, and the steps that are played. It does not know what decides which session
// that is.
type screen struct {
	options  *Options
	shown    shown
	where    arrangement
	pictures pictures
	proof    proof
	playback playback
	notice   notice
	record   script.Record
	jobs     *job.Runner

	many     bool // intents are carried out together: what is selected is decided at the end
	whole    stretch
	compared compared
	opened   opened
}

// stretch is the steps of a proposed sequence that was carried out, as long as the cursor stays
// behind them: one undo takes all of them back.
type stretch struct {
	of       *session.Session
	revision uint64
	from     int
}

// compared is what the fast methods found, which stands beside the session's branches and the best
// known sequence.
type compared struct {
	of    *model.Dag // that the methods were last asked about
	found []layer.Complete
}

// opened is a dag with the FILE that it was read from.
type opened struct {
	dag  *model.Dag
	file string
}

// newScreen is a screen without a session. What its parts see is asked for.
func newScreen(o *Options, view func() *layer.View) *screen {
	s := &screen{options: o, opened: opened{o.Dag, o.File}, jobs: job.New(context.Background())}
	s.shown = shown{jobs: s.jobs, view: view}
	s.shown.next.Order, _ = next.ParseOrdering(o.Settings.Sort)
	shared := cmp.Or(o.Shared, NewShared(ownBytes))
	s.shown.next.Last = &shared.list
	size := terminal.Within(o.Terminal.Width, o.Terminal.Height)
	s.where.window = panel.Window{Width: size.Width, Height: size.Height, Solver: o.Solver != nil,
		Focus: intent.Next, Front: intent.LineDag, Unsaved: o.Unsaved != nil}
	if o.Watch && o.Solver != nil {
		s.where.window.Focus = intent.Solver
	}
	s.pictures = pictures{shown: &s.shown, where: &s.where, jobs: s.jobs, turns: o.Turns,
		layouts: shared.Layouts}
	s.notice.now, s.record.Shown = o.Now, o.Commands
	s.proof = proof{shown: &s.shown}
	s.playback = playback{shown: &s.shown, interval: usualInterval}
	return s
}

// open shows any session from now on; like that on the screen where it is on a dag that the one
// there was changed to.
func (on *screen) open(of *session.Session, like bool) {
	on.proof.drop()
	on.playback.stop()
	on.where.over = nil
	on.shown.open(of)
	if like {
		on.pictures.follow(of.Dag())
	} else {
		on.pictures.open(of)
	}
	on.where.window.Number = on.shown.totals.NumberWidth
	on.shown.selectNear(0)
}

// swap shows another session on the same dag, with its pictures, for the time being.
func (on *screen) swap(of *session.Session, p *drawing.Pictures) {
	on.playback.stop()
	on.shown.put(of)
	on.pictures.put(p)
	on.proof.drop()
}

// panel is a panel by its name; nil for the solver's, which is a page.
func (on *screen) panel(p intent.Panel) layer.Layer {
	switch p {
	case intent.Dag, intent.LineDag:
		return on.pictures.of(p)
	case intent.Next:
		return &on.shown.next
	case intent.History:
		return &on.shown.history
	}
	return nil
}

// host is the screen as commands of wings see it.
type host struct{ screen *screen }

func (h host) Top() layer.Layer  { return h.screen.where.top() }
func (h host) Jobs() *job.Runner { return h.screen.jobs }

// The jobs in the background, by what they are about.
const (
	copyJob        job.Name = "the copy"
	pictureJob     job.Name = "the picture"
	listJob        job.Name = "the list"
	totalsJob      job.Name = "the totals"
	proofJob       job.Name = "the proof"
	eliminationJob job.Name = "the elimination"
	comparisonJob  job.Name = "the comparison"
	fileJob        job.Name = "the file"
	recentJob      job.Name = "the list of recent files"
	leaderJob      job.Name = "the lesson or puzzle"
	settingsJob    job.Name = "the settings"
	sessionsJob    job.Name = "the list of sessions"
	storeJob       job.Name = "the saved session"
)
