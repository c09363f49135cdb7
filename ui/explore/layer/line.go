package layer

import (
	"reflect"
	"strconv"
	"strings"

	"facet/ui/explore/intent"
)

// Line writes what a user wants as the line that means the same: the name of a command, with
// an argument that the command reads back as this intent. It is false for an intent that no
// line means, such as the opening of a dialog for which a command without a name stands.
func Line(v *View, all []Command, want intent.Intent) (string, bool) {
	if want == nil {
		return "", false
	}
	if kept, replaces := intent.Replacing(want, false); replaces {
		line, ok := Line(v, all, kept)
		name, arg, _ := strings.Cut(line, " ")
		return name + "! " + arg, ok
	}
	kind := reflect.TypeOf(want)
	for k := range all {
		switch c := &all[k]; {
		case c.Name == "":
		case reflect.TypeOf(c.Intent) == kind && reflect.DeepEqual(c.Intent, want):
			return c.Name, true
		case reflect.TypeOf(c.Example) == kind:
			if line, ok := c.line(v, want); ok {
				return line, true
			}
		}
	}
	return "", false
}

// line is the command with the argument that means an intent of its type.
func (c *Command) line(v *View, want intent.Intent) (string, bool) {
	if c.Write != nil {
		arg, ok := c.Write(v, want)
		return strings.TrimRight(c.Name+" "+arg, " "), ok
	}
	if c.Parse == nil {
		return "", false
	}
	for _, arg := range arguments(want) {
		if got, err := c.Parse(v, arg); err == nil && reflect.DeepEqual(got, want) {
			return strings.TrimRight(c.Name+" "+arg, " "), true
		}
	}
	if c.Offers != nil {
		for _, o := range c.Offers(v) {
			if reflect.DeepEqual(o.Intent, want) {
				return o.Text, true
			}
		}
	}
	return "", false
}

// arguments are the texts and numbers that an intent has, as they are typed, and nothing.
func arguments(of intent.Intent) (all []string) {
	fields := reflect.ValueOf(of)
	if fields.Kind() != reflect.Struct {
		return []string{""}
	}
	for k := range fields.NumField() {
		switch f := fields.Field(k); f.Kind() {
		case reflect.String:
			all = append(all, f.String())
		case reflect.Int:
			all = append(all, strconv.FormatInt(f.Int(), 10))
		case reflect.Float64:
			all = append(all, strconv.FormatFloat(f.Float(), 'g', -1, 64))
		default: // no command takes it as it is
		}
	}
	return append(all, "")
}

// Meaning is what the command means without an argument: its intent, or that a layer on the
// screen is to run it.
func (c *Command) Meaning() intent.Intent {
	if c.Intent == nil && c.Do != nil && c.Layer != "" {
		return intent.Invoke{Command: c.Path()}
	}
	return c.Intent
}
