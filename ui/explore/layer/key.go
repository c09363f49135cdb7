package layer

import (
	"sync"

	tea "github.com/charmbracelet/bubbletea"
)

// typed are the named keys of bubbletea, by name. They are made on first use, since most
// runs never need them.
var typed = sync.OnceValue(func() map[string]tea.KeyType {
	all := make(map[string]tea.KeyType)
	for k := tea.KeyType(-100); k < 128; k++ { // all that bubbletea has
		if name := k.String(); name != "" && name != " " && k != tea.KeyRunes {
			all[name] = k
		}
	}
	return all
})

// Key makes the message of a named key, as in [Command.On]; any other text is the message
// of typing it.
func Key(name string) tea.KeyMsg {
	if name == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
	}
	if k, ok := typed()[name]; ok {
		return tea.KeyMsg{Type: k}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// IsKey reports whether a text is the name of a key.
func IsKey(name string) bool {
	_, named := typed()[name]
	return named || len([]rune(name)) == 1
}
