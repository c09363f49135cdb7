package whole

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/change"
	"facet/ui/explore/layer"
	"facet/ui/explore/plain"
	"facet/ui/explore/solver"
	"facet/ui/files"
	"facet/ui/uitest"
)

// shared is what was laid out for the samples: tests begin with the same pictures, which take
// half a second of a processor.
var shared = app.NewShared(64 << 20)

// explorer are the options of an explorer with all wings.
func explorer(t *testing.T, dag string) app.Options {
	t.Helper()
	disk, theme := &files.Disk{}, style.Make(style.Mono, true, 0)
	o := app.Options{Dag: uitest.Sample(t, dag), Shared: shared, Theme: theme, Files: disk,
		Parts:  append(Features().Parts(layer.Surroundings{Files: disk}), layer.Part{Tables: change.Tables()}),
		Solver: solver.New(context.Background(), solver.Options{Quiet: true, Theme: theme})}
	o.Sources = append(layer.SourcesOf(o.Parts), change.Environment{}.Sources()...)
	return o
}

// randomKeys are what a user without a plan presses: {line} is typed into the palette.
var randomKeys = strings.Fields("enter enter enter enter e a a m E V f u u z ctrl+r Z 1 2 3 4 tab shift+tab up down left right up down home end pgup pgdown " +
	"g A A h v o n x y B t N P = + - 0 L K j k [ ] A c F ? esc esc $ W < > Y l r S p / " +
	"{undo} {jump_2} {jump_0} {vertex_2} {front_(0_2)} {back_(2_3)} {greedy} {branch_1} {note_a_#_b} {restart} {open_lion} {open_bat} {sort_price} " +
	"{lesson_bat} {puzzle_bat-22} {end} {edit} {acc_tan_(-1_1)} {theme_light} {step_1} {eli_(2_3)(3_6)}")

// press plays a user who presses keys at random.
func press(d *uitest.Driver, r *rand.Rand, n int) {
	for range n {
		k := randomKeys[r.IntN(len(randomKeys))]
		if line, is := strings.CutPrefix(k, "{"); is {
			d.Press("esc", "esc")
			d.Command(strings.ReplaceAll(strings.TrimSuffix(line, "}"), "_", " "))
			continue
		}
		if k == "space" {
			k = " "
		}
		d.Press(k)
	}
}

// Keys at random, written as commands and carried out by a script, lead to the same session.
func TestKeysAsScript(t *testing.T) {
	runs, keys := extent.Of(3, 12), extent.Of(35, 50)
	steps := 0
	for seed := range uint64(runs) {
		dir := t.TempDir()
		file := func(name string) string { return filepath.Join(dir, name) }
		o := explorer(t, []string{"bat", "lion"}[seed%2])
		d := &uitest.Driver{T: t, Model: app.New(o), Width: 100, Height: 30}
		d.Begin()
		press(d, rand.New(rand.NewPCG(seed, 1)), keys)
		m := d.Model.(*app.Model)
		d.Send(app.Line("end"))
		d.Send(app.Line("save-script " + file("keys.txt")))
		d.Send(app.Line("save-session " + file("keys.json")))
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file("keys.txt"))
		if os.IsNotExist(err) {
			continue // nothing was done
		}
		if err != nil {
			t.Fatal(err)
		}
		steps += strings.Count(string(text), "ACC ") + strings.Count(string(text), "ELI ")
		script := string(text) + "save-session " + file("script.json") + "\n"
		var out strings.Builder
		if err := plain.Script(t.Context(), explorer(t, []string{"bat", "lion"}[seed%2]), "keys.txt",
			strings.NewReader(script), &out); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, script)
		}
		want, err := os.ReadFile(file("keys.json"))
		if err != nil {
			t.Fatal(err)
		}
		have, err := os.ReadFile(file("script.json"))
		if err != nil || string(have) != string(want) {
			t.Fatalf("seed %d: the script leads to another session (%v)\n%s\n%s\n%s", seed, err, script, want,
				have)
		}
	}
	if steps < 3*runs {
		t.Errorf("%d scripts have %d operations only", runs, steps)
	}
}

// A script says what it does, waits for what a line began, and ends at the first line that
// cannot be carried out.
func TestScript(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ script, says, wrong string }{
		{"# nothing\n\n", "8 vertices, 9 edges", ""},
		{"1\nu\npgdn\n", "> pgdn", ""},
		{"greedy\nsave " + dir + "/a.seq\n", "complete", ""},
		{"save " + dir + "/a.seq\n", "", "x:1: The sequence has no operation yet"},
		{"1\nsave " + dir + "/a.seq\n", "",
			"x:2: The file exists. A script answers no question: with ! behind its name"},
		{"1\nsave! " + dir + "/a.seq\n", "Saved 1 operation", ""},
		{"1\ntheme! light\n", "", "x:2: The command theme replaces no file"},
		{"solve\nwait\napply\n", "Yours 32, complete", ""},
		{"solve\nwait x\n", "", "x:2: wait takes a number of seconds"},
		{"acc tan (-1 1); eli (-1 1)(1 3)\nundo\n", "Yours 0", ""},
		{"99\n", "", "x:1: There is no operation 99"},
		{"ac tan (-1 1)\n", "", "x:1: There is no command ac, did you mean acc?"},
		{"puzzle.hint\n", "", "x:1: Not possible here: puzzle.hint is a command of another place"},
		{"puzzle.hnt\n", "", "x:1: There is no command puzzle.hnt"},
		{"puzzle bat-22\npuzzle.hint\nhint\nend\nundo\n", "", "x:5: This is the start"},
		{"puzzle bat-22\n1\npuzzle.review\npuzzle.review\npuzzle.hint\nend\n", "", ""},
		{"open nosuch\n", "", "x:1: "},
		{"set commands on\n5\n", "Command: ACC TAN", ""},
		{"undo\n1\n", "", "x:1: This is the start"},
		{"vertex 2 # a comment\nundo # and one\njump 0   # another\ntheme light # too\n", "Yours 0", ""},
		{"vertex 2\nundo 3\n", "", "x:2: Undo takes nothing behind its name: leave out 3"},
		{"\ufeffvertex 2\r\nundo\r\n", "Yours 0", ""},
		{"undo\x00", "", "x:1: This is no line of text in UTF-8"},
		{"# \xff\n\xff\xfeu\x00\n", "", "x:2: This is no line of text in UTF-8"},
		{strings.Repeat("a", 1000_000), "", "x:1: There is no command " + strings.Repeat("a", 200) +
			"...: an empty"},
		{"# " + strings.Repeat("a", 1<<20), "", "a line has more than 1048576 signs"},
		{"vertex 1\n" + strings.Repeat("undo\nredo\n", 100), "Yours 8", ""},
		{"replay x\n", "", "x:1: "},
		{"n\na note on the start\nt\nvertex 2\n", "Yours 8", ""},
	} {
		var out strings.Builder
		err := plain.Script(t.Context(), explorer(t, "bat"), "x", strings.NewReader(c.script), &out)
		if said := fmt.Sprint(err); c.wrong == "" && err != nil || c.wrong != "" &&
			!strings.HasPrefix(said, c.wrong) {
			t.Errorf("%q: %v\n%s", c.script, err, out.String())
		}
		if !strings.Contains(out.String(), c.says) {
			t.Errorf("%q: no %q in\n%s", c.script, c.says, out.String())
		}
	}
}
