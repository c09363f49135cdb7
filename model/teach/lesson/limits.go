package lesson

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a lesson. A text beyond them was not written by hand.
const (
	MaxBytes    = 1 << 20
	maxChapters = 200
	maxBlocks   = 1000
	maxMoves    = 5000
	maxOps      = 50_000 // of all moves
	maxDepth    = 40
	maxLine     = 4000
	maxIndent   = 200
	maxBrackets = 4000 // reading takes the square of these
	maxSigns    = 40000
)

// clean makes a text of the bytes: LF for line ends, no mark in front, and nothing
// in it that could do something to a terminal.
func clean(data []byte, mistakes *Mistakes) ([]byte, bool) {
	if len(data) > MaxBytes {
		mistakes.add(1, "the lesson has %d bytes, a lesson has at most %d: split it", len(data), MaxBytes)
		return nil, false
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	line, column, nested, indent, brackets, signs := 1, 0, 0, 0, 0, 0
	for at := 0; at < len(data); {
		c, size := utf8.DecodeRune(data[at:])
		switch {
		case c == utf8.RuneError && size == 1:
			mistakes.add(line, "the lesson is not UTF-8 here: save it as UTF-8")
			return nil, false
		case c == '\n':
			line, column, nested, indent = line+1, 0, 0, 0
		case unicode.Is(unicode.Cc, c) && c != '\t', unicode.Is(unicode.Bidi_Control, c):
			mistakes.add(line, "the control character U+%04X is in the text: remove it", c)
			return nil, false
		default:
			if column++; column > maxLine {
				mistakes.add(line, "the line has more than %d characters: break it", maxLine)
				return nil, false
			}
			if indent++; c != ' ' && c != '\t' {
				indent = -maxLine // there is text
			}
			if indent > maxIndent {
				mistakes.add(line, "the line is indented by more than %d blanks", maxIndent)
				return nil, false
			}
			if c == '[' {
				brackets++
			}
			if strings.ContainsRune("*_`~<&!|\\", c) {
				signs++
			}
			if brackets > maxBrackets || signs > maxSigns {
				mistakes.add(line,
					"the text up to here has more than %d brackets or %d Markdown signs: split it",
					maxBrackets, maxSigns)
				return nil, false
			}
			if nested >= 0 && strings.ContainsRune(">-*+0123456789.) \t", c) {
				if strings.ContainsRune(">-*+.)", c) && (c == '>' || followedByBlank(data[at+size:])) {
					nested++
				}
			} else {
				nested = -1
			}
			if nested > maxDepth {
				mistakes.add(line, "lists and quotes are nested more than %d levels deep: flatten them",
					maxDepth)
				return nil, false
			}
		}
		at += size
	}
	return data, true
}

func followedByBlank(rest []byte) bool { return len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') }

func lineStarts(source []byte) []int {
	starts := []int{0}
	for at, c := range source {
		if c == '\n' {
			starts = append(starts, at+1)
		}
	}
	return starts
}
