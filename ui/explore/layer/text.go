package layer

import (
	"strings"
	"time"

	"facet/model"
	"facet/ui/draw/style"
)

// Sentence makes a message of an error: it begins with a capital letter and ends with a
// full stop.
func Sentence(text string) string {
	text = style.Printable(model.OneLine(text))
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

// startsWithName reports whether a text begins with a name that must keep its case, such
// as a file or an id.
func startsWithName(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return strings.ContainsAny(word, "./_0123456789:")
}

// Wrap breaks a sentence into at most most rows of a panel, one at least.
func Wrap(t *style.Theme, text string, width, most int, role style.Role) []string {
	var rows []string
	most = max(1, most)
	for row := range style.Wrap(text, width-2) {
		if rows = append(rows, row); len(rows) > most {
			break // the rest cannot be shown, however long it is
		}
	}
	switch {
	case len(rows) == 0:
		rows = []string{""}
	case len(rows) > most:
		rows[most-1] += " " + t.Signs.Cut
		rows = rows[:most]
	}
	for k := range rows {
		rows[k] = " " + t.Paint(role, t.Clip(rows[k], width-2))
	}
	return rows
}

// Ago writes a duration in the past in its largest unit.
func Ago(d time.Duration) string {
	switch {
	case d < -time.Minute:
		return "dated ahead of the clock"
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return style.Plural(int(d.Minutes()), "minute", "minutes") + " ago"
	case d < 48*time.Hour:
		return style.Plural(int(d.Hours()), "hour", "hours") + " ago"
	}
	return style.Plural(int(d.Hours()/24), "day", "days") + " ago"
}

// longWord is from how many characters on what a user typed is not quoted whole.
const longWord = 200

// Short is a text of a user as sentences quote it.
func Short(text string) string {
	if runes := []rune(text); len(runes) > longWord {
		return string(runes[:longWord]) + "..."
	}
	return text
}
