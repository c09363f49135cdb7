package config

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
)

// Print prints a file that says what counts now, with a comment on each line: what the file
// says, else the last choice in the explorer, else what is usual.
func (c *Config) Print(w io.Writer, last store.Settings, keymap *layer.Keymap) {
	fmt.Fprintf(w, "# %s\n", c.state())
	kept := map[string]string{"theme": last.Theme, "sort": last.Sort, "hints": last.Hints,
		"units": last.Units}
	if last.Mouse {
		kept["mouse"] = "on"
	}
	for _, s := range Settings() {
		value, from := c.Value(s.Name), ""
		switch {
		case value != "":
		case kept[s.Name] != "" && s.Check(kept[s.Name]) == nil:
			value, from = kept[s.Name], " (your last choice)"
		default:
			value = s.Usual
		}
		does := s.Does
		if s.Values != nil {
			does += ": " + strings.Join(s.Values, ", ")
		} else if s.Least > 0 {
			does += fmt.Sprintf(", %d to %d", s.Least, s.Most)
		}
		fmt.Fprintf(w, "%-18s # %s%s\n", s.Name+": "+quoted(s, value), does, from)
	}
	fmt.Fprintf(w, "%-18s # a command and its keys, or none; facet config --keys lists all\n", "keys:")
	for _, e := range keymap.All() {
		if keymap.Changed(e.Path()) {
			fmt.Fprintf(w, "%s # %s\n", padded(fmt.Sprintf("  %s: %s", e.Path(), keyList(e.Keys.Keys())), 17),
				e.Does)
		}
	}
}

// state says where the file is, and whether it is there.
func (c *Config) state() string {
	switch {
	case c.Path == "":
		return "there is no home directory, and no file of settings"
	case !c.Found:
		return style.Printable(c.Path) + " is not there: without it this counts"
	}
	return style.Printable(c.Path)
}

// quoted writes a value as YAML that reads the same.
func quoted(s Setting, value string) string {
	if s.Values == nil && s.Most == 0 {
		return quote(value)
	}
	return value
}

// quote writes a text in quotes that change nothing in it.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// keyList writes keys as YAML.
func keyList(keys []string) string {
	if len(keys) == 0 {
		return None
	}
	all := make([]string, len(keys))
	for k, name := range keys {
		all[k] = quote(layer.Written(name))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// padded is a text with blanks behind it.
func padded(text string, width int) string {
	return text + style.Blank(max(0, width-style.Width(text)))
}

// PrintKeys prints all commands by layer with their keys.
func PrintKeys(w io.Writer, keymap *layer.Keymap) {
	seen, of := make(map[string]bool), "?"
	for _, e := range slices.SortedStableFunc(slices.Values(keymap.All()), func(a, b layer.Command) int {
		return cmp.Compare(a.Layer, b.Layer)
	}) {
		if e.Name == "" || seen[e.Path()] {
			continue
		}
		seen[e.Path()] = true
		if e.Layer != of {
			of = e.Layer
			fmt.Fprintf(w, "# %s\n", cmp.Or(of, "everywhere, unless a layer below has the key"))
		}
		var keys []string
		for _, k := range e.Keys.Keys() {
			keys = append(keys, layer.Written(k))
		}
		own := ""
		if keymap.Changed(e.Path()) {
			own = " (yours)"
		}
		fmt.Fprintf(w, "%s %s %s%s\n", padded(e.Path(), 22), padded(cmp.Or(strings.Join(keys, " "), "-"), 18),
			e.Does, own)
	}
}
