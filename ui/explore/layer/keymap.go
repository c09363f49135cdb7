package layer

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"facet/ui/draw/style"
)

// Keymap is the keys of all commands, by [Command.Path], with those that the user chose.
// A nil Keymap changes nothing.
type Keymap struct {
	all []Command           // with the user's keys
	own map[string][]string // the keys of commands that the user changed
}

// Rebinding is what a user wants of the keys of a command.
type Rebinding struct {
	Path string   // of the command
	Keys []string // as the user writes them
	Add  bool     // they are added to those that the command has
	Line int      // of the file
}

// NewKeymap gives commands the keys that the user wants. A rebinding that cannot be is left
// out, and told in a sentence that begins with its line.
func NewKeymap(all []Command, wanted []Rebinding) (*Keymap, []error) {
	m := &Keymap{all: all, own: make(map[string][]string)}
	lines := make(map[string]int)
	var wrong []Mistake
	fail := func(line int, format string, args ...any) {
		wrong = append(wrong, Mistake{line, fmt.Sprintf(format, args...)})
	}
	for _, r := range wanted {
		c, ok := find(all, r.Path)
		if !ok {
			fail(r.Line, "there is no command %s%s: facet config --keys lists them all",
				style.Printable(r.Path), style.DidYouMean(r.Path, paths(all)))
			continue
		}
		keys := slices.Clone(c.Keys.Keys())
		if !r.Add {
			keys = []string{} // and not nil, which bubbles takes for a command that is not possible
		}
		if bad := slices.IndexFunc(r.Keys, func(k string) bool { return !IsKey(ParseKey(k)) }); bad >= 0 {
			fail(r.Line, "%s is no key: write a character, or a name such as ctrl+r, pgdn, f5, space",
				style.Printable(r.Keys[bad]))
			continue
		}
		for _, k := range r.Keys {
			if k = ParseKey(k); !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
		if c.Path() == "quit" && !slices.Contains(keys, "ctrl+c") {
			keys = append(keys, "ctrl+c") // there is always a way out
		}
		if len(keys) == 0 && slices.Contains([]string{"command", "help"}, c.Path()) {
			fail(r.Line, "%s needs a key: it leads to all other commands", c.Path())
			continue
		}
		m.own[c.Path()], lines[c.Path()] = keys, r.Line
	}
	for {
		path, key, other := m.conflict(lines)
		if path == "" {
			break
		}
		fail(lines[path], "%s would mean %s and %s: give %s another key", written([]string{key}), path, other,
			other)
		delete(m.own, path)
	}
	slices.SortStableFunc(wrong, func(a, b Mistake) int { return cmp.Compare(a.Line, b.Line) })
	m.all = m.Bind(all)
	if len(m.own) == 0 {
		m.own = nil
	}
	var errs []error
	for _, w := range wrong {
		errs = append(errs, w)
	}
	return m, errs
}

// Mistake is what is wrong in a line of the user's settings.
type Mistake struct {
	Line int
	Text string
}

// mostSaid is the most characters that are said of a line: what is wrong may be as long as
// the file.
const mostSaid = 240

// Error names the line.
func (m Mistake) Error() string {
	return style.Start(fmt.Sprintf("line %d: %s", m.Line, m.Text), mostSaid)
}

// conflict finds a key with two meanings in one layer, at least one of which the user chose:
// the command of the later line, the key, and the other command.
func (m *Keymap) conflict(lines map[string]int) (path, key, other string) {
	bound := m.Bind(m.all)
	for _, mine := range slices.SortedFunc(maps.Keys(m.own), func(a, b string) int {
		return cmp.Compare(lines[b], lines[a])
	}) {
		c, _ := find(bound, mine)
		for k := range bound {
			o := &bound[k]
			if o.Path() == mine || o.Name == "" || !together(c.Layer, o.Layer) {
				continue
			}
			for _, k := range c.Keys.Keys() {
				if slices.Contains(o.Keys.Keys(), k) {
					return mine, k, o.Path()
				}
			}
		}
	}
	return "", "", ""
}

// ListLayer are the keys that go through lists, which are heard beside those of the explorer.
const ListLayer = "list"

// together reports whether two layers are heard at the same time, with none before the other.
func together(a, b string) bool {
	return a == b || a == "" && b == ListLayer || a == ListLayer && b == ""
}

func paths(all []Command) (names []string) {
	for k := range all {
		names = append(names, all[k].Path())
	}
	return names
}

func find(all []Command, path string) (Command, bool) {
	for k := range all {
		if all[k].Path() == path {
			return all[k], true
		}
	}
	for k := range all { // by another name
		if all[k].Layer == "" && all[k].Called(path) {
			return all[k], true
		}
	}
	return Command{}, false
}

// All are all commands, with the user's keys.
func (m *Keymap) All() []Command {
	if m == nil {
		return nil
	}
	return m.all
}

// Changed reports whether the user chose the keys of a command.
func (m *Keymap) Changed(path string) bool {
	_, own := m.own[path]
	return own
}

// Bind gives commands the user's keys. Where these are shown, they stand as they are; a
// command that shared its line of the help with another gets one of its own.
func (m *Keymap) Bind(all []Command) []Command {
	if m == nil || len(m.own) == 0 {
		return all
	}
	all = slices.Clone(all)
	for k := range all {
		c := &all[k]
		keys, own := m.own[c.Path()]
		if c.Name == "" || !own || c.mentioned() && c.Does == "" { // one of a layer below
			continue
		}
		text, enabled := c.Keys.Help().Desc, c.Keys.Enabled() || len(c.Keys.Keys()) == 0
		if text == "" {
			text = c.Does
		}
		*c = c.On(keys...).When(enabled).Help(cmp.Or(c.Group, "Your keys"), text)
	}
	return all
}

// marker is a key in a sentence, with the command that has it.
var marker = regexp.MustCompile(`\{([^\s{}]+):([a-z][a-z.-]*)\}`)

// Text writes the user's keys into a sentence: {u:undo} is the key of the command undo, u
// where the user chose none. A command without a key is written as it is typed.
func (m *Keymap) Text(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	return marker.ReplaceAllStringFunc(text, func(found string) string {
		part := marker.FindStringSubmatch(found)
		if m == nil {
			return part[1]
		}
		switch keys, own := m.own[part[2]]; {
		case !own:
			return part[1]
		case len(keys) == 0:
			return ":" + part[2][strings.IndexByte(part[2], '.')+1:]
		default:
			return written(keys[:1])
		}
	})
}

// Bindings are the commands of a layer with the user's keys.
func Bindings(l Layer, v *View) []Command {
	if v == nil {
		return l.Bindings(v)
	}
	return v.Keymap.Bind(l.Bindings(v))
}
