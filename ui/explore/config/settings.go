package config

import (
	"fmt"
	"strconv"
	"strings"

	"facet/ui/draw/style"
	"facet/ui/files/store"
)

// Setting is something that can be set.
type Setting struct {
	Name, Does string
	Values     []string // to choose from; nil for others
	Least      int      // of a number
	Most       int      // 0 for what is no number
	Usual      string   // without a choice
}

// What facet opens without a FILE: the first page, or the last session.
const (
	First  = "first"
	Resume = "resume"
)

// Settings are all settings, in the order in which they are printed.
func Settings() []Setting {
	onOff := []string{"on", "off"}
	return []Setting{
		{Name: "theme", Does: "colours", Values: style.Kinds(), Usual: "auto"},
		{Name: "ascii", Does: "draw with ASCII signs only", Values: onOff, Usual: "off"},
		{Name: "fps", Does: "most frames a second", Least: 1, Most: 120, Usual: "30"},
		{Name: "mouse", Does: "a click selects, the wheel pans", Values: onOff, Usual: "off"},
		{Name: "hints", Does: "show the losses of operations and steps", Values: onOff, Usual: "on"},
		{Name: "commands", Does: "show the command behind each key", Values: onOff, Usual: "off"},
		{Name: "sort", Does: "order of the list of operations", Values: []string{"loss", "position", "price",
			"fill"}, Usual: "loss"},
		{Name: "units", Does: "what costs of measured dags are written as", Values: []string{"cost", "time"},
			Usual: "cost"},
		{Name: "workers", Does: "goroutines of a search; 0 leaves one processor to the screen", Least: 0,
			Most: 64, Usual: "0"},
		{Name: "start",
			Does: "what facet opens without a FILE: first (the first page), resume (the last session), or a FILE", Usual: First},
	}
}

// Names are the names of all settings.
func Names() (names []string) {
	for _, s := range Settings() {
		names = append(names, s.Name)
	}
	return append(names, "keys")
}

// Check says what is wrong with a value.
func (s Setting) Check(value string) error {
	switch n, err := strconv.Atoi(value); {
	case s.Most > 0 && (err != nil || n < s.Least || n > s.Most):
		return fmt.Errorf("%s is a number from %d to %d, and not %q", s.Name, s.Least, s.Most, value)
	case s.Most > 0:
		return nil
	case s.Values == nil && strings.TrimSpace(value) == "":
		return fmt.Errorf("%s needs a value", s.Name)
	case s.Values == nil:
		return nil
	}
	for _, v := range s.Values {
		if v == value {
			return nil
		}
	}
	return fmt.Errorf("%s is %s, and not %q", s.Name, strings.Join(s.Values, ", "), value)
}

// Value is what the file says of a setting; empty without a line.
func (c *Config) Value(name string) string {
	if c == nil {
		return ""
	}
	return c.values[name]
}

// Number is a setting that is a number, 0 where the file says nothing.
func (c *Config) Number(name string) int {
	n, _ := strconv.Atoi(c.Value(name)) // it was checked
	return n
}

// Over are settings of the last time, with those that the file has in their place.
func (c *Config) Over(last store.Settings) store.Settings {
	for name, to := range map[string]*string{"theme": &last.Theme, "sort": &last.Sort, "hints": &last.Hints,
		"units": &last.Units} {
		if value := c.Value(name); value != "" {
			*to = strings.TrimSuffix(value, "auto") // a choice of the terminal's is none
		}
	}
	if mouse := c.Value("mouse"); mouse != "" {
		last.Mouse = mouse == "on"
	}
	return last
}
