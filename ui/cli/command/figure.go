package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"facet/model"
	"facet/ui/cli/shell"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/figure"

	"github.com/spf13/cobra"
)

// What flags of figure and show choose from, in the order of the values that they
// stand for.
var (
	panes  = []string{"both", "dag", "line"}
	marks  = []string{"none", "last", "next", "both"}
	zooms  = []string{"auto", "boxes", "rows", "labels", "overview"}
	levels = []picture.Zoom{picture.ZoomAuto, picture.ZoomBoxes, picture.ZoomRows, picture.ZoomLabels,
		picture.ZoomOverview}

	figureZooms = zooms[:4] // an overview has no shapes
)

// paneOf and zoomOf are what checked flags stand for.
func paneOf(word string) figure.Of    { return figure.Of(slices.Index(panes, word)) }
func zoomOf(word string) picture.Zoom { return levels[slices.Index(zooms, word)] }

// checkWidth refuses widths that nothing can be drawn in.
func checkWidth(width int) error {
	const most = 10_000 // columns
	if width < 0 || width > most {
		return fmt.Errorf("--width is %d: choose a number of columns up to %d", width, most)
	}
	return nil
}

// figureOptions is what was asked for, as words.
type figureOptions struct {
	as, of, mark, zoom, theme string
	pattern                   string // the label of a Jacobian whose entries are drawn instead
	width                     int
	ascii, alone, tidy        bool
}

func figureCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "figure FILE",
		Short: "Write a state of a sequence as text, SVG, TikZ or HTML",
		Long: `Write the dag and the line dag after some steps of a sequence, for a slide, a paper
or a page: as text, SVG, TikZ (for LaTeX, with the package tikz only) or HTML. Layout,
marks and words are those of the screen.

A session has its own sequence. --sequence reads one from a file, in any form that
facet replay reads. --mark last marks the last change (a star: new or changed;
dotted: removed). --mark next marks the next step (heavy: what it works on; double:
what it changes; ‹ ›: new vertices). SVG and HTML follow the light or dark mode of the
page unless --theme is given. In TikZ the vertices are named nodes, so you can draw
more beside them.

--pattern (0,1) writes instead which entries of the Jacobian of a vertex of the line dag
can be non-zero, as text, SVG or TikZ; see facet show.

` + shell.FileHelp,
		Example: `  facet figure bat --out bat.svg
  facet figure bat --sequence bat.seq --after 3 --mark both --as tikz
  facet figure my-session.json --of line --out page.html
  facet figure band.xml --pattern 0,1,2 --out fill.svg`,
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	var q sequenceFlags
	q.add(c)
	q.addAfter(c)
	as := shell.Choice(c, "as", "", "form (default: by the extension of --out, else text)", figure.Forms...)
	of := shell.Choice(c, "of", "both", "what to draw", panes...)
	mark := shell.Choice(c, "mark", "none", "steps to mark", marks...)
	zoom := shell.Choice(c, "zoom", "auto", "how much to show of each vertex", figureZooms...)
	kind := shell.Choice(c, "theme", "auto", "colours of SVG and HTML", style.Kinds()...)
	out, force := shell.OutFlag(c), shell.ForceFlag(c)
	var o figureOptions
	c.Flags().IntVar(&o.width, "width", 0, "maximal columns of each picture (default: as many as needed)")
	c.Flags().BoolVar(&o.ascii, "ascii", false, "draw text with ASCII characters only")
	c.Flags().BoolVar(&o.alone, "standalone", false, "write TikZ as a whole document")
	c.Flags().StringVar(&o.pattern, "pattern", "",
		"write the entries of this `VERTEX`'s Jacobian, as in (0,1)")
	c.Flags().BoolVar(&o.tidy, "tidy", false,
		"make a new layout, instead of one that keeps vertices in place from step to step")
	c.RunE = func(c *cobra.Command, args []string) error {
		o.as, o.of, o.mark, o.zoom, o.theme = *as, *of, *mark, *zoom, *kind
		if o.as == "" {
			var err error
			if o.as, err = figureForm(*out); err != nil {
				return err
			}
		}
		if err := o.check(c); err != nil {
			return err
		}
		w, err := q.walk(c, s, args[0])
		if err != nil {
			return err
		}
		text, err := o.write(c.Context(), w, c.Flags().Changed("pattern"))
		if err != nil {
			return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
		}
		return s.Put(*out, *force, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
	}
	return c
}

// figureForm is the form that a file's extension asks for.
func figureForm(file string) (string, error) {
	form, ok := figure.FormOf(file)
	switch {
	case ok:
		return form, nil
	case file == "" || file == shell.Stdin:
		return figure.Text, nil
	}
	return "",
		fmt.Errorf("the extension of %s is not known: use .svg, .tex, .html or .txt, or choose a form with --as", file)
}

func (o figureOptions) check(c *cobra.Command) error {
	for _, flag := range []struct {
		name string
		of   []string
	}{{"ascii", []string{figure.Text}}, {"standalone", []string{figure.TikZ}},
		{"theme", []string{figure.SVG, figure.HTML}}} {
		if c.Flags().Changed(flag.name) && !slices.Contains(flag.of, o.as) {
			return fmt.Errorf("--%s is for %s alone, and this is %s: leave it out", flag.name,
				strings.Join(flag.of, " and "), o.as)
		}
	}
	for _, flag := range []string{"of", "mark", "zoom", "tidy"} {
		if c.Flags().Changed("pattern") && c.Flags().Changed(flag) {
			return fmt.Errorf("--pattern draws no dag: leave --%s out", flag)
		}
	}
	return checkWidth(o.width)
}

// write draws the figure in its form, or a pattern.
func (o figureOptions) write(ctx context.Context, w figure.Walk, pattern bool) (string, error) {
	kind, err := style.ParseKind(o.theme)
	if err != nil {
		return "", err
	}
	look := figure.Options{Zoom: zoomOf(o.zoom), Width: o.width, ASCII: o.ascii, Theme: kind, Alone: o.alone}
	if pattern {
		var ops []model.Op
		for _, step := range w.Steps[:w.After] {
			ops = append(ops, step.Ops...)
		}
		state, _, err := model.Replay(model.NewState(w.Dag), ops)
		if err != nil {
			return "", err
		}
		return patternFigure(state, o.pattern, o.as, look)
	}
	f, err := w.Figure(ctx, figure.Request{
		Of:   paneOf(o.of),
		Last: o.mark == "last" || o.mark == "both", Next: o.mark == "next" || o.mark == "both",
		Tidy: o.tidy,
	})
	if err != nil {
		return "", err
	}
	return f.As(ctx, o.as, look)
}
