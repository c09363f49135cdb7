package command

import (
	"encoding/json"
	"io"

	"facet/ui/terminal"

	"github.com/spf13/cobra"
)

func (p Program) costCommand() *cobra.Command {
	c := &cobra.Command{
		Use:               "cost FILE",
		Short:             "Print what the classical modes cost",
		Long:              "Print what dense and sparse tangent and adjoint mode cost on a dag.\n\n" + fileHelp,
		Args:              exactly("a FILE"),
		ValidArgsFunction: completeFiles(1),
	}
	classic := classicFlag(c)
	asJSON := jsonFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		g, err := p.classicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		t := newTotals(args[0], g)
		if *asJSON {
			return writeJSON(p.data, t)
		}
		t.write(p.Out, g)
		return nil
	}
	return c
}

func jsonFlag(c *cobra.Command) *bool {
	return c.Flags().Bool("json", false, "print one JSON object")
}

// writeJSON prints one value. A cost beyond 64 bits is 9223372036854775807.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(terminal.JSON(w))
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
