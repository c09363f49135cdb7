package app

import (
	"context"

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
	preview string // what is looked at instead of the user's session
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

	over    []overlay.Overlay // the last lies on top
	message message
	proved  proved
	methods waysMsg // of the dag that they were last asked about
	mouse   bool
	player  player
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
	lanes    *job.Runner
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
	m := &Model{options: o, lanes: job.New(context.Background()), front: intent.Dag, place: o.Place, settings: o.Settings}
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
	for _, lane := range []string{"picture", "zoom of the dag", "zoom of the line dag", "list", "coarser move", "proof"} {
		m.lanes.Stop(lane)
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
	m.preview = ""
	m.over, m.proved, m.player = nil, proved{}, player{Clock: m.player.Anew()}
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
		return m, tea.Batch(m.guided(msg), m.awaitNews())
	case SavingChanged:
		m.savingChanged()
		return m, nil
	case playback.Tick:
		return m, m.ticked(msg)
	case job.Message:
		return m, m.brought(msg)
	}
	if g := m.led.by; g != nil {
		if handled, cmd, intents := g.Update(m.snapshot(), msg); handled {
			return m, tea.Batch(cmd, m.guided(intents))
		}
	}
	if m.solver != nil {
		cmd, intents := m.solver.Update(msg)
		return m, tea.Batch(cmd, m.planned(intents))
	}
	return m, nil
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
	top := m.top()
	if msg.Paste || len(msg.Runes) > mostTogether {
		if top != nil && (msg.Paste || top.Typing()) {
			return m.key(msg)
		}
		m.refuse("Pasted text is ignored here: press : first, then paste an operation.")
		return nil
	}
	var cmds []tea.Cmd
	for k, r := range msg.Runes {
		if top := m.top(); top != nil && top.Typing() {
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

// key takes a key: an overlay first, then the solver, the focused pane, and
// what the key map says.
func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	m.message = message{}
	if name := msg.String(); name != "q" && name != "ctrl+c" {
		m.warned = false
	}
	if name := msg.String(); len(m.queue) > 0 && name != "q" && name != "ctrl+c" {
		if name == "esc" {
			m.queue = nil
		}
		m.say(style.Count(int64(len(m.queue))) + " operations left to carry out: Esc stops.")
		return nil
	}
	if msg.String() == "ctrl+z" { // it is typed nowhere
		return m.perform(intent.Suspend{})
	}
	if m.window().TooSmall() {
		return m.unseen(msg)
	}
	if top := m.top(); top != nil {
		return m.overlayKey(top, msg)
	}
	if m.player.proposal != nil {
		if cmd, handled := m.proposalKey(msg); handled {
			return cmd
		}
	}
	if g := m.led.by; g != nil && m.player.proposal == nil {
		if handled, cmd, intents := g.Key(m.snapshot(), msg); handled {
			return tea.Batch(cmd, m.guided(intents))
		}
	}
	if m.solver != nil && !m.led.conceals() {
		if handled, cmd, intents := m.solver.Key(msg, m.focus == intent.Solver); handled {
			return tea.Batch(cmd, m.planned(intents))
		}
	}
	if want, ok := m.inRoom(msg.String()); ok {
		return m.perform(want)
	}
	if want, ok := m.table.Intent(msg); ok {
		return m.perform(want)
	}
	switch name := msg.String(); {
	case name == "esc" && (m.focus == intent.Solver || m.focus == intent.History):
		m.goBack()
	case msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace:
		m.message = message{text: "The key " + style.Printable(name) + " has no meaning here: ? lists all keys."}
	}
	return nil
}

// typing tells whether a text is being asked for.
func (m *Model) typing() bool {
	top := m.top()
	_, asks := top.(*overlay.Finder)
	return asks || top != nil && top.Typing()
}

// unseen takes a key in a window that is too small to show what it does: it can be
// left, and what is being typed goes on.
func (m *Model) unseen(msg tea.KeyMsg) tea.Cmd {
	top, name := m.top(), msg.String()
	typing := m.typing()
	switch {
	case name == "ctrl+c", name == "q" && !typing:
		return m.perform(intent.Leave{})
	case typing && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace || msg.Type == tea.KeyBackspace):
		return m.overlayKey(top, msg)
	}
	return nil
}

// top is the overlay that takes the keys; nil for none.
func (m *Model) top() overlay.Overlay {
	if len(m.over) == 0 {
		return nil
	}
	return m.over[len(m.over)-1]
}

// push lays an overlay over whatever is there.
func (m *Model) push(o overlay.Overlay) { m.over = append(m.over, o) }

// ask is push for a question that appears unasked: whatever is typed goes on.
func (m *Model) ask(q *overlay.Question) { m.push(q) }

// overlayKey gives a key to an overlay. What is wished closes all overlays; one
// that is left gives the view back to the one below.
func (m *Model) overlayKey(top overlay.Overlay, msg tea.KeyMsg) tea.Cmd {
	if msg.String() == ":" && !top.Typing() {
		m.push(overlay.NewPalette(m.table, "", ""))
		return nil
	}
	done, intents := top.Key(m.snapshot(), msg)
	switch {
	case done && len(intents) > 0:
		m.over = nil
	case done:
		m.over = m.over[:len(m.over)-1]
	}
	return m.carryOut(intents)
}

// brought takes what a job brought.
func (m *Model) brought(msg job.Message) tea.Cmd {
	what, _, err := m.lanes.Open(msg)
	if err != nil {
		m.refuse(layer.Sentence(err.Error()))
		return nil
	}
	switch what := what.(type) {
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
	case guideMsg:
		return m.guideOpened(what)
	}
	return nil
}

// room is a pane by its name; nil for the solver's, which is a page.
func (m *Model) room(p intent.Panel) layer.Room {
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

// inRoom is what a key means in the focused pane.
func (m *Model) inRoom(key string) (intent.Intent, bool) {
	if r := m.room(m.focus); r != nil {
		return r.Key(m.snapshot(), key)
	}
	return nil, false
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
	case m.player.proposal != nil:
		return m.player.proposal.own
	}
	return m.session
}

// Close writes what is still to be saved and ends the solver.
func (m *Model) Close() error {
	m.lanes.Close()
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
