package model

import "unicode"

// PlainPrefix is how many bytes of a text from its start can be shown anywhere:
// they are printable, they neither move nor turn what stands beside them, and
// every terminal agrees on how many cells they take. Not plain are control
// characters, what is invisible, bidirectional controls, and what joins with the
// character before it: flags, skin tones, variation selectors, piles of marks.
func PlainPrefix(text string) int {
	marks := mostMarks // a mark without a letter before it is none
	for at, r := range text {
		switch {
		case r > ' ' && r < 0x7f:
			marks = 0
		case r == unicode.ReplacementChar || !unicode.IsPrint(r) ||
			unicode.In(r, notPlain, unicode.Other_Grapheme_Extend):
			return at
		case unicode.Is(unicode.M, r):
			if marks++; marks > mostMarks || r < 0x300 || r > 0x36f {
				return at
			}
		case unicode.IsLetter(r), unicode.IsDigit(r):
			marks = 0
		default:
			marks = mostMarks
		}
	}
	return len(text)
}

// IsPlain reports whether PlainPrefix is all of the text.
func IsPlain(text string) bool { return PlainPrefix(text) == len(text) }

// mostMarks is how many marks a letter may carry.
const mostMarks = 2

// notPlain are characters that count as printable and yet are invisible or join
// with others.
var notPlain = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x034f, 0x034f, 1}, // grapheme joiner
		{0x0d4e, 0x0d4e, 1}, // a letter that joins with the one behind it
		{0x0e33, 0x0e33, 1}, // vowels that join
		{0x0eb3, 0x0eb3, 1},
		{0x1100, 0x11ff, 1}, // parts of Hangul
		{0x17b4, 0x17b5, 1}, // invisible Khmer vowels
		{0x180b, 0x180f, 1}, // Mongolian selectors
		{0x2800, 0x2800, 1}, // empty braille
		{0x3164, 0x3164, 1}, // Hangul filler
		{0xa960, 0xa97f, 1}, // parts of Hangul
		{0xd7b0, 0xd7ff, 1},
		{0xfe00, 0xfe0f, 1}, // variation selectors
		{0xffa0, 0xffa0, 1}, // Hangul filler
	},
	R32: []unicode.Range32{
		{0x111c2, 0x111c3, 1}, // letters that join with the one behind them
		{0x1193f, 0x11941, 2},
		{0x11a84, 0x11a89, 1},
		{0x11d46, 0x11d46, 1},
		{0x11f02, 0x11f02, 1},
		{0x1f1e6, 0x1f1ff, 1}, // flags
		{0x1f3fb, 0x1f3ff, 1}, // skin tones
		{0xe0100, 0xe01ef, 1}, // variation selectors
	},
}
