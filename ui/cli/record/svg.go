package record

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"facet/ui/draw/style"
)

// The cells of a screen in an SVG, in pixels.
const (
	cellWidth  = 8
	cellHeight = 15.5
	textSize   = 13.3
	border     = 8
)

// mono are typefaces in which box-drawing characters are as wide as letters.
const mono = `ui-monospace,'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,monospace`

// drawing writes the screens as one SVG: a picture, or an animation of several. The
// screens lie side by side, and a window moves from one to the next.
type drawing struct {
	out           io.Writer
	width, height int
	title         string
	paper, colour string
	screens       []string
	ends          []time.Duration // times at which the screens before the last end
	now           time.Duration
	words         int
	shown         string
}

// newDrawing uses the colours of the options' theme.
func newDrawing(out io.Writer, o Options) *drawing {
	d := &drawing{out: out, width: o.Width, height: o.Height, title: o.Title, paper: "#15191f",
		colour: "#e6eaf0"}
	if o.Theme != nil && o.Theme.Kind() != style.Dark {
		d.paper, d.colour = "#ffffff", "#1f2933"
	}
	return d
}

func (d *drawing) wait(t time.Duration) { d.now += t }

// marker does nothing: a picture has no chapters.
func (d *drawing) marker(string) error { return nil }

// read is the number of new words so far.
func (d *drawing) read() int { return d.words }

// frame adds a screen, shown from now on.
func (d *drawing) frame(view string) error {
	view = style.PrintableScreen(view)
	if view == d.shown {
		return nil
	}
	before := strings.Split(d.shown, "\n")
	for y, row := range strings.Split(view, "\n") {
		if y >= len(before) || before[y] != row {
			d.words += len(strings.Fields(ansi.Strip(row)))
		}
	}
	if d.shown = view; len(d.screens) > 0 {
		d.ends = append(d.ends, d.now)
	}
	d.screens = append(d.screens, view)
	return nil
}

// end writes the document.
func (d *drawing) end() error {
	w, h := d.width*cellWidth+2*border, float64(d.height)*cellHeight+2*border
	var b strings.Builder
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]g" viewBox="0 0 %[1]d %[2]g" role="img" aria-label="%[3]s" font-family="%[4]s" font-size="%[5]g">`,
		w, h, style.XML(d.title), mono, textSize)
	fmt.Fprintf(&b, "\n<title>%s</title>\n", style.XML(d.title))
	if len(d.screens) > 1 {
		fmt.Fprintf(&b, "<style>%s</style>\n", d.animation(w))
	}
	fmt.Fprintf(&b,
		"<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"%s\"/>\n<g class=\"reel\" fill=\"%s\" xml:space=\"preserve\">\n", d.paper, d.colour)
	for k, screen := range d.screens {
		fmt.Fprintf(&b, "<g transform=\"translate(%d %d)\">\n", k*w+border, border)
		for y, row := range strings.Split(screen, "\n") {
			b.WriteString(d.row(row, y))
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</g>\n</svg>\n")
	_, err := io.WriteString(d.out, b.String())
	return err
}

// animation moves the window from screen to screen, each at its time.
func (d *drawing) animation(width int) string {
	var b strings.Builder
	fmt.Fprintf(&b,
		".reel{animation:reel %.3gs step-end infinite}@keyframes reel{0%%{transform:translateX(0)}",
		d.now.Seconds())
	for k, at := range d.ends {
		fmt.Fprintf(&b, "%.4g%%{transform:translateX(%dpx)}", 100*at.Seconds()/d.now.Seconds(), -(k+1)*width)
	}
	return b.String() + "}"
}

// row writes a row: one text for each run of cells with the same look, as wide as its
// cells.
func (d *drawing) row(row string, y int) string {
	var b strings.Builder
	x := 0
	for _, run := range style.Runs(row) {
		if strings.TrimSpace(run.Text) != "" || run.Reversed {
			b.WriteString(d.text(run.Text, run.Look, x, run.Cells, y))
		}
		x += run.Cells
	}
	return b.String()
}

// text writes characters of one look into their cells.
func (d *drawing) text(text string, l style.Look, x, width, y int) string {
	var b strings.Builder
	left, top := x*cellWidth, float64(y)*cellHeight
	attributes := ""
	if l.Colour != "" {
		attributes += ` fill="` + l.Colour + `"`
	}
	if l.Reversed {
		fmt.Fprintf(&b, "<rect x=\"%d\" y=\"%g\" width=\"%d\" height=\"%g\" fill=\"%s\"/>\n", left, top,
			width*cellWidth, float64(cellHeight), d.colour)
		attributes = ` fill="` + d.paper + `"`
	}
	if l.Bold {
		attributes += ` font-weight="bold"`
	}
	if l.Slant {
		attributes += ` font-style="italic"`
	}
	if l.Faint {
		attributes += ` opacity="0.6"`
	}
	if l.Underlined {
		attributes += ` text-decoration="underline"`
	}
	for skipped := strings.HasPrefix(text, " "); skipped; skipped = strings.HasPrefix(text, " ") {
		text, left, width = text[1:], left+cellWidth, width-1
	}
	trimmed := strings.TrimRight(text, " ")
	width -= len(text) - len(trimmed)
	if trimmed != "" {
		// Browsers make one of several spaces in spite of xml:space, and stretch the rest.
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%g\" textLength=\"%d\"%s>%s</text>\n", left, top+12,
			width*cellWidth, attributes, strings.ReplaceAll(style.XML(trimmed), "  ", "\u00a0\u00a0"))
	}
	return b.String()
}
