package whole

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

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
