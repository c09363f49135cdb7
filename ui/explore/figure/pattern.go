package figure

import (
	"fmt"
	"strings"

	"facet/model/pattern"
	"facet/ui/draw/spy"
	"facet/ui/draw/vector"
)

// Pattern is the figure of a Jacobian: which of its entries can be non-zero.
type Pattern struct {
	Name string // as in F'(0,1)
	Of   *pattern.Pattern
}

// The columns of a plot as text where nothing is said, and the paper of a document that
// stands alone, in millimetres.
const (
	plotWidth           = 80
	plotWide, plotPaper = 150.0, 90.0
)

// As writes the figure as text, SVG or TikZ. It fails for a pattern that is too large to
// be known, and for another form.
func (p Pattern) As(form string, look Options) (string, error) {
	if !p.Of.IsKnown() {
		return "", fmt.Errorf("the pattern of %s takes more than %d MiB: it cannot be drawn", p.Name,
			pattern.MostBytes>>20)
	}
	switch form {
	case Text:
		return p.text(look), nil
	case SVG:
		return spy.SVG(p.Name, p.Of, look.Theme), nil
	case TikZ:
		body := withChars(spy.TikZ(p.Name, p.Of, texText))
		if look.Alone {
			body = fmt.Sprintf(texDocument, vector.Num(plotWide), vector.Num(plotPaper),
				vector.Num(texMargin), body)
		}
		return "% " + texComment(p.Name) + "\n" + body, nil
	}
	return "", fmt.Errorf("a pattern is written as %s, %s or %s, not as %s", Text, SVG, TikZ, form)
}

// text is the caption and the plot, in so many columns.
func (p Pattern) text(look Options) string {
	width := look.Width
	if width == 0 {
		width = plotWidth
	}
	width = max(1, width-2)
	plot := spy.FitText(p.Of, max(1, width/2), width, look.ASCII)
	return plot.Caption(p.Name, p.Of) + "\n" + strings.Join(plot.Text(), "\n") + "\n"
}
