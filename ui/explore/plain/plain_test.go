package plain

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	"go.uber.org/goleak"

	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/change"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/uitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// shared is what was laid out for the samples: tests begin with the same pictures, which take
// half a second of a processor.
var shared = app.NewShared(64 << 20)

// transcript is the lines that a user types, and what is printed. The solver does not
// run, so that every run prints the same.
func transcript(t *testing.T, patience time.Duration, lead intent.Lead, lines ...string) string {
	t.Helper()
	disk := &files.Disk{}
	o := app.Options{
		Dag: uitest.Sample(t, "bat").Classic(), Theme: style.Make(style.Mono, true, termenv.Ascii),
		Files:   disk,
		Sources: []layer.Source{change.Environment{}.Source()}, Shared: shared,
	}
	for _, source := range o.Sources {
		if source.Kind == lead.Kind {
			var err error
			if o.Leader, err = source.Open(t.Context(), lead.About); err != nil {
				t.Fatal(err)
			}
		}
	}
	o.Words = true
	m := app.New(o)
	var out bytes.Buffer
	d := &driver{m: m, to: m, out: &out, patience: patience, messages: make(chan message),
		over: make(chan struct{})}
	reader, writer := io.Pipe()
	go func() {
		for _, line := range lines {
			_, _ = io.WriteString(writer, line+"\n")
		}
		writer.Close()
	}()
	if err := d.run(context.WithoutCancel(t.Context()), reader); err != nil {
		t.Fatal(err)
	}
	reader.Close()
	close(d.over)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return strings.TrimRight(out.String(), "\n ")
}

// Bat's 22, the paper's Example 4, by numbers, operations and keys alone.
func TestBat(t *testing.T) {
	got := transcript(t, time.Minute, intent.Lead{}, "5", "eli (2 3)(3 6)", "list", "99", "2", "1", "1", "1",
		"undo", "1",
		"nonsense", "n", "one step before the end", "u", "Z", "1", "", "1", "1", "1", "esc", "q")
	if !strings.Contains(got, "Yours 22, complete") {
		t.Errorf("22 is not reached")
	}
	uitest.Golden(t, "bat", got)
}

// What a terminal answers while a line is typed is not part of it.
func TestAnswersAreNotPartOfALine(t *testing.T) {
	got := transcript(t, time.Minute, intent.Lead{}, "\x1b]11;rgb:1414/1919/1f1f\x1b\\5",
		"Ŝĝ\x1bP>|tmux 3.5a\x1b\\Ŝ", "q")
	for _, want := range []string{"Done: MUL (1,3)->(3,4)", "no command ŝĝŝ"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// What is not saved is told, though it came while the prompt stood, and once.
func TestWarningsAreTold(t *testing.T) {
	m := app.New(app.Options{Dag: uitest.Sample(t, "bat"), Theme: style.Make(style.Mono, true, termenv.Ascii),
		Files: &files.Disk{}, Words: true})
	var out bytes.Buffer
	d := &driver{m: m, to: m, out: &out, messages: make(chan message), over: make(chan struct{})}
	d.update(tea.WindowSizeMsg{Width: columns, Height: rows})
	d.tell()
	d.update(app.Intents{intent.Say{Text: "The run cannot be saved.", As: intent.Warning}, intent.Say{Text: "32 is optimal."}})
	for range 2 {
		d.take(t.Context(), "right")
		d.tell()
	}
	if n := strings.Count(out.String(), "The run cannot be saved."); n != 1 {
		t.Errorf("it is told %d times:\n%s", n, out.String())
	}
	close(d.over)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
}

// A page such as the help, once read, does not take the next line.
func TestLinesAfterAPage(t *testing.T) {
	got := transcript(t, time.Minute, intent.Lead{}, "?", "5", "glossary", "9", "?", "tab", "list", "t",
		"undo", "q")
	for _, want := range []string{"step 1", "step 2"} {
		if !strings.Contains(strings.ToLower(got), want) {
			t.Errorf("no %s:\n%s", want, got)
		}
	}
}

// The totals have no bars, which would be torn apart, and do not mention pictures.
func TestTotalsAreNumbers(t *testing.T) {
	lines := []string{"t", "esc"}
	for range 10 {
		lines = append(lines, "1")
	}
	got := transcript(t, time.Minute, intent.Lead{}, append(lines, "t", "q")...)
	if !strings.Contains(got, "most expensive steps") || !strings.Contains(got, "complete") {
		t.Fatalf("no totals:\n%s", got)
	}
	for _, never := range []string{"#", "back to the pictures", "Enter carry out, u"} {
		if strings.Contains(got, never) {
			t.Errorf("it says %q:\n%s", never, got)
		}
	}
}

// Any input is answered line by line, and breaks nothing.
func TestNonsense(t *testing.T) {
	words := []string{"", "0", "-1", "7", "99999999999999999999", "list -3", "list x", "wait 0 0", "undo",
		"restart", "esc", "?", ":", "::", "/", "n", "pgdn", "enter",
		"tab", "4", "b", "g", "x", "lesson bat", "puzzle 1", "end", "vertex 1", "eli (0 1)(1 2)", "acc (0 1)",
		"\x1b[31m", "\x00", "größe→", "👍🏽", strings.Repeat("(", 3000),
		"open lion", "theme light", "zoom 3", "B", "t", "c", "o", "E", "V", "note a b", "ways", "sessions",
		"open /dev/zero", "f", "+", "M", "left", "1 2"}
	r := rand.New(rand.NewPCG(1, 2))
	var lines []string
	for range 300 {
		lines = append(lines, words[r.IntN(len(words))])
	}
	if got := transcript(t, 20*time.Millisecond, intent.Lead{}, lines...); strings.ContainsAny(got,
		"\x1b\x00") {
		at := strings.IndexAny(got, "\x1b\x00")
		t.Errorf("it prints what could do something to a terminal: %q",
			got[max(0, at-300):min(len(got), at+100)])
	}
}

// A line without an end does not fill the memory.
func TestEndlessLine(t *testing.T) {
	var out bytes.Buffer
	err := Run(t.Context(), app.Options{Dag: uitest.Sample(t, "lion"),
		Theme: style.Make(style.Mono, true, termenv.Ascii), Files: &files.Disk{}},
		io.MultiReader(strings.NewReader(strings.Repeat("x", longest+1)), strings.NewReader("\n")), &out)
	if err == nil || !strings.Contains(err.Error(), "more than 1048576 signs") {
		t.Error(err)
	}
}

// No row is wider than a terminal, so that no word, number or key with its text is
// broken; tables keep their columns, and commands that do nothing here are not offered.
func TestRowsFit(t *testing.T) {
	got := transcript(t, time.Minute, intent.Lead{}, "list", "B", "esc", "t", "esc", "open openfoam", "list",
		"?", "list 41", "lesson bat", "", "", "", "c", "esc", ":end", "q")
	for _, row := range strings.Split(got, "\n") {
		if w := style.Width(row); w > 80 {
			t.Errorf("%d cells: %s", w, row)
		}
	}
	for _, want := range []string{"26 951 535 400", "list prints all of them",
		"e eliminate,\na preaccumulate"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q", want)
		}
	}
	for _, never := range []string{"Tab panel", "list shows more"} {
		if strings.Contains(got, never) {
			t.Errorf("it says %q", never)
		}
	}
	var columns []int // of the totals on the page of t
	for _, row := range strings.Split(got, "\n") {
		for _, mode := range []string{"dense tangent  ", "dense adjoint  ", "sparse tangent ",
			"sparse adjoint "} {
			if rest, ok := strings.CutPrefix(row, "  "+mode); ok {
				columns = append(columns, len(row)-len(strings.TrimLeft(rest, " ")))
			}
		}
	}
	if len(columns) != 8 || len(slices.Compact(columns)) > 2 {
		t.Errorf("columns of two tables begin at %v", columns)
	}
}
