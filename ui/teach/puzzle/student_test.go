package puzzle

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/model/teach/lesson"
	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// The first frame of every shipped puzzle, and of a random one of each level:
// looked at, and holding nothing that judges.
func TestFirstFrames(t *testing.T) {
	var walk uitest.Walk
	for _, p := range shipped(t) {
		d := sit(t, newLibrary(t), p.Name, 80, 24)
		d.nothingJudges(p)
		walk.See(p.Name, d.frame())
	}
	for level := 1; level <= puzzle.Levels; level++ {
		p, err := puzzle.Series{Seed: 7, Level: level, Number: 1}.Puzzle(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d := sit(t, newLibrary(t), fmt.Sprintf("level %d seed 7", level), 80, 24)
		d.nothingJudges(p)
		walk.See(fmt.Sprintf("level %d", level), d.frame())
	}
	walk.Golden(t, "first-frames-80x24")
}

// named is the operation that the last rung of the ladder names.
var named = regexp.MustCompile(`(?:^|[ .:])((?:(?:TAN|ADJ|MUL) )?\S+), which costs`)

// called is the operation with a name on the screen, as a line of a sequence.
func called(t *testing.T, s *model.State, name string) (string, model.Op) {
	t.Helper()
	for _, c := range s.Operations() {
		if (layer.Names{}).Op(s, c.Op) == name {
			return strings.ToLower(model.OpName(s, c.Op)), c.Op
		}
	}
	t.Fatalf("no operation is called %s", name)
	return "", model.Op{}
}

// A student who knows nothing and reads nothing but the screen solves the puzzles
// with the hints, move by move, and meets no verdict that was not asked for.
func TestStudentWithTheLadder(t *testing.T) {
	names := []string{"lion-11", "bat-22"}
	if extent.Full {
		names = append(names, "hierarchy-26", "newton2-150000")
	}
	for _, name := range names {
		var p *puzzle.Puzzle
		for _, other := range shipped(t) {
			if other.Name == name {
				p = other
			}
		}
		if p == nil {
			t.Fatalf("there is no puzzle %s", name)
		}
		d := sit(t, newLibrary(t), name, 80, 24)
		s, err := p.Begin()
		if err != nil {
			t.Fatal(err)
		}
		for moves := 0; !d.Sees("Solved, total"); moves++ {
			if moves > 40 {
				t.Fatalf("%s is not solved:\n%s", name, d.Screen())
			}
			d.nothingJudges(p)
			var op []string
			for rung := 0; op == nil; rung++ {
				if rung > 12 {
					t.Fatalf("%s: no hint names a move:\n%s", name, d.Screen())
				}
				d.Press("h")
				if op = named.FindStringSubmatch(strings.Join(strings.Fields(d.Screen()), " ")); op == nil {
					op = named.FindStringSubmatch(uitest.Column(d.Screen()))
				}
			}
			line, o := called(t, s, op[1])
			if s, _, err = s.Apply(o); err != nil {
				t.Fatal(err)
			}
			d.Command(line)
		}
		d.Wants("par, and proved optimal", "★☆☆", "With ")
	}
}

// A student who finds the way alone gets three stars, and the next puzzle with
// one key.
func TestStudentAlone(t *testing.T) {
	library := newLibrary(t)
	d := sit(t, library, "lion-11", 80, 24)
	for _, op := range []string{"eli (1 2)(2 4)", "eli (0 1)(1 2)", "eli (0 1)(1 4)", "eli (0 1 2)(2 3)"} {
		d.Command(op)
	}
	d.Wants("Solved, total 11", "★★★", "Without a hint.")
	uitest.Golden(t, "solved-80x24", d.Screen())
	d.Press("enter", "enter", "e", "a").Wants("Solved, total 11") // once too often
	d.Press("n").Wants("puzzle bat-22", "0 moves")
	if kept, ok := library.Directory.Puzzle("lion-11", shipped(t)[0].Dag); !ok || !kept.Solved ||
		kept.Stars != 3 || kept.Best != 11 || kept.Tries != 1 || len(kept.Attempt) != 0 {
		t.Errorf("%+v", kept)
	}
}

// A hint counts once, however often it is asked for again; once the puzzle is solved, the next
// attempt begins without it.
func TestHintsAreCounted(t *testing.T) {
	library := newLibrary(t)
	moves := []string{"eli (1 2)(2 4)", "eli (0 1)(1 2)", "eli (0 1)(1 4)", "eli (0 1 2)(2 3)"}
	d := sit(t, library, "lion-11", 80, 24)
	d.Press("h").Wants("0 moves, 1 hint")
	for range 20 {
		d.Press("h")
	}
	d.Wants("0 moves, 6 hints") // two of the author's, four of the ladder
	for _, op := range moves {
		d.Command(op)
	}
	d.Wants("★☆☆", "With 6 hints, up to the move itself: one star.")
	d = sit(t, library, "lion-11", 80, 24)
	if d.Sees("6 hints") {
		t.Errorf("the hints still count:\n%s", d.Screen())
	}
	for _, op := range moves {
		d.Command(op)
	}
	d.Wants("★★★", "Without a hint. Attempt 2.")
}

// A wrong move may be made, and nothing is said; its price appears when it is
// asked for, and what would have been right at the end.
func TestWrongMove(t *testing.T) {
	d := sit(t, newLibrary(t), "lion-11", 80, 24)
	p := shipped(t)[0]
	d.Command("eli (0 1)(1 2)")
	d.nothingJudges(p)
	d.Wants("p review")
	d.Press("p").Wants("A review counts as a hint, and costs a star: press p again")
	d.Press("S").Wants("Press S again")
	d.nothingJudges(p)
	d.Press("p", "p").Wants("━ review ━", "Your moves have lost 1.", "+1 ✗")
	if d.Sees("The right move was") {
		t.Errorf("the answer is given away:\n%s", d.Screen())
	}
	d.Press("esc")
	d.nothingJudges(p)
	d.Press("p").Wants("━ review ━") // of the same moves it is no further hint
	d.Press("esc").Wants("1 move, 1 hint")
	// the author's hints are about the start
	d.Press("h").Wants("The goal can no longer be reached", "All of the 3 moves are optimal from here.")
	d.Command("eli (0 1)(1 4)")
	d.Press("p").Wants("A review counts as a hint: press p again")
	for _, op := range []string{"eli (0 1 2)(2 3)", "eli (0 1 2)(2 4)"} {
		d.Command(op)
	}
	d.Wants("Complete, total 12: 1 more than the goal.", "The right move was (1,2)→(2,4).", "absorbs it")
	uitest.Golden(t, "missed-80x24", d.Screen())
	d.Press("r")
	d.nothingJudges(p)
	d.Wants("0 moves")
	d.Press("u").Wants("This is the start of the puzzle.")
}

// What would give the answer away is refused in one sentence that says what to do
// instead.
func TestNothingIsGivenAway(t *testing.T) {
	d := sit(t, newLibrary(t), "bat-22", 80, 24)
	p := shipped(t)[1]
	for _, key := range []string{"g", "b", "v", "t", "4", "x"} {
		d.Press(key).Wants("That would show the answer: h gives a hint")
		d.nothingJudges(p)
	}
	for _, line := range []string{"solve", "solve bound=simple", "greedy", "search", "hints on", "totals",
		"solver", "apply", "preview", "follow"} {
		d.Command(line)
		d.Wants("That would show the answer: h gives a hint")
		d.nothingJudges(p)
	}
	// Whatever else there is, now or later, shows nothing that judges either.
	for _, e := range app.NewCommands(solver.New(context.Background(), solver.Options{}).Commands()...) {
		if slices.Contains([]string{"end", "quit", "suspend", "play", "hint"}, e.Name) {
			// in a puzzle, hint is the puzzle's own, as h is
			continue
		}
		if d.Command(e.Name); !d.Sees("━ command ━") && !d.Sees("━ help ━") && !d.Sees("━ glossary ━") {
			// they describe
			d.nothingJudges(p)
		}
		d.Press("esc", "esc", "esc")
	}
	for r := '!'; r <= '~'; r++ {
		if strings.ContainsRune("qhpSN:?/.", r) {
			continue
		}
		d.Press(string(r))
		d.nothingJudges(p)
		d.Press("esc", "esc")
	}
	for _, line := range []string{"open lion", "restart", "replay bat.seq"} {
		d.Command(line).Wants("A puzzle is open: r starts it again")
	}
}

// S asks once; then the solution is shown, each move with its reason.
func TestSolution(t *testing.T) {
	d := sit(t, newLibrary(t), "bat-22", 80, 24)
	d.Press("S").Wants("Press S again to give up")
	d.Press("down")
	d.nothingJudges(shipped(t)[1])
	d.Press("S", "S").Wants("(1,3)→(3,4), which costs 1 = 1·1·1.", "absorbs it", "▸(1,3)→(3,4)")
	for range 10 {
		d.Press("pgdown")
	}
	d.Wants("That was the solution, total 22.")
	d.Press("esc").Wants("0 moves")
	d.nothingJudges(shipped(t)[1])
}

// A student who leaves in the middle finds the attempt again.
func TestAttemptIsKept(t *testing.T) {
	library := newLibrary(t)
	d := sit(t, library, "bat-22", 80, 24)
	d.Command("eli (1 3)(3 4)").Command("eli (2 3)(3 6)").Press("h", "q")
	if err := d.m.Close(); err != nil {
		t.Fatal(err)
	}
	d = sit(t, library, "bat-22", 80, 24)
	d.Wants("You stopped here the last time: r starts again.", "2 moves, 1 hint")
	if err := d.m.Close(); err != nil {
		t.Fatal(err)
	}
	if d = sit(t, library, "", 80, 24); !d.Sees("puzzle lion-11") {
		t.Errorf("the first that is not solved:\n%s", d.Screen())
	}
}

// Any size of the window, at any moment, and far too small ones.
func TestSizes(t *testing.T) {
	d := sit(t, newLibrary(t), "hierarchy-26", 80, 24)
	for _, keys := range [][]string{{"h", "h", "h", "h"}, {"enter", "enter"}, {"p"}, {"esc", "S", "S", " "}} {
		d.Press(keys...)
		for _, size := range [][2]int{{72, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}, {300, 20},
			{72, 100}, {40, 10}, {1, 1}} {
			d.Width, d.Height = size[0], size[1]
			d.Send(struct{}{})
			d.Resize()
			d.Press("?", "?")
		}
	}
}

// A puzzle of vertices refuses a single face and says which key to press.
func TestMovesThatAreNone(t *testing.T) {
	p := *shipped(t)[0]
	p.Name, p.Ask, p.Moves, p.Goal = "lion-by-vertices", "", lesson.Vertices,
		puzzle.Goal{Kind: lesson.GoalTotal, Total: 12}
	library := newLibrary(t)
	g, err := New(t.Context(), Options{Puzzle: &p, Library: library})
	if err != nil {
		t.Fatal(err)
	}
	d := open(t, library, g, 80, 24)
	d.Wants("Only whole vertices.")
	d.Command("eli (1 2)(2 4)").
		Wants("This puzzle allows only vertex eliminations: V eliminates the selected vertex.")
	d.Press("enter", "e").Wants("0 moves", "Only whole vertices")
	d.Command("vertex 2").Wants("1 move")
	for range len(p.Hints) + 4 {
		d.Press("h")
	}
	d.Wants("vertex 1, which costs")
}

// Puzzles follow each other without end, and the same for everybody.
func TestSeries(t *testing.T) {
	d := sit(t, newLibrary(t), "level 1 seed 3", 80, 24)
	d.Wants("level 1, seed 3, number 1")
	d.Press("N").Wants("level 1, seed 3, number 2")
	d.Command("puzzle level 2 seed 3 number 5").Wants("level 2, seed 3, number 5")
	d.Command("puzzle level 9").Wants("There is no level 9")
	d.Command("puzzle seed").Wants("Seed needs a number.")
	d.Command("end").Wants("Your own session on face is back.")
}

// The optimum of any dag is a puzzle, too; its par is found first.
func TestOptimumOfDag(t *testing.T) {
	d := sit(t, newLibrary(t), "classic lion", 80, 24)
	d.Wants("Find an optimal sequence for")
	for _, op := range []string{"eli (0 1)(1 2)", "eli (0 1)(1 4)", "eli (0 1 2)(2 3)", "eli (0 1 2)(2 4)"} {
		d.Command(op)
	}
	d.Wants("Complete, total 12: 1 more than the optimum.")
}

// Whatever keys come, in whatever order, the screen fits and nothing judges unless
// it was asked for.
func TestAnyKeys(t *testing.T) {
	keys := []string{
		"h", "h", "p", "r", "S", "N", "n", "u", "e", "a", "m", "E", "V", "enter", "esc", "down", "up", "tab",
		"pgdown", "pgup",
		"1", "2", "3", "4", "g", "b", "v", "t", "x", "?", "f", "o", "ctrl+r", "left", "right", "<", ">", "A",
		"c", "=", "[", "]",
	}
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 11))
		d := sit(t, newLibrary(t), []string{"lion-11", "level 2 seed 5", "bat-22", "given-22"}[seed], 80, 24)
		for range extent.Of(15, 1000) {
			switch r.IntN(12) {
			case 0:
				d.Width, d.Height = 72+r.IntN(120), 20+r.IntN(40)
				d.Resize()
			case 1:
				d.Command([]string{"undo", "jump 0", "restart", "solve", "puzzle level 1", "vertex 1", "end",
					"puzzle lion-11", "branch 1"}[r.IntN(9)])
			default:
				d.Press(keys[r.IntN(len(keys))])
			}
		}
	}
}

// Keys do not wait for jobs, and jobs that come late disturb nothing.
func TestKeysDoNotWait(t *testing.T) {
	library := newLibrary(t)
	g, err := library.Open(t.Context(), "hierarchy-26")
	if err != nil {
		t.Fatal(err)
	}
	look := style.Make(style.Mono, false, termenv.Ascii)
	m := app.New(app.Options{Dag: uitest.Sample(t, "face"), Theme: look, Getenv: func(string) string {
		return ""
	}, Leader: g})
	b := &busy{student: &student{&uitest.Driver{T: t, Model: m, Width: 80, Height: 24}, m},
		messages: make(chan tea.Msg, 10_000)}
	b.take(tea.WindowSizeMsg{Width: 80, Height: 24})
	b.start(b.m.Init())
	b.until("Find a sequence of cost 26")
	b.keys("enter", "down", "enter", "u", "h", "down", "enter", "p", "esc", "enter", "r", "h", "h", "enter",
		"u", "enter", "p", "p")
	b.until("Your moves have lost")
	b.keys("esc", "r", "h", "h")
	for presses := 0; !b.Sees("which costs") && presses < 20; presses++ {
		b.keys("h")
		if g.attempt.try.waiting {
			for g.attempt.try.waiting {
				b.take(<-b.messages)
			}
		}
	}
	b.Wants("which costs")
	b.keys("S", "S", " ", " ", "N", "N")
	b.until("puzzle newton2-150000")
	if err := b.m.Close(); err != nil {
		t.Fatal(err)
	}
	b.running.Wait()
}

// Where par is not proved, the page says so.
func TestParThatIsNotProved(t *testing.T) {
	library := newLibrary(t)
	g, err := library.Open(t.Context(), "classic lion")
	if err != nil {
		t.Fatal(err)
	}
	open(t, library, g, 80, 24)
	total := func(c model.Cost) par { return par{total: c} }
	for _, c := range []struct {
		outcome puzzle.Outcome
		par     par
		want    string
	}{
		{puzzle.Missed, par{}, "Complete, total 0. Computing whether this is optimal."},
		{puzzle.Solved, total(0), "Solved, total 0."},
		{puzzle.Solved, total(1), "Solved, total 0: better than the best known total."},
	} {
		g.attempt.par = c.par
		if got := g.attempt.headline(c.outcome); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	if _, err := g.attempt.session.Do("", g.attempt.session.State().Operations()[0].Op); err != nil {
		t.Fatal(err)
	}
	spent := g.attempt.session.State().Spent()
	g.attempt.par = total(spent)
	if got := g.attempt.headline(puzzle.Solved); !strings.Contains(got, "the best known total, not proved optimal") {
		t.Error(got)
	}
	g.attempt.par = total(spent - 1)
	if got := g.attempt.headline(puzzle.Missed); !strings.Contains(got, ": 1 more than the best known total") {
		t.Error(got)
	}
	g.attempt.puzzle.Goal = puzzle.Goal{Kind: lesson.GoalState, State: g.attempt.state()}
	for _, c := range []struct {
		par  par
		want string
	}{
		{par{total: spent, proven: true}, " This is optimal."},
		{par{total: spent}, " Nothing cheaper to it is known."},
		{par{total: spent - 1, proven: true}, " The cheapest sequence to it costs "},
		{par{total: spent - 1}, " The cheapest sequence to it that is known costs "},
	} {
		g.attempt.par = c.par
		if got := g.attempt.headline(puzzle.Solved); !strings.Contains(got, c.want) {
			t.Errorf("%+v: %s", c.par, got)
		}
	}
}

// A hint takes its rows from the list: the picture stays as large as it was.
func TestHintsLeaveThePictureAlone(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}}[:extent.Of(1, 3)] {
		d := sit(t, newLibrary(t), "bat", size[0], size[1])
		d.Screen()
		before := d.m.Pictures()[0].Shown()
		for k := range 6 {
			d.Press("h")
			if now := d.m.Pictures()[0].Shown(); now.Height != before.Height || now.Zoom != before.Zoom {
				t.Errorf("%v: after %d hints the picture has %d rows at %v, it had %d at %v:\n%s", size, k+1,
					now.Height, now.Zoom, before.Height, before.Zoom, d.Screen())
			}
		}
	}
}

// A result that cannot be kept is said once, and the puzzle goes on.
func TestResultsThatAreNotKept(t *testing.T) {
	library := newLibrary(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	full := store.At(file)
	library.Directory = &full
	s := sit(t, library, shipped(t)[0].Name, 80, 24)
	if s.Press("enter"); !s.Sees("The result of the puzzle cannot be saved") {
		t.Errorf("nothing is said:\n%s", s.Screen())
	}
	if s.Press("u", "enter"); s.Sees("cannot be saved") {
		t.Errorf("it is said again:\n%s", s.Screen())
	}
}

// The last rung of the ladder can be read whole beside the pictures of a small window.
func TestTheLastHintIsWhole(t *testing.T) {
	for _, name := range []string{"lion-11", "bat-22", "mirror-11"} {
		d := sit(t, newLibrary(t), name, 80, 24)
		for range 6 {
			d.Press("h")
		}
		if text := uitest.Column(d.Screen()); !strings.Contains(text, "This move is optimal.") {
			t.Errorf("%s: the hint is cut:\n%s", name, d.Screen())
		}
	}
}
