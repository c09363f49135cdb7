package layer

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/style"
)

// Command is one thing that can be asked for: its name, its keys, what it does, what
// foot and help say of it, and why it is not possible now. Nothing else gives a key a
// meaning.
type Command struct {
	Name, Args, Does string   // in the palette; a command without a name has only keys
	Also             []string // other names that people know it by
	Group            string   // its heading in the help
	Brief            string   // in the foot; empty if only in the help
	First            bool     // in the foot it comes before others: what a newcomer needs
	// Panels are those whose commands it is among: while one of them has the keys the
	// palette proposes it before others.
	Panels []intent.Panel
	// Hidden commands are proposed only to those who type their name.
	Hidden bool
	// Everywhere is for commands that are heard whatever covers their layer.
	Everywhere bool
	// Keys with what the help says of them. Disabled keys mean nothing now.
	Keys key.Binding
	// Intent is what the command means without an argument; nil where it needs one, or
	// where Do says it.
	Intent intent.Intent
	// Do does what concerns the layer alone, and says what is to follow.
	Do func() (tea.Cmd, []intent.Intent)
	// Example is an example of what Parse gives, where Intent is nil.
	Example intent.Intent
	// Parse turns an argument into an intent, or says what is wrong with it. A command
	// without it takes none.
	Parse func(v *View, arg string) (intent.Intent, error)
	// Offers proposes arguments; nil where there is nothing to propose.
	Offers func(v *View) []Offer
	// Why tells why the command is not possible now; empty if it is.
	Why func(v *View) string
}

// Offer is a line that can be taken instead of being typed.
type Offer struct {
	Text string // what is typed by taking it
	Does string
	Key  string // that means the same; empty for none
	// About says what it does where that is expensive to find out: it is asked only for
	// what is shown.
	About func() string
	// Intent is what Enter carries out; nil for the beginning of a line.
	Intent intent.Intent
}

// On is a command of keys that does something in its layer.
func On(do func() (tea.Cmd, []intent.Intent), keys ...string) Command {
	return Command{Do: do}.On(keys...)
}

// Do is a command of keys that answers with intents.
func Do(what func() []intent.Intent, keys ...string) Command {
	return On(func() (tea.Cmd, []intent.Intent) { return nil, what() }, keys...)
}

// Start is a command of keys that answers with a job.
func Start(what func() tea.Cmd, keys ...string) Command {
	return On(func() (tea.Cmd, []intent.Intent) { return what(), nil }, keys...)
}

// Means is a command of keys that means an intent.
func Means(i intent.Intent, keys ...string) Command { return Command{Intent: i}.On(keys...) }

// On gives a command its keys.
func (c Command) On(keys ...string) Command {
	c.Keys = key.NewBinding(key.WithKeys(keys...), key.WithHelp(written(keys), ""))
	return c
}

// As writes the keys otherwise, where one line tells of several commands.
func (c Command) As(label string) Command {
	c.Keys.SetHelp(label, c.Keys.Help().Desc)
	return c
}

// Help is what the help says, under a heading.
func (c Command) Help(group, text string) Command {
	c.Group = group
	c.Keys.SetHelp(c.Keys.Help().Key, text)
	return c
}

// Known gives a command other names.
func (c Command) Known(as ...string) Command {
	c.Also = as
	return c
}

// Called tells whether a command has a name.
func (c *Command) Called(name string) bool { return c.Name == name || slices.Contains(c.Also, name) }

// Key is how the command's key is written, one of several; empty for none.
func (c *Command) Key() string {
	if len(c.Keys.Keys()) == 0 {
		return ""
	}
	return c.label()
}

// Of names panels whose commands these are among.
func Of(all []Command, panels ...intent.Panel) []Command {
	for k := range all {
		all[k].Panels = panels
	}
	return all
}

// Foot is what the foot says.
func (c Command) Foot(text string) Command {
	c.Brief = text
	return c
}

// Early has the foot name the command before others.
func (c Command) Early() Command {
	c.First = true
	return c
}

// When has the keys mean something only now and then.
func (c Command) When(now bool) Command {
	c.Keys.SetEnabled(now)
	return c
}

// Mention names a command of a layer below in a foot.
func Mention(name, brief string) Command { return Command{Name: name, Brief: brief} }

// Run does what the command means without an argument.
func (c *Command) Run() (tea.Cmd, []intent.Intent) {
	if c.Do != nil {
		return c.Do()
	}
	return nil, []intent.Intent{c.Intent}
}

// names are keys that a screen writes otherwise than bubbletea does.
var names = map[string]string{"pgup": "PgUp", "pgdown": "PgDn", " ": "space", "enter": "Enter", "esc": "Esc", "tab": "Tab", "f5": "F5"}

// written is how keys are written.
func written(keys []string) string {
	all := make([]string, len(keys))
	for k, name := range keys {
		if all[k] = name; names[name] != "" {
			all[k] = names[name]
		}
	}
	return strings.Join(all, " ")
}

// label is how a foot writes the key of a command: one of several, unless they are
// written in a way of their own.
func (c *Command) label() string {
	keys := c.Keys.Keys()
	switch shown := c.Keys.Help().Key; {
	case len(keys) == 0 && shown == "":
		return ":" + c.Name
	case shown != written(keys):
		return shown
	}
	return written(keys[:1])
}

// helpName is the command that the registry's foot ends with.
const helpName = "help"

// Foot writes commands with their keys for the key line, as many as fit. Commands that
// are only mentioned have their keys from below.
func Foot(t *style.Theme, width int, own, below []Command) string {
	out, tail := "", ""
	const last, early, late = 0, 1, 2
	for turn := range 3 {
		for _, c := range own {
			its := late
			switch {
			case c.Name == helpName && !c.mentioned():
				its = last
			case c.First:
				its = early
			}
			if c.Brief == "" || its != turn || len(c.Keys.Keys()) > 0 && !c.Keys.Enabled() {
				continue
			}
			if at := slices.IndexFunc(below, func(b Command) bool { return b.Name == c.Name }); at >= 0 && c.mentioned() {
				c.Keys = below[at].Keys
			}
			text := " " + t.Paint(style.Key, t.Text(c.label())) + " " + c.Brief
			switch {
			case turn == last:
				tail = text
			case style.Width(out+text+" "+tail) <= width:
				out += text + " "
			}
		}
	}
	return out + tail
}

// mentioned tells that the command is another layer's.
func (c *Command) mentioned() bool { return c.Intent == nil && c.Do == nil && c.Parse == nil }
