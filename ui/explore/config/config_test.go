package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"facet/ui/explore/layer"
	"facet/ui/explore/panel/next"
	"facet/ui/files/store"
)

// written writes a file of settings and reads it.
func written(t *testing.T, text string) *Config {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Find(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func said(c *Config) string {
	var all []string
	for _, err := range c.Problems {
		all = append(all, err.Error())
	}
	return strings.Join(all, "\n")
}

// What is right holds, what is wrong is a sentence with its line.
func TestParse(t *testing.T) {
	c := written(t, `theme: light
colour: red
fps: many   # a number
ascii: yes
mouse: on
mouse: off
hints: [on]
start: newton10
keys:
  undo: "u z"
  redo: [ctrl+r, ' ']
  greedy: +G
  large: none
  larger: +
  near:
  pin: {a: b}
  tidy: []
`)
	want := `line 2: there is no setting colour: facet config prints them all
line 3: fps is a number from 1 to 120, and not "many"
line 4: ascii is on, off, and not "yes"
line 6: mouse is in line 5 already
line 7: hints takes one value
line 15: near takes keys, as in u or [u, ctrl+z]; none is for no key
line 16: pin takes keys, as in u or [u, ctrl+z]; none is for no key`
	if said(c) != want {
		t.Errorf("%s\nis not\n%s", said(c), want)
	}
	if c.Value("theme") != "light" || c.Value("mouse") != "on" || c.Value("start") != "newton10" ||
		c.Value("fps") != "" || c.Number("fps") != 0 {
		t.Errorf("the values are %v", c.values)
	}
	keys := []layer.Rebinding{{Path: "undo", Keys: []string{"u", "z"}, Line: 10},
		{Path: "redo", Keys: []string{"ctrl+r", "space"}, Line: 11},
		{Path: "greedy", Keys: []string{"G"}, Add: true, Line: 12}, {Path: "large", Line: 13},
		{Path: "larger", Keys: []string{"+"}, Line: 14}, {Path: "tidy", Line: 17}}
	for k := range keys {
		if k >= len(c.Keys) || c.Keys[k].Path != keys[k].Path ||
			!slices.Equal(c.Keys[k].Keys, keys[k].Keys) || c.Keys[k].Add != keys[k].Add ||
			c.Keys[k].Line != keys[k].Line {
			t.Fatalf("the keys are %v", c.Keys)
		}
	}
}

// Files of other kinds are refused in a sentence, and nothing panics.
func TestParseHostile(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"# nothing\n":           "",
		"keys:\n":               "",
		"- a\n":                 "line 1: the file takes lines such as name: value, and has none",
		"theme: light\nkeys: 3": "line 2: keys takes lines such as name: value",
		"theme: \x1b[31m":       "line 1: this is not YAML",
		"keys:\n  undo: *x\n":   "line 1: this is not YAML",
		"a: &a [*a]\n":          "line 1: ",
		"start: \"\\e[31m\"\n":  "",
		"\x00\xff":              "line 1: this is not YAML",
		"theme: \"\\e[2J\"\n":   "line 1: theme is auto, light, dark, mono, and not",
	} {
		if have := said(written(t, text)); !strings.HasPrefix(have, want) || want == "" && have != "" ||
			strings.Contains(have, "\x1b") {
			t.Errorf("%q: %q", text, have)
		}
	}
}

// A file that does not count as a whole has one problem, and one that counts in parts any
// number. None is long.
func TestUnread(t *testing.T) {
	long := strings.Repeat("a", 1000)
	for _, text := range []string{
		"theme: [\n", "- a\n", "light\n", "a: *" + long + "\n", "keys:\n\tundo: X\n", long,
	} {
		if c := written(t, text); !c.Unread || len(c.Problems) != 1 || len(said(c)) > 300 {
			t.Errorf("%.40q: %q, left out: %t", text, said(c), c.Unread)
		}
	}
	for _, text := range []string{
		"theme: " + long + "\n", long + ": on\n", "keys:\n  undo: {" + long + ": a}\n", "keys: 3\n",
	} {
		if c := written(t, text); c.Unread || len(c.Problems) != 1 || len(said(c)) > 300 {
			t.Errorf("%.40q: %.400q, left out: %t", text, said(c), c.Unread)
		}
	}
}

// The file is where the flag, the environment or the folder of such files says; only one
// that was asked for has to be there.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	getenv := func(pairs ...string) func(string) string {
		return func(name string) string {
			if at := slices.Index(pairs, name); at >= 0 {
				return pairs[at+1]
			}
			return ""
		}
	}
	for _, c := range []struct {
		flag, path string
		env        func(string) string
		wrong      string
	}{
		{"", "/h/.config/facet/config.yaml", getenv("HOME", "/h"), ""},
		{"", "/x/facet/config.yaml", getenv("HOME", "/h", "XDG_CONFIG_HOME", "/x"), ""},
		{"", "/h/.config/facet/config.yaml", getenv("HOME", "/h", "XDG_CONFIG_HOME", "relative"), ""},
		{"", "", nil, ""},
		{"/no/such", "", getenv("HOME", "/h"), "--config names settings that cannot be read"},
		{"", "", getenv(Variable, "/no/such"), "FACET_CONFIG names settings that cannot be read"},
		{dir, "", nil, "is no file"},
		{os.DevNull, os.DevNull, nil, ""},
	} {
		have, err := Find(c.flag, c.env)
		switch {
		case c.wrong != "":
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%v: %v", c, err)
			}
		case err != nil || have.Path != c.path || have.Found:
			t.Errorf("%v: %v, %v", c, have, err)
		}
	}
}

// What is printed is a file that says the same.
func TestPrintReadsBack(t *testing.T) {
	all := []layer.Command{layer.Named("undo", "back", nil).On("u"), layer.Named("redo", "forward", nil).
		On("r"), layer.Named("play", "play", nil).On(".")}
	c := written(t, "fps: 20\nkeys:\n  undo: [\"'\", '\"', ':', '#', space, ctrl+r, PgUp]\n  play: none\n")
	keymap, wrong := layer.NewKeymap(all, c.Keys)
	if len(wrong)+len(c.Problems) > 0 {
		t.Fatal(wrong, c.Problems)
	}
	var text strings.Builder
	c.Print(&text, store.Settings{Theme: "dark", Mouse: true, Sort: "nonsense"}, keymap)
	again := written(t, text.String())
	if len(again.Problems) > 0 {
		t.Fatalf("%s\n%s", said(again), text.String())
	}
	for name, value := range map[string]string{"fps": "20", "theme": "dark", "mouse": "on", "sort": "loss",
		"start": First} {
		if again.Value(name) != value {
			t.Errorf("%s is %q in\n%s", name, again.Value(name), text.String())
		}
	}
	second, wrong := layer.NewKeymap(all, again.Keys)
	for k, one := range second.All() {
		if want := keymap.All()[k].Keys.Keys(); !slices.Equal(one.Keys.Keys(), want) || len(wrong) > 0 {
			t.Errorf("%s has %q, not %q (%v)", one.Name, one.Keys.Keys(), want, wrong)
		}
	}
}

// The file goes before the last choice, and a nil file says nothing.
func TestOver(t *testing.T) {
	last := store.Settings{Theme: "dark", Mouse: true, Hints: "off", Units: "cost"}
	have := written(t, "theme: auto\nmouse: off\nunits: time\n").Over(last)
	if have.Theme != "" || have.Mouse || have.Hints != "off" || have.Units != "time" {
		t.Errorf("%+v", have)
	}
	var none *Config
	if none.Over(last) != last || none.Value("theme") != "" {
		t.Error("no file says something")
	}
}

// The words are those of the explorer.
func TestWords(t *testing.T) {
	for _, s := range Settings() {
		if s.Name == "sort" && !slices.Equal(s.Values, next.OrderingNames()) {
			t.Errorf("the list is sorted by %v, not %v", next.OrderingNames(), s.Values)
		}
		if err := s.Check(s.Usual); err != nil {
			t.Error(err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("theme: light\nkeys:\n  undo: [u, z]\n")
	f.Fuzz(func(t *testing.T, text string) {
		c := &Config{}
		c.parse([]byte(text))
		for _, err := range c.Problems {
			if strings.ContainsAny(err.Error(), "\x1b\n") {
				t.Errorf("%q", err)
			}
		}
		_, _ = layer.NewKeymap([]layer.Command{layer.Named("undo", "back", nil).On("u")}, c.Keys)
	})
}
