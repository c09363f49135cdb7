package layer

import (
	"sync"

	tea "github.com/charmbracelet/bubbletea"
)

// typed are the keys that have a name, by their names. They are made when somebody asks:
// most programs never do.
var typed = sync.OnceValue(func() map[string]tea.KeyType {
	all := make(map[string]tea.KeyType)
	for k := tea.KeyType(-100); k < 128; k++ { // all that bubbletea has
		if name := k.String(); name != "" && name != " " && k != tea.KeyRunes {
			all[name] = k
		}
	}
	return all
})

// Key is the message of a key by its name, as in [Command.On]; a text that is no name is
// typed as it stands.
func Key(name string) tea.KeyMsg {
	if name == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
	}
	if k, ok := typed()[name]; ok {
		return tea.KeyMsg{Type: k}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// IsKey tells whether a text is the name of a key.
func IsKey(name string) bool {
	_, named := typed()[name]
	return named || len([]rune(name)) == 1
}
