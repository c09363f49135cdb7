package start

import (
	"slices"
	"strings"

	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// shown is where the parts of the page were drawn last.
type shown struct {
	left  int // width of the sections, their frame included
	above int // rows above the frames
	room  int // rows within the frames
}

// Sizes of the page.
const (
	sectionsWide = 25 // the frame of the sections
	aboutRows    = 3  // beneath the frames, the first one empty
	mostName     = 20 // of an entry
	beforeName   = 5  // the sign and the letter of a section
	wholeHeight  = 28 // from which there is a title
)

// head says what facet is.
const head = "The Jacobian of a program is a sum of products. Their order decides what it costs."

// Fit shows the entries around the selected one.
func (p *Page) Fit(_ *layer.View, b layer.Box) {
	if p.shown.above = 1; b.Height >= wholeHeight {
		p.shown.above = 3
	}
	p.shown.left = min(sectionsWide, b.Width/2)
	most := len(p.sections)
	for _, s := range p.sections {
		most = max(most, len(s.Entries))
	}
	p.shown.room = max(1, min(most, b.Height-p.shown.above-aboutRows-2))
	if n := len(p.section().Entries); n > 0 {
		p.top = layer.Scroll(p.top, p.rows[p.at], p.shown.room, n)
	}
}

// Draw draws sections and entries beside each other, and beneath them what is selected.
func (p *Page) Draw(v *layer.View, b layer.Box) layer.Drawn {
	if v.Words {
		return layer.Drawn{Rows: p.inWords(b.Width), Place: layer.Whole, Alone: true}
	}
	t := v.Theme
	rows := []string{""}
	if p.shown.above > 1 {
		rows = append(rows, " "+t.Clip(head, b.Width-2), "")
	}
	right := b.Width - p.shown.left
	sections := t.Draw(style.Box, "facet", "", p.left(t, p.shown.left-2), p.shown.left, p.shown.room+2,
		!p.inside)
	title := p.section().Name
	hidden := layer.Hidden(t, p.top, p.shown.room, len(p.section().Entries))
	entries := t.Draw(style.Box, title, hidden, p.right(t, right-2), right, p.shown.room+2, p.inside)
	for k := range sections {
		rows = append(rows, sections[k]+entries[k])
	}
	rows = append(rows, "")
	for _, row := range layer.Wrap(t, t.Text(p.about()), b.Width, aboutRows-1, style.Plain) {
		rows = append(rows, t.Left(row, b.Width))
	}
	return layer.Drawn{Rows: rows, Place: layer.Whole, Alone: true}
}

// left are the rows of the sections.
func (p *Page) left(t *style.Theme, width int) []string {
	var rows []string
	for k, s := range p.sections {
		count := ""
		if n := len(s.Entries); n > 0 {
			count = style.Count(int64(n)) + " "
		}
		text := t.Clip(s.Name, width-beforeName-len(count))
		if k == p.at {
			text = t.Paint(style.Selected, text)
		}
		rows = append(rows, t.Spread(p.sign(t, k == p.at, !p.inside)+t.Paint(style.Key, s.Key)+"  "+text,
			t.Paint(style.Faint, count), width))
	}
	return rows
}

// sign stands before a row: the cursor where keys act on the selected one.
func (p *Page) sign(t *style.Theme, selected, focused bool) string {
	switch {
	case selected && focused:
		return t.Paint(style.Cursor, t.Signs.Cursor) + style.Blank(2-style.Width(t.Signs.Cursor))
	case selected:
		return t.Paint(style.Faint, t.Signs.Dot) + " "
	}
	return "  "
}

// right are the rows of the entries; of a section without them, what it is.
func (p *Page) right(t *style.Theme, width int) []string {
	s := p.section()
	if len(s.Entries) == 0 {
		return layer.Wrap(t, t.Text(s.About), width, p.shown.room, style.Plain)
	}
	at := p.rows[p.at]
	name, reached, key := 0, 0, 0
	for _, e := range s.Entries {
		name, reached, key = max(name, min(style.Width(e.Name), mostName)),
			max(reached, style.Width(e.Reached)), max(key, len(e.Key))
	}
	if key > 0 {
		key += 2
	}
	if reached > 0 {
		reached += 2
	}
	title := max(0, width-2-key-name-2-reached-1)
	var rows []string
	for k := p.top; k < min(len(s.Entries), p.top+p.shown.room); k++ {
		e := s.Entries[k]
		called := t.Left(t.Clip(e.Name, name), name)
		if k == at {
			called = t.Paint(style.Selected, called)
		}
		rows = append(rows, p.sign(t, k == at, p.inside)+t.Paint(style.Key, t.Left(e.Key, key))+called+"  "+
			t.Left(t.Clip(t.Text(e.Title), title), title)+t.Paint(style.Faint, t.Right(e.Reached, reached)))
	}
	return rows
}

// about says what is selected.
func (p *Page) about() string {
	s := p.section()
	e := p.entry()
	switch {
	case e != nil && e.About == "":
		return sentence(e.Title)
	case e != nil:
		return sentence(e.Title) + " " + e.About
	case p.newcomer && p.at == 0:
		return "New here? Enter begins the tour."
	case len(s.Entries) == 0:
		return ""
	}
	return s.About
}

// sentence ends a text with a full stop.
func sentence(text string) string {
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// inWords is the page for a user who reads rows of text and types lines.
func (p *Page) inWords(width int) []string {
	var rows []string
	add := func(first, indent, text string) {
		for k, row := range slices.Collect(style.Wrap(text, width-len(indent))) {
			if k > 0 {
				first = indent
			}
			rows = append(rows, first+row)
		}
	}
	add("", "", "facet. "+head)
	add("", "", "Type a line as it stands here, such as lesson paths. q quits.")
	for _, s := range p.sections {
		rows = append(rows, "")
		add("", "", strings.ToUpper(s.Name[:1])+s.Name[1:]+". "+s.About)
		if len(s.Entries) == 0 && s.Line != "" {
			rows = append(rows, "  "+s.Line)
		}
		for _, e := range s.Entries {
			text := e.Title
			if e.Key != "" {
				text = e.Name + ", " + text
			}
			if e.Reached != "" {
				text += ", " + e.Reached
			}
			if e.Line != "" {
				add("  ", "      ", e.Line+": "+sentence(text))
			}
		}
	}
	return rows
}
