package style

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Look is how the characters of a screen look.
type Look struct {
	Colour, Behind                           string // as #rrggbb; empty for those of the screen
	Bold, Faint, Underlined, Reversed, Slant bool
}

// Run is a piece of a row with one look.
type Run struct {
	Look
	Text  string
	Cells int // how wide it is
}

// Runs takes a row of a screen apart. It reads the full colours of a theme, not those of a
// terminal with few.
func Runs(row string) []Run {
	var all []Run
	var now Run
	end := func() {
		if now.Text != "" {
			all = append(all, now)
		}
		now.Text, now.Cells = "", 0
	}
	var state byte
	for len(row) > 0 {
		sequence, width, n, next := ansi.DecodeSequence(row, state, nil)
		row, state = row[n:], next
		if width > 0 || sequence[0] >= utf8.RuneSelf { // a mark on the letter before
			now.Text += sequence
			now.Cells += width
			continue
		}
		if codes, ok := strings.CutPrefix(sequence, "\x1b["); ok && strings.HasSuffix(codes, "m") {
			end()
			now.take(strings.Split(strings.TrimSuffix(codes, "m"), ";"))
		}
	}
	end()
	return all
}

// take applies the codes that change a look (ECMA-48, SGR).
func (l *Look) take(codes []string) {
	for k := 0; k < len(codes); k++ {
		n, _ := strconv.Atoi(codes[k])
		switch {
		case n == 0:
			*l = Look{}
		case n == 1:
			l.Bold = true
		case n == 2:
			l.Faint = true
		case n == 3:
			l.Slant = true
		case n == 4:
			l.Underlined = true
		case n == 7:
			l.Reversed = true
		case n == 39:
			l.Colour = ""
		case n == 49:
			l.Behind = ""
		case (n == 38 || n == 48) && k+4 < len(codes) && codes[k+1] == "2":
			colour := "#"
			for _, part := range codes[k+2 : k+5] {
				c, _ := strconv.ParseUint(part, 10, 8)
				colour += fmt.Sprintf("%02x", c)
			}
			if n == 38 {
				l.Colour = colour
			} else {
				l.Behind = colour
			}
			k += 4
		}
	}
}

// Hue is a colour of the dark theme, by a name, and the light theme's in its place.
type Hue struct{ Name, Dark, Light string }

// Hues are the colours of the themes, for a page that is dark or light as its reader wants.
func Hues() (all []Hue) {
	names := [...]string{Faint: "faint", Selected: "selected", Related: "related", Good: "good", Bad: "bad",
		Key: "key", Tangent: "tangent", Adjoint: "adjoint", Product: "product"}
	for _, i := range []Role{Faint, Selected, Related, Good, Bad, Key, Tangent, Adjoint, Product} {
		all = append(all, Hue{names[i], palettes[Dark][i].full, palettes[Light][i].full})
	}
	return all
}
