package strokes

import "testing"

// What meets in a cell shows which lines lead where: the heavier one wins on a trunk, and at
// a crossing the upright one is on top unless the other is heavier.
func TestCells(t *testing.T) {
	arms := func(up, down, left, right Weight) [4]Weight { return [4]Weight{up, down, left, right} }
	for _, c := range []struct {
		name        string
		cell        Cell
		fine, ascii string
	}{
		{"upright", Cell{Arm: arms(Light, Light, None, None), V: 1}, "│", "|"},
		{"level", Cell{Arm: arms(None, None, Heavy, Heavy), H: 1}, "━", "="},
		{"a corner", Cell{Arm: arms(None, Light, None, Light), V: 1, H: 1}, "╭", "+"},
		{"a corner of two weights", Cell{Arm: arms(Light, None, Double, None), V: 1, H: 1}, "╝", "+"},
		{"a crossing", Cell{Arm: arms(Light, Light, Light, Light), V: 1, H: 2}, "│", "|"},
		{"a crossing below", Cell{Arm: arms(Heavy, Heavy, Light, Light), V: 1, H: 2}, "┃", "#"},
		{"a heavy bridge", Cell{Arm: arms(Light, Light, Heavy, Heavy), V: 1, H: 2}, "┿", "|"},
		{"a double bridge", Cell{Arm: arms(Light, Light, Double, Double), V: 1, H: 2}, "╪", "|"},
		{"a branch to the right", Cell{Arm: arms(None, Light, Light, Light), V: 1, H: 1, From: 1}, "╭", "+"},
		{"a branch to the left", Cell{Arm: arms(None, Light, Light, Light), V: 1, H: 1, From: -1}, "╮", "+"},
		{"the head of a trunk", Cell{Arm: arms(Light, None, Light, Light), V: 1, H: 1}, "┴", "+"},
		{"a heavy half", Cell{Arm: arms(Light, None, Light, Heavy), V: 1, H: 1}, "┗", "+"},
	} {
		if fine, ascii := c.cell.Text(false), c.cell.Text(true); fine != c.fine || ascii != c.ascii {
			t.Errorf("%s: %s and %s, want %s and %s", c.name, fine, ascii, c.fine, c.ascii)
		}
		if c.cell.Blank() {
			t.Errorf("%s is blank", c.name)
		}
	}
	if !(&Cell{}).Blank() {
		t.Error("an empty cell is not blank")
	}
}
