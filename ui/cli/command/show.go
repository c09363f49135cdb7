package command

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"facet/model"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/figure"

	"github.com/spf13/cobra"
)

// drawable is how many edges and faces a dag may have to be drawn as text.
const drawable = 3000

// showOptions say what is drawn, and how.
type showOptions struct {
	pane, zoom string
	width      int // columns; 0 is as many as the picture needs
	ascii      bool
	pattern    string // the label of a Jacobian whose entries are drawn instead
}

func showCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "show FILE",
		Short: "Draw a dag and its line dag as plain text",
		Long: `Draw a dag and its line dag as plain text, and print the costs of the classical modes.

Edges lead downwards. The label of an edge of the dag is tangent/adjoint cost, or ●
if its Jacobian is given. A vertex of the line dag is marked ● if it has its Jacobian,
and ○ if it has only models (* and o with --ascii).

--pattern (0,1) draws instead which entries of the Jacobian of an edge can be
non-zero; a path such as (0,1,2) stands for the product along it, and "whole" for the
Jacobian of all sinks by all sources.

` + shell.FileHelp,
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	classic := shell.ClassicFlag(c)
	pane := shell.Choice(c, "pane", "both", "what to draw", panes...)
	zoom := shell.Choice(c, "zoom", "auto", "how much to show of each vertex", zooms...)
	var o showOptions
	c.Flags().IntVar(&o.width, "width", 0,
		"columns of the drawing (default: the terminal's, else as many as needed)")
	c.Flags().BoolVar(&o.ascii, "ascii", false, "draw with ASCII characters only")
	c.Flags().StringVar(&o.pattern, "pattern", "",
		"draw the entries of this `VERTEX`'s Jacobian, as in (0,1)")
	c.RunE = func(c *cobra.Command, args []string) error {
		o.pane, o.zoom = *pane, *zoom
		if err := checkWidth(o.width); err != nil {
			return err
		}
		if o.width == 0 {
			o.width = s.Width
		}
		if c.Flags().Changed("pattern") && (c.Flags().Changed("pane") || c.Flags().Changed("zoom")) {
			return fmt.Errorf("--pattern draws no dag: leave --pane and --zoom out")
		}
		g, err := s.ClassicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		if c.Flags().Changed("pattern") {
			text, err := patternFigure(model.NewState(g), o.pattern, figure.Text,
				figure.Options{Width: o.width, ASCII: o.ascii})
			if err != nil {
				return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
			}
			_, err = io.WriteString(s.Out, text)
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

// Show draws a dag as the command does, for callers that have no file. A width of 0 is
// as many columns as the picture needs.
func Show(ctx context.Context, name string, g *model.Dag, width int, ascii bool) ([]byte, error) {
	return showOptions{pane: "both", zoom: "auto", width: width, ascii: ascii}.text(ctx, name, g)
}

// patternFigure draws the pattern of the Jacobian with a label.
func patternFigure(s *model.State, label, form string, look figure.Options) (string, error) {
	p, name, err := model.PatternOf(s, label)
	if err != nil {
		return "", fmt.Errorf("--pattern: %w", err)
	}
	return figure.Pattern{Name: style.Printable(name), Of: p}.As(form, look)
}

func (o showOptions) text(ctx context.Context, file string, g *model.Dag) ([]byte, error) {
	t, err := newTotals(ctx, file, g)
	if err != nil {
		return nil, err
	}
	if t.Edges+t.Faces > drawable {
		return nil,
			fmt.Errorf("%d edges and %d faces are too many to draw as text: facet convert --to dot writes it for Graphviz", t.Edges, t.Faces)
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
