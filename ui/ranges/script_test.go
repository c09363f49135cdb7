package ranges_test

import (
	"testing"

	"facet/ui/ranges"
	"facet/ui/uitest/commands"
)

func TestMain(m *testing.M) { commands.Main(m, ranges.Feature()) }

// The scripts in testdata are the wing's commands as a user types them.
func TestScripts(t *testing.T) { commands.Run(t) }
