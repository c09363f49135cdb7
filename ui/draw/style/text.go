package style

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Width is how many cells a text takes; escape sequences take none.
func Width(text string) int {
	if n, ok := plainWidth(text); ok {
		return n
	}
	return ansi.StringWidth(text)
}

// plainWidth counts the cells of a text of the usual characters: ASCII, letters with
// accents, lines, blocks, dots and the other signs of a theme, and sequences for colours.
// It is fast, since screens are measured often; it is not ok for any other text.
func plainWidth(text string) (cells int, ok bool) {
	for k := 0; k < len(text); {
		switch c := text[k]; {
		case c >= ' ' && c < 0x7f:
			cells++
			k++
		case c == 0x1b && k+1 < len(text) && text[k+1] == '[':
			for k += 2; k < len(text) && (text[k] >= '0' && text[k] <= '9' || text[k] == ';'); k++ {
			}
			if k == len(text) || text[k] != 'm' {
				return 0, false
			}
			k++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(text[k:])
			switch {
			case narrow(r):
				cells++
			case r != '\u0304' || k == 0 || text[k-1] < 'A' || text[k-1] > 'z': // the line above F
				return 0, false
			}
			k += size
		default:
			return 0, false
		}
	}
	return cells, true
}

// narrow reports whether a character beyond ASCII takes one cell and does not combine.
func narrow(r rune) bool {
	switch {
	case r >= 0x2500 && r < 0x25fd, r >= 0x2800 && r < 0x2900: // lines, blocks, shapes; dots
		return true
	case r > 0xa0 && r < 0x300:
		return r != 0xad && r != 0xa9 && r != 0xae
	case r >= 0x1e00 && r < 0x1f00, // Latin
		r >= 0x2010 && r < 0x2028, // dashes
		r >= 0x2190 && r < 0x231a: // arrows and mathematics
		return true
	}
	return r == '‹' || r == '›' || r == '⑂' || r == '✎' || r == '✓' || r == '✗' || r == '✶'
}

// Clip cuts a text to at most width cells and marks the cut.
func (t *Theme) Clip(text string, width int) string {
	if width <= 0 {
		return ""
	}
	if len(text) <= width || Width(text) <= width {
		return text
	}
	return ansi.Truncate(text, width, t.Signs.Cut)
}

// Start is a text's first characters, at most so many, without a mark.
func Start(text string, most int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}

// ClipMiddle keeps both ends of a plain text: labels differ at their ends.
func (t *Theme) ClipMiddle(text string, width int) string {
	if len(text) <= width || Width(text) <= width {
		return text
	}
	if width < 8 {
		return t.Clip(text, width)
	}
	left := (width - 1) / 2
	right := width - 1 - left
	return ansi.Truncate(text, left, "") + t.Signs.Cut + ansi.TruncateLeft(text, Width(text)-right, "")
}

// Left makes a text exactly width cells wide, cut with a mark or padded.
func (t *Theme) Left(text string, width int) string {
	text = t.Clip(text, width)
	return text + Blank(width-Width(text))
}

// Crop is Left without a mark, for pictures that continue below another layer.
func Crop(text string, width int) string {
	text = ansi.Truncate(text, width, "")
	return text + Blank(width-Width(text))
}

// Right is Left with the padding in front.
func (t *Theme) Right(text string, width int) string {
	text = t.Clip(text, width)
	return Blank(width-Width(text)) + text
}

// Spread puts one text at the left and one at the right end of a row. What does
// not fit is cut from the left one.
func (t *Theme) Spread(left, right string, width int) string {
	room := width - Width(right)
	if room < 1 {
		return t.Left(right, width)
	}
	return t.Left(left, room) + right
}

// Words are what a text is made of between white space; a number with blanks between
// thousands is one word, since half of it would be read as another number, and so is a sign
// of equality with what follows it. At no-break spaces there is no white space.
func Words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		held := ""
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
			return unicode.IsSpace(r) && r != NoBreak
		}) {
			switch {
			case held == "":
				held = word
			case Thousands(held, word), held == "=", held == ":=", held == "+=":
				held += " " + word
			case !yield(held):
				return
			default:
				held = word
			}
		}
		if held != "" {
			yield(held)
		}
	}
}

// NoBreak is a blank at which no row breaks.
const NoBreak = '\u00a0'

// Thousands reports whether a blank between two texts stands within a number: the first
// ends with one to three digits, the second starts with just three.
func Thousands(before, after string) bool {
	end, start := len(before), 0
	for end > 0 && isDigit(before[end-1]) {
		end--
	}
	for start < len(after) && isDigit(after[start]) {
		start++
	}
	first := len(before) - end
	return 1 <= first && first <= 3 && start == 3
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// Wrap breaks a text at white space into rows of at most width cells; a word that is
// wider has a row of its own. A caller that wants the first rows only reads no further.
func Wrap(text string, width int) iter.Seq[string] {
	return func(yield func(string) bool) {
		row, used := "", 0
		for word := range Words(text) {
			cells := Width(word)
			if row != "" && used+1+cells > width {
				if !yield(row) {
					return
				}
				row, used = "", 0
			}
			if row != "" {
				row, used = row+" ", used+1
			}
			row, used = row+word, used+cells
		}
		if row != "" {
			yield(row)
		}
	}
}

const blanks = "                                                                                                    "

// Blank is n spaces, none for a negative n.
func Blank(n int) string {
	switch {
	case n <= 0:
		return ""
	case n <= len(blanks):
		return blanks[:n]
	}
	return strings.Repeat(" ", n)
}

// Underline is a line below a heading; empty for a bare theme.
func (t *Theme) Underline(sign string, width int) string {
	if t.bare {
		return ""
	}
	return strings.Repeat(sign, width)
}

// Meter is a bar that fills a share of width cells; empty for a bare theme.
func (t *Theme) Meter(share float64, width int) string {
	if t.bare {
		return ""
	}
	full := len(t.Signs.Bar) - 1
	eighths := int(share*float64(width*full) + 0.5)
	eighths = max(0, min(eighths, width*full))
	return strings.Repeat(t.Signs.Bar[full], eighths/full) + t.Signs.Bar[eighths%full]
}

// Gauge is a bar of width cells of which a share is full.
func (t *Theme) Gauge(share float64, width int) string {
	rest := "░"
	if t.ASCII {
		rest = "."
	}
	bar := t.Meter(share, width)
	return bar + strings.Repeat(rest, max(0, width-Width(bar)))
}

// HalfBlock is a cell of which the upper and the lower half are filled.
func HalfBlock(upper, lower bool) string {
	switch {
	case upper && lower:
		return "█"
	case upper:
		return "▀"
	case lower:
		return "▄"
	}
	return " "
}
