package figure

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// The forms that a figure can be written in.
const (
	Text = "text"
	SVG  = "svg"
	TikZ = "tikz"
	HTML = "html"
)

// Forms lists them.
var Forms = []string{Text, SVG, TikZ, HTML}

// FormOf is the form that a file's extension asks for.
func FormOf(file string) (string, bool) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".svg":
		return SVG, true
	case ".tex", ".tikz":
		return TikZ, true
	case ".html", ".htm":
		return HTML, true
	case ".txt":
		return Text, true
	}
	return "", false
}

// As writes the figure in a form. The errors are those of the context, and of a
// form that is too small for the picture.
func (f *Figure) As(ctx context.Context, form string, look Options) (string, error) {
	switch form {
	case SVG:
		return f.svg(look), nil
	case TikZ:
		return f.tikz(look)
	case HTML:
		return f.html(look), nil
	}
	if f.size > mostText {
		return "", fmt.Errorf("%d vertices and faces of the line dag are too many to draw as text: write it as svg", f.size)
	}
	text, err := f.Text(ctx, look)
	return f.caption() + "\n" + text, err
}

// mostText is how many vertices and faces of a line dag are drawn as text.
const mostText = 3000
