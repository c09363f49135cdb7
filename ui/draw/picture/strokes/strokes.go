// Package strokes draws the lines in one cell of a picture: the sides that they lead to,
// their weights, their owners, and the rune that shows all this. It does not know what
// the owners are.
package strokes

// Weight is that of a line. A heavier line wins where lines of one trunk share cells.
type Weight uint8

// The weights.
const (
	None Weight = iota
	Light
	Double
	Heavy
)

// The arms of a cell.
const (
	Up = iota
	Down
	Left
	Right
)

// Cell is what edges have drawn into one cell: a vertical and a horizontal, each
// with an owner of its own.
type Cell struct {
	Arm  [4]Weight
	V, H int // index of the owning edge + 1
	// From is the side of a trunk's branch on which its origin lies: -1 left,
	// 1 right, 0 no trunk.
	From int8
}

// Blank reports whether no edge runs through the cell.
func (c *Cell) Blank() bool { return c.V == 0 && c.H == 0 }

func (c *Cell) vertical() Weight   { return max(c.Arm[Up], c.Arm[Down]) }
func (c *Cell) horizontal() Weight { return max(c.Arm[Left], c.Arm[Right]) }

// Crossed reports whether two edges cross in the cell.
func (c *Cell) Crossed() bool {
	return c.Arm[Up] > 0 && c.Arm[Down] > 0 && c.Arm[Left] > 0 && c.Arm[Right] > 0
}

// bridgedByHorizontal reports whether the horizontal is on top at a crossing: if it is
// heavier.
func (c *Cell) bridgedByHorizontal() bool { return c.horizontal() > c.vertical() }

// runes of one weight: vertical, horizontal, and the corners with arms down and
// right, down and left, up and right, up and left.
type runes struct{ V, H, DR, DL, UR, UL, Both string }

var fine = [...]runes{
	Light:  {"│", "─", "╭", "╮", "╰", "╯", "┴"},
	Double: {"║", "═", "╔", "╗", "╚", "╝", "╩"},
	Heavy:  {"┃", "━", "┏", "┓", "┗", "┛", "┻"},
}

var plain = [...]runes{
	Light:  {"|", "-", "+", "+", "+", "+", "+"},
	Double: {"\"", "=", "+", "+", "+", "+", "+"},
	Heavy:  {"#", "=", "+", "+", "+", "+", "+"},
}

// Text returns how the cell looks.
func (c *Cell) Text(ascii bool) string {
	up, down, left, right := c.Arm[Up], c.Arm[Down], c.Arm[Left], c.Arm[Right]
	set := fine[:]
	if ascii {
		set = plain[:]
	}
	switch {
	case c.H == 0:
		return set[c.vertical()].V
	case c.V == 0:
		return set[c.horizontal()].H
	case c.Crossed():
		if !c.bridgedByHorizontal() || ascii {
			return set[c.vertical()].V
		}
		if c.horizontal() == Heavy {
			return "┿"
		}
		return "╪"
	case down > 0 && left > 0 && right > 0:
		// A branch of a trunk turns down, and the trunk goes on beside it.
		if c.From < 0 {
			return set[down].DL
		}
		return set[down].DR
	case up > 0 && left > 0 && right > 0:
		switch {
		case left == right:
			return set[left].Both
		case left > right:
			return set[left].UL
		}
		return set[right].UR
	case down > 0 && right > 0:
		return set[max(down, right)].DR
	case down > 0:
		return set[max(down, left)].DL
	case right > 0:
		return set[max(up, right)].UR
	}
	return set[max(up, left)].UL
}
