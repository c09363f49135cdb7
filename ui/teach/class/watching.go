package class

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Watching leads a person who watches the class's search.
type Watching struct {
	layer.Neutral
	class  *Class
	steers bool
	ctx    context.Context
	cancel context.CancelFunc

	search  *Search
	version uint64
	taken   bool // what was found is being gone on with
}

var _ layer.Leader = (*Watching)(nil)

// Watches opens the leader from within an explorer whose runs begin as View says.
func (c *Class) Watches(steers bool) layer.Source {
	return layer.Source{
		Kind: WatchKind,
		Commands: []layer.Command{{Name: WatchKind, Does: "watch the search of the class",
			Intent: intent.Lead{Kind: WatchKind}}},
		Open: func(context.Context, string) (layer.Leader, error) { return c.Watch(steers), nil },
	}
}

// Watch makes a leader for one who watches, and steers if it is a lecturer.
func (c *Class) Watch(steers bool) *Watching {
	w := &Watching{class: c, steers: steers}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// searchMsg brings a search that has begun, with a session that stands where it does.
type searchMsg struct {
	to      *Watching
	search  *Search
	version uint64
	session *session.Session
	err     error
}

// await waits for the next search.
func (w *Watching) await() tea.Cmd {
	version := w.version
	return func() tea.Msg {
		search, version, err := w.class.runs.After(w.ctx, version)
		if err != nil {
			return nil
		}
		return w.begun(search, version)
	}
}

// begun does the steps that a search began with.
func (w *Watching) begun(search *Search, version uint64) searchMsg {
	s := session.New(search.State.Dag())
	for _, op := range search.History {
		if _, err := s.Do("", op); err != nil {
			return searchMsg{w, search, version, s, err}
		}
	}
	return searchMsg{w, search, version, s, nil}
}

// Title says whose search it is.
func (w *Watching) Title() string {
	if w.search == nil {
		return "no search yet"
	}
	name := []rune(style.Printable(w.search.Leader))
	return "the search of " + string(name[:min(len(name), 12)])
}

// Begin shows the search that runs, so that it is in the first frame, or waits for one.
func (w *Watching) Begin(v *layer.View) (tea.Cmd, []intent.Intent) {
	if search, version := w.class.runs.Now(); search != nil {
		return w.Update(v, w.begun(search, version))
	}
	return w.await(), nil
}

// Update shows the next search as soon as it has begun.
func (w *Watching) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	begun, ok := msg.(searchMsg)
	if !ok || begun.to != w {
		return nil, nil
	}
	w.version = begun.version
	if begun.err != nil {
		return w.await(), layer.Say("The search cannot be shown: " + begun.err.Error())
	}
	w.search, w.taken = begun.search, false
	return w.await(), []intent.Intent{intent.Show{Session: begun.session},
		intent.Focus{Panel: intent.Solver}, intent.Line("search")}
}

// Bindings are those of the search that is watched: what others may do with it is said
// by Allows.
func (w *Watching) Bindings(*layer.View) []layer.Command {
	if w.steers {
		take := FollowTable().On("take", w.take).Foot("take it").When(w.search != nil)
		return []layer.Command{take, layer.Mention("dag", "dag, line dag, history, search"),
			layer.Mention("quit", "leave"), layer.Mention("help", "help")}
	}
	return []layer.Command{layer.Mention("dag", "dag, line dag, history, search"),
		layer.Mention("quit", "leave"), layer.Mention("help", "help")}
}

// take makes what was found the lecturer's: what is on the screen is their session
// from then on, and is saved.
func (w *Watching) take() (tea.Cmd, []intent.Intent) {
	w.taken = true
	return nil, []intent.Intent{intent.Keep{}, intent.Line("apply")}
}

func (w *Watching) others() string {
	return "You are watching: only the lecturer can pause or stop this search. q leaves it."
}

// Allows those who watch to look at what was found, and a lecturer to steer.
func (w *Watching) Allows() intent.Effect {
	if w.taken {
		return intent.All
	}
	if w.steers {
		return intent.Looks | intent.Judges | intent.Steers
	}
	return intent.Looks | intent.Judges
}

// Offers nothing that steers or searches to those who may only watch.
func (w *Watching) Offers(c *layer.Command) bool {
	means := c.Meaning()
	return means == nil || w.steers || w.taken ||
		layer.NameOf(means) != "stop" && means.Effect().Within(w.Allows())
}

// Refuses says who steers; what all watch is not ended from here.
func (w *Watching) Refuses(_ *layer.View, i intent.Intent) string {
	if i.Effect().Within(w.Allows()) && layer.NameOf(i) != "stop" {
		return ""
	}
	return w.others()
}

// Draw waits as long as no search runs.
func (w *Watching) Draw(_ *layer.View, b layer.Box) layer.Drawn {
	if w.search != nil {
		return layer.Drawn{}
	}
	rows := make([]string, b.Height)
	if b.Height > 2 {
		rows[1] = "  No search is running. It will appear here when the lecturer starts one."
	}
	return layer.Drawn{Rows: rows, Place: layer.Whole}
}

// Close ends the waiting.
func (w *Watching) Close() { w.cancel() }
