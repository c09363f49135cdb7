package overlay

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// Each editing key at each place of the caret leaves a line, and never a panic: alt+d on
// the last rune did.
func TestKeysAtEachPlaceOfTheCaret(t *testing.T) {
	keys := []tea.KeyMsg{
		{Type: tea.KeyDelete}, {Type: tea.KeyBackspace}, {Type: tea.KeyDelete, Alt: true},
		{Type: tea.KeyBackspace, Alt: true},
		{Type: tea.KeyRunes, Runes: []rune{'d'}, Alt: true}, {Type: tea.KeyRunes, Runes: []rune{'b'},
			Alt: true}, {Type: tea.KeyRunes, Runes: []rune{'f'}, Alt: true},
		{Type: tea.KeyCtrlK}, {Type: tea.KeyCtrlU}, {Type: tea.KeyCtrlW}, {Type: tea.KeyCtrlT},
		{Type: tea.KeyLeft, Alt: true}, {Type: tea.KeyRight, Alt: true},
	}
	for _, text := range []string{"", "a", "ab", "a ", " a", "a b", "ab  ", "ä→"} {
		for back := range len([]rune(text)) + 1 {
			for _, k := range keys {
				l := newLine(text)
				for range back {
					l.key(tea.KeyMsg{Type: tea.KeyLeft})
				}
				l.key(k)
				if k.Type == tea.KeyRunes && k.Runes[0] == 'd' && back == 1 &&
					l.text() != string([]rune(text)[:len([]rune(text))-1]) {
					t.Errorf("%q: alt+d on the last rune leaves %q", text, l.text())
				}
			}
		}
	}
}
