package puzzle

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	"go.uber.org/goleak"

	"facet/model"
	"facet/model/teach/lesson"
	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// student is a user at a keyboard: keys are pressed and the screen is read, and
// nothing else. Commands are carried out at once.
type student struct {
	*uitest.Driver
	m *app.Model
}

// sit opens a puzzle in an explorer with a solver, as facet puzzle does.
func sit(t testing.TB, library Library, about string, w, h int) *student {
	t.Helper()
	g, err := library.Open(t.Context(), about)
	if err != nil {
		t.Fatal(err)
	}
	return open(t, library, g, w, h)
}

// shared is what was laid out for the shipped puzzles: tests begin with the same pictures.
var shared = app.NewShared(64 << 20)

func open(t testing.TB, library Library, g *Leader, w, h int) *student {
	t.Helper()
	look := style.Make(style.Mono, false, termenv.Ascii)
	s := solver.New(context.Background(), solver.Options{Theme: look, Poll: time.Millisecond})
	o := app.Options{
		Dag: uitest.Sample(t, "face"), Shared: shared, Theme: look, Files: library.Files,
		Getenv: func(string) string {
			return ""
		}, Solver: s,
		Sources: []layer.Source{library.Source()}, Leader: g,
	}
	m := app.New(o)
	st := &student{&uitest.Driver{T: t, Model: m, Width: w, Height: h}, m}
	st.Begin()
	t.Cleanup(func() { _ = st.m.Close() })
	return st
}

// frame is the screen without pictures and narration, which have golden screens
// elsewhere.
func (s *student) frame() string {
	var rows []string
	picture := false
	for _, row := range strings.Split(s.Screen(), "\n") {
		switch {
		case strings.HasPrefix(row, "─ dag"), strings.HasPrefix(row, "╭ dag"):
			picture = true
			rows = append(rows, "(pictures)")
		case strings.Contains(row, " next: "):
			picture = false
		case strings.HasPrefix(row, " ✶ done"):
			picture = true
			rows = append(rows, "(narration)")
		case strings.HasPrefix(row, " Enter do it"):
			picture = false
		}
		if !picture {
			rows = append(rows, row)
		}
	}
	return strings.Join(rows, "\n")
}

// readOnce are read once for all tests.
var readOnce = sync.OnceValues(puzzle.Shipped)

// newLibrary is a library with a state directory of its own for results.
func newLibrary(t testing.TB) Library {
	kept := store.At(t.TempDir())
	return Library{Files: &files.Disk{}, Directory: &kept, shipped: readOnce, now: time.Now}
}

func shipped(t testing.TB) []*puzzle.Puzzle {
	t.Helper()
	all, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// counted is the title of the list of operations, with their number.
var counted = regexp.MustCompile(`next: \d+ `)

// nothingJudges checks that the screen holds no verdict, no loss, and no best
// total.
func (s *student) nothingJudges(p *puzzle.Puzzle) {
	s.T.Helper()
	screen := strings.ReplaceAll(s.Screen(), "models lost", "")
	for _, word := range []string{"loss", "lost", "optim", "at least", "best", "then", "≥", "par ", "solver",
		"bound"} {
		said := strings.Count(p.Question(), word) + strings.Count(p.Name, word)
		if word == "lost" { // an effect, which may go on in the next row of a column
			said += strings.Count(uitest.Column(s.Screen()), "models lost")
		}
		if word == "then" { // of what to type one after the other
			said += strings.Count(screen, ":edit, then")
		}
		if strings.Count(screen, word) > said {
			s.T.Errorf("%s: %q is on the screen:\n%s", p.Name, word, screen)
		}
	}
	if p.Goal.Kind == lesson.GoalOptimum && p.Par > 0 {
		costs := counted.ReplaceAllString(screen, "") // how many operations there are is no total
		for _, field := range strings.FieldsFunc(costs, func(r rune) bool { return r == ' ' || r == '\n' }) {
			if field == p.Par.String() && !classical(p, p.Par) {
				s.T.Errorf("%s: par is on the screen:\n%s", p.Name, screen)
			}
		}
	}
}

// classical reports whether a number stands on the screen as the total of a classical
// mode, whatever else it is.
func classical(p *puzzle.Puzzle, c model.Cost) bool {
	g := p.Dag
	return c == g.DenseTangent() || c == g.DenseAdjoint() || c == g.SparseTangent() || c == g.SparseAdjoint()
}

// busy is a student whose explorer works as in a Program: commands run in
// goroutines, and what they bring comes in between the keys.
type busy struct {
	*student
	messages chan tea.Msg
	running  sync.WaitGroup
}

func (b *busy) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	b.running.Go(func() {
		if msg := cmd(); msg != nil {
			b.messages <- msg
		}
	})
}

func (b *busy) take(msg tea.Msg) {
	if batch, ok := msg.(tea.BatchMsg); ok {
		for _, cmd := range batch {
			b.start(cmd)
		}
		return
	}
	_, cmd := b.m.Update(msg)
	b.start(cmd)
	b.m.View()
}

// keys presses keys as fast as they can be typed, taking what has come meanwhile.
func (b *busy) keys(names ...string) {
	for _, n := range names {
		b.take(layer.Key(n))
		for waiting := true; waiting; {
			select {
			case msg := <-b.messages:
				b.take(msg)
			default:
				waiting = false
			}
		}
	}
}

// until takes messages until the screen holds a text.
func (b *busy) until(text string) {
	b.T.Helper()
	for !b.Sees(text) {
		select {
		case msg := <-b.messages:
			b.take(msg)
		case <-b.T.Context().Done():
			b.T.Fatalf("no %q on\n%s", text, b.Screen())
		}
	}
}
