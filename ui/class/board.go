package class

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/guide"
	"facet/ui/intent"
	"facet/ui/pane"
	"facet/ui/theme"
)

// Board is the lecturer's page: who is here, who follows, what totals were reached. It
// is a guide like those of students, and shows itself instead of the panes.
type Board struct {
	class  *Class
	invite string     // how to come in
	queue  func() int // of searches
	from   int        // the first row of people that is shown
	over   bool
}

var _ guide.Guide = (*Board)(nil)

// Task is something that the lecturer opens for all who follow.
type Task struct{ Kind, About string }

// The first words of what opens the board, and of what opens something for all.
const (
	BoardKind = "board"
	AllKind   = "all"
)

// refresh is the time between two looks.
const refresh = time.Second

// Board makes the board; invite says how to come in, queue how many searches wait.
func (c *Class) Board(invite string, queue func() int) *Board {
	return &Board{class: c, invite: invite, queue: queue}
}

// Boards opens the board from within a lecturer's explorer, and lessons and puzzles
// for all who follow.
func (c *Class) Boards(board func() *Board) []guide.Source {
	all := pane.Entry{Name: AllKind, Args: "lesson or puzzle, and its name", Does: "open a lesson or puzzle for all who follow; the board shows what comes of it",
		Makes: intent.Lead{Kind: AllKind},
		Parse: func(_ *pane.Snapshot, arg string) (intent.Intent, error) {
			if _, err := parseTask(arg); err != nil {
				return nil, err
			}
			return intent.Lead{Kind: AllKind, About: arg}, nil
		}}
	return []guide.Source{
		{
			Kind:    BoardKind,
			Entries: []pane.Entry{{Name: BoardKind, Does: "who is here, who follows, and what they have reached", Wish: intent.Lead{Kind: BoardKind}}},
			Open:    func(context.Context, string) (guide.Guide, error) { return board(), nil },
		},
		{Kind: AllKind, Entries: []pane.Entry{all}, Open: func(_ context.Context, about string) (guide.Guide, error) {
			task, err := parseTask(about)
			if err != nil {
				return nil, err
			}
			c.tasks.Set(task)
			return board(), nil
		}},
	}
}

// parseTask reads "puzzle level 2 seed 7" and the like.
func parseTask(text string) (Task, error) {
	kind, about, _ := strings.Cut(strings.TrimSpace(text), " ")
	if kind != "lesson" && kind != "puzzle" {
		return Task{}, fmt.Errorf("all opens a lesson or a puzzle: write all puzzle and its name")
	}
	return Task{kind, strings.TrimSpace(about)}, nil
}

// lookMsg has the board look again.
type lookMsg struct{ at *Board }

func (b *Board) tick() tea.Cmd {
	return tea.Tick(refresh, func(time.Time) tea.Msg { return lookMsg{b} })
}

// Title is the board's.
func (*Board) Title() string { return "the class" }

// Begin begins to look.
func (b *Board) Begin(*pane.Snapshot) (tea.Cmd, []intent.Intent) { return b.tick(), nil }

// Update looks again.
func (b *Board) Update(_ *pane.Snapshot, msg tea.Msg) (bool, tea.Cmd, []intent.Intent) {
	look, ok := msg.(lookMsg)
	if !ok || look.at != b || b.over {
		return ok, nil, nil
	}
	return true, b.tick(), nil
}

// Key turns the pages of people and goes back to the explorer.
func (b *Board) Key(_ *pane.Snapshot, msg tea.KeyMsg) (bool, tea.Cmd, []intent.Intent) {
	switch msg.String() {
	case "esc", "q":
		return true, nil, []intent.Intent{intent.EndGuide{}}
	case "down", "j", "pgdown":
		b.from += 5
		return true, nil, nil
	case "up", "k", "pgup":
		b.from = max(0, b.from-5)
		return true, nil, nil
	}
	return false, nil, nil
}

// Moved has nothing to do.
func (*Board) Moved(*pane.Snapshot) (tea.Cmd, []intent.Intent) { return nil, nil }

// Refuses what could not be seen behind the board.
func (*Board) Refuses(_ *pane.Snapshot, i intent.Intent) string {
	switch i.(type) {
	case intent.AskCommand, intent.Lead, intent.SetTheme, intent.SetASCII:
		return ""
	}
	return "The board is in front: Esc goes back to the explorer."
}

// Conceals nothing.
func (*Board) Conceals() bool { return false }

// Panel needs no room of its own.
func (*Board) Panel(*pane.Snapshot, int, int) ([]string, bool) { return nil, false }

// Foot says how to leave.
func (*Board) Foot(*pane.Snapshot) [][2]string {
	return [][2]string{{"Esc", "back to the explorer"}, {"j k", "people"}, {":all puzzle NAME", "open it for all who follow"}}
}

// Keys are for the help.
func (*Board) Keys() [][2]string { return nil }

// Close ends the looking.
func (b *Board) Close() { b.over = true }

// mostQuestions is how many histograms are shown, the latest ones.
const mostQuestions = 3

// Page draws who is here and what they have reached.
func (b *Board) Page(s *pane.Snapshot, width, height int) []string {
	t, people := s.Theme, b.class.People()
	follow, on := 0, 0
	for _, p := range people {
		if p.Follows {
			follow++
		}
		if p.On {
			on++
		}
	}
	dot := " " + t.Signs.Dot + " "
	rows := []string{" " + t.Paint(theme.Strong, theme.Plural(len(people), "person is", "people are")+" here") +
		dot + fmt.Sprintf("%d follow, %d on your step", follow, on) + dot + theme.Plural(b.queue(), "search waits", "searches wait"),
		" " + t.Paint(theme.Faint, b.invite), ""}
	asked := b.class.Asked()
	for _, question := range asked[max(0, len(asked)-mostQuestions):] {
		rows = append(rows, " "+t.Paint(theme.Title, theme.Printable(question))+t.Paint(theme.Faint, "  best totals"))
		rows = append(rows, histogram(t, b.class.Results(question), width, max(3, height/5))...)
		rows = append(rows, "")
	}
	room := max(1, height-len(rows)-1)
	b.from = max(0, min(b.from, len(people)-room))
	rows = append(rows, t.Paint(theme.Faint, " "+t.Left("who", 16)+t.Left("doing", 28)+t.Left("dag", 16)+"step  total"))
	for _, p := range people[b.from:min(len(people), b.from+room)] {
		rows = append(rows, " "+t.Left(theme.Printable(p.Name), 15)+" "+t.Left(p.doing(), 27)+" "+t.Left(theme.Printable(p.Dag), 15)+" "+p.reached(t))
	}
	for k := range rows {
		rows[k] = t.Clip(t.Text(rows[k]), width)
	}
	return rows[:min(len(rows), height)]
}

// doing is what somebody does, in a few words.
func (p Seen) doing() string {
	if p.Guide != "" {
		return theme.Printable(p.Guide)
	}
	return p.Word
}

// reached is how far somebody is.
func (p Seen) reached(t *theme.Theme) string {
	if p.Dag == "" {
		return ""
	}
	text := t.Right(fmt.Sprint(p.Step), 4) + "  " + theme.Number(p.Spent)
	if p.Done {
		text += " " + t.Signs.Done
	}
	return text
}

// histogram draws a bar for each total, the lowest first; what does not fit is
// counted together.
func histogram(t *theme.Theme, all []Result, width, most int) []string {
	if len(all) > most {
		rest := Result{}
		for _, r := range all[most-1:] {
			rest.People += r.People
		}
		all = append(all[:most-1:most-1], rest)
	}
	largest, digits := 1, 0
	for _, r := range all {
		largest, digits = max(largest, r.People), max(digits, theme.Width(theme.Number(r.Total)))
	}
	digits = max(digits, len("more"))
	var rows []string
	for _, r := range all {
		name := theme.Number(r.Total)
		if r.Total == 0 && r.People > 0 && len(rows) == most-1 {
			name = "more"
		}
		room := max(1, min(40, width-digits-12))
		bar := t.Meter(float64(r.People)/float64(largest), max(1, room))
		rows = append(rows, "  "+t.Right(name, digits)+" "+bar+" "+fmt.Sprint(r.People))
	}
	return rows
}
