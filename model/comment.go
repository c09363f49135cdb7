package model

import (
	"strconv"
	"strings"
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

// JoinComment is the line that SplitComment splits; a comment stays on it.
func JoinComment(operation, comment string) string {
	comment = OneLine(comment)
	if comment == "" {
		return operation
	}
	return operation + "  # " + comment
}
