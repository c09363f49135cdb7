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
	layer.Neutral
	class   *Class
	invite  Invitation // how to come in
	queue   func() int // of searches
	looks   func() int // how many browsers look; nil where none can
	intents []intent.Intent
	person  *Person       // who looks at it
	back    intent.Intent // to the lesson or puzzle that it stands in front of
	sight   Sight
	from    int // the first row of people that is shown
	page    int // how many rows of them there are
	columns int
	chosen  *Person   // among the people; nil for the first
	order   bool      // those first who have made no step for longest
	front   boardPage // what stands in front of it
	hides   bool      // losses are hidden from the lecturer, and best totals from a projector
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

// refresh is the time between two looks at the class. The board is not told: what changes faster is
// seen once.
const refresh = 250 * time.Millisecond

// Board makes the board for a person; invite says how to come in, queue how many
// searches wait, looks how many browsers look, which is nil where none can.
func (c *Class) Board(p *Person, invite Invitation, queue, looks func() int) *Board {
	return &Board{class: c, person: p, invite: invite, queue: queue, looks: looks}
}

// lookMsg has the board look again.
type lookMsg struct{ at *Board }

func (b *Board) tick() tea.Cmd {
	return tea.Tick(refresh, func(time.Time) tea.Msg { return lookMsg{b} })
}

// Title is the board's.
func (*Board) Title() string { return "the class" }

// Begin begins to look, unless something is to be done in the explorer instead.
func (b *Board) Begin(v *layer.View) (tea.Cmd, []intent.Intent) {
	b.look()
	b.hides = v.Silent
	b.person.looksAt(true, b.back)
	return b.tick(), b.intents
}

// Update looks again.
func (b *Board) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	if look, ok := msg.(lookMsg); !ok || look.at != b || b.over {
		return nil, nil
	}
	b.look()
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
	return max(0, slices.IndexFunc(b.sight.People, func(p Seen) bool { return p.person == b.chosen }))
}

// choose chooses the person so many further.
func (b *Board) choose(by int) {
	if len(b.sight.People) > 0 {
		b.chosen = b.sight.People[max(0, min(b.at()+by, len(b.sight.People)-1))].person
	}
}

// chosenName is the person whom a command is about; empty without one.
func (b *Board) chosenName() string {
	if len(b.sight.People) == 0 {
		return ""
	}
	return b.sight.People[b.at()].Name
}

// Table are the keys of the board.
func Table() *layer.Table {
	return &layer.Table{Layer: "board", Group: "Here", Rows: []layer.Row{
		{"leave", "esc q " + allKey, "back to the explorer"},
		{"puzzle", "p", "open a puzzle for everybody"},
		{"lesson", "l", "open a lesson for everybody"},
		{"dag", "d", "open a dag for everybody"},
		{"search", "s", "start a search for everybody to watch"},
		{"all-follow", "f", "let everybody follow your steps again"},
		{"steps", "enter", "the steps of the chosen person beside the lecturer's"},
		{"join", "i", "how to come in, large, with a code"},
		{"message", "m", "say something to everybody"},
		{"hint", "H", "give everybody the author's next hint"},
		{"clock", "c", "a clock for everybody"},
		{"freeze", "z", "stop all moves in the open puzzle"},
		{"order", "t", "who is stuck first, or by name"},
		{"best-totals", "L", "best totals, and the losses of moves: show or hide"},
		{"show", "v", "show the chosen person's steps to all"},
		{"hide", "h", "take the chosen person off the board"},
		{"remove", "x", "remove the chosen person"},
	}}
}

// Tables are the keys of a class.
func Tables() []*layer.Table {
	return []*layer.Table{{Group: "Class",
		Rows: []layer.Row{{AllKind, allKey, "the board of the class, or what the lecturer opened"}}}, Table(),
		FollowTable()}
}

// FollowTable are the keys of a follower.
func FollowTable() *layer.Table {
	return &layer.Table{Layer: "follow", Group: "Here", Rows: []layer.Row{
		{"try", "o", "try moves of your own from this step"}, {"back", "f", "come back to the lecturer"},
		{"leave", allKey, "leave this and follow the lecturer"},
		{"take", "A", "go on with the sequence that was found, in a session of your own"}}}
}

// Bindings go over the people, begin a command, and go back to the explorer. q does not
// end the class from here: a lecturer who looks at the board means the board.
func (b *Board) Bindings(*layer.View) []layer.Command {
	back := []intent.Intent{intent.EndLead{},
		intent.Say{Text: "{C:class} comes back to the board, :class opens something for everybody."}}
	if b.back != nil {
		back = []intent.Intent{b.back}
	}
	if b.front != noPage {
		close := layer.Do(func() []intent.Intent {
			b.front = noPage
			return nil
		}, "esc", "q", "enter", "i").Foot("back to the board")
		if b.front == stepsPage {
			return []layer.Command{close, layer.Do(func() []intent.Intent {
				b.choose(-1)
				return nil
			}, "up", "k").As("↑↓").Foot("people"),
				layer.Do(func() []intent.Intent {
					b.choose(1)
					return nil
				}, "down", "j"), b.about("show", "show").Help("", "").Foot("show to all"),
				layer.Mention("help", "help")}
		}
		return []layer.Command{close, layer.Mention("help", "help")}
	}
	scroll := func(by int, keys ...string) layer.Command {
		return layer.Do(func() []intent.Intent { b.choose(by); return nil }, keys...)
	}
	freeze, stops := "go", "let the moves go on"
	if !b.class.wanted().frozen {
		freeze, stops = "freeze", "stop all moves in the open puzzle"
	}
	keys := Table()
	show := func(name string, page boardPage) layer.Command {
		return keys.Do(name, func() []intent.Intent { b.front = page; return nil })
	}
	begin := func(name, word string) layer.Command {
		return keys.Means(name, intent.AskCommand{Line: "class " + word + " "})
	}
	all := func(name, word string) layer.Command {
		return keys.Means(name, intent.Lead{Kind: AllKind, About: word})
	}
	page, far := max(1, b.page-1)*max(1, b.columns), len(b.sight.People)
	return []layer.Command{
		// A narrow foot has the first ones: nobody is here before they know how to join.
		keys.Do("leave", func() []intent.Intent { return back }).Foot("back"),
		show("join", joinPage).Foot("join"),
		begin("puzzle", "puzzle").Foot("puzzle"),
		begin("lesson", "lesson").Foot("lesson"),
		begin("dag", "open").Foot("dag"),
		all("search", "search").Foot("search"),
		begin("message", "say").Foot("say"),
		all("all-follow", Kind).Foot("follow"),
		show("steps", stepsPage).Foot("steps"),
		all("hint", "hint"),
		begin("clock", "clock"),
		all("freeze", freeze).Help("Here", stops),
		keys.Do("order", func() []intent.Intent { b.order = !b.order; b.look(); return nil }),
		keys.Do("best-totals", b.showLosses),
		b.about("show", "show"),
		b.about("hide", "hide"),
		begin("remove", "remove "+b.chosenName()),
		scroll(-b.width(), "up", "k").As("↑↓").Foot("people"), scroll(b.width(), "down", "j"),
		scroll(-1, "left"), scroll(1, "right"), scroll(page, "pgdown", " "), scroll(-page, "pgup"),
		scroll(-far, "home"), scroll(far, "end"), layer.Mention("help", "help"),
	}
}

// moreKeys is a row with the keys for which the foot has no room.
func (b *Board) moreKeys(v *layer.View, box layer.Box) []string {
	if box.Height < 16 {
		return nil
	}
	keys := Table()
	say := func(name, brief string) layer.Command {
		return keys.Do(name, func() []intent.Intent { return nil }).Foot(brief)
	}
	moves := "stop moves"
	if b.class.wanted().frozen {
		moves = "let moves go on"
	}
	return []string{layer.Foot(v.Theme, box.Width,
		[]layer.Command{say("freeze", moves), say("clock", "clock"), say("hint", "hint"),
			say("order", "stuck"), say("best-totals", "totals"),
			say("show", "show"), say("hide", "hide"), say("remove", "remove")}, nil)}
}

// about is a command about the chosen person.
func (b *Board) about(name, word string) layer.Command {
	return Table().Means(name, intent.Lead{Kind: AllKind, About: word + " " + b.chosenName()}).
		When(b.chosenName() != "")
}

// width is how many people stand in one row.
func (b *Board) width() int { return max(1, b.columns) }

// showLosses shows losses and best totals, or hides them: here, where a class may look on, and
// in the lecturer's explorer.
func (b *Board) showLosses() []intent.Intent {
	b.hides = !b.hides
	line, are, other := "losses on", "shown", "hides"
	if b.hides {
		line, are, other = "losses off", "hidden", "shows"
	}
	return append([]intent.Intent{intent.Line(line)},
		layer.Say("Losses and best totals are "+are+". {L:board.best-totals} "+other+" them.")...)
}

// Conceals hides the best total above the board as long as losses are hidden.
func (b *Board) Conceals() bool { return b.hides }

// Allows nothing: it could not be seen behind the board.
func (*Board) Allows() intent.Effect { return 0 }

// Refuses says so.
func (b *Board) Refuses(_ *layer.View, i intent.Intent) string {
	if i.Effect().Within(b.Allows()) {
		return ""
	}
	return "The board is open: {Esc:board.leave} goes back to the explorer."
}

// Close ends the looking.
func (b *Board) Close() {
	b.over = true
	b.person.looksAt(false, nil)
}

// Fit keeps the chosen person in sight.
func (b *Board) Fit(v *layer.View, box layer.Box) {
	if b.front == joinPage || b.front == stepsPage {
		return
	}
	d, _, _ := b.sheet(v, box)
	b.from = d.scrolled(b.from)
	b.columns = max(1, d.width/columnWidth)
	b.page = max(0, len(d.people(b.from))-1)
}

// sheet is the page of the people, whose height is what the sums above them and the keys
// below leave.
func (b *Board) sheet(v *layer.View, box layer.Box) (d drawn, sums, more []string) {
	d = drawn{theme: v.Theme, sight: b.sight, now: b.class.wanted(), invite: b.invite.line(box.Width),
		queue: b.queue(), hides: b.hides, width: box.Width, height: box.Height, chosen: b.at()}
	if b.looks != nil {
		d.browsers = b.looks()
	}
	sums, more = d.sums(), b.moreKeys(v, box)
	d.height -= len(sums) + len(more)
	return d, sums, more
}

// Draw draws the board.
func (b *Board) Draw(v *layer.View, box layer.Box) layer.Drawn {
	switch b.front {
	case joinPage:
		rows := b.invite.rows(v.Theme, box.Width, box.Height)
		return layer.Drawn{Rows: rows[:min(len(rows), box.Height)], Place: layer.Whole}
	case stepsPage:
		var other *Position
		if len(b.sight.People) > 0 {
			other = b.sight.People[b.at()].person.stands()
		}
		rows := beside(v.Theme, b.class.Position(), other, box.Width, box.Height)
		return layer.Drawn{Rows: rows[:min(len(rows), box.Height)], Place: layer.Whole}
	}
	d, rows, more := b.sheet(v, box)
	rows = append(rows, d.people(b.from)...)
	if len(more) > 0 {
		for len(rows) < box.Height-len(more) {
			rows = append(rows, "")
		}
		rows = append(rows, more...)
	}
	return layer.Drawn{Rows: rows[:min(len(rows), box.Height)], Place: layer.Whole}
}
