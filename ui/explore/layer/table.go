package layer

import (
	"fmt"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
)

// Table gives the commands of one layer their names and keys. Users name a command by its
// layer and name, as in puzzle.hint; those of the explorer itself have no layer.
type Table struct {
	Layer string
	Group string // heading in the help
	Rows  []Row
}

// Row is a command of a table: its name, its keys separated by blanks, and what it does.
type Row [3]string

// Commands are the rows as commands that do nothing yet.
func (t *Table) Commands() []Command {
	all := make([]Command, len(t.Rows))
	for k, r := range t.Rows {
		name, keys, does := r[0], r[1], r[2]
		all[k] = Command{Layer: t.Layer, Name: name, Does: does}.On(ParseKeys(keys)...).Listed(t.Group)
	}
	return all
}

// On makes the command of a row, whose keys change its layer.
func (t *Table) On(name string, do func() (tea.Cmd, []intent.Intent)) Command {
	for _, c := range t.Commands() {
		if c.Name == name {
			c.Do = do
			return c
		}
	}
	panic(fmt.Sprintf("the layer %s has no command %s", t.Layer, name)) // a misspelt name
}

// Do makes the command of a row, whose keys answer with intents.
func (t *Table) Do(name string, what func() []intent.Intent) Command {
	return t.On(name, func() (tea.Cmd, []intent.Intent) { return nil, what() })
}

// Change makes the command of a row, whose keys only change its layer.
func (t *Table) Change(name string, what func()) Command {
	return t.On(name, func() (tea.Cmd, []intent.Intent) { what(); return nil, nil })
}

// Start makes the command of a row, whose keys start a job.
func (t *Table) Start(name string, what func() tea.Cmd) Command {
	return t.On(name, func() (tea.Cmd, []intent.Intent) { return what(), nil })
}

// Means makes the command of a row, whose keys mean an intent.
func (t *Table) Means(name string, i intent.Intent) Command {
	c := t.On(name, nil)
	c.Intent = i
	return c
}

// ParseKeys reads keys that are separated by blanks, as in "ctrl+r Z PgDn"; space is the
// blank itself.
func ParseKeys(text string) []string {
	all := strings.Fields(text)
	for k := range all {
		all[k] = ParseKey(all[k])
	}
	return all
}

// ParseKey is the name that bubbletea has for a key.
func ParseKey(text string) string {
	lower := strings.ToLower(text)
	switch {
	case lower == "space":
		return " "
	case lower == "pgdn":
		return "pgdown"
	case len([]rune(text)) > 1 && !strings.HasPrefix(lower, "alt+"):
		return lower
	}
	return text
}

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
