package change_test

import (
	"testing"

	"facet/model/generate"
	"facet/ui/explore/change"
)

// A pattern is set by a command, shown by the same command alone, follows sizes, and is
// taken back by undo.
func TestPatternsAreEdited(t *testing.T) {
	g, err := generate.Banded(12, 2, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, g, "", 100, 30, change.Environment{})
	s.Command("edit").Command("pattern 0 1 diagonal").Wants("edge (0,1): diagonal, tangent 36, adjoint 72")
	s.Command("pattern").Wants("12 x 12, diagonal", "12 of 144 entries, 1 colour of columns, 1 of rows")
	s.Press("esc").Command("size 2 13").Wants("size 13")
	s.Command("size 0 13").Wants("Vertex 0 cannot have size 13: the pattern of edge (0,1) is diagonal")
	s.Press("u", "u")
	if s.app.Session().Dag().Fingerprint() != g.Fingerprint() {
		t.Errorf("undo does not lead back:\n%s", s.Screen())
	}
}

// A band's width is turned like a cost.
func TestWhatIfOfABand(t *testing.T) {
	g, err := generate.Banded(12, 2, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, g, "", 120, 40, change.Environment{})
	s.Press("$", "tab", "tab")
	s.Wants("T 36", "L 1", "U 1")
	s.Press("+", "+")
	s.Wants("L 3 (was 1)", "(288 before)")
	s.Command("pattern 0 1 band 0 2").Wants("L 0 (was 1)", "U 2 (was 1)")
	s.Press("enter")
	s.Wants("Kept: costs of (0,1) 36/72, band 0 2")
	if text := s.app.Session().Dag().Edges[0].PatternText(); text != "band 0 2" {
		t.Errorf("kept is %s", text)
	}
}
