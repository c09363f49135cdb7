package command

import (
	"bytes"
	"context"
	"fmt"

	"facet/model"
	"facet/ui/picture"
	"facet/ui/shell"

	"github.com/spf13/cobra"
)

// drawable is how many edges and faces a dag may have to be drawn as text.
const drawable = 3000

var (
	panes = []string{"both", "dag", "line"}
	zooms = []string{"auto", "boxes", "rows", "labels", "overview"}
	zoom  = map[string]picture.Zoom{
		"auto": picture.ZoomAuto, "boxes": picture.ZoomBoxes, "rows": picture.ZoomRows,
		"labels": picture.ZoomLabels, "overview": picture.ZoomOverview,
	}
)

// showOptions say what is drawn, and how.
type showOptions struct {
	pane, zoom string
	width      int // columns; 0 is as many as the picture needs
	ascii      bool
}

func (p Program) showCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "show FILE",
		Short: "Draw a dag and its line dag as plain text",
		Long: `Draw a dag and its line dag as plain text, and print what the classical modes cost.

Edges lead downwards. An edge of the dag is labelled tangent/adjoint cost, or ●
where its Jacobian is given; a vertex of the line dag is marked ● where it has
its Jacobian and ○ where only its models exist (* and o with --ascii).

` + shell.FileHelp,
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	classic := shell.ClassicFlag(c)
	pane := shell.Choice(c, "pane", "both", "what to draw", panes...)
	zoom := shell.Choice(c, "zoom", "auto", "how much to tell about each vertex", zooms...)
	var o showOptions
	c.Flags().IntVar(&o.width, "width", 0, "columns to draw in (default: the terminal's, else as many as needed)")
	c.Flags().BoolVar(&o.ascii, "ascii", false, "draw with ASCII characters alone")
	c.RunE = func(c *cobra.Command, args []string) error {
		o.pane, o.zoom = *pane, *zoom
		if err := o.check(); err != nil {
			return err
		}
		if o.width == 0 && p.Width != nil {
			o.width = p.Width()
		}
		g, err := p.shell.ClassicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		text, err := o.text(c.Context(), args[0], g)
		if err != nil {
			return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
		}
		_, err = p.Out.Write(text)
		return err
	}
	return c
}

func (o showOptions) check() error {
	if err := shell.OneOf("pane", o.pane, panes...); err != nil {
		return err
	}
	if err := shell.OneOf("zoom", o.zoom, zooms...); err != nil {
		return err
	}
	if o.width < 0 || o.width > 10_000 {
		return fmt.Errorf("--width is %d: choose a number of columns up to 10000", o.width)
	}
	return nil
}

func (o showOptions) text(ctx context.Context, file string, g *model.Dag) ([]byte, error) {
	t := newTotals(file, g)
	if t.Edges+t.Faces > drawable {
		return nil, fmt.Errorf("%d edges and %d faces are too many to draw as text: facet convert --to dot writes it for Graphviz", t.Edges, t.Faces)
	}
	d := newDrawing(g, o.ascii)
	var out bytes.Buffer
	t.write(&out, g)
	for _, part := range []struct {
		pane, title    string
		layout, narrow func(context.Context) (*picture.Layout, error)
	}{{"dag", "dag", d.dag, nil}, {"line", "line dag", d.line, d.narrowLine}} {
		if o.pane != "both" && o.pane != part.pane {
			continue
		}
		layout, err := part.layout(ctx)
		if err != nil {
			return nil, err
		}
		view := o.view(layout)
		if part.narrow != nil && o.overview(view) {
			narrow, err := part.narrow(ctx)
			if err != nil {
				return nil, err
			}
			if v := o.view(narrow); !o.overview(v) {
				layout, view = narrow, v
			}
		}
		fmt.Fprintf(&out, "\n%s%s\n\n%s", part.title, o.overviewNote(layout, view), layout.Render(view))
	}
	return out.Bytes(), nil
}

// overview tells that nothing larger fits.
func (o showOptions) overview(v picture.View) bool {
	return o.zoom == "auto" && v.Zoom == picture.ZoomOverview
}

// overviewNote says how wide a picture has to be for its edges to be traced,
// where only the overview fits.
func (o showOptions) overviewNote(l *picture.Layout, v picture.View) string {
	if l.Coarse() {
		return " (overview: there are too many long edges to trace them)"
	}
	if !o.overview(v) {
		return ""
	}
	return fmt.Sprintf(" (overview: it can be traced from --width %d on)", l.Bounds(picture.ZoomLabels, o.ascii).Width)
}

// view is all of the picture at the largest zoom that fits into the width; the
// overview always fits.
func (o showOptions) view(l *picture.Layout) picture.View {
	v := picture.View{Zoom: zoom[o.zoom], ASCII: o.ascii}
	if l.Coarse() {
		v.Zoom, v.Width = picture.ZoomOverview, o.width
		return v
	}
	if v.Zoom == picture.ZoomAuto {
		v.Zoom = picture.ZoomOverview
		for _, z := range []picture.Zoom{picture.ZoomBoxes, picture.ZoomRows, picture.ZoomLabels} {
			if o.width == 0 || l.Bounds(z, o.ascii).Width <= o.width {
				v.Zoom = z
				break
			}
		}
	}
	bounds := l.Bounds(v.Zoom, o.ascii)
	v.X, v.Y, v.Width, v.Height = bounds.X, bounds.Y, bounds.Width, bounds.Height
	if o.width > 0 {
		v.Width = min(v.Width, o.width)
	}
	return v
}
