// Package strokes is the lines in one cell of a picture: which of its four sides
// they lead to, how heavy they are, whose they are, and the rune that shows that. It
// knows nothing of what the lines belong to.
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
	// From tells on which side of a trunk's branch its origin lies: -1 left,
	// 1 right, 0 no trunk.
	From int8
}

// Blank tells that no edge runs through the cell.
func (k *Cell) Blank() bool { return k.V == 0 && k.H == 0 }

func (k *Cell) vertical() Weight   { return max(k.Arm[Up], k.Arm[Down]) }
func (k *Cell) horizontal() Weight { return max(k.Arm[Left], k.Arm[Right]) }

// Crossed tells whether two edges cross in the cell.
func (k *Cell) Crossed() bool {
	return k.Arm[Up] > 0 && k.Arm[Down] > 0 && k.Arm[Left] > 0 && k.Arm[Right] > 0
}

// bridgedByHorizontal tells which line is on top at a crossing: the vertical,
// unless the horizontal is heavier.
func (k *Cell) bridgedByHorizontal() bool { return k.horizontal() > k.vertical() }

// Runes of one weight: vertical, horizontal, and the corners with arms down and
// right, down and left, up and right, up and left.
type Runes struct{ V, H, DR, DL, UR, UL, Both string }

var fine = [...]Runes{
	Light:  {"│", "─", "╭", "╮", "╰", "╯", "┴"},
	Double: {"║", "═", "╔", "╗", "╚", "╝", "╩"},
	Heavy:  {"┃", "━", "┏", "┓", "┗", "┛", "┻"},
}

var plain = [...]Runes{
	Light:  {"|", "-", "+", "+", "+", "+", "+"},
	Double: {"\"", "=", "+", "+", "+", "+", "+"},
	Heavy:  {"#", "=", "+", "+", "+", "+", "+"},
}

// Of gives the runes of a weight.
func Of(w Weight, ascii bool) Runes {
	if ascii {
		return plain[w]
	}
	return fine[w]
}

// Text returns how the cell looks.
func (k *Cell) Text(ascii bool) string {
	up, down, left, right := k.Arm[Up], k.Arm[Down], k.Arm[Left], k.Arm[Right]
	set := fine[:]
	if ascii {
		set = plain[:]
	}
	switch {
	case k.H == 0:
		return set[k.vertical()].V
	case k.V == 0:
		return set[k.horizontal()].H
	case k.Crossed():
		if !k.bridgedByHorizontal() || ascii {
			return set[k.vertical()].V
		}
		if k.horizontal() == Heavy {
			return "┿"
		}
		return "╪"
	case down > 0 && left > 0 && right > 0:
		// A branch of a trunk turns down, and the trunk goes on beside it.
		if k.From < 0 {
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
