package style

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Width is how many cells a text takes; escape sequences take none.
func Width(text string) int { return ansi.StringWidth(text) }

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

// Crop is Left without a mark, for pictures that go on under something else.
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

// Meter is a bar of the share of width cells.
func (t *Theme) Meter(share float64, width int) string {
	full := len(t.Signs.Bar) - 1
	eighths := int(share*float64(width*full) + 0.5)
	eighths = max(0, min(eighths, width*full))
	return strings.Repeat(t.Signs.Bar[full], eighths/full) + t.Signs.Bar[eighths%full]
}
