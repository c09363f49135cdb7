// Package config reads the file in which users write their settings and keys, and prints
// what counts. A line that is wrong is told in a sentence, and the others hold.
//
//	config.go    the file, and where it is
//	settings.go  which settings there are
//	print.go     what counts, as a file
//	schema.go    what can be said, as a JSON schema
package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// Config is what a file says. A nil Config says nothing.
type Config struct {
	Path     string // of the file, which need not be there
	Found    bool
	Unread   bool // nothing in the file counts, for the only problem
	Keys     []layer.Rebinding
	Problems []error // of type [layer.Mistake], by line
	values   map[string]string
}

// most is how many bytes of a file are read.
const most = 1 << 18

// Variable is the variable of the environment that names the file.
const Variable = "FACET_CONFIG"

// Find reads the user's file: the one that a flag names, or the environment, or the usual one
// in the folder for such files, which need not be there.
func Find(flag string, getenv func(string) string) (*Config, error) {
	if getenv == nil {
		getenv = func(string) string { return "" }
	}
	path, asked := flag, "--config"
	if path == "" {
		path, asked = getenv(Variable), Variable
	}
	if path == "" {
		asked = ""
		dir := getenv("XDG_CONFIG_HOME")
		if !filepath.IsAbs(dir) {
			home := getenv("HOME")
			if home == "" {
				return &Config{}, nil
			}
			dir = filepath.Join(home, ".config")
		}
		path = filepath.Join(dir, "facet", "config.yaml")
	}
	c := &Config{Path: path}
	if path == os.DevNull { // for the usual settings
		return c, nil
	}
	text, err := read(path)
	switch {
	case asked == "" && errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil && asked != "":
		return nil, fmt.Errorf("%s names settings that cannot be read: %w", asked, err)
	case err != nil: // the explorer opens all the same
		c.refuse(1, "the file cannot be read: %v", err)
		return c, nil
	}
	c.Found = true
	c.parse(text)
	return c, nil
}

func read(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if len(text) > most {
		return nil, fmt.Errorf("%s has more than %d bytes", path, most)
	}
	return text, err
}

// broken is how the yaml module names a line.
var broken = regexp.MustCompile(`^yaml: line (\d+): (.*)`)

func (c *Config) fail(line int, format string, args ...any) {
	c.Problems = append(c.Problems, layer.Mistake{Line: line,
		Text: style.Printable(fmt.Sprintf(format, args...))})
}

// refuse leaves the file out as a whole.
func (c *Config) refuse(line int, format string, args ...any) {
	c.fail(line, format, args...)
	c.Unread = true
}

// parse reads the text of a file.
func (c *Config) parse(text []byte) {
	c.values = make(map[string]string)
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		line, why := 1, strings.TrimPrefix(err.Error(), "yaml: ")
		if m := broken.FindStringSubmatch(err.Error()); m != nil {
			line, _ = strconv.Atoi(m[1])
			why = m[2]
		}
		c.refuse(line,
			"this is not YAML, and nothing in the file counts: signs such as : ? * need quotes (%s)", why)
		return
	}
	if len(doc.Content) == 0 {
		return
	}
	if doc.Content[0].Kind != yaml.MappingNode {
		c.refuse(doc.Content[0].Line, "the file takes lines such as name: value, and has none")
		return
	}
	c.each(doc.Content[0], func(name, value *yaml.Node) {
		if name.Value == "keys" {
			switch {
			case value.Kind == yaml.MappingNode:
				c.each(value, c.key)
			case value.Tag != "!!null":
				c.fail(value.Line, "keys takes lines such as name: value")
			}
			return
		}
		at := slices.IndexFunc(Settings(), func(s Setting) bool { return s.Name == name.Value })
		if at < 0 {
			c.fail(name.Line, "there is no setting %s%s: facet config prints them all", name.Value,
				style.DidYouMean(name.Value, Names()))
			return
		}
		if value.Kind != yaml.ScalarNode {
			c.fail(value.Line, "%s takes one value", name.Value)
			return
		}
		if err := Settings()[at].Check(value.Value); err != nil {
			c.fail(value.Line, "%v", err)
			return
		}
		c.values[name.Value] = value.Value
	})
}

// each goes through the names of a mapping and their values.
func (c *Config) each(of *yaml.Node, do func(name, value *yaml.Node)) {
	seen := make(map[string]int)
	for k := 0; k+1 < len(of.Content); k += 2 {
		name, value := of.Content[k], of.Content[k+1]
		switch first := seen[name.Value]; {
		case name.Kind != yaml.ScalarNode:
			c.fail(name.Line, "a name is one word")
		case first > 0:
			c.fail(name.Line, "%s is in line %d already", name.Value, first)
		default:
			seen[name.Value] = name.Line
			do(name, value)
		}
	}
}

// None is the word for no keys.
const None = "none"

// key reads the keys of one command: "u z" or [u, z] are its keys, "+u" adds one, and none
// takes all away.
func (c *Config) key(name, value *yaml.Node) {
	var words []string
	switch {
	case value.Kind == yaml.SequenceNode:
		for _, one := range value.Content {
			if one.Kind != yaml.ScalarNode {
				c.fail(one.Line, "a key of %s is one word", name.Value)
				return
			}
			words = append(words, one.Value)
		}
	case value.Kind != yaml.ScalarNode || value.Tag == "!!null":
	case value.Value == " ":
		words = []string{" "}
	default:
		words = strings.Fields(value.Value)
	}
	if len(words) == 0 && value.Kind != yaml.SequenceNode {
		c.fail(value.Line, "%s takes keys, as in u or [u, ctrl+z]; none is for no key", name.Value)
		return
	}
	want := layer.Rebinding{Path: name.Value, Line: name.Line}
	for _, word := range words {
		if len([]rune(word)) > 1 && word[0] == '+' {
			want.Add, word = true, word[1:]
		}
		switch word {
		case None:
		case " ":
			want.Keys = append(want.Keys, "space")
		default:
			want.Keys = append(want.Keys, word)
		}
	}
	c.Keys = append(c.Keys, want)
}
