package command

import (
	"bytes"
	"context"
	"fmt"

	"facet/model"
	"facet/ui/figure"
	"facet/ui/shell"

	"github.com/spf13/cobra"
)

// drawable is how many edges and faces a dag may have to be drawn as text.
const drawable = 3000

// showOptions say what is drawn, and how.
type showOptions struct {
	pane, zoom string
	width      int // columns; 0 is as many as the picture needs
	ascii      bool
}

func showCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "show FILE",
		Short: "Draw a dag and its line dag as plain text",
		Long: `Draw a dag and its line dag as plain text, and print the costs of the classical modes.

Edges lead downwards. The label of an edge of the dag is tangent/adjoint cost, or ●
if its Jacobian is given. A vertex of the line dag is marked ● if it has its Jacobian,
and ○ if it has only models (* and o with --ascii).

` + shell.FileHelp,
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	classic := shell.ClassicFlag(c)
	pane := shell.Choice(c, "pane", "both", "what to draw", panes...)
	zoom := shell.Choice(c, "zoom", "auto", "how much to show of each vertex", zooms...)
	var o showOptions
	c.Flags().IntVar(&o.width, "width", 0, "columns of the drawing (default: the terminal's, else as many as needed)")
	c.Flags().BoolVar(&o.ascii, "ascii", false, "draw with ASCII characters only")
	c.RunE = func(c *cobra.Command, args []string) error {
		o.pane, o.zoom = *pane, *zoom
		if err := o.check(); err != nil {
			return err
		}
		if o.width == 0 {
			o.width = s.Width
		}
		g, err := s.ClassicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		text, err := o.text(c.Context(), args[0], g)
		if err != nil {
			return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
		}
		_, err = s.Out.Write(text)
		return err
	}
	return c
}

// Show draws a dag as the command does, for whoever has it without a file. A width
// of 0 is as many columns as it needs.
func Show(ctx context.Context, name string, g *model.Dag, width int, ascii bool) ([]byte, error) {
	return showOptions{pane: "both", zoom: "auto", width: width, ascii: ascii}.text(ctx, name, g)
}

func (o showOptions) check() error {
	if err := shell.OneOf("pane", o.pane, panes...); err != nil {
		return err
	}
	if err := shell.OneOf("zoom", o.zoom, zooms...); err != nil {
		return err
	}
	return checkWidth(o.width)
}

func (o showOptions) text(ctx context.Context, file string, g *model.Dag) ([]byte, error) {
	t := newTotals(file, g)
	if t.Edges+t.Faces > drawable {
		return nil, fmt.Errorf("%d edges and %d faces are too many to draw as text: facet convert --to dot writes it for Graphviz", t.Edges, t.Faces)
	}
	f, err := figure.Walk{Dag: g}.Figure(ctx, figure.Request{Of: paneOf(o.pane)})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	t.write(&out, g)
	text, err := f.Text(ctx, figure.Options{Zoom: zoomOf(o.zoom), Width: o.width, ASCII: o.ascii})
	out.WriteString(text)
	return out.Bytes(), err
}
