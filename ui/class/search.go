package class

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/solver"
	"facet/ui/style"
)

// Search is one that all may watch.
type Search struct {
	Leader  string // whose it is
	State   *model.State
	History []model.Op // that led to the state
	run     solver.Handle
}

// Share gives what begins a lecturer's runs: each of them is the class's from then
// on, in the place of the one before.
func (c *Class) Share(leader string) func(context.Context, *model.State, planner.Options) (solver.Handle, error) {
	return func(ctx context.Context, s *model.State, o planner.Options) (solver.Handle, error) {
		run, err := planner.Start(ctx, s, o)
		if err != nil {
			return nil, err
		}
		if o.Method != planner.GreedyMinFill { // it is over before anybody looks
			c.search.Set(&Search{leader, s, o.History, run})
		}
		return run, nil
	}
}

// Searching is the search that is watched; nil without.
func (c *Class) Searching() *Search {
	s, _ := c.search.now()
	return s
}

// Found is what a search has come to.
type Found struct {
	Leader   string // whose search it is
	Dag      *model.Dag
	Ops      []model.Op // with the steps that led to where the search began
	Total    model.Cost
	Bound    model.Cost // that no sequence from where it began is below
	Ended    bool
	Fresh    bool             // it began at the fresh line dag
	Snapshot planner.Snapshot // of the run
}

// Found is the best sequence so far; false without one.
func (s *Search) Found() (Found, bool) {
	snap := s.run.Snapshot()
	if !snap.HasIncumbent || len(snap.Incumbent.Ops) == 0 {
		return Found{}, false
	}
	f := Found{Leader: s.Leader, Dag: s.State.Dag(), Ops: slices.Concat(s.History, snap.Incumbent.Ops), Total: s.State.Spent().Add(snap.Incumbent.Cost),
		Bound: s.State.Spent().Add(snap.Bound), Fresh: len(s.History) == 0, Snapshot: snap}
	select {
	case <-s.run.Done():
		f.Ended = true
	default:
	}
	return f, true
}

// Sequence is what was found, one operation a line.
func (f Found) Sequence() (string, error) { return model.FormatSequence(model.NewState(f.Dag), f.Ops) }

// view is how somebody sees a search: it ends for whoever leaves it, and goes on for
// all others.
type view struct {
	solver.Handle
	steers bool
	paced  bool
	done   chan struct{}
	leave  context.CancelFunc
}

// View gives what shows the class's search where a run would begin. Only whoever steers
// holds it, ends it or sets its pace.
func (c *Class) View(steers bool) func(context.Context, *model.State, planner.Options) (solver.Handle, error) {
	return func(ctx context.Context, _ *model.State, _ planner.Options) (solver.Handle, error) {
		s := c.Searching()
		if s == nil {
			return nil, errNoSearch
		}
		ctx, leave := context.WithCancel(ctx)
		v := &view{Handle: s.run, steers: steers, done: make(chan struct{}), leave: leave}
		go func() {
			defer close(v.done)
			select {
			case <-s.run.Done():
			case <-ctx.Done():
			}
		}()
		return v, nil
	}
}

type noSearch struct{}

func (noSearch) Error() string { return "no search is running: there is nothing to watch" }

var errNoSearch error = noSearch{}

func (v *view) Pause() {
	if v.steers {
		v.Handle.Pause()
	}
}

func (v *view) Resume() {
	if v.steers {
		v.Handle.Resume()
	}
}

func (v *view) SetPace(nodes float64) {
	if v.steers && v.paced { // the pace that a view begins with is nobody's intent
		v.Handle.SetPace(nodes)
	}
	v.paced = true
}

// Shared tells that it may be held by others.
func (*view) Shared() {}

// Watched tells that it may only be looked at.
func (v *view) Watched() bool { return !v.steers }

// Stop leaves the search to the others.
func (v *view) Stop() { v.leave() }

func (v *view) Done() <-chan struct{} { return v.done }

func (v *view) Wait() (planner.Snapshot, error) {
	<-v.done
	select {
	case <-v.Handle.Done():
		return v.Handle.Wait()
	default:
		return v.Snapshot(), nil
	}
}

// Watching leads somebody who watches the class's search.
type Watching struct {
	class  *Class
	steers bool
	ctx    context.Context
	cancel context.CancelFunc

	search  *Search
	version uint64
	own     bool // what was found is being gone on with
}

var _ layer.Leader = (*Watching)(nil)

// WatchKind is the first word of what opens the leader.
const WatchKind = "watch"

// Watches opens the leader from within an explorer whose runs begin as View says.
func (c *Class) Watches(steers bool) layer.Source {
	return layer.Source{
		Kind:     WatchKind,
		Commands: []layer.Command{{Name: WatchKind, Does: "watch the search of the class", Intent: intent.Lead{Kind: WatchKind}}},
		Open:     func(context.Context, string) (layer.Leader, error) { return c.Watch(steers), nil },
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
		search, version, err := w.class.search.after(w.ctx, version)
		if err != nil {
			return nil
		}
		s := session.New(search.State.Dag())
		for _, op := range search.History {
			if _, err = s.Do("", op); err != nil {
				break
			}
		}
		return searchMsg{w, search, version, s, err}
	}
}

// Title says whose search it is.
func (w *Watching) Title() string {
	if w.search == nil {
		return "no search yet"
	}
	name := []rune(style.Printable(w.search.Leader))
	return "the search of " + string(name[:min(len(name), 12)])
}

// Begin waits for a search.
func (w *Watching) Begin(*layer.View) (tea.Cmd, []intent.Intent) { return w.await(), nil }

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
	w.search, w.own = begun.search, false
	return w.await(), []intent.Intent{intent.Show{Session: begun.session}, intent.Focus{Panel: intent.Solver}, intent.Search{}}
}

// Bindings are those of the search that is watched: what others may do with it is said
// by Allows.
func (w *Watching) Bindings(*layer.View) []layer.Command {
	if w.steers {
		take := layer.On(w.take, "A").Help("Here", "go on with the sequence that was found, in a session of your own").Foot("take it").When(w.search != nil)
		return []layer.Command{take, layer.Mention("dag", "dag, line dag, history, search"), layer.Mention("quit", "leave"), layer.Mention("help", "help")}
	}
	return []layer.Command{layer.Mention("dag", "dag, line dag, history, search"), layer.Mention("quit", "leave"), layer.Mention("help", "help")}
}

// take makes the lecturer's own what was found: what is on the screen is their session
// from then on, and is saved.
func (w *Watching) take() (tea.Cmd, []intent.Intent) {
	w.own = true
	return nil, []intent.Intent{intent.Keep{}, intent.Apply{}}
}

func (w *Watching) others() string {
	return "You are watching: only the lecturer can pause or stop this search. q leaves it."
}

// Moved has nothing to do.
func (*Watching) Moved(*layer.View, bool) (tea.Cmd, []intent.Intent) { return nil, nil }

// Allows whoever watches to look at what was found, and a lecturer to steer.
func (w *Watching) Allows() intent.Effect {
	if w.own {
		return intent.All
	}
	if w.steers {
		return intent.Looks | intent.Judges | intent.Steers
	}
	return intent.Looks | intent.Judges
}

// Offers nothing that steers or searches to those who may only watch.
func (w *Watching) Offers(c *layer.Command) bool {
	means := c.Intent
	if means == nil {
		means = c.Example
	}
	if means == nil || w.steers || w.own {
		return true
	}
	_, stops := means.(intent.Stop)
	return !stops && means.Effect().Within(w.Allows())
}

// Refuses says who steers; nobody ends from here what all watch.
func (w *Watching) Refuses(_ *layer.View, i intent.Intent) string {
	if _, stops := i.(intent.Stop); i.Effect().Within(w.Allows()) && !stops {
		return ""
	}
	return w.others()
}

// Conceals nothing: the search is what there is to see.
func (*Watching) Conceals() bool { return false }

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
