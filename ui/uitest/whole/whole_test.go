package whole

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"facet/ui/explore/app"
	"facet/ui/explore/change"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/explore/start"
	"facet/ui/files"
)

// No name and no key of a command means two things, wherever the command comes from.
func TestCommandsOfAllWingsAreUnambiguous(t *testing.T) {
	disk := &files.Disk{}
	s := solver.New(t.Context(), solver.Options{})
	defer s.Close()
	var more []layer.Command
	for _, part := range Features().Parts(layer.Surroundings{Files: disk}) {
		if part.Commands != nil {
			more = append(more, part.Commands(nil)...)
		}
	}
	for _, source := range append(append(Sources(disk), change.Environment{}.Sources()...),
		start.Source(start.Options{})) {
		more = append(more, source.Commands...)
	}
	names, keys := make(map[string]bool), make(map[string]string)
	for _, c := range app.NewCommands(append(more, s.Commands()...)...) {
		if names[c.Name] {
			t.Errorf("two commands are called %q", c.Name)
		}
		names[c.Name] = true
		for _, k := range c.Keys.Keys() {
			if keys[k] != "" {
				t.Errorf("the key %q means %s and %s", k, keys[k], c.Name)
			}
			keys[k] = c.Name
		}
	}
}

// The features are those that main lists.
func TestFeaturesAreThoseOfMain(t *testing.T) {
	listed := func(path string) []string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile(`\w+\.Feature\(\)`).FindAllString(string(text), -1)
	}
	main, here := listed("../../../main.go"), listed("whole.go")
	if len(main) == 0 || !slices.Equal(main, here) {
		t.Errorf("main lists %s, and this package %s", main, here)
	}
}
