package launch_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"facet/ui/cli/launch"
	"facet/ui/explore/config"
	"facet/ui/explore/layer"
	"facet/ui/uitest/whole"
)

// The files of settings that docs/settings.md shows have no mistakes.
func TestSettingsOfThePage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	all, err := launch.Catalog(t.Context(), whole.Features().Parts)
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 2 {
		t.Fatalf("%d files", len(blocks))
	}
	for _, block := range blocks {
		path := filepath.Join(t.TempDir(), "config.yaml")
		if err := os.WriteFile(path, []byte(block[1]), 0o600); err != nil {
			t.Fatal(err)
		}
		settings, err := config.Find(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, wrong := layer.NewKeymap(all, settings.Keys)
		for _, err := range append(wrong, settings.Problems...) {
			t.Errorf("%v in\n%s", err, block[1])
		}
	}
}
