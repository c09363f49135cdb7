package vector

import (
	"strconv"
	"strings"

	"facet/ui/draw/style"
)

// How texts are set, and the room around a figure, in points.
const (
	FontSize = 13
	Fonts    = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"
	Margin   = 16.0
)

// MostOfTeX is how many boxes and lines are set: more cannot be read on paper, and TeX
// runs out of memory some time later.
const MostOfTeX = 6000

// Num writes a length with at most one decimal.
func Num(x float64) string {
	text := strconv.FormatFloat(x, 'f', 1, 64)
	return strings.TrimSuffix(text, ".0")
}

// Escape is a text from a file as XML that is safe to show.
func Escape(text string) string {
	return style.XML(inOrder(style.Printable(text)))
}

// inOrder keeps the names of a path in their order where they are written from right to
// left: without a mark after the text between them, a browser would turn the whole path
// around.
func inOrder(text string) string {
	if !strings.ContainsFunc(text, leftward) {
		return text
	}
	const mark = "\u200e" // from left to right
	return strings.NewReplacer("(", "("+mark, ",", mark+","+mark, ")", mark+")", "+", mark+"+"+mark).
		Replace(text)
}

// leftward reports whether a letter is written from right to left.
func leftward(r rune) bool {
	return r >= 0x590 && r <= 0x8ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfeff ||
		r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
}
