package figure

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// The forms of a figure.
const (
	Text = "text"
	SVG  = "svg"
	TikZ = "tikz"
	HTML = "html"
)

// Forms lists them.
var Forms = []string{Text, SVG, TikZ, HTML}

// FormOf is the form for a file's extension.
func FormOf(file string) (string, bool) {
	return byExtension(file, map[string]string{".svg": SVG, ".tex": TikZ, ".tikz": TikZ, ".html": HTML,
		".htm": HTML, ".txt": Text})
}

func byExtension(file string, forms map[string]string) (form string, known bool) {
	form, known = forms[strings.ToLower(filepath.Ext(file))]
	return form, known
}

// As writes the figure in a form. It fails if the context is done, or if the form cannot
// hold the picture.
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
		return "",
			fmt.Errorf("%d vertices and faces of the line dag are too many to draw as text: write it as svg",
				f.size)
	}
	text, err := f.Text(ctx, look)
	return f.caption() + "\n" + text, err
}

// mostText is the largest line dag, in vertices and faces, that is drawn as text.
const mostText = 3000
