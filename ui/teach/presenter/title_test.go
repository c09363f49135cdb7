package presenter

import (
	"testing"

	"github.com/muesli/termenv"

	"facet/ui/draw/style"
)

// A chapter's title is cut between words.
func TestShortened(t *testing.T) {
	theme := style.Make(style.Mono, false, termenv.Ascii)
	const title = "Fill and remove: the paper's Figure 1"
	for width, want := range map[int]string{40: title, 26: "Fill and remove", 12: "Fill and …", 3: "Fi…"} {
		if got := shortened(theme, title, width); got != want {
			t.Errorf("in %d cells: %q, not %q", width, got, want)
		}
	}
}
