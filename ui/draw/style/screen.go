package style

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// PrintableScreen lets only text, line ends and colours through to the screen. It is the
// last check of what a program draws, where a panel forgot to make a text printable.
func PrintableScreen(view string) string {
	bad := harmful(view)
	if bad < 0 {
		return view
	}
	var b strings.Builder
	for bad >= 0 {
		b.WriteString(view[:bad])
		b.WriteByte('?')
		_, size := utf8.DecodeRuneInString(view[bad:])
		view = view[bad+size:]
		bad = harmful(view)
	}
	b.WriteString(view)
	return b.String()
}

// harmful is the position of the first character that is no text, line end or part
// of a colour; -1 if there is none.
func harmful(view string) int {
	for at := 0; at < len(view); {
		c := view[at]
		switch {
		case c == '\x1b':
			n := colour(view[at:])
			if n == 0 {
				return at
			}
			at += n
		case c < ' ' && c != '\n', c == 0x7f:
			return at
		case c < utf8.RuneSelf:
			at++
		default:
			r, size := utf8.DecodeRuneInString(view[at:])
			if r == utf8.RuneError && size == 1 || unicode.In(r, unicode.Cc, unicode.Cf) {
				return at
			}
			at += size
		}
	}
	return -1
}

// colour is the length of the sequence that a text begins with, if the sequence sets
// colours and the like (SGR), else 0.
func colour(text string) int {
	if len(text) < 2 || text[1] != '[' {
		return 0
	}
	for k := 2; k < len(text); k++ {
		switch c := text[k]; {
		case c == 'm':
			return k + 1
		case (c < '0' || c > '9') && c != ';' && c != ':':
			return 0
		}
	}
	return 0
}
