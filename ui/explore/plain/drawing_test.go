package plain

import (
	"strings"
	"testing"
	"time"

	"facet/ui/explore/change"
	"facet/ui/explore/intent"
)

// A dag is drawn by lines: commands, keys that ask, and what is wrong with an edit.
func TestDrawingByLines(t *testing.T) {
	got := transcript(t, 2*time.Second, intent.Lead{Kind: change.EditKind, About: "new wing"},
		"vertex x 2", "vertex y", "edge x y 2/4", "edge y x 1/1", "a", "z 3", "/", "y", "c", "/", "z",
		"enter", "5/6 j", "u", "ctrl+r", "size x 0", "done", "q")
	for _, want := range []string{
		"editing", "The dag is empty: a adds a vertex.", "vertex x of size 2: no edges",
		"edge (x,y): tangent 2, adjoint 4", "optimum 4",
		"The graph has a cycle", "new vertex: name, size", "vertex z of size 3: no edges",
		"an edge from y to where?", "new edge (y,z)",
		"edge (y,z): tangent 5, adjoint 6, the Jacobian is given", "A size of 0 is impossible",
		"This session is now on the dag as you changed it.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}
