package class

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
	ask "facet/ui/teach/puzzle"
	"facet/ui/uitest"
)

// snap is what an explorer shows of a session.
func snap(s *session.Session) *layer.View {
	return &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s}
}

// bat22 is a task with a puzzle whose par is 22.
func bat22(t *testing.T) *Task {
	t.Helper()
	return &Task{Kind: ask.Kind, About: "bat-22", Called: "the puzzle bat-22",
		Puzzle: &puzzle.Puzzle{Name: "bat-22", Dag: fresh(t, "bat").Dag(), Par: 22}}
}

// leads begins to lead a person.
func leads(t *testing.T, c *Class, p *Person, kind string, task *Task, s *session.Session) *attending {
	t.Helper()
	a := &attending{Leader: plainLeader{}, class: c, person: p,
		led: &led{kind: kind, task: task}}
	a.Begin(snap(s))
	p.Shown(snap(s))
	return a
}

func none() int { return 0 }

// full is a class of so many, most of whom have solved the puzzle.
func full(t *testing.T, people int) *Class {
	c := New()
	task := bat22(t)
	c.open(task)
	dag := fresh(t, "bat").Dag()
	if people > 0 {
		ada := c.Enter(Who{Name: "Ada", Key: "ada", Lecturer: true})
		ada.Lead()
		ada.Shown(snap(session.New(dag)))
	}
	for k := 1; k < people; k++ {
		p := c.Enter(Who{Name: fmt.Sprintf("student %03d", k), Key: fmt.Sprint(k)})
		s := session.New(dag)
		switch k % 5 {
		case 0:
			leads(t, c, p, Kind, nil, s)
			p.follows(false, k%10 == 0)
		case 1:
			for range k % 3 {
				for _, choice := range s.State().Operations() {
					if _, err := s.Do("", choice.Op); err == nil {
						break
					}
				}
			}
			p.Shown(snap(s))
		default:
			leads(t, c, p, ask.Kind, task, s)
			if k%7 != 0 {
				p.Tried(store.Puzzle{Name: "bat-22", Best: model.Cost(22 + k*k%9*(k%3)),
					Solved: k*k%9*(k%3) == 0})
			}
		}
	}
	return c
}

// rowsOf are the rows of a board.
func rowsOf(b *Board, v *layer.View, width, height int) []string {
	box := layer.Box{Width: width, Height: height}
	b.Fit(v, box)
	return b.Draw(v, box).Rows
}

// The board says it all in 80 columns, and more of it where there is more room,
// whether the class is empty or two hundred are here.
func TestBoardPage(t *testing.T) {
	for _, people := range []int{0, 3, 200} {
		c := full(t, people)
		for _, size := range [][2]int{{80, 20}, {120, 36}} {
			b := c.Board(c.Onlooker(), Invitation{Host: "HOST", Port: "2222", Fingerprint: "SHA256:0123456789"}, none, nil)
			s := snap(session.New(fresh(t, "bat").Dag()))
			b.Begin(s)
			rows := rowsOf(b, s, size[0], size[1])
			uitest.Golden(t, fmt.Sprintf("board-%d-%d", people, size[0]), strings.Join(rows, "\n"))
			for range 500 { // to the last row, and not beyond
				layer.Press(b, s, layer.Key("pgdown"), false)
				b.Fit(s, layer.Box{Width: size[0], Height: size[1]})
			}
			last := strings.Join(rowsOf(b, s, size[0], size[1]), "\n")
			if want := fmt.Sprintf("student %03d", people-1); people > 1 && !strings.Contains(last, want) {
				t.Errorf("the last of %d cannot be reached:\n%s", people, last)
			}
		}
	}
}

// Whatever names people and dags give themselves, and however small the window is, the
// board stays within it.
func TestBoardStaysWithinTheWindow(t *testing.T) {
	c := full(t, 60)
	c.Enter(Who{Name: "\x1b]0;gone\x07\u202e" + strings.Repeat("漢", 500) + "\n\n"})
	for _, ascii := range []bool{false, true} {
		s := snap(session.New(fresh(t, "bat").Dag()))
		s.Theme = style.Make(style.Dark, ascii, termenv.ANSI256)
		b := c.Board(c.Onlooker(), Invitation{Host: "ssh", Port: "22", Fingerprint: ""}, func() int { return 4 }, nil)
		b.Begin(s)
		for width := 1; width < 140; width += 3 {
			for height := range 40 {
				rows := rowsOf(b, s, width, height)
				if len(rows) > height {
					t.Fatalf("%d rows at %dx%d", len(rows), width, height)
				}
				for _, row := range rows {
					if style.Width(row) > width || strings.ContainsAny(row, "\n\x07\u202e") {
						t.Fatalf("at %dx%d: %q", width, height, row)
					}
				}
			}
		}
	}
}

// The histogram counts everybody who has a total once, with the best one, in as many
// rows as there are.
func TestHistogram(t *testing.T) {
	c := New()
	task := bat22(t)
	c.open(task)
	dag := task.Puzzle.Dag
	for k := range 40 {
		p := c.Enter(Who{Name: "x", Key: fmt.Sprint(k % 20)}) // each comes twice
		for _, total := range []model.Cost{40 + model.Cost(k%20), 22 + model.Cost(k%20)*3} {
			p.Tried(store.Puzzle{Name: "bat-22", Best: total, Solved: total == 22})
		}
		p.Leave() // what was reached stays
	}
	for most := 1; most < 30; most++ {
		s := c.See()
		bars, people, solved := s.bars(most, 22, false), 0, 0
		for k, b := range bars {
			people += b.people
			solved += b.done
			if b.low > b.high || k > 0 && bars[k-1].high >= b.low {
				t.Errorf("%d rows: %+v", most, bars)
			}
		}
		if people != 20 || solved != 1 || len(bars) > most {
			t.Errorf("%d rows: %d people, %d solved in %+v", most, people, solved, bars)
		}
		if most > 1 && (bars[0] != bar{22, 22, 1, 1}) {
			t.Errorf("%d rows: par has none of its own: %+v", most, bars)
		}
	}
	// Another puzzle begins anew; an answer to one that the lecturer did not open counts nowhere.
	other := *task
	other.Puzzle = &puzzle.Puzzle{Name: "other", Dag: dag}
	c.open(&other)
	if n := len(c.See().Answers); n != 0 {
		t.Errorf("%d answers to a puzzle that has just been opened", n)
	}
}

// Everybody reports what they do at once, and the board sees each as a whole.
func TestManyAtOnce(t *testing.T) {
	c := New()
	task := bat22(t)
	c.open(task)
	var all sync.WaitGroup
	for k := range 50 {
		all.Go(func() {
			p := c.Enter(Who{Name: fmt.Sprint("n", k), Key: fmt.Sprint(k)})
			defer p.Leave()
			s := session.New(task.Puzzle.Dag)
			for round := range 20 {
				a := leads(t, c, p, ask.Kind, task, s)
				p.Tried(store.Puzzle{Name: "bat-22", Best: model.Cost(100 - round)})
				a.Close()
				p.Rest()
			}
		})
	}
	looked := make(chan int)
	go func() {
		n := 0
		for range 200 {
			s := c.See()
			n += len(s.People)
			for _, p := range s.People {
				if p.Name == "" {
					t.Error("somebody without a name")
				}
			}
		}
		looked <- n
	}()
	all.Wait()
	<-looked
	s := c.See()
	if len(s.People) != 0 || len(s.Answers) != 50 {
		t.Errorf("%d people and %d answers are left", len(s.People), len(s.Answers))
	}
	for who, o := range s.Answers {
		if o.Total != 81 {
			t.Errorf("%s: %+v", who, o)
		}
	}
}

// The class is with a lecturer as long as one of their sessions leads.
func TestTwoSessionsLead(t *testing.T) {
	c := New()
	ada := func() (p *Person, leave func()) {
		p = c.Enter(Who{Name: "Ada", Key: "ada", Lecturer: true})
		p.Lead()
		return p, p.Rest
	}
	first, firstLeaves := ada()
	second, secondLeaves := ada()
	s := session.New(fresh(t, "bat").Dag())
	first.Shown(snap(s))
	other := session.New(fresh(t, "lion").Dag())
	second.Shown(snap(other))
	if c.Position().Dag != other.Dag() {
		t.Error("not with the session that did something last")
	}
	secondLeaves()
	if p := c.Position(); p.Gone || p.Dag != s.Dag() {
		t.Errorf("gone %v, on %s", p.Gone, p.Dag.Name)
	}
	_, thirdLeaves := ada()
	thirdLeaves()
	if c.Position().Gone {
		t.Error("a session that showed nothing takes the class along")
	}
	firstLeaves()
	if !c.Position().Gone {
		t.Error("nobody leads, and the class is not told")
	}
}

// Who follows is taken to what is open for all, a person who works alone is told and left
// where they are, and both are taken back and told again.
func TestNews(t *testing.T) {
	c := New()
	ctx, over := context.WithCancel(t.Context())
	s := session.New(fresh(t, "bat").Dag())
	follower, alone, trying := c.Enter(Who{Name: "f"}), c.Enter(Who{Name: "a"}), c.Enter(Who{Name: "t"})
	leads(t, c, follower, Kind, nil, s)
	alone.Shown(snap(s))
	leads(t, c, trying, Kind, nil, s)
	trying.follows(true, false)
	told := func(news func() ([]intent.Intent, error), want ...intent.Intent) {
		t.Helper()
		if got, err := news(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
	}
	task := bat22(t)
	c.open(task)
	f, a, o := c.News(ctx, follower), c.News(ctx, alone), c.News(ctx, trying)
	told(f, intent.Lead{Kind: AllKind})
	told(a, intent.Say{Text: "The lecturer opened the puzzle bat-22: {C:class} goes there."})
	told(o, intent.Say{Text: "The lecturer opened the puzzle bat-22: {f:follow.back} goes there."})
	attends := leads(t, c, follower, ask.Kind, task, s)
	if h, _ := layer.Press(attends, snap(s), layer.Key("C"), false); fmt.Sprint(h.Intents) != "[{follow }]" {
		t.Errorf("C leaves with %v", h.Intents)
	}
	c.open(&Task{Kind: Kind, Called: "the dag lion"})
	told(f, intent.Lead{Kind: AllKind})
	told(a, intent.Say{Text: "The lecturer opened the dag lion: {C:class} goes there."})
	leads(t, c, follower, Kind, nil, s)
	c.open(&Task{Kind: Kind, Called: "the dag bat"})
	told(f)
	// Who comes late is not told of what is over.
	told(c.News(ctx, c.Enter(Who{Name: "late"})))
	told(a, intent.Say{Text: "The lecturer opened the dag bat: {C:class} goes there."})
	over()
	if _, err := a(); err == nil {
		t.Error("there is news after the end")
	}
}

// What is said behind :class is understood, or refused with what there is.
func TestWordsForAll(t *testing.T) {
	for text, want := range map[string]string{
		"puzzle bat-22": "puzzle bat-22", "puzzle --seed 7 --level 3": "puzzle seed 7 level 3",
		"puzzle":       "puzzle ",
		"lesson faces": "lesson faces", "open lion": "open lion", "search": "search ", "follow": "follow ",
	} {
		if o, about, err := parseAll(text); err != nil || o.word+" "+about != want {
			t.Errorf("%q: %v %q %v", text, o, about, err)
		}
	}
	for _, text := range []string{"open", "lesson", "search now", "nonsense", "open ", "follow me"} {
		if _, _, err := parseAll(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

var _ layer.Leader = (*attending)(nil)

// A class that looks on does not read the best total from the board, unless the question names
// it or the lecturer shows losses.
func TestBoardHidesBestTotals(t *testing.T) {
	c := New()
	task := bat22(t)
	c.open(task)
	for k, total := range []model.Cost{22, 22, 24} {
		p := c.Enter(Who{Name: fmt.Sprint("student ", k), Key: fmt.Sprint(k)})
		p.Tried(store.Puzzle{Name: "bat-22", Best: total,
			Solved: total == 22})
		p.begun(&led{kind: ask.Kind, task: task})
		p.change(func(s *Seen) { s.Spent, s.Done = total, true })
	}
	drawn := func(hides bool) string {
		b := c.Board(c.Onlooker(), Invitation{}, none, nil)
		b.hides = hides
		b.look()
		v := snap(session.New(fresh(t, "bat").Dag()))
		return strings.Join(b.Draw(v, layer.Box{Width: 80, Height: 24}).Rows, "\n")
	}
	if text := drawn(false); !strings.Contains(text, "par 22") || strings.Count(text, "22") < 4 {
		t.Errorf("shown, it says\n%s", text)
	}
	text := drawn(true)
	if strings.Contains(strings.ReplaceAll(text, "bat-22", ""), "22") || !strings.Contains(text, "solved") ||
		!strings.Contains(text, "24") {
		t.Errorf("hidden, it says\n%s", text)
	}
	task.Puzzle.Goal = puzzle.Goal{Kind: lesson.GoalTotal, Total: 22}
	if text := drawn(true); !strings.Contains(text, "par 22") {
		t.Errorf("par, which the question names, is hidden:\n%s", text)
	}
}
