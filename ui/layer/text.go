package layer

import (
	"strings"

	"facet/ui/style"
)

// Sentence makes a message of an error: it starts large and ends with a stop.
func Sentence(text string) string {
	text = style.Printable(strings.Join(strings.Fields(text), " "))
	if text == "" {
		return text
	}
	if first := text[0]; first >= 'a' && first <= 'z' && !startsWithName(text) {
		text = string(first-'a'+'A') + text[1:]
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// startsWithName tells whether a text starts with something that must not be
// written large, as a file or an id.
func startsWithName(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return strings.ContainsAny(word, "./_0123456789:")
}

// Wrap breaks a sentence into at most most rows.
func Wrap(t *style.Theme, text string, width, most int, role style.Role) []string {
	var rows []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && style.Width(line)+1+style.Width(word) > width-2 {
			if rows = append(rows, line); len(rows) > most {
				break // a text of any length takes no longer
			}
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	rows = append(rows, line)
	if len(rows) > most {
		rows[most-1] += " " + t.Signs.Cut
		rows = rows[:most]
	}
	for k := range rows {
		rows[k] = " " + t.Paint(role, t.Clip(rows[k], width-2))
	}
	return rows
}
