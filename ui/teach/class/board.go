package class

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Board is the lecturer's page: who is here, who follows, what was reached, and what
// comes of the puzzle that is open for all. It is a leader like those of students, and
// shows itself instead of the panels.
type Board struct {
	class   *Class
	invite  Invitation // how to come in
	queue   func() int // of searches
	intents []intent.Intent
	person  *Person       // who looks at it; nil where that does not matter
	back    intent.Intent // to the lesson or puzzle that it stands in front of
	sight   Sight
	from    int // the first row of people that is shown
	page    int // how many rows of them there are
	columns int
	chosen  string    // who is chosen among the people
	order   bool      // those first who have made no step for longest
	front   boardPage // what stands in front of it
	over    bool
}

// boardPage is a page that stands in front of the board.
type boardPage uint8

const (
	noPage boardPage = iota
	joinPage
	stepsPage // of the chosen person, beside the lecturer's
)

var _ layer.Leader = (*Board)(nil)

// refresh is the time between two looks at whether anything has changed. The board
// is not told: what changes faster is seen once.
const refresh = 250 * time.Millisecond

// Board makes the board; invite says how to come in, queue how many searches wait.
func (c *Class) Board(invite Invitation, queue func() int) *Board {
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
	b.look()
	b.person.before(b.back)
	b.person.looksAt(true)
	return b.tick(), b.intents
}

// Update looks again.
func (b *Board) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	if look, ok := msg.(lookMsg); !ok || look.at != b || b.over {
		return nil, nil
	}
	if b.class.roster.stale(b.sight, b.class.Task()) {
		b.look()
	}
	return b.tick(), nil
}

// look takes the class as it is now.
func (b *Board) look() {
	b.sight = b.class.See()
	if b.order {
		b.sight.stuckFirst()
	}
}

// at is where the chosen person stands in the list; the first as long as none is chosen.
func (b *Board) at() int {
	return max(0, slices.IndexFunc(b.sight.People, func(p Seen) bool { return p.id == b.chosen }))
}

// choose chooses the person so many further.
func (b *Board) choose(by int) {
	if len(b.sight.People) > 0 {
		b.chosen = b.sight.People[max(0, min(b.at()+by, len(b.sight.People)-1))].id
	}
}

// chosenID is the session that is chosen.
func (b *Board) chosenID() string {
	if len(b.sight.People) == 0 {
		return ""
	}
	return b.sight.People[b.at()].id
}

// For says who looks at the board.
func (b *Board) For(p *Person) *Board {
	b.person = p
	return b
}

// chosenName is the person whom a command is about; empty without one.
func (b *Board) chosenName() string {
	if len(b.sight.People) == 0 {
		return ""
	}
	return b.sight.People[b.at()].Name
}

// Bindings go over the people, begin a command, and go back to the explorer. q does not
// end the class from here: a lecturer who looks at the board means the board.
func (b *Board) Bindings(*layer.View) []layer.Command {
	back := []intent.Intent{intent.EndLead{}, intent.Say{Text: allKey + " comes back to the board, :class opens something for everybody."}}
	if b.back != nil {
		back = []intent.Intent{b.back}
	}
	if b.front != noPage {
		close := layer.Do(func() []intent.Intent { b.front = noPage; return nil }, "esc", "q", "enter", "i").Foot("back to the board")
		if b.front == stepsPage {
			return []layer.Command{close, layer.Do(func() []intent.Intent { b.choose(-1); return nil }, "up", "k").As("↑↓").Foot("people"),
				layer.Do(func() []intent.Intent { b.choose(1); return nil }, "down", "j"), b.about("v", showWord).Foot("show to all"), layer.Mention("help", "help")}
		}
		return []layer.Command{close, layer.Mention("help", "help")}
	}
	scroll := func(by int, keys ...string) layer.Command {
		return layer.Do(func() []intent.Intent { b.choose(by); return nil }, keys...)
	}
	freeze, stops := goWord, "let the moves go on"
	if !b.class.orders.frozen() {
		freeze, stops = freezeWord, "stop all moves in the open puzzle"
	}
	show := func(page boardPage, keys ...string) layer.Command {
		return layer.Do(func() []intent.Intent { b.front = page; return nil }, keys...)
	}
	begin := func(key, word string) layer.Command {
		return layer.Means(intent.AskCommand{Line: "class " + word + " "}, key)
	}
	page, far := max(1, b.page-1)*max(1, b.columns), len(b.sight.People)
	return []layer.Command{
		layer.On(func() (tea.Cmd, []intent.Intent) { return nil, back }, "esc", "q", allKey).Help("Here", "back to the explorer").Foot("back"),
		begin("p", "puzzle").Help("Here", "open a puzzle for everybody").Foot("puzzle"),
		begin("l", "lesson").Help("Here", "open a lesson for everybody").Foot("lesson"),
		begin("d", openWord).Help("Here", "open a dag for everybody").Foot("dag"),
		layer.Means(intent.Lead{Kind: AllKind, About: searchWord}, "s").Help("Here", "start a search for everybody to watch").Foot("search"),
		layer.Means(intent.Lead{Kind: AllKind, About: followWord}, "f").Help("Here", "let everybody follow your steps again").Foot("all follow"),
		show(stepsPage, "enter").Help("Here", "the steps of the chosen person beside the lecturer's").Foot("steps"),
		show(joinPage, "i").Help("Here", "how to come in, large, with a code").Foot("join"),
		begin("m", sayWord).Help("Here", "say something to everybody").Foot("message"),
		layer.Means(intent.Lead{Kind: AllKind, About: hintWord}, "H").Help("Here", "give everybody the author's next hint"),
		begin("c", clockWord).Help("Here", "a clock for everybody"),
		layer.Means(intent.Lead{Kind: AllKind, About: freeze}, "z").Help("Here", stops),
		layer.Do(func() []intent.Intent { b.order = !b.order; b.look(); return nil }, "t").Help("Here", "who is stuck first, or by name"),
		b.about("v", showWord).Help("Here", "show the chosen person's steps to all"),
		b.about("h", hideWord).Help("Here", "take the chosen person off the board"),
		begin("x", removeWord+" "+b.chosenName()).Help("Here", "remove the chosen person"),
		scroll(-b.width(), "up", "k").As("↑↓").Foot("people"), scroll(b.width(), "down", "j"), scroll(-1, "left"), scroll(1, "right"), scroll(page, "pgdown", " "), scroll(-page, "pgup"),
		scroll(-far, "home"), scroll(far, "end"), layer.Mention("help", "help"),
	}
}

// about is a command about the chosen person.
func (b *Board) about(key, word string) layer.Command {
	return layer.Means(intent.Lead{Kind: AllKind, About: word + " " + b.chosenName()}, key).When(b.chosenName() != "")
}

// width is how many people stand in one row.
func (b *Board) width() int { return max(1, b.columns) }

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
	b.person.looksAt(false)
	b.person.before(nil)
}

// Draw draws the board.
func (b *Board) Draw(v *layer.View, box layer.Box) layer.Drawn {
	switch b.front {
	case joinPage:
		rows := b.invite.rows(v.Theme, box.Width, box.Height)
		return layer.Drawn{Rows: rows[:min(len(rows), box.Height)], Place: layer.Whole}
	case stepsPage:
		rows := beside(v.Theme, b.class.Position(), b.class.roster.standing(b.chosenID()), box.Width, box.Height)
		return layer.Drawn{Rows: rows[:min(len(rows), box.Height)], Place: layer.Whole}
	}
	d := drawn{theme: v.Theme, sight: b.sight, now: b.class.orders.now(), invite: b.invite.line(box.Width), queue: b.queue(), width: box.Width, height: box.Height, chosen: b.at()}
	rows := d.sums()
	d.height -= len(rows)
	people := d.people(&b.from)
	b.columns = max(1, d.width/columnWidth)
	b.page = max(0, len(people)-1)
	rows = append(rows, people...)
	return layer.Drawn{Rows: rows[:min(len(rows), box.Height)], Place: layer.Whole}
}
