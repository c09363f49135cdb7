package picture

// weight of a line. A heavier line wins where lines of one trunk share cells.
type weight uint8

const (
	none weight = iota
	light
	double
	heavy
)

// arms of a cell.
const (
	armUp = iota
	armDown
	armLeft
	armRight
)

// ink is what edges have drawn into one cell: a vertical and a horizontal, each
// with an owner of its own.
type ink struct {
	arm  [4]weight
	v, h int // index of the owning edge + 1
	// from tells on which side of a trunk's branch its origin lies: -1 left,
	// 1 right, 0 no trunk.
	from int8
}

func (k *ink) blank() bool { return k.v == 0 && k.h == 0 }

func (k *ink) vertical() weight   { return max(k.arm[armUp], k.arm[armDown]) }
func (k *ink) horizontal() weight { return max(k.arm[armLeft], k.arm[armRight]) }

// crossed tells whether two edges cross in the cell.
func (k *ink) crossed() bool {
	return k.arm[armUp] > 0 && k.arm[armDown] > 0 && k.arm[armLeft] > 0 && k.arm[armRight] > 0
}

// bridgedByHorizontal tells which line is on top at a crossing: the vertical,
// unless the horizontal is heavier.
func (k *ink) bridgedByHorizontal() bool { return k.horizontal() > k.vertical() }

// runes of one weight: vertical, horizontal, and the corners with arms down and
// right, down and left, up and right, up and left.
type runes struct{ v, h, dr, dl, ur, ul, both string }

var glyphs = [...]runes{
	light:  {"│", "─", "╭", "╮", "╰", "╯", "┴"},
	double: {"║", "═", "╔", "╗", "╚", "╝", "╩"},
	heavy:  {"┃", "━", "┏", "┓", "┗", "┛", "┻"},
}

var plainGlyphs = [...]runes{
	light:  {"|", "-", "+", "+", "+", "+", "+"},
	double: {"\"", "=", "+", "+", "+", "+", "+"},
	heavy:  {"#", "=", "+", "+", "+", "+", "+"},
}

// text returns how the cell looks.
func (k *ink) text(ascii bool) string {
	up, down, left, right := k.arm[armUp], k.arm[armDown], k.arm[armLeft], k.arm[armRight]
	set := glyphs[:]
	if ascii {
		set = plainGlyphs[:]
	}
	switch {
	case k.h == 0:
		return set[k.vertical()].v
	case k.v == 0:
		return set[k.horizontal()].h
	case k.crossed():
		if !k.bridgedByHorizontal() || ascii {
			return set[k.vertical()].v
		}
		if k.horizontal() == heavy {
			return "┿"
		}
		return "╪"
	case down > 0 && left > 0 && right > 0:
		// A branch of a trunk turns down, and the trunk goes on beside it.
		if k.from < 0 {
			return set[down].dl
		}
		return set[down].dr
	case up > 0 && left > 0 && right > 0:
		switch {
		case left == right:
			return set[left].both
		case left > right:
			return set[left].ul
		}
		return set[right].ur
	case down > 0 && right > 0:
		return set[max(down, right)].dr
	case down > 0:
		return set[max(down, left)].dl
	case right > 0:
		return set[max(up, right)].ur
	}
	return set[max(up, left)].ul
}
