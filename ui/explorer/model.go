package explorer

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/picture"
	"facet/ui/store"
	"facet/ui/theme"
)

// Model is the root of the explorer. It is used from one goroutine.
type Model struct {
	common
	options Options

	width, height int
	focus         pane
	front         pane // the picture that is shown where there is room for one
	large         bool // the picture takes the list's room

	header    headerPane
	dagPane   *picturePane
	linePane  *picturePane
	next      nextPane
	history   historyPane
	explain   explainPane
	companion Companion
	pictures  *pictures

	over    overlay
	message message
	proof   proof
	mouse   bool
	player  player
	chosen  Selection // in a picture, by hand
	batch   bool      // many intents are carried out at once: select at the end
	areas   []area

	place     store.Place
	saver     *store.Saver
	saved     uint64 // the revision that was handed to the saver
	settings  store.Settings
	leaving   bool
	lastError string
}

// message is what stands in the foot until the next key.
type message struct {
	text string
	bad  bool
}

// New makes an explorer of the options' session. It asks the terminal nothing.
func New(o Options) *Model {
	o = o.complete()
	m := &Model{options: o, front: paneDag, place: o.Place, settings: o.Settings}
	m.theme = o.Theme
	m.keys = newKeyMap()
	if order, ok := parseOrdering(o.Settings.Sort); ok {
		m.next.order = order
	}
	m.mouse = o.Settings.Mouse
	m.common.known = m.known
	m.open(o.session(), o.Resumed)
	m.companion = o.Companion // Init tells it where the session stands
	m.focus = paneNext
	if o.Watch && m.companion != nil {
		m.focus = paneSolver
	}
	return m
}

// open shows a session from its cursor on. resumed is the file it came from.
func (m *Model) open(s *session.Session, resumed string) tea.Cmd {
	m.session = s
	root, _ := s.StateAt(0)
	m.totals = newTotals(s.Dag(), root)
	m.pictures = newPictures(s.Dag())
	m.dagPane, m.linePane = newPicturePane(paneDag), newPicturePane(paneLine)
	m.history = historyPane{revision: s.Revision(), at: s.Depth()}
	m.next = nextPane{order: m.next.order}
	m.stamp.look++
	m.sel, m.chosen = Selection{}, Selection{}
	m.preview = ""
	m.over, m.proof, m.player = nil, proof{}, player{run: m.player.run + 1, interval: m.player.interval}
	m.selectNear(0)
	m.saved = s.Revision()
	if m.saver != nil {
		m.closeSaver()
	}
	if m.options.Autosave {
		m.saver = m.place.NewSaver(s.Dag(), resumed)
	}
	var cmds []tea.Cmd
	if s.State().Done() {
		cmds = append(cmds, m.startProof())
	}
	if m.companion != nil {
		cmds = append(cmds, m.companion.Moved(s), m.companion.Selected(m.sel))
	}
	return tea.Batch(cmds...)
}

// Init offers what was left unfinished and starts the companion.
func (m *Model) Init() tea.Cmd {
	var cmds []tea.Cmd
	if m.companion != nil {
		cmds = append(cmds, m.companion.Moved(m.session), m.companion.Selected(m.sel))
	}
	if m.mouse {
		cmds = append(cmds, tea.EnableMouseCellMotion)
	}
	if m.state().Done() {
		cmds = append(cmds, m.startProof())
	}
	m.offerResume()
	return tea.Batch(cmds...)
}

// Update takes one message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m, nil
	case tea.KeyMsg:
		return m, m.typed(msg)
	case tea.MouseMsg:
		return m, m.pointer(msg)
	case playTickedMsg:
		return m, m.ticked(msg)
	case proofFinishedMsg:
		if msg.step == m.proof.step && msg.dag == m.dag() {
			m.proof = proof(msg)
		}
		return m, nil
	}
	if m.companion != nil {
		cmd, intents := m.companion.Update(msg)
		return m, tea.Batch(cmd, m.planned(intents))
	}
	return m, nil
}

// typed takes what was typed. Keys that arrive together, as they do over a slow
// line, come as one message; what is pasted is text and never a row of keys.
func (m *Model) typed(msg tea.KeyMsg) tea.Cmd {
	if msg.Type != tea.KeyRunes || len(msg.Runes) < 2 || msg.Alt {
		return m.key(msg)
	}
	if msg.Paste {
		if m.over != nil {
			return m.key(msg)
		}
		m.refuse("Text was pasted: press : first to paste an operation into the command line.")
		return nil
	}
	var cmds []tea.Cmd
	for _, r := range msg.Runes {
		one := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}
		if r == ' ' {
			one.Type = tea.KeySpace
		}
		cmds = append(cmds, m.key(one))
	}
	return tea.Batch(cmds...)
}

// key takes a key: an overlay first, then the companion, the focused pane, and
// what the key map says.
func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	m.message = message{}
	if m.tooSmall() {
		if s := msg.String(); s == "q" || s == "ctrl+c" {
			return m.perform(Intent{Kind: Leave})
		}
		return nil
	}
	if m.over != nil {
		done, intents := m.over.Key(&m.common, msg)
		if done {
			m.over = nil
		}
		return m.carryOut(intents)
	}
	if m.player.proposal != nil {
		if cmd, handled := m.proposalKey(msg); handled {
			return cmd
		}
	}
	if m.companion != nil {
		if handled, cmd, intents := m.companion.Key(msg, m.focus == paneSolver); handled {
			return tea.Batch(cmd, m.planned(intents))
		}
	}
	if intent, ok := m.move(msg.String()); ok {
		return m.perform(intent)
	}
	if intent, ok := m.keys.intent(msg); ok {
		return m.perform(intent)
	}
	switch name := msg.String(); {
	case name == "esc":
		switch m.focus {
		case paneSolver:
			m.focus = m.front
		case paneHistory:
			m.focus = paneNext
		}
	case msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace:
		m.message = message{text: "The key " + theme.Printable(name) + " means nothing here: ? lists all keys."}
	}
	return nil
}

// move is what the arrow keys and their like mean in the focused pane.
func (m *Model) move(key string) (Intent, bool) {
	directions := map[string]picture.Direction{"up": picture.Up, "down": picture.Down, "left": picture.Left, "right": picture.Right}
	dir, arrow := directions[key]
	by := map[string]int{"up": -1, "down": 1, "home": -1 << 20, "end": 1 << 20, "k": -1, "j": 1}[key]
	switch m.focus {
	case paneDag, paneLine:
		if !arrow {
			return Intent{}, false
		}
		sel, ok := m.picture(m.focus).Walk(&m.common, m.pictures.at(m.session), dir)
		if !ok {
			return Intent{Kind: Say, Text: "Nothing lies further in this direction."}, true
		}
		return Intent{Kind: Select, Target: sel}, true
	case paneNext:
		switch key { // a presenter's clicker may send these
		case "left":
			return Intent{Kind: Undo}, true
		case "right":
			return Intent{Kind: Redo}, true
		}
		if by == 0 {
			return Intent{}, false
		}
		sel, ok := m.next.Step(&m.common, by)
		if !ok {
			return Intent{Kind: Say, Text: "No operation is left: u goes back, t shows the totals."}, true
		}
		return Intent{Kind: Select, Target: sel}, true
	case paneHistory:
		switch {
		case by != 0:
			m.history.Move(&m.common, by)
			return Intent{}, true
		case key == "left":
			return m.history.Branch(&m.common, -1), true
		case key == "right":
			return m.history.Branch(&m.common, 1), true
		case key == "enter":
			return m.history.Chosen(&m.common), true
		}
	}
	return Intent{}, false
}

func (m *Model) picture(p pane) *picturePane {
	if p == paneDag {
		return m.dagPane
	}
	return m.linePane
}

// Session is what the explorer works on.
func (m *Model) Session() *session.Session {
	if m.player.proposal != nil {
		return m.player.proposal.own
	}
	return m.session
}

// Close writes what is still to be saved and ends the companion.
func (m *Model) Close() error {
	if m.companion != nil {
		m.companion.Close()
	}
	return m.closeSaver()
}

func (m *Model) closeSaver() error {
	if m.saver == nil {
		return nil
	}
	err := m.saver.Close()
	m.saver = nil
	return err
}
