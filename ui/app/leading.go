package app

import (
	"cmp"
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// leading is who leads the user, and the user's session while another one is shown.
type leading struct {
	*screen
	by       layer.Leader     // nil for nobody
	aside    *aside           // nil while the user's session is on the screen
	before   *session.Session // whose dag was changed; nil for none
	sources  []layer.Source
	preview  *preview
	sessions *sessions
	unasked  string         // said when a session comes back that nobody asked for; empty where all was asked for
	status   func() string  // what stands there where nobody leads
	look     func() tea.Cmd // has the solver look at where the session stands
}

// aside is the user's session while a leader shows another one.
type aside struct {
	session *session.Session
	sel     intent.Selection
	focus   intent.Panel
	large   bool
}

// byLeader is the intent to have others carried out that come from who leads, and of which
// that layer is not asked.
type byLeader struct{ intents []intent.Intent }

// Effect is none of its own: each of the intents is asked about.
func (byLeader) Effect() intent.Effect { return intent.Adjusts }

// leads tells whether somebody leads.
func (l *leading) leads() bool { return l.by != nil }

func (l *leading) conceals() bool { return l.leads() && l.by.Conceals() }

func (l *leading) title() string {
	if !l.leads() {
		return l.status()
	}
	return l.by.Title()
}

// presents tells whether pages are turned for somebody who only looks.
func (l *leading) presents() bool {
	p, ok := l.by.(layer.Presenter)
	return ok && p.Presents()
}

// points is what the leader points at.
func (l *leading) points(v *layer.View) []intent.Selection {
	if p, ok := l.by.(layer.Pointer); ok {
		return p.Points(v)
	}
	return nil
}

// rivals are the sequences that the leader compares with the session's.
func (l *leading) rivals() []layer.Complete {
	if r, ok := l.by.(layer.Rival); ok {
		return r.Rivals()
	}
	return nil
}

func (l *leading) close() {
	if l.leads() {
		l.by.Close()
	}
}

// Perform begins and ends, and shows what a leader wants to be seen.
func (l *leading) Perform(v *layer.View, i intent.Intent) (cmd tea.Cmd, more []intent.Intent, mine bool) {
	switch i := i.(type) {
	case intent.Lead:
		cmd, more = l.ask(i)
	case intent.Change:
		cmd, more = l.ask(intent.Lead(i))
	case intent.Show:
		cmd = l.show(i)
	case intent.Keep:
		if l.aside != nil { // the one before stays saved
			if i.Drawn {
				l.before = l.aside.session
			}
			l.aside = nil
			l.sessions.own(l.session, 0, i.Resumed)
			l.sessions.drawn = i.Drawn
		}
	case intent.EndLead:
		cmd, more = l.end()
	case intent.Before:
		more = l.goBefore()
	default:
		return l.delegate(v, i)
	}
	return cmd, more, true
}

// delegate has who leads carry out what is its own.
func (l *leading) delegate(v *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	if p, ok := l.by.(layer.Performer); ok {
		if cmd, more, mine := p.Perform(v, i); mine {
			return cmd, []intent.Intent{byLeader{more}}, true
		}
	}
	if i.Effect() == intent.Draws {
		return nil, refuse("The dag is not being edited: :edit changes a copy of it."), true
	}
	return nil, nil, false
}

// goBefore goes to the session whose dag was changed; asked for again, it comes back.
func (l *leading) goBefore() []intent.Intent {
	if l.before == nil {
		return refuse("There is no session before this one: :sessions lists those that are saved.")
	}
	to := l.before
	l.before = l.session
	return append([]intent.Intent{explore{session: to}}, layer.Say("The session on "+to.Dag().Name+" is back at step "+style.Count(int64(to.Depth()))+": :before goes back to the other one.")...)
}

// ask opens the leader that is asked for.
func (l *leading) ask(i intent.Lead) (tea.Cmd, []intent.Intent) {
	for _, source := range l.sources {
		if source.Kind != i.Kind {
			continue
		}
		type opened struct {
			by  layer.Leader
			err error
		}
		return begin(l.jobs, leaderJob, func(ctx context.Context) opened {
			by, err := source.Open(ctx, i.About)
			return opened{by, err}
		}, func(o opened) (tea.Cmd, []intent.Intent) {
			var done layer.Done
			if errors.As(o.err, &done) {
				return nil, layer.Say(string(done))
			}
			if o.err != nil {
				return nil, report(o.err)
			}
			return l.begin(o.by)
		}), nil
	}
	return nil, refuse("There is no " + i.Kind + " here.")
}

// begin has somebody lead from now on, in the place of anybody else.
func (l *leading) begin(by layer.Leader) (tea.Cmd, []intent.Intent) {
	l.preview.close()
	l.close()
	l.by = by
	l.over = nil
	if l.window.Focus == intent.Solver {
		l.focusOn(intent.Next)
	}
	l.version++
	cmd, intents := by.Begin(l.view())
	return cmd, append(layer.Say(""), byLeader{intents})
}

// show shows a session of who leads.
func (l *leading) show(i intent.Show) tea.Cmd {
	l.preview.close()
	if l.aside == nil {
		l.aside = &aside{l.session, l.sel, l.window.Focus, l.window.Large}
	}
	if i.Like {
		l.change(i.Session)
	} else {
		l.screen.open(i.Session)
	}
	l.selectNext()
	return tea.Batch(l.look(), l.proof.wantIfDone())
}

// end brings the user's session back.
func (l *leading) end() (tea.Cmd, []intent.Intent) {
	if !l.leads() {
		return nil, refuse("No lesson or puzzle is open: there is nothing to leave.")
	}
	l.close()
	own := l.aside
	l.by, l.aside = nil, nil
	l.version++
	if own == nil {
		return l.look(), layer.Say("")
	}
	l.preview.close()
	l.screen.open(own.session)
	l.window.Large = own.large
	if own.sel.Exists(l.state()) {
		l.sel = own.sel
	}
	l.focusOn(own.focus)
	text := "Your own session on " + l.dag().Name + " is back."
	if l.session.Steps() == 0 {
		text = cmp.Or(l.unasked, text)
	}
	return tea.Batch(l.look(), l.proof.wantIfDone()), layer.Say(text)
}

// newsMsg brings what somebody else wants here.
type newsMsg []intent.Intent

// awaitNews waits for it beside the screen.
func awaitNews(news func() ([]intent.Intent, error)) tea.Cmd {
	if news == nil {
		return nil
	}
	return func() tea.Msg {
		intents, err := news()
		if err != nil {
			return nil
		}
		return newsMsg(intents)
	}
}
