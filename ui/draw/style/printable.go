package style

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"facet/model"
)

// Printable is a text that is safe on one row of a terminal: a question mark stands for
// each character that could harm the screen, hide text, or have another width than it
// seems; a space for white space; its letters for a flag.
func Printable(text string) string {
	at := model.PlainPrefix(text)
	if at == len(text) {
		return text
	}
	var b strings.Builder
	for {
		b.WriteString(text[:at])
		text = text[at:]
		if text == "" {
			return b.String()
		}
		r, size := utf8.DecodeRuneInString(text)
		b.WriteRune(instead(r))
		text = text[size:]
		at = model.PlainPrefix(text)
	}
}

// instead is what a character is replaced by.
func instead(r rune) rune {
	const flagA, flagZ = 0x1f1e6, 0x1f1ff
	switch {
	case r >= flagA && r <= flagZ:
		return 'A' + r - flagA
	case unicode.IsSpace(r):
		return ' '
	}
	return '?'
}

// Message is Printable with very long words cut in their middles: an error can quote
// a text as long as a file.
func Message(text string) string {
	const most, ends = 160, 60
	words := strings.Split(Printable(text), " ")
	for k, word := range words {
		if len(word) > most {
			runes := []rune(word)
			if len(runes) > most {
				words[k] = string(runes[:ends]) + "…" + string(runes[len(runes)-ends:])
			}
		}
	}
	return strings.Join(words, " ")
}
