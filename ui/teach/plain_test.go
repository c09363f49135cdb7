package teach

import (
	"bytes"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/plain"
	"facet/ui/files"
	"facet/ui/uitest"
)

// transcript is what is typed and printed in plain mode while something leads. Nothing
// plans here, so that it is the same in every run.
func transcript(t *testing.T, lead intent.Lead, lines ...string) string {
	t.Helper()
	disk := &files.Disk{}
	part := Feature().Explorer(layer.Surroundings{Files: disk})
	o := app.Options{Dag: uitest.Sample(t, "bat").
		Classic(), Theme: style.Make(style.Mono, true, termenv.Ascii), Files: disk,
		Parts: []layer.Part{part}, Sources: part.Sources}
	for _, source := range o.Sources {
		if source.Kind == lead.Kind {
			var err error
			if o.Leader, err = source.Open(t.Context(), lead.About); err != nil {
				t.Fatal(err)
			}
		}
	}
	var out bytes.Buffer
	if err := plain.Run(t.Context(), o, strings.NewReader(strings.Join(lines, "\n")+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	return strings.TrimRight(out.String(), "\n ")
}

// A lesson, page by page, with a move of one's own.
func TestPlainLesson(t *testing.T) {
	uitest.Golden(t, "lesson", transcript(t, intent.Lead{Kind: "lesson", About: "lion"}, "", "", "", "back",
		"o", "2", "esc", "c", "down", "enter", "pgdn", "v", ":end", "q"))
}

// The tour has prompts of its own here, which say what to type: following them carries out
// what they say and nothing else, and all is ASCII.
func TestPlainTour(t *testing.T) {
	got := transcript(t, intent.Lead{Kind: "tour"}, "", "down", "2", "u", "?", "tab", "esc", "1", "q")
	for _, r := range got {
		if r > 127 {
			t.Errorf("%q is not ASCII", r)
		}
	}
	prompts, _, _ := strings.Cut(got, "On the screen") // of the help
	for _, never := range []string{"Press", "arrow", "panel", "line dag, "} {
		if strings.Contains(prompts, never) {
			t.Errorf("it says %q", never)
		}
	}
	uitest.Golden(t, "tour", got)
}

// A puzzle, with a hint.
func TestPlainPuzzle(t *testing.T) {
	uitest.Golden(t, "puzzle", transcript(t, intent.Lead{Kind: "puzzle", About: "lion-11"}, "h", "v",
		"eli (1 2)(2 4)", "1", "1", "1", "enter", "q"))
}
