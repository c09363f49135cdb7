package layer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// Command is one thing that a user can ask for: its name, its keys, what it does, its
// texts in foot and help, and why it is not possible now. Only commands give keys a
// meaning.
type Command struct {
	Layer            string   // whose table has it; empty for the explorer's own
	Name, Args, Does string   // in the palette; a command without a name has only keys
	Also             []string // other names by which the palette finds it
	Group            string   // heading in the help
	Brief            string   // text in the foot; empty for a command that only the help shows
	First            bool     // shown before others in the foot, for newcomers
	// Panels are the panels that the command belongs to: while one of them is focused,
	// the palette proposes the command before others.
	Panels []intent.Panel
	// Hidden commands are proposed only once the user types the beginning of their name.
	Hidden bool
	// Everywhere commands work even when another layer covers theirs.
	Everywhere bool
	// Keys are the command's keys with their text in the help. Disabled keys mean nothing
	// now.
	Keys key.Binding
	// Intent is what the command means without an argument; nil where it needs one, or
	// where Do answers.
	Intent intent.Intent
	// Do changes only the layer itself, and returns what is to follow.
	Do func() (tea.Cmd, []intent.Intent)
	// Parse turns an argument into an intent, or says what is wrong with the argument. A
	// command without Parse takes none.
	Parse func(v *View, arg string) (intent.Intent, error)
	// Write means the same as Parse, for a file that may be there already, which is replaced;
	// nil for a command that writes none.
	Write func(path string) intent.Intent
	// Offers proposes arguments; nil where there are none to propose.
	Offers func(v *View) []Offer
	// Why says why the command is not possible now; empty if it is possible.
	Why func(v *View) string
}

// Offer is a line that the user can choose instead of typing it.
type Offer struct {
	Text string // the line
	Does string
	Key  string // a key that means the same; empty for none
	// About describes the offer where that is expensive to compute: it is called only for
	// offers on the screen.
	About func() string
	// Intent is what Enter performs; nil for the beginning of a line.
	Intent intent.Intent
	Near   bool // not all of what was typed is in it
	Form   bool // Text says what a command takes, and is no line
}

// Offered is an offer of a line that means a command.
func Offered(line, does string) Offer {
	return Offer{Text: line, Does: does, Intent: intent.Line(line)}
}

// Named makes a command without an argument.
func Named(name, does string, means intent.Intent) Command {
	return Command{Name: name, Does: does, Intent: means}
}

// Choice makes a command whose argument is one of a few words.
func Choice(name, does string, want func(word string) intent.Intent, words ...string) Command {
	return Command{Name: name, Args: strings.Join(words, "|"), Does: does,
		Offers: func(*View) []Offer {
			var all []Offer
			for _, w := range words {
				all = append(all, Offered(name+" "+w, ""))
			}
			return all
		},
		Parse: func(_ *View, arg string) (intent.Intent, error) {
			for _, w := range words {
				if arg == w {
					return want(w), nil
				}
			}
			return nil, fmt.Errorf("%s takes %s", name, strings.Join(words, ", "))
		}}
}

// Textual makes a command whose argument is any text.
func Textual(name, args, does string, want func(text string) intent.Intent) Command {
	return Command{Name: name, Args: args, Does: does,
		Parse: func(_ *View, arg string) (intent.Intent, error) {
			if arg == "" {
				return nil, fmt.Errorf("%s needs %s", name, args)
			}
			return want(arg), nil
		}}
}

// Writing makes a command whose argument is the path of a file that it writes; one that is there
// is replaced only where replace is true.
func Writing(name, does string, want func(path string, replace bool) intent.Intent) Command {
	c := Textual(name, "a file", does, func(path string) intent.Intent { return want(path, false) })
	c.Write = func(path string) intent.Intent { return want(path, true) }
	return c
}

// On makes a command without a name whose keys change its layer.
func On(do func() (tea.Cmd, []intent.Intent), keys ...string) Command {
	return Command{Do: do}.On(keys...)
}

// Do makes a command without a name whose keys answer with intents.
func Do(what func() []intent.Intent, keys ...string) Command {
	return On(func() (tea.Cmd, []intent.Intent) { return nil, what() }, keys...)
}

// Change makes a command without a name whose keys only change its layer.
func Change(what func(), keys ...string) Command {
	return On(func() (tea.Cmd, []intent.Intent) { what(); return nil, nil }, keys...)
}

// Start makes a command without a name whose keys start a job.
func Start(what func() tea.Cmd, keys ...string) Command {
	return On(func() (tea.Cmd, []intent.Intent) { return what(), nil }, keys...)
}

// Means makes a command without a name whose keys mean an intent.
func Means(i intent.Intent, keys ...string) Command { return Command{Intent: i}.On(keys...) }

// On gives a command its keys.
func (c Command) On(keys ...string) Command {
	c.Keys = key.NewBinding(key.WithKeys(keys...), key.WithHelp(written(keys), ""))
	return c
}

// As replaces how the keys are written, where one line of the help stands for several
// commands.
func (c Command) As(label string) Command {
	c.Keys.SetHelp(label, c.Keys.Help().Desc)
	return c
}

// Help sets the command's line in the help, and the heading above it.
func (c Command) Help(group, text string) Command {
	c.Group = group
	c.Keys.SetHelp(c.Keys.Help().Key, text)
	return c
}

// Listed is Help with what the command does.
func (c Command) Listed(group string) Command { return c.Help(group, c.Does) }

// Known adds other names.
func (c Command) Known(as ...string) Command {
	c.Also = as
	return c
}

// Called reports whether name is one of the command's names.
func (c *Command) Called(name string) bool { return c.Name == name || slices.Contains(c.Also, name) }

// Path is how users name the command where its keys are chosen, as in puzzle.hint.
func (c *Command) Path() string {
	if c.Layer == "" {
		return c.Name
	}
	return c.Layer + "." + c.Name
}

// Key is the command's first key as it is written; empty for none.
func (c *Command) Key() string {
	if len(c.Keys.Keys()) == 0 {
		return ""
	}
	return c.label()
}

// Of sets the panels that commands belong to.
func Of(all []Command, panels ...intent.Panel) []Command {
	for k := range all {
		all[k].Panels = panels
	}
	return all
}

// Hide makes the palette propose the command only once the user types its name.
func (c Command) Hide() Command {
	c.Hidden = true
	return c
}

// Always makes the command work even when another layer covers the panels.
func (c Command) Always() Command {
	c.Everywhere = true
	return c
}

// Unless sets the function that says why the command is not possible now.
func (c Command) Unless(why func(v *View) string) Command {
	c.Why = why
	return c
}

// Foot sets the command's text in the foot.
func (c Command) Foot(text string) Command {
	c.Brief = text
	return c
}

// Early shows the command before others in the foot.
func (c Command) Early() Command {
	c.First = true
	return c
}

// When disables the command's keys unless now is true.
func (c Command) When(now bool) Command {
	c.Keys.SetEnabled(now)
	return c
}

// Mention shows a command of a layer below in the foot of this one.
func Mention(name, brief string) Command { return Command{Name: name, Brief: brief} }

// Run performs the command without an argument.
func (c *Command) Run() (tea.Cmd, []intent.Intent) {
	if c.Do != nil {
		return c.Do()
	}
	return nil, []intent.Intent{c.Meaning()}
}

// Meaning is what the command means without an argument: its intent, or that a layer on the
// screen is to run it.
func (c *Command) Meaning() intent.Intent {
	if c.Intent == nil && c.Do != nil && c.Layer != "" {
		return intent.Invoke{Command: c.Path()}
	}
	return called(c.Intent, c.Name)
}

// Read is what the command means with an argument, behind which a comment may stand; but behind
// the text of a note or the name of a file, which has the sign #, too. replace allows to replace
// a file that is there.
func (c *Command) Read(v *View, arg string, replace bool) (intent.Intent, error) {
	bare, comment := model.SplitComment(arg)
	if c.Parse == nil && bare != "" {
		return nil, fmt.Errorf("%s takes nothing behind its name: leave out %s", c.Name,
			style.Printable(Short(bare)))
	}
	means, err := c.Meaning(), error(nil)
	if c.Parse != nil {
		if means, err = c.Parse(v, arg); err != nil && comment != "" {
			if again, none := c.Parse(v, bare); none == nil {
				means, err, arg = again, nil, bare
			}
		}
	}
	switch {
	case err != nil || !replace:
		return called(means, c.Name+" "+arg), err
	case c.Write == nil:
		return nil, fmt.Errorf("the command %s replaces no file: leave out the exclamation mark", c.Name)
	}
	return called(c.Write(arg), c.Name+"! "+arg), nil
}

// names are the keys that a screen writes differently from bubbletea.
var names = map[string]string{"pgup": "PgUp", "pgdown": "PgDn", " ": "space", "enter": "Enter", "esc": "Esc",
	"tab": "Tab"}

// Written writes a key for the user.
func Written(key string) string { return written([]string{key}) }

// written writes keys for the user.
func written(keys []string) string {
	all := make([]string, len(keys))
	for k, name := range keys {
		switch all[k] = name; {
		case names[name] != "":
			all[k] = names[name]
		case len(name) > 1 && name[0] == 'f' && name[1] <= '9':
			all[k] = strings.ToUpper(name) // F1 to F20
		}
	}
	return strings.Join(all, " ")
}

// label is the key of the command as the foot writes it: the first one, unless As has set
// another text.
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

// helpName is the name of the command that ends the registry's foot.
const helpName = "help"

// NotLarge is what a foot says of the key that ends a large picture.
const NotLarge = "the panels again"

// MentionLarge shows the key that ends a large picture in the foot of a layer that has Esc for
// itself; nothing where none is large.
func MentionLarge(v *View) Command {
	if !v.Large {
		return Command{Name: "large"}
	}
	return Mention("large", NotLarge).Early()
}

// KeyText is a key with the words that a foot has for its command.
type KeyText struct{ Key, Brief string }

// KeyTexts are the commands that a foot names, the most important first; last is what
// it ends with, empty for none. Commands that are only mentioned take their keys from
// the layers below.
func KeyTexts(commands, below []Command) (texts []KeyText, last KeyText) {
	var late []KeyText
	for _, c := range commands {
		if c.Brief == "" || len(c.Keys.Keys()) > 0 && !c.Keys.Enabled() {
			continue
		}
		ends := c.Name == helpName
		c.Keys = c.Meant(below).Keys
		switch text := (KeyText{c.label(), c.Brief}); {
		case ends:
			last = text
		case slices.Contains(texts, text) || slices.Contains(late, text): // two layers may say the same
		case c.First:
			texts = append(texts, text)
		default:
			late = append(late, text)
		}
	}
	return append(texts, late...), last
}

// Foot writes as many commands with their keys as fit into the width.
func Foot(t *style.Theme, width int, commands, below []Command) string {
	write := func(k KeyText) string {
		if k == (KeyText{}) {
			return ""
		}
		return " " + t.Paint(style.Key, t.Text(k.Key)) + " " + k.Brief
	}
	texts, last := KeyTexts(commands, below)
	out, tail := "", write(last)
	for _, k := range texts {
		if text := write(k); style.Width(out+text+" "+tail) <= width {
			out += text + " "
		}
	}
	return out + tail
}

// Meant is the command of a layer below that this one mentions; else the command itself.
func (c *Command) Meant(below []Command) *Command {
	if !c.mentioned() {
		return c
	}
	if at := slices.IndexFunc(below, func(b Command) bool { return b.Name == c.Name }); at >= 0 {
		return &below[at]
	}
	return c
}

// mentioned reports whether the command belongs to a layer below.
func (c *Command) mentioned() bool { return c.Intent == nil && c.Do == nil && c.Parse == nil }
