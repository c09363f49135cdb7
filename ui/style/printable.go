package style

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"facet/model"
)

// Printable is a text as it may stand on one row of a terminal: whatever could
// harm the screen, hide, or be of another width than it seems is replaced by a
// question mark, white space by a space, a flag by its letters.
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

// Message is Printable with words of absurd length cut in their middles: what an
// error quotes may be as long as a file.
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
