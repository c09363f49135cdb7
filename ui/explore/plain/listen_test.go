package plain

import (
	"context"
	"errors"
	"strings"
	"testing"

	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/intent"
	"facet/ui/files"
	"facet/ui/terminal"
	"facet/ui/uitest"

	"github.com/muesli/termenv"
)

// What happens by itself is told in sentences, without keys, numbers and the list; a panic
// is an error.
func TestListen(t *testing.T) {
	news := make(chan []intent.Intent)
	broken := false
	o := app.Options{
		Dag: uitest.Sample(t, "bat"), Theme: style.Make(style.Mono, true, termenv.Ascii),
		Files: &files.Disk{}, Untouched: true,
		News: []func() ([]intent.Intent, error){func() ([]intent.Intent, error) {
			all, ok := <-news
			if broken {
				panic("it broke")
			}
			if !ok {
				return nil, context.Canceled
			}
			return all, nil
		}},
	}
	told, over := make(chan string, 100), make(chan error, 1)
	listen := func() {
		over <- Listen(t.Context(), o, func() string { return "above" },
			func(rows []string) { told <- strings.Join(rows, "\n") })
	}
	hears := func(text string) (all string) {
		t.Helper()
		for !strings.Contains(all, text) { // what never comes is for go test to tell
			all += <-told + "\n"
		}
		return all
	}
	go listen()
	if all := hears("Done: nothing yet"); strings.Contains(all, "Keys:") || strings.Contains(all, " 1>") ||
		strings.Contains(all, "A number") {
		t.Errorf("told is %s", all)
	}
	g := uitest.Sample(t, "lion")
	news <- []intent.Intent{intent.Line("open " + g.Name)}
	hears("lion: 5 vertices")
	news <- []intent.Intent{intent.Say{Text: "A message."}}
	hears("A message.")
	broken = true
	close(news)
	var failed *terminal.Broken
	if err := <-over; !errors.As(err, &failed) {
		t.Errorf("it ends with %v", err)
	}
}
