package command_test

import (
	"testing"

	"facet/ui/uitest/commands"
	"facet/ui/uitest/whole"
)

func TestMain(m *testing.M) { commands.Main(m, whole.Features()...) }

// The scripts in testdata are the commands as a user types them.
func TestScripts(t *testing.T) { commands.Run(t) }
