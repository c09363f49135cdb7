package web

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"facet/ui/draw/picture/cells"
	"facet/ui/draw/style"
)

// piece is a part of a row with one look: the class that the page gives it, and its text.
// Where the text may be wider or narrower than its cells in the browser's font, as box
// drawing and arrows are in many, cells says how wide it has to be; 0 elsewhere.
type piece struct {
	class, text string
	cells       int
}

// MarshalJSON writes it as short as it can be: each row of each step is sent to all.
func (p piece) MarshalJSON() ([]byte, error) {
	if p.cells == 0 {
		return json.Marshal([]any{p.class, p.text})
	}
	return json.Marshal([]any{p.class, p.text, p.cells})
}

// html writes the rows of a screen for a page.
func (f *frame) html() []string {
	var all []string
	for _, row := range f.pieces {
		var b strings.Builder
		for _, p := range row {
			switch text := html.EscapeString(p.text); {
			case p.cells > 0:
				fmt.Fprintf(&b, `<i class="c c%d %s">%s</i>`, p.cells, p.class, text)
			case p.class != "":
				fmt.Fprintf(&b, `<span class="%s">%s</span>`, p.class, text)
			default:
				b.WriteString(text)
			}
		}
		all = append(all, b.String())
	}
	return all
}

// continues reports whether the piece of one character can be written with the piece before
// it: both are ASCII, or it is the same sign again.
func (p piece) continues(before piece) bool {
	if p.cells == 0 || before.cells == 0 {
		return p.cells == before.cells
	}
	return strings.HasSuffix(before.text, p.text) && len(before.text)*p.cells == len(p.text)*before.cells
}

// hues are the classes of the colours of the dark theme.
func hues() map[string]string {
	names := make(map[string]string)
	for _, h := range style.Hues() {
		names[h.Dark] = h.Name
	}
	return names
}

// pieces takes a row of a screen in the dark theme apart.
func pieces(row string, hues map[string]string) []piece {
	all := []piece{}
	add := func(class string, c cells.Cluster) {
		p := piece{class: class, text: c.Text}
		if len(c.Text) > 1 { // not ASCII
			p.cells = c.Width
		}
		if n := len(all); n > 0 && all[n-1].class == class && p.continues(all[n-1]) {
			all[n-1].text += p.text
			all[n-1].cells += p.cells
			return
		}
		all = append(all, p)
	}
	runs := style.Runs(row)
	for n := len(runs); n > 0 && !runs[n-1].Reversed && !runs[n-1].Underlined; n = len(runs) {
		// what is not seen
		if runs[n-1].Text = strings.TrimRight(runs[n-1].Text, " "); runs[n-1].Text != "" {
			break
		}
		runs = runs[:n-1]
	}
	for _, run := range runs {
		class := classes(run.Look, hues)
		if strings.Trim(run.Text, " ") == "" && !run.Reversed && !run.Underlined {
			class = ""
		}
		for _, c := range cells.Clusters(run.Text) {
			add(class, c)
		}
	}
	return all
}

// classes are those of a look.
func classes(l style.Look, hues map[string]string) string {
	var all []string
	if name := hues[l.Colour]; name != "" {
		all = append(all, name)
	}
	for _, c := range []struct {
		is   bool
		name string
	}{{l.Bold, "b"}, {l.Faint, "faint"}, {l.Underlined, "u"}, {l.Slant, "i"}, {l.Reversed, "r"}} {
		if c.is {
			all = append(all, c.name)
		}
	}
	return strings.Join(all, " ")
}
