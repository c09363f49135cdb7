package command

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"facet/model"
	"facet/model/format"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"

	"github.com/spf13/cobra"
)

func writeAs(target string, w io.Writer, g *model.Dag) error {
	switch target {
	case "dot":
		return format.WriteDOT(style.EscapedXML(w), g) // Graphviz reads the escapes of XML
	case "json":
		return format.WriteJSON(style.EscapedJSON(w), g)
	case "listing":
		return format.WriteListing(w, g)
	case "line":
		return format.WriteLineDOT(style.EscapedXML(w), model.NewState(g))
	case "chain":
		return format.WriteChain(w, g)
	}
	return format.WriteGraphML(style.EscapedXML(w), g)
}

func convertCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "convert FILE",
		Short: "Write a dag as GraphML, DOT, JSON, a chain or a listing",
		Long: `Write a dag in another format. graphml, dot (Graphviz) and json (node-link) hold
everything. line is the line dag for Graphviz. chain (of the reference
implementation) holds a single path. listing (of EliAD and angel) holds scalars.

` + shell.FileHelp,
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	classic := shell.ClassicFlag(c)
	target := shell.Choice(c, "to", "", "format (default: by the extension of --out, else graphml)",
		"graphml", "dot", "json", "line", "chain", "listing")
	out, force := shell.OutFlag(c), shell.ForceFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		to := cmp.Or(*target, targetOf(*out))
		g, err := s.ClassicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		return s.Put(*out, *force, func(w io.Writer) error {
			if err := writeAs(to, w, g); err != nil {
				return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
			}
			return nil
		})
	}
	return c
}

func targetOf(file string) string {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".dot", ".gv":
		return "dot"
	case ".json":
		return "json"
	case ".txt", ".chain":
		return "chain"
	}
	return "graphml"
}
