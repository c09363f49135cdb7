package overlay

import (
	"strings"

	"facet/ui/layer"
	"facet/ui/style"
)

// KeyLine is the short help at the foot of the screen.
func KeyLine(c *layer.View, all []layer.Command, width int) string {
	t := c.Theme
	tail := " " + t.Paint(style.Key, "?") + " help"
	out := ""
	add := func(key, brief string) {
		next := out + " " + t.Paint(style.Key, key) + " " + brief + " "
		if style.Width(next)+style.Width(tail) <= width {
			out = next
		}
	}
	for _, e := range all {
		if e.Brief != "" && e.Brief != "help" {
			key, _, _ := strings.Cut(e.Keys.Help().Key, " ")
			add(key, e.Brief)
		}
	}
	return out + tail
}

// KeyOf is the key of an entry for a key line, with what it does there; nothing
// where the entry has no key.
func KeyOf(all []layer.Command, name, does string) [2]string {
	for _, e := range all {
		if e.Name == name {
			key, _, _ := strings.Cut(e.Keys.Help().Key, " ")
			return [2]string{key, does}
		}
	}
	return [2]string{}
}
