package still_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"testing"

	_ "facet/ui/terminal/still"

	_ "github.com/charmbracelet/bubbletea"
)

// The runtime lists the packages in the order in which it initialises them.
func TestInitialisedFirst(t *testing.T) {
	again := exec.Command(os.Args[0], "-test.run=^$")
	again.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := again.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, trace)
	}
	var order []string
	for _, line := range regexp.MustCompile(`(?m)^init (\S+) @`).FindAllSubmatch(trace, -1) {
		order = append(order, string(line[1]))
	}
	still, asking := slices.Index(order, "facet/ui/terminal/still"),
		slices.Index(order, "github.com/charmbracelet/bubbletea")
	if still < 0 || asking < 0 || still > asking {
		t.Errorf("bubbletea asks the terminal before it is kept from it: the path of the module has to sort before github.com\n%q", order)
	}
}
