package whole

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/ui/explore/app"
	"facet/ui/explore/change"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/explore/start"
	"facet/ui/files"
)

// catalog are all commands of an explorer with all wings.
func catalog() []layer.Command {
	o := app.Options{Files: &files.Disk{}, Solver: solver.New(context.Background(), solver.Options{}),
		Parts: append(Features().Parts(layer.Surroundings{}), layer.Part{Tables: change.Tables()})}
	o.Sources = append(layer.SourcesOf(o.Parts), change.Environment{}.Sources()...)
	o.Sources = append(o.Sources, start.Source(start.Options{}))
	return o.Catalog()
}

// marker is a key in a sentence.
var marker = regexp.MustCompile(`\{([^\s{}"` + "`" + `]+):([a-z][a-z.-]*)\}`)

// Sentences that name a key name the one that the command has: users who chose others see
// theirs in its place.
func TestKeysInSentences(t *testing.T) {
	keys := make(map[string]string)
	for _, c := range catalog() {
		keys[c.Path()] = c.Key()
		if names := c.Keys.Keys(); len(names) > 0 {
			keys[c.Path()] = layer.Written(names[0])
		}
	}
	seen := 0
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(path, "keymap.go") || strings.Contains(path, "/draw/") ||
			strings.Contains(path, "/figure/") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range marker.FindAllStringSubmatch(string(text), -1) {
			if seen++; keys[m[2]] != m[1] {
				t.Errorf("%s: %s, and the key of %s is %q", path, m[0], m[2], keys[m[2]])
			}
		}
		return err
	})
	if err != nil || seen < 50 {
		t.Errorf("%d keys in sentences (%v)", seen, err)
	}
}

// No name and no key has two meanings in one layer, wherever the command comes from.
func TestKeysAreUnambiguous(t *testing.T) {
	_, wrong := layer.NewKeymap(catalog(), nil)
	if len(wrong) > 0 {
		t.Error(wrong)
	}
	seen := make(map[string]string)
	for _, c := range catalog() {
		if c.Name == "" || c.Does == "" {
			t.Errorf("%s.%s does not say what it does", c.Layer, c.Name)
		}
		if c.Layer == "" && seen["name "+c.Name] != "" {
			t.Errorf("two commands are called %q", c.Name)
		}
		seen["name "+c.Path()] = c.Path()
		for _, k := range c.Keys.Keys() {
			if other := seen[c.Layer+" "+k]; other != "" && other != c.Path() {
				t.Errorf("%q means %s and %s", k, other, c.Path())
			}
			seen[c.Layer+" "+k] = c.Path()
		}
	}
}
