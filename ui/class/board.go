package class

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/layer"
)

// Board is the lecturer's page: who is here, who follows, what was reached, and what
// comes of the puzzle that is open for all. It is a leader like those of students, and
// shows itself instead of the panels.
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
func (b *Board) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	if look, ok := msg.(lookMsg); !ok || look.at != b || b.over {
		return nil, nil
	}
	if b.class.stale(b.sight) {
		b.sight = b.class.See()
	}
	return b.tick(), nil
}

// Bindings go over the people, begin a command, and go back to the explorer. q does not
// end the class from here: whoever looks at the board means the board.
func (b *Board) Bindings(*layer.View) []layer.Command {
	back := []intent.Intent{intent.EndLead{}, intent.Say{Text: allKey + " comes back to the board, :class opens something for everybody."}}
	if b.back != nil {
		back = []intent.Intent{b.back}
	}
	scroll := func(by int, keys ...string) layer.Command {
		return layer.On(func() (tea.Cmd, []intent.Intent) {
			b.from += by
			return nil, nil
		}, keys...)
	}
	begin := func(key, word string) layer.Command {
		return layer.Means(intent.AskCommand{Line: "class " + word + " "}, key)
	}
	page, far := max(1, b.page-1), len(b.sight.People)
	return []layer.Command{
		layer.On(func() (tea.Cmd, []intent.Intent) { return nil, back }, "esc", "q", allKey).Help("Here", "back to the explorer").Foot("back"),
		begin("p", "puzzle").Help("Here", "open a puzzle for everybody").Foot("puzzle"),
		begin("l", "lesson").Help("Here", "open a lesson for everybody").Foot("lesson"),
		begin("d", openWord).Help("Here", "open a dag for everybody").Foot("dag"),
		layer.Means(intent.Lead{Kind: AllKind, About: searchWord}, "s").Help("Here", "start a search for everybody to watch").Foot("search"),
		layer.Means(intent.Lead{Kind: AllKind, About: followWord}, "f").Help("Here", "let everybody follow your steps again").Foot("all follow"),
		scroll(-1, "up", "k").As("↑↓").Foot("people"), scroll(1, "down", "j"), scroll(page, "pgdown", " "), scroll(-page, "pgup"),
		scroll(-far, "home"), scroll(far, "end"), layer.Mention("help", "help"),
	}
}

// Moved has nothing to do.
func (*Board) Moved(*layer.View, bool) (tea.Cmd, []intent.Intent) { return nil, nil }

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

// Close ends the looking.
func (b *Board) Close() {
	b.over = true
	b.person.before(nil)
}

// Draw draws the board.
func (b *Board) Draw(v *layer.View, box layer.Box) layer.Drawn {
	d := drawn{theme: v.Theme, sight: b.sight, invite: b.invite, queue: b.queue(), width: box.Width, height: box.Height}
	rows := d.sums()
	d.height -= len(rows)
	people := d.people(&b.from)
	b.page = max(0, len(people)-1)
	rows = append(rows, people...)
	return layer.Drawn{Rows: rows[:min(len(rows), box.Height)], Place: layer.Whole}
}
