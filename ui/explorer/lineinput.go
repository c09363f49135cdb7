package explorer

import (
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/theme"
)

// lineInput is one line that is being typed.
type lineInput struct {
	runes []rune
	at    int
}

func newLineInput(text string) lineInput {
	r := []rune(text)
	return lineInput{r, len(r)}
}

func (l *lineInput) text() string { return string(l.runes) }

func (l *lineInput) set(text string) { *l = newLineInput(text) }

// key edits the line; false for a key that is no editing.
func (l *lineInput) key(msg tea.KeyMsg) bool {
	switch msg.String() {
	case "left", "ctrl+b":
		l.at = max(0, l.at-1)
	case "right", "ctrl+f":
		l.at = min(len(l.runes), l.at+1)
	case "home", "ctrl+a":
		l.at = 0
	case "end", "ctrl+e":
		l.at = len(l.runes)
	case "backspace", "ctrl+h":
		if l.at > 0 {
			l.runes = append(l.runes[:l.at-1], l.runes[l.at:]...)
			l.at--
		}
	case "delete", "ctrl+d":
		if l.at < len(l.runes) {
			l.runes = append(l.runes[:l.at], l.runes[l.at+1:]...)
		}
	case "ctrl+u":
		l.runes, l.at = l.runes[l.at:], 0
	case "ctrl+k":
		l.runes = l.runes[:l.at]
	case "ctrl+w", "alt+backspace":
		from := l.at
		for from > 0 && unicode.IsSpace(l.runes[from-1]) {
			from--
		}
		for from > 0 && !unicode.IsSpace(l.runes[from-1]) {
			from--
		}
		l.runes, l.at = append(l.runes[:from:from], l.runes[l.at:]...), from
	default:
		if msg.Type != tea.KeyRunes && msg.Type != tea.KeySpace || msg.Alt {
			return false
		}
		l.insert(string(msg.Runes))
	}
	return true
}

// insert puts a text in; a line stays one line whatever is pasted.
func (l *lineInput) insert(text string) {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, text)
	add := []rune(text)
	l.runes = append(l.runes[:l.at:l.at], append(add, l.runes[l.at:]...)...)
	l.at += len(add)
}

// view shows the line with its caret in width cells; the caret is always seen.
func (l *lineInput) view(t *theme.Theme, width int) string {
	from := 0
	for from < l.at && theme.Width(string(l.runes[from:l.at])) > width-2 {
		from++
	}
	before, under, after := string(l.runes[from:l.at]), " ", ""
	if l.at < len(l.runes) {
		under, after = string(l.runes[l.at]), string(l.runes[l.at+1:])
	}
	if !t.Paints(theme.Cursor) {
		return t.Clip(before+t.Signs.Caret+strings.TrimSuffix(under, " ")+after, width)
	}
	return before + t.Paint(theme.Cursor, under) + t.Clip(after, width-theme.Width(before)-theme.Width(under))
}
