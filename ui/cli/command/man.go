package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"facet/ui/cli/shell"
	"facet/ui/files"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func manCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "man [DIR]",
		Short: "Write the manual pages",
		Long: `Write a manual page for facet and one for each of its commands into the folder DIR.
The folder is created if it does not exist. Without DIR, the page of facet itself
goes to standard output. If SOURCE_DATE_EPOCH is set, it is the date of the pages.`,
		Example: "  facet man | man -l -\n  facet man ~/.local/share/man/man1",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("%s takes one DIR at most, %q is too much: see %s --help", c.CommandPath(),
					args[1], c.CommandPath())
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
	}
	force := shell.ForceFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			page, err := manPage(c.Root())
			if err == nil {
				_, err = s.Data.Write(page)
			}
			return err
		}
		if err := os.MkdirAll(args[0], 0o777); err != nil {
			return fmt.Errorf("cannot create the folder %s: %w", args[0], files.Reason(err))
		}
		return manPages(s, c.Root(), args[0], *force)
	}
	return c
}

// manPages writes the pages of a command and of those below it.
func manPages(s shell.Shell, c *cobra.Command, dir string, force bool) error {
	page, err := manPage(c)
	if err == nil {
		err = s.Store(filepath.Join(dir, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"), page, force)
	}
	for _, below := range c.Commands() {
		if err == nil && below.IsAvailableCommand() {
			err = manPages(s, below, dir, force)
		}
	}
	return err
}

func manPage(c *cobra.Command) ([]byte, error) {
	page := *c
	page.Long, page.DisableAutoGenTag = markdown(c.Long), true
	var b bytes.Buffer
	err := doc.GenMan(&page, &doc.GenManHeader{Source: "facet " + c.Root().Version, Manual: "facet"}, &b)
	return b.Bytes(), err
}

// markdown is a help text as the generator of pages reads it: lines that are
// indented, as in lists, keep their breaks, and no sign means anything else.
func markdown(text string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		indented := strings.HasPrefix(line, "  ")
		if indented != fenced {
			b.WriteString("```\n")
			fenced = indented
		}
		if !indented {
			line = markdownSigns.Replace(line)
		}
		b.WriteString(line)
	}
	if fenced {
		b.WriteString("\n```\n")
	}
	return b.String()
}

var markdownSigns = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "`", "\\`")
