package command

import (
	"fmt"

	"facet/ui/cli/launch"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/config"
	"facet/ui/explore/layer"
	"facet/ui/files/store"

	"github.com/spf13/cobra"
)

func configCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Print your settings and keys",
		Long: `Print the settings of the explorer that count now, as a file with a comment on each
line: what your file says, else your last choice in the explorer, else what is usual.
--keys prints all commands by layer with their keys, --schema a JSON schema by which
editors check and complete the file. What is wrong in the file goes to
standard error, a sentence with its line each, and the exit code is then 1.

The file is $XDG_CONFIG_HOME/facet/config.yaml, ~/.config/facet/config.yaml without that,
or the one that --config or FACET_CONFIG names.`,
		Example: "  facet config > my.yaml\n  facet config --keys\n  facet config --schema > facet.schema.json\n  facet --config my.yaml bat",
		Args:    cobra.NoArgs,
	}
	file := c.Flags().String("config", "", shell.ConfigUsage)
	keys := c.Flags().Bool("keys", false, "print all commands by layer with their keys")
	schema := c.Flags().Bool("schema", false, "print a JSON schema of the file")
	c.MarkFlagsMutuallyExclusive("keys", "schema")
	c.RunE = func(c *cobra.Command, _ []string) error {
		settings, err := config.Find(*file, s.Getenv)
		if err != nil {
			return err
		}
		all, err := launch.Catalog(c.Context(), s.Parts)
		if err != nil {
			return err
		}
		keymap, wrong := layer.NewKeymap(all, settings.Keys)
		switch {
		case *schema:
			return config.WriteSchema(s.Out, keymap)
		case *keys:
			config.PrintKeys(s.Out, keymap)
		default:
			var last store.Settings
			if directory, err := store.Open(s.Getenv); err == nil && s.Getenv != nil {
				last = directory.Settings()
			}
			settings.Print(s.Out, last, keymap)
		}
		if settings.Unread {
			return fmt.Errorf("%s, %w", settings.Path, settings.Problems[0])
		}
		wrong = append(settings.Problems, wrong...)
		for _, err := range wrong {
			fmt.Fprintln(s.Err, err)
		}
		if len(wrong) > 0 {
			return fmt.Errorf("%s has %s; the other lines hold", settings.Path,
				style.Plural(len(wrong), "mistake", "mistakes"))
		}
		return nil
	}
	return c
}
