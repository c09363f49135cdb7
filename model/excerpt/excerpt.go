// Package excerpt shortens text of files for messages. It is below everything else.
package excerpt

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	most = 30 // characters of a quoted text
	dots = "..."
)

// Of quotes a text on one line, shortened where it is long: an escape counts as all its
// characters.
func Of[T ~string | ~[]byte](text T) string {
	short := strings.Join(strings.Fields(string(text[:min(len(text), 4*most)])), " ")
	width, end := 0, 0
	for at := 0; at < len(short); {
		_, size := utf8.DecodeRuneInString(short[at:])
		width += utf8.RuneCountInString(strconv.Quote(short[at:at+size])) - len(`""`)
		if width > most {
			return strconv.Quote(short[:end] + dots)
		}
		if at += size; width <= most-len(dots) {
			end = at
		}
	}
	return strconv.Quote(short)
}

// Bare is Of without the quotes.
func Bare(text string) string {
	quoted := Of(text)
	return quoted[1 : len(quoted)-1]
}

// Line is a text on one line of at most so many characters. What no terminal shows is a
// question mark.
func Line(text string, most int) string {
	const blanks = 64 // bytes for each character: lines of sources are indented
	enough := min(len(text), blanks*most)
	var runes []rune
	gap := false
	for _, r := range text[:enough] {
		if unicode.IsSpace(r) {
			gap = len(runes) > 0
			continue
		}
		if gap {
			runes, gap = append(runes, ' '), false
		}
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			r = '?'
		}
		if runes = append(runes, r); len(runes) > most {
			break
		}
	}
	if len(runes) > most || enough < len(text) {
		runes = append(runes[:min(len(runes), most-len(dots))], []rune(dots)...)
	}
	return string(runes)
}
