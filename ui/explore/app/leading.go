package app

import (
	"cmp"
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// leading is who leads the user, and the user's session while another one is shown.
type leading struct {
	screen   *screen
	by       layer.Leader     // nil where nothing leads
	aside    *aside           // nil while the user's session is on the screen
	before   *session.Session // whose dag was changed; nil for none
	preview  *preview
	sessions *sessions
	// said when a session comes back that the user had not asked for; empty where it was asked for
	unasked string
	home    intent.Lead // what comes back when a leader ends before anything was done; no kind for none
}

// aside is the user's session while a leader shows another one.
type aside struct {
	session *session.Session
	sel     intent.Selection
	focus   intent.Panel
	large   bool
}

// leads reports whether something leads.
func (l *leading) leads() bool { return l.by != nil }

// leader is what leads, or one that wants nothing.
func (l *leading) leader() layer.Leader {
	if !l.leads() {
		return layer.Neutral{}
	}
	return l.by
}

func (l *leading) conceals() bool { return l.leader().Conceals() }

// tell has the solver look at where the session stands, unless who leads conceals what it finds.
func (l *leading) tell() tea.Cmd {
	if l.screen.options.Solver == nil || l.conceals() {
		return nil
	}
	return l.screen.shown.tell(l.screen.options.Solver)
}

func (l *leading) title() string {
	if !l.leads() {
		return l.screen.options.Status()
	}
	return l.by.Title()
}

// keep makes what a leader has put on the screen the user's own session.
func (l *leading) keep(i intent.Keep) {
	if l.aside == nil {
		return
	}
	if i.Drawn { // the one before stays saved
		l.before = l.aside.session
	}
	l.aside = nil
	l.sessions.own(l.screen.shown.session, 0, i.Resumed)
	l.sessions.drawn = i.Drawn
}

// goBefore goes to the session whose dag was changed; asked for again, it comes back.
func (l *leading) goBefore(*layer.View) (tea.Cmd, []intent.Intent) {
	if l.before == nil {
		return nil, layer.Refuse("There is no session before this one: :sessions lists those that are saved.")
	}
	to := l.before
	l.before = l.screen.shown.session
	return nil, append([]intent.Intent{explore{session: to}}, layer.Say("The session on "+to.Dag().
		Name+" is back at step "+style.Count(int64(to.Depth()))+": :before goes back to the other one.")...)
}

// ask opens the leader that is asked for.
func (l *leading) ask(i intent.Lead) (tea.Cmd, []intent.Intent) {
	for _, source := range l.screen.options.Sources {
		if source.Kind != i.Kind {
			continue
		}
		type opened struct {
			by  layer.Leader
			err error
		}
		return layer.Begin(l.screen.jobs, leaderJob, func(ctx context.Context) opened {
			by, err := source.Open(ctx, i.About)
			return opened{by, err}
		}, func(o opened) (tea.Cmd, []intent.Intent) {
			var done layer.Done
			if errors.As(o.err, &done) {
				return nil, layer.Say(string(done))
			}
			if o.err != nil {
				return nil, layer.Report(o.err)
			}
			return l.begin(o.by)
		}), nil
	}
	return nil, layer.Refuse("There is no " + i.Kind + " here.")
}

// begin makes a leader lead from now on, in place of any other.
func (l *leading) begin(by layer.Leader) (tea.Cmd, []intent.Intent) {
	l.preview.close()
	l.leader().Close()
	if home := l.leader().Home(); home.Kind != "" {
		l.home = home
	}
	l.by = by
	l.screen.where.over = nil
	if l.screen.where.window.Focus == intent.Solver {
		l.screen.where.focusOn(intent.Next)
	}
	l.screen.shown.version++
	cmd, intents := by.Begin(l.screen.shown.view())
	return cmd, append(layer.Say(""), layer.Act{Of: intent.Adjusts, By: layer.Leading,
		Do: func(*layer.View) (tea.Cmd, []intent.Intent) { return nil, intents }})
}

// show shows a session of who leads.
func (l *leading) show(i intent.Show) tea.Cmd {
	l.preview.close()
	if l.aside == nil {
		l.aside = &aside{l.screen.shown.session, l.screen.shown.sel, l.screen.where.window.Focus,
			l.screen.where.window.Large}
	}
	l.screen.open(i.Session, i.Like)
	l.screen.shown.selectNext()
	return tea.Batch(l.tell(), l.screen.proof.wantIfDone())
}

// end brings the user's session back.
func (l *leading) end() (tea.Cmd, []intent.Intent) {
	if !l.leads() {
		return nil, layer.Refuse("No lesson or puzzle is open: there is nothing to leave.")
	}
	l.by.Close()
	own, home := l.aside, l.home
	l.by, l.aside, l.home = nil, nil, intent.Lead{}
	shown := &l.screen.shown
	shown.version++
	if own != nil {
		l.preview.close()
		l.screen.open(own.session, false)
		l.screen.where.window.Large = own.large
		if own.sel.Exists(shown.state()) {
			shown.sel = own.sel
		}
		l.screen.where.focusOn(own.focus)
	}
	text, fresh := "Your own session on "+shown.dag().Name+" is back.", shown.session.Steps() == 0
	switch {
	case home.Kind != "" && fresh:
		return l.ask(home)
	case own == nil:
		text = ""
	case fresh:
		text = cmp.Or(l.unasked, text)
	}
	return tea.Batch(l.tell(), l.screen.proof.wantIfDone()), layer.Say(text)
}

// opened ends a first page, since the user has chosen a session.
func (l *leading) opened() {
	l.home = intent.Lead{}
	if l.leader().Home().Kind != "" {
		l.by.Close()
		l.by = nil
	}
}

// newsMsg brings intents from outside, and what waits for the next ones.
type newsMsg struct {
	intents []intent.Intent
	await   tea.Cmd
}

// awaitNews waits for them in the background.
func awaitNews(news func() ([]intent.Intent, error)) tea.Cmd {
	return func() tea.Msg {
		intents, err := news()
		if err != nil {
			return nil
		}
		return newsMsg{intents, awaitNews(news)}
	}
}

// commands are the commands of what leads.
func (l *leading) commands() []layer.Command {
	return []layer.Command{
		layer.Named("before", "the session whose dag you changed, and back",
			layer.Act{Of: intent.Opens, Do: l.goBefore}).
			Hide(),
		layer.Named("end", "end the lesson or puzzle and restore your session", intent.EndLead{}).
			Known("leave").Unless(unled),
	}
}

// unled says that there is no leader to be left.
func unled(s *layer.View) string {
	if s.Leader == "" {
		return "no lesson or puzzle is open"
	}
	return ""
}
