package model

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// SplitComment splits a line of a sequence into its operation and what stands
// behind #, both without surrounding spaces. A # within a quoted id is none.
func SplitComment(line string) (operation, comment string) {
	at := 0
	for at < len(line) {
		switch line[at] {
		case '#':
			return strings.TrimSpace(line[:at]), strings.TrimSpace(line[at+1:])
		case '"':
			quoted, err := strconv.QuotedPrefix(line[at:])
			if err != nil {
				return strings.TrimSpace(line), ""
			}
			at += len(quoted)
		default:
			at++
		}
	}
	return strings.TrimSpace(line), ""
}

// OneLine is a text on one line: each run of white space becomes one blank.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Excerpt quotes a text of a file on one line, shortened where it is long: an escape counts as all
// its characters.
func Excerpt(text []byte) string {
	const most, dots = 30, "..."
	short := OneLine(string(text[:min(len(text), 4*most)]))
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

// JoinComment is the line that SplitComment splits; a comment stays on it.
func JoinComment(operation, comment string) string {
	comment = OneLine(comment)
	if comment == "" {
		return operation
	}
	return operation + "  # " + comment
}
