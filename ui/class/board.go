package class

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/layer"
)

// Board is the lecturer's page: who is here, who follows, what was reached, and what
// comes of the puzzle that is open for all. It is a guide like those of students, and
// shows itself instead of the panes.
type Board struct {
	class   *Class
	invite  string     // how to come in
	queue   func() int // of searches
	intents []intent.Intent
	person  *Person       // whose it is; nil where that does not matter
	back    intent.Intent // to the lesson or puzzle that it stands in front of
	sight   Sight
	from    int // the first row of people that is shown
	page    int // how many rows of them there are
	over    bool
}

var _ layer.Leader = (*Board)(nil)

// refresh is the time between two looks at whether anything has changed. Nobody tells
// the board: what changes faster is seen once.
const refresh = 250 * time.Millisecond

// Board makes the board; invite says how to come in, queue how many searches wait.
func (c *Class) Board(invite string, queue func() int) *Board {
	return &Board{class: c, invite: invite, queue: queue}
}

// lookMsg has the board look again.
type lookMsg struct{ at *Board }

func (b *Board) tick() tea.Cmd {
	return tea.Tick(refresh, func(time.Time) tea.Msg { return lookMsg{b} })
}

// Title is the board's.
func (*Board) Title() string { return "the class" }

// Begin begins to look, unless something is to be done in the explorer instead.
func (b *Board) Begin(*layer.View) (tea.Cmd, []intent.Intent) {
	b.sight = b.class.See()
	b.person.before(b.back)
	return b.tick(), b.intents
}

// Update looks again.
func (b *Board) Update(_ *layer.View, msg tea.Msg) (bool, tea.Cmd, []intent.Intent) {
	look, ok := msg.(lookMsg)
	if !ok || look.at != b || b.over {
		return ok, nil, nil
	}
	if b.class.stale(b.sight) {
		b.sight = b.class.See()
	}
	return true, b.tick(), nil
}

// Key goes over the people, begins a command, and goes back to the explorer. q does
// not end the class from here: whoever looks at the board means the board.
func (b *Board) Key(_ *layer.View, msg tea.KeyMsg) (bool, tea.Cmd, []intent.Intent) {
	want := func(i intent.Intent) (bool, tea.Cmd, []intent.Intent) { return true, nil, []intent.Intent{i} }
	switch msg.String() {
	case "esc", "q", allKey:
		if b.back != nil {
			return want(b.back)
		}
		return true, nil, []intent.Intent{intent.EndGuide{}, intent.Say{Text: allKey + " comes back to the board, :class opens something for everybody."}}
	case "p":
		return want(intent.AskCommand{Line: "class puzzle "})
	case "l":
		return want(intent.AskCommand{Line: "class lesson "})
	case "d":
		return want(intent.AskCommand{Line: "class open "})
	case "s":
		return want(intent.Lead{Kind: AllKind, About: searchWord})
	case "f":
		return want(intent.Lead{Kind: AllKind, About: followWord})
	case "down", "j":
		b.from++
	case "up", "k":
		b.from--
	case "pgdown", " ":
		b.from += max(1, b.page-1)
	case "pgup":
		b.from -= max(1, b.page-1)
	case "home":
		b.from = 0
	case "end":
		b.from = len(b.sight.People)
	default:
		return false, nil, nil
	}
	return true, nil, nil
}

// Moved has nothing to do.
func (*Board) Moved(*layer.View) (tea.Cmd, []intent.Intent) { return nil, nil }

// Allows nothing: it could not be seen behind the board.
func (*Board) Allows() intent.Effect { return 0 }

// Refuses says so.
func (b *Board) Refuses(_ *layer.View, i intent.Intent) string {
	if i.Effect().Within(b.Allows()) {
		return ""
	}
	return "The board is open: Esc goes back to the explorer."
}

// Conceals nothing.
func (*Board) Conceals() bool { return false }

// Panel needs no room of its own.
func (*Board) Panel(*layer.View, int, int) ([]string, bool) { return nil, false }

// Foot says how to open something for all, and how to leave.
func (*Board) Foot(s *layer.View) [][2]string {
	return [][2]string{{"Esc", "back"}, {"p", "puzzle"}, {"l", "lesson"}, {"d", "dag"}, {"s", "search"}, {"f", "all follow"}, {s.Theme.Text("↑↓"), "people"}, {"?", "help"}}
}

// Keys are for the help.
func (*Board) Keys() [][2]string {
	return [][2]string{{"p l d", "open a puzzle, a lesson or a dag for everybody"}, {"s", "start a search for everybody to watch"}, {"f", "let everybody follow your steps again"}, {"Esc q C", "back to the explorer"}}
}

// Close ends the looking.
func (b *Board) Close() {
	b.over = true
	b.person.before(nil)
}

// Page draws the board.
func (b *Board) Page(s *layer.View, width, height int) []string {
	d := drawn{theme: s.Theme, sight: b.sight, invite: b.invite, queue: b.queue(), width: width, height: height}
	rows := d.sums()
	d.height -= len(rows)
	people := d.people(&b.from)
	b.page = max(0, len(people)-1)
	rows = append(rows, people...)
	return rows[:min(len(rows), height)]
}
