package app

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/coarser"
	"facet/ui/documents"
	"facet/ui/files/store"
	"facet/ui/intent"
	"facet/ui/job"
	"facet/ui/layer"
	"facet/ui/overlay"
	"facet/ui/panel"
	"facet/ui/panel/drawing"
	"facet/ui/panel/header"
	"facet/ui/panel/history"
	"facet/ui/panel/narration"
	"facet/ui/panel/next"
	"facet/ui/playback"
	"facet/ui/registry"
	"facet/ui/style"
)

// Model is the root of the explorer. It is used from one goroutine.
type Model struct {
	options Options
	theme   *style.Theme
	table   registry.Table
	session *session.Session
	totals  layer.Totals
	sel     intent.Selection
	look    uint64 // changes with the theme and with the session
	shot    layer.View
	weighed layer.CacheKey // when the losses were worked out

	width, height int
	focus         intent.Panel
	back          intent.Panel // that had the keys before the solver or the history got them
	front         intent.Panel // the picture that is shown where there is room for one
	picked        bool         // the picture in front, by the user
	large         bool         // the picture takes the list's room

	header   header.Pane
	dagPane  *drawing.Pane
	linePane *drawing.Pane
	next     next.Pane
	history  history.Pane
	explain  narration.Pane
	noted    int // rows of the step's note
	solver   layer.Solver
	pictures *drawing.Pictures
	motion   drawing.Motion
	drawing  int // the step whose pictures are under way
	listing  listKey
	queue    []intent.Intent // what of many is still to be carried out
	near     int             // the row to select once the list is there

	over    []layer.Layer // overlays: the last lies on top
	preview *preview      // that is looked at instead of the session; nil for none
	author  layer.Layer   // whose intents are carried out; nil for the user
	pressed int           // keys so far
	message message
	proved  proved
	methods waysMsg // of the dag that they were last asked about
	mouse   bool
	clock   playback.Clock // of the steps that are played
	led     led
	chosen  intent.Selection // in a picture, by hand
	batch   bool             // many intents are carried out at once: select at the end
	areas   []panel.Area

	place    store.Directory
	saver    *store.Saver
	saved    uint64 // the revision that was handed to the saver
	settings store.Settings
	warned   bool // that others lose something when the user leaves
	leaving  bool // as soon as all is written
	gone     bool // nothing is drawn any more
	pending  int  // files that are being written
	jobs     *job.Runner
	writes   int // of files, so far
}

// Intents is a message that has intents carried out: of a lesson, or of somebody
// who is followed.
type Intents []intent.Intent

// message is what stands in the foot until the next key.
type message struct {
	text string
	bad  bool
}

// New makes an explorer of the options' session. It asks the terminal nothing.
func New(o Options) *Model {
	o = o.complete()
	m := &Model{options: o, jobs: job.New(context.Background()), front: intent.Dag, place: o.Place, settings: o.Settings}
	m.theme = o.Theme
	m.solver = o.Solver // Init tells it where the session stands
	var more []layer.Command
	for _, source := range o.Guides {
		more = append(more, source.Commands...)
	}
	if m.solver != nil { // last, as the help goes on with the keys of its page
		more = append(more, m.solver.Commands()...)
	}
	m.table = registry.New(o.Door.Samples(), more)
	if order, ok := next.ParseOrdering(o.Settings.Sort); ok {
		m.next.Order = order
	}
	m.mouse = o.Settings.Mouse
	m.motion.On = o.Terminal.Sizes == nil && drawing.Smooth(o.FPS, o.Settings.Motion, o.Getenv) // not over a network
	m.show(o.session(), o.Resumed)
	m.focus = intent.Next
	if o.Watch && m.solver != nil {
		m.focus = intent.Solver
	}
	return m
}

// open shows another session and tells the solver.
func (m *Model) open(s *session.Session, resumed string) tea.Cmd {
	return tea.Batch(m.show(s, resumed), m.tell())
}

// tell has the solver look at where the session stands.
func (m *Model) tell() tea.Cmd {
	if m.solver == nil || m.led.conceals() {
		return nil
	}
	return tea.Batch(m.solver.Moved(m.session), m.solver.Selected(m.sel))
}

// leaveSession ends the jobs about the session that is shown: what they bring
// would be taken for the next one's.
func (m *Model) leaveSession() {
	for _, name := range []job.Name{pictureJob, zoomJob(intent.Dag), zoomJob(intent.LineDag), listJob, eliminationJob, proofJob} {
		m.jobs.Stop(name)
	}
	m.queue = nil
}

// show puts a session of the user's on the screen. resumed is the file it came
// from.
func (m *Model) show(s *session.Session, resumed string) tea.Cmd {
	m.present(s)
	m.own(s, resumed)
	if s.State().Done() {
		return m.startProof()
	}
	return nil
}

// own saves a session from now on.
func (m *Model) own(s *session.Session, resumed string) {
	if !m.options.Autosave {
		return
	}
	if m.saver == nil {
		m.saver = m.place.NewSaver()
	}
	m.saver.Begin(s.Dag(), resumed)
}

// present puts any session on the screen.
func (m *Model) present(s *session.Session) {
	m.leaveSession()
	m.session = s
	root, _ := s.StateAt(0)
	m.totals = layer.NewTotals(s.Dag(), root)
	m.pictures = drawing.NewPictures(s.Dag())
	m.dagPane, m.linePane = drawing.NewPane(intent.Dag, m.pictures), drawing.NewPane(intent.LineDag, m.pictures)
	m.history = history.New(s)
	m.next = next.Pane{Order: m.next.Order}
	m.look++
	m.sel, m.chosen = intent.Selection{}, intent.Selection{}
	m.over, m.proved, m.preview, m.clock = nil, proved{}, nil, m.clock.Anew()
	m.selectNear(0)
	m.saved = s.Revision()
}

// Init offers what was left unfinished and starts the solver.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{m.tell(), m.awaitNews()}
	if m.mouse {
		cmds = append(cmds, tea.EnableMouseCellMotion)
	}
	if m.state().Done() {
		cmds = append(cmds, m.startProof())
	}
	if err := m.options.Unsaved; err != nil {
		m.refuse(layer.Sentence(err.Error()))
	}
	if m.options.Guide != nil {
		return tea.Batch(append(cmds, m.lead(m.options.Guide))...)
	}
	if m.options.Welcome {
		m.push(overlay.NewPalette(m.table, "open ", ""))
		return tea.Batch(cmds...)
	}
	return tea.Batch(append(cmds, m.lookForUnfinished())...)
}

// Update takes one message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := m.update(msg)
	if m.options.Shown != nil {
		m.options.Shown(m.snapshot())
	}
	return m, tea.Batch(cmd, m.want())
}

// want starts what the screen needs and does not have.
func (m *Model) want() tea.Cmd {
	m.wantFront()
	return tea.Batch(m.wantPictures(), m.wantZoom(m.dagPane), m.wantZoom(m.linePane), m.wantList())
}

func (m *Model) update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m, nil
	case tea.KeyMsg:
		m.motion.Skip()
		return m, m.typed(msg)
	case tea.MouseMsg:
		m.motion.Skip()
		return m, m.pointer(msg)
	case drawing.Frame:
		return m, m.motion.Next(msg)
	case Stop:
		return m, m.suspend()
	case goneOnMsg:
		return m, m.goneOn()
	case goOnMsg:
		return m, m.goOn()
	case Intents:
		return m, m.carryOut(msg)
	case newsMsg:
		return m, tea.Batch(m.by(m.led.by, msg), m.awaitNews())
	case SavingChanged:
		m.savingChanged()
		return m, nil
	case playback.Tick:
		return m, m.ticked(msg)
	case job.Message:
		return m, m.brought(msg)
	}
	return m, m.heard(msg)
}

// heard hands a message to the layers that listen.
func (m *Model) heard(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	if by := m.led.by; by != nil {
		cmd, intents := by.Update(m.snapshot(), msg)
		cmds = append(cmds, cmd, m.from(by, intents))
	}
	if m.solver != nil {
		cmd, intents := m.solver.Update(m.snapshot(), msg)
		cmds = append(cmds, cmd, m.from(m.solver, intents))
	}
	return tea.Batch(cmds...)
}

// mostTogether is how many keys may arrive in one message; more were pasted into
// a terminal that does not say so.
const mostTogether = 64

// typed takes what was typed. Keys that arrive together, as they do over a slow
// line, come as one message; what is pasted is text and never a row of keys.
func (m *Model) typed(msg tea.KeyMsg) tea.Cmd {
	if msg.Type != tea.KeyRunes || len(msg.Runes) < 2 || msg.Alt {
		return m.key(msg)
	}
	if msg.Paste || len(msg.Runes) > mostTogether {
		if top := m.top(); top != nil && (msg.Paste || m.typing()) {
			return m.key(msg)
		}
		m.refuse("Pasted text is ignored here: press : first, then paste an operation.")
		return nil
	}
	var cmds []tea.Cmd
	for k, r := range msg.Runes {
		if m.typing() {
			msg.Runes = msg.Runes[k:]
			return tea.Batch(append(cmds, m.key(msg))...)
		}
		one := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}
		if r == ' ' {
			one.Type = tea.KeySpace
		}
		cmds = append(cmds, m.key(one))
	}
	return tea.Batch(cmds...)
}

// key takes a key. While many operations are carried out, and in a window that shows
// nothing, only a few mean something.
func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	m.message = message{}
	m.pressed++
	quits := key.Matches(msg, m.table.Find("quit").Keys)
	if !quits {
		m.warned = false
		if len(m.queue) > 0 {
			return m.stopQueue(msg)
		}
	}
	if suspend := m.table.Find("suspend"); key.Matches(msg, suspend.Keys) { // it is typed nowhere
		return m.perform(suspend.Intent)
	}
	if m.window().TooSmall() {
		return m.unseen(msg, quits)
	}
	v, covered := m.snapshot(), false
	for _, l := range m.stack() {
		if heard, cmd, intents := layer.Press(l, v, msg, covered); heard {
			return tea.Batch(cmd, m.from(l, intents))
		}
		covered = covered || m.covers(l)
	}
	if !covered && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace) {
		m.message = message{text: "The key " + style.Printable(msg.String()) + " has no meaning here: ? lists all keys."}
	}
	return nil
}

// stopQueue takes a key while operations are still to be carried out.
func (m *Model) stopQueue(msg tea.KeyMsg) tea.Cmd {
	if msg.String() == "esc" {
		m.queue = nil
	}
	m.say(style.Count(int64(len(m.queue))) + " operations left to carry out: Esc stops.")
	return nil
}

// stack is the layers that take keys, the first before the others.
func (m *Model) stack() []layer.Layer {
	all := slices.Clone(m.over)
	slices.Reverse(all)
	if m.preview != nil {
		all = append(all, m.preview)
	}
	if m.led.by != nil {
		all = append(all, m.led.by)
	}
	if m.solver != nil && !m.led.conceals() {
		all = append(all, m.solver)
	}
	if p := m.panel(m.focus); p != nil {
		all = append(all, p)
	}
	return append(all, m.table)
}

// covers tells whether a layer hides what is below.
func (m *Model) covers(l layer.Layer) bool {
	c, ok := l.(layer.Cover)
	return ok && c.Covers() || slices.Contains(m.over, l)
}

// from carries out what comes from a layer. What is wanted in an overlay closes all of
// them; one that is left gives the view back to the one below. Steps of the solver's are
// those of the user's session, so that whatever is previewed is left first.
func (m *Model) from(l layer.Layer, intents []intent.Intent) tea.Cmd {
	if len(intents) == 0 {
		if l == layer.Layer(m.led.by) {
			m.look++
		}
		return nil
	}
	switch {
	case slices.Contains(m.over, l):
		if _, back := intents[0].(intent.Back); !back {
			m.over = nil
		}
		return m.carryOut(intents)
	case l == layer.Layer(m.solver):
		return m.planned(intents)
	case l == layer.Layer(m.led.by), l == layer.Layer(m.preview):
		return m.by(l, intents)
	}
	return m.carryOut(intents)
}

// typing tells whether a text is being typed.
func (m *Model) typing() bool {
	t, ok := m.top().(layer.Typist)
	return ok && t.Typing()
}

// asking tells whether a text is being asked for.
func (m *Model) asking() bool {
	_, asks := m.top().(*overlay.Finder)
	return asks || m.typing()
}

// unseen takes a key in a window that is too small to show what it does: it can be
// left, and what is being typed goes on.
func (m *Model) unseen(msg tea.KeyMsg, quits bool) tea.Cmd {
	asking := m.asking()
	switch {
	case quits && (!asking || msg.Type == tea.KeyCtrlC):
		return m.perform(intent.Leave{})
	case asking && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace || msg.Type == tea.KeyBackspace):
		_, _ = m.top().(layer.Typist).Type(m.snapshot(), msg)
	}
	return nil
}

// top is the overlay that takes the keys; nil for none.
func (m *Model) top() layer.Layer {
	if len(m.over) == 0 {
		return nil
	}
	return m.over[len(m.over)-1]
}

// push lays an overlay over whatever is there.
func (m *Model) push(o layer.Layer) { m.over = append(m.over, o) }

// brought takes what a job brought.
func (m *Model) brought(msg job.Message) tea.Cmd {
	what, mine := m.jobs.Open(msg)
	if !mine {
		return m.heard(msg)
	}
	switch what := what.(type) {
	case error:
		m.refuse(layer.Sentence(what.Error()))
	case coarser.Planned:
		return m.movesPlanned(what)
	case drawing.Finished:
		return m.drew(what)
	case zoomedMsg:
		m.look++
	case listMsg:
		m.listedOperations(what)
	case proofFinishedMsg:
		m.proofFinished(what.Proof)
	case documents.Opened:
		return m.opened(what)
	case documents.Replayed:
		return m.replayed(what)
	case documents.Wrote:
		return m.wrote(what)
	case unfinishedMsg:
		m.unfinished(what.saved)
	case listedMsg:
		m.listed(what.all)
	case storedMsg:
		m.stored(what)
	case waysMsg:
		m.showWays(what)
	case leaderMsg:
		return m.leaderOpened(what)
	}
	return nil
}

// panel is a panel by its name; nil for the solver's, which is a page.
func (m *Model) panel(p intent.Panel) layer.Layer {
	switch p {
	case intent.Dag:
		return m.dagPane
	case intent.LineDag:
		return m.linePane
	case intent.Next:
		return &m.next
	case intent.History:
		return &m.history
	}
	return nil
}

func (m *Model) picture(p intent.Panel) *drawing.Pane {
	if p == intent.Dag {
		return m.dagPane
	}
	return m.linePane
}

// Session is what the explorer works on.
func (m *Model) Session() *session.Session {
	switch {
	case m.led.own != nil:
		return m.led.own.session
	case m.preview != nil:
		return m.preview.own
	}
	return m.session
}

// Close writes what is still to be saved and ends the solver.
func (m *Model) Close() error {
	m.jobs.Close()
	if m.led.by != nil {
		m.led.by.Close()
	}
	if m.solver != nil {
		m.solver.Close()
	}
	if m.saver == nil {
		return nil
	}
	return m.saver.Close()
}
