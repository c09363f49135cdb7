package plain

import (
	"slices"
	"strings"
	"unicode"
)

// sentences are what a listener reads, the newest first: of the session that is shown now, each
// row once, and of what is selected the last.
type sentences []string

// mostSentences is how many are kept.
const mostSentences = 40

// isDrawing reports whether a row is part of a chart: a rule, an axis, a bar.
func isDrawing(row string) bool {
	return strings.HasPrefix(row, "|") || !strings.ContainsFunc(row, unicode.IsLetter) ||
		strings.Contains(row, "---") || strings.Contains(row, "===") || strings.Contains(row, "....")
}

// with are the sentences with those that were told last; anew where they are about another
// session. What the listener reads above them stands there, and not here as well.
func (s sentences) with(rows []string, anew bool, above string) sentences {
	var all sentences
	add := func(row string, selected bool) {
		row = strings.Join(strings.Fields(row), " ")
		switch {
		case row == "" || slices.Contains(all, row) || len(all) == mostSentences:
		case isDrawing(row): // the screen has it
		case strings.Contains(above, strings.TrimPrefix(row, "with ")):
		case selected && strings.HasPrefix(row, selectedLabel):
		default:
			all = append(all, row)
		}
	}
	for _, row := range rows {
		add(row, false)
	}
	selected := slices.ContainsFunc(all, func(row string) bool {
		return strings.HasPrefix(row, selectedLabel)
	})
	for _, row := range s {
		if !anew {
			add(row, selected)
		}
	}
	return all
}
