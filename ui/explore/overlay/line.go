package overlay

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
)

// line is a line of text being edited. Its keys are those of bubbles; it is drawn with
// the theme, since bubbles would use lipgloss's global renderer.
type line struct {
	input    textinput.Model
	proposed int // runes from this index on are a proposal that typing replaces; -1 for none
	touched  bool
}

// longest is the most characters of a line: no command is longer, and the limit keeps a
// large paste short.
const longest = 4096

func newLine(text string) line {
	l := line{input: textinput.New(), proposed: -1}
	l.input.CharLimit = longest
	// it would read the clipboard of the process, on a server not the user's
	l.input.KeyMap.Paste.SetEnabled(false)
	l.input.Focus()
	l.input.SetValue(strings.Map(harmless, text))
	l.input.CursorEnd()
	return l
}

// proposing is a line whose end, the proposal, is selected.
func proposing(text, proposal string) line {
	l := newLine(text + proposal)
	if proposal != "" {
		l.proposed = len([]rune(text))
	}
	return l
}

func (l *line) text() string { return l.input.Value() }

// set replaces the line and makes it the user's own.
func (l *line) set(text string) {
	*l = newLine(text)
	l.touched = true
}

// key edits the line.
func (l *line) key(msg tea.KeyMsg) {
	selected := l.proposed
	l.proposed, l.touched = -1, true
	if selected >= 0 {
		switch {
		case msg.Type == tea.KeyRunes && !msg.Alt, msg.Type == tea.KeySpace:
			l.input.SetValue(string([]rune(l.text())[:selected]))
			l.input.CursorEnd()
		case msg.Type == tea.KeyBackspace, msg.Type == tea.KeyDelete:
			l.input.SetValue(string([]rune(l.text())[:selected]))
			l.input.CursorEnd()
			return
		}
	}
	if len(msg.Runes) > longest {
		msg.Runes = msg.Runes[:longest]
	}
	if len(msg.Runes) > 0 { // a copy: bubbletea has one space for all screens, and bubbles writes to it
		msg.Runes = []rune(strings.Map(harmless, string(msg.Runes)))
	}
	if key.Matches(msg, l.input.KeyMap.DeleteWordForward) && l.input.Position() == len([]rune(l.text()))-1 {
		msg = tea.KeyMsg{Type: tea.KeyDelete} // bubbles 1.0 looks behind the last rune for the word's end
	}
	l.input, _ = l.input.Update(msg)
}

// harmless turns line breaks and tabs into blanks and drops what does not print, so that
// pasted text stays one line.
func harmless(r rune) rune {
	switch {
	case r == '\n' || r == '\r' || r == '\t':
		return ' '
	case !unicode.IsPrint(r):
		return -1
	}
	return r
}

// view shows the line in width cells, scrolled so that the caret is visible.
func (l *line) view(t *style.Theme, width int) string {
	runes, at := []rune(style.Printable(l.text())), l.input.Position() // as many as there are
	from, room := at, width-2
	for from > 0 {
		if room -= style.Width(string(runes[from-1])); room < 0 {
			break
		}
		from--
	}
	end := at
	for room = width; end < len(runes) && room > 0; end++ {
		room--
	}
	before, under, after := string(runes[from:at]), " ", ""
	if at < len(runes) {
		under, after = string(runes[at]), string(runes[at+1:max(at+1, end)])
	}
	if p := l.proposed; p >= from && p < at {
		before = string(runes[from:p]) + t.Paint(style.Selected, string(runes[p:at]))
	}
	if !t.Paints(style.Cursor) {
		return t.Clip(before+t.Signs.Caret+strings.TrimSuffix(under, " ")+after, width)
	}
	return before + t.Paint(style.Cursor, under) + t.Clip(after, width-style.Width(before)-style.Width(under))
}
