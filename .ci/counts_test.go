package ci

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// counted are the numbers of what comes with facet that pages name, each with the files
// that are counted. The changelog is about the newest release.
var counted = []struct {
	page, text string // with one group, the number in words
	files      string
}{
	{"CHANGELOG.md", `\*\*Lessons\*\*: (\w+) lessons`, "samples/lessons/*.md"},
	{"samples/README.md", `(\w+) dags are built into the program`, "samples/*.xml"},
	{"samples/README.md", `(\w+) dags are used in lessons only`, "samples/lessons/*.xml"},
}

// numerals are numbers as pages write them.
var numerals = strings.Fields("no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty")

// Pages name as many lessons, dags and programs as there are.
func TestNamesOfNumbers(t *testing.T) {
	t.Chdir("..")
	for _, c := range counted {
		text, err := os.ReadFile(c.page)
		if err != nil {
			t.Fatal(err)
		}
		newest := string(text)
		if c.page == "CHANGELOG.md" {
			newest, _, _ = strings.Cut(strings.TrimPrefix(newest, "# Changelog\n\n## "), "\n## ")
		}
		all, err := filepath.Glob(c.files)
		if err != nil || len(all) == 0 || len(all) >= len(numerals) {
			t.Fatalf("%s: %d files, %v", c.files, len(all), err)
		}
		found := regexp.MustCompile(c.text).FindStringSubmatch(strings.Join(strings.Fields(newest), " "))
		switch {
		case found == nil:
			t.Errorf("%s no longer says %s: take it out of the list", c.page, c.text)
		case strings.ToLower(found[1]) != numerals[len(all)]:
			t.Errorf("%s says %q, and there are %d", c.page, found[0], len(all))
		}
	}
}
