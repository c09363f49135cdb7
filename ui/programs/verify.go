package programs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"facet/model/programs/code"
	"facet/ui/cli/shell"
	"facet/ui/files"
	"facet/ui/programs/functions"

	"github.com/spf13/cobra"
)

// The lines in the header of code that say what it was made of, and how.
var (
	sourceLine = regexp.MustCompile(`(?m)^// (Source: (.+), function (\S+), sha256 [0-9a-f]+)$`)
	againLine  = regexp.MustCompile(`(?m)^//\s+(facet code .*)$`)
)

// isCode reports whether a file is code of a function, and no driver.
func isCode(file string) bool {
	text, err := os.ReadFile(file)
	return err == nil && sourceLine.Match(text)
}

// verifyAll compares what functions are now with what code was made of. The error names
// what is stale, and how to make it again.
func (c coder) verifyAll(cmd *cobra.Command, args []string) error {
	var stale error
	for _, file := range args {
		switch err := c.verifyCode(cmd, file); {
		case err == nil:
			fmt.Fprintf(c.shell.Err, "%s is fresh.\n", shell.Called(file))
		case stale == nil:
			stale = err
		default:
			fmt.Fprintf(c.shell.Err, "facet: %s\n", stale)
			stale = err
		}
	}
	return stale
}

func (c coder) verifyCode(cmd *cobra.Command, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", file, files.Reason(err))
	}
	found := sourceLine.FindSubmatch(text)
	if found == nil {
		return fmt.Errorf("%s does not say of which function it was made: --verify takes files that facet code wrote", shell.Called(file))
	}
	again := "facet code again"
	if line := againLine.FindSubmatch(text); line != nil {
		again = string(line[1])
	}
	name, function := string(found[2]), string(found[3])
	at := sourceOf(file, name)
	if at == "" {
		return fmt.Errorf("%s is stale: its source %s is not there: run %s", shell.Called(file), name, again)
	}
	in, err := c.shell.Open(cmd, at)
	if err != nil {
		return fmt.Errorf("%s is stale: its source cannot be read: %w", shell.Called(file), err)
	}
	if filepath.Ext(name) != ".go" {
		function = ""
	}
	program, err := functions.Program(cmd.Context(), in, function, false)
	if err != nil {
		return fmt.Errorf("%s is stale: its source cannot be read: %w", shell.Called(file), err)
	}
	if code.SourceLine(name, program) != string(found[1]) {
		return fmt.Errorf("%s is stale: function %s of %s, or what it calls, has changed since: run %s",
			shell.Called(file), string(found[3]), name, again)
	}
	return nil
}

// sourceOf finds the source that code names: from where facet runs, as go generate does from
// beside the code, or beside it, wherever it was made from. It is empty where there is none.
func sourceOf(file, name string) string {
	beside := filepath.Dir(file)
	for _, at := range []string{name, filepath.Join(beside, name),
		filepath.Join(beside, filepath.Base(name))} {
		if _, err := os.Stat(at); err == nil {
			return at
		}
	}
	return ""
}
