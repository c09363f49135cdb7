package puzzle_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/teach"
	"facet/ui/teach/puzzle"
	"facet/ui/uitest"
)

// solving is an explorer with a puzzle open, whose results go to a directory.
func solving(t *testing.T, kept store.Directory, about string) (*uitest.Driver, error) {
	t.Helper()
	around := layer.Surroundings{Files: &files.Disk{}, Directory: &kept}
	part := teach.Feature().Explorer(around)
	o := app.Options{Dag: uitest.Sample(t, "lion"), Theme: style.Make(style.Mono, false, 0),
		Files: around.Files, Parts: []layer.Part{part}, Sources: part.Sources}
	leader, err := puzzle.LibraryIn(around).Source().Open(t.Context(), about)
	if err != nil {
		return nil, err
	}
	o.Leader = leader
	d := &uitest.Driver{T: t, Model: app.New(o), Width: 80, Height: 24}
	d.Begin()
	t.Cleanup(func() { _ = d.Model.(*app.Model).Close() })
	return d, nil
}

// What is lost in a puzzle is asked again from that place, and rests once it is found.
func TestMistakesAreAskedAgain(t *testing.T) {
	kept := store.At(t.TempDir())
	var none layer.Done
	if _, err := solving(t, kept, puzzle.MistakesWord); !errors.As(err, &none) ||
		!strings.Contains(string(none), "no past mistakes") {
		t.Fatalf("without mistakes: %v", err)
	}
	d, err := solving(t, kept, "lion-11")
	if err != nil {
		t.Fatal(err)
	}
	// Vertices first cost 12: the very first product loses one.
	for _, op := range []string{"eli (1 2)(2 4)", "eli (1 2)(2 3)", "eli (0 1)(1 2 3)", "eli (0 1)(1 4)"} {
		d.Command(op)
	}
	all := kept.Mistakes().All()
	if len(all) != 1 || all[0].Puzzle != "lion-11" || len(all[0].Before) != 1 ||
		!strings.HasPrefix(all[0].Before[0], "ELI MUL (1 2)(2 4)") {
		t.Fatalf("kept are %+v\n%s", all, d.Screen())
	}
	if d, err = solving(t, kept, puzzle.MistakesWord); err != nil {
		t.Fatal(err)
	}
	d.Wants("lion-11 again")
	for _, op := range []string{"eli (0 1)(1 2)", "eli (0 1)(1 4)", "eli (0 1 2)(2 3)"} {
		d.Command(op)
	}
	if all = kept.Mistakes().All(); len(all) != 1 || all[0].Rest != 1 || !all[0].Due.After(time.Now()) {
		t.Errorf("it was found, and kept are %+v\n%s", all, d.Screen())
	}
	if _, err := solving(t, kept, puzzle.MistakesWord); !errors.As(err, &none) ||
		!strings.Contains(string(none), "No past mistake is due: the next of 1 is asked on") {
		t.Errorf("nothing is due: %v", err)
	}
}

// A random puzzle is opened by its code and shared by it; what is no code is said.
func TestCodesOpenPuzzles(t *testing.T) {
	kept := store.At(t.TempDir())
	for _, code := range []string{"A1-1R8", "a1-lr8"} {
		d, err := solving(t, kept, code)
		if err != nil {
			t.Fatal(err)
		}
		d.Wants("random-1-1-1")
		d.Command("puzzle share").Wants("facet puzzle A1-1R8", "▄")
		d.Press("esc").Command("end").Command("puzzle share").Wants("No puzzle is open")
	}
	one, err := solving(t, kept, "one-cost seed 3 number 2")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(ansi.Strip(one.Command("puzzle share").Screen()), "facet puzzle ")
	code, _, _ = strings.Cut(code, " ")
	again, err := solving(t, kept, code)
	if err != nil {
		t.Fatalf("%q: %v\n%s", code, err, one.Screen())
	}
	again.Wants("cost-3-2")
	if _, err := solving(t, kept, "A1-1R9"); err == nil ||
		!strings.Contains(err.Error(), "a sign is mistyped") {
		t.Errorf("a typo: %v", err)
	}
}
