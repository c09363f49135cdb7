// Package prose writes the text of lessons as rows of a terminal: headings,
// paragraphs, lists, quotes, tables and listings in the styles of a theme.
//
// It knows nothing of pages and keys. Text is made printable here, since it is
// that of strangers.
package prose

import (
	"fmt"
	"strings"

	"facet/model/teach/lesson"
	"facet/ui/draw/style"
)

// column is how many cells the rows of a text have at most: longer ones are hard
// to find back from.
const column = 72

// Margin is how many blank cells stand to the left of a text in a window.
func Margin(width int) int { return max(0, (width-min(column, width-4))/2) }

// Rows writes blocks into rows of at most width cells.
func Rows(t *style.Theme, blocks []lesson.Block, width int) []string {
	p := press{t}
	return p.blocks(blocks, max(12, min(width, column)), false)
}

// Paragraph writes a plain text in one style.
func Paragraph(t *style.Theme, text string, width int, role style.Role) []string {
	p := press{t}
	return p.wrap([]lesson.Span{{Text: text}}, max(12, min(width, column)), role)
}

type press struct{ t *style.Theme }

// blocks puts a blank row between blocks, but not between those of a tight list.
func (p press) blocks(blocks []lesson.Block, width int, tight bool) []string {
	var rows []string
	for k, b := range blocks {
		if k > 0 && !tight {
			rows = append(rows, "")
		}
		rows = append(rows, p.block(b, width)...)
	}
	return rows
}

func (p press) block(b lesson.Block, width int) []string {
	switch b.Kind {
	case lesson.Heading:
		if b.Level <= 2 {
			return p.title(b.Spans, width)
		}
		return p.wrap(b.Spans, width, style.Title)
	case lesson.List:
		return p.list(b, width)
	case lesson.Quote:
		bar := p.t.Paint(style.Faint, p.t.Either("│", "|")) + " "
		return prefixed(p.blocks(b.Items[0], inner(width, 2), false), bar, bar)
	case lesson.Listing:
		return p.listing(b.Text, width)
	case lesson.Table:
		return p.table(b, width)
	}
	return p.wrap(b.Spans, width, style.Plain)
}

// inner is the width within something that takes some cells; whatever is nested
// deeper than there is room is written over the edge and clipped there.
func inner(width, taken int) int { return max(12, width-taken) }

// title is a heading with a rule beneath.
func (p press) title(spans []lesson.Span, width int) []string {
	rows := p.wrap(spans, width, style.Title)
	long := 0
	for _, row := range rows {
		long = max(long, style.Width(row))
	}
	return append(rows, p.t.Paint(style.Faint, p.t.Underline(p.t.Either("═", "="), long)))
}

func (p press) list(b lesson.Block, width int) []string {
	var rows []string
	for k, item := range b.Items {
		if k > 0 && !b.Tight {
			rows = append(rows, "")
		}
		mark := p.t.Either("•", "*")
		if b.First >= 0 {
			mark = fmt.Sprintf("%d.", b.First+k)
		}
		indent := style.Width(mark) + 2
		content := p.blocks(item, inner(width, indent), b.Tight)
		if len(content) == 0 {
			content = []string{""}
		}
		rows = append(rows, prefixed(content, " "+p.t.Paint(style.Key, mark)+" ", style.Blank(indent))...)
	}
	return rows
}

func prefixed(rows []string, first, others string) []string {
	for k := range rows {
		before := others
		if k == 0 {
			before = first
		}
		if rows[k] == "" {
			before = strings.TrimRight(before, " ")
		}
		rows[k] = before + rows[k]
	}
	return rows
}

// listing is text that is not wrapped: what is too long is cut with a mark.
func (p press) listing(text string, width int) []string {
	var rows []string
	for line := range strings.Lines(text) {
		line = p.t.Text(style.Printable(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")))
		rows = append(rows, "  "+p.t.Paint(style.Key, p.t.Clip(line, inner(width, 2))))
	}
	return rows
}

// role is that of a piece of text that stands in another.
func role(s lesson.Span, around style.Role) style.Role {
	switch {
	case s.Code:
		return style.Key
	case s.Struck:
		return style.Faint
	case s.Strong:
		return style.Strong
	case s.Emphasis, s.Link:
		return style.Related
	}
	return around
}

// piece is a part of a word in one style.
type piece struct {
	text string
	role style.Role
}

// word is what is not broken, unless it is wider than a row.
type word []piece

func (w word) width() int {
	n := 0
	for _, piece := range w {
		n += style.Width(piece.text)
	}
	return n
}

// words splits spans where they may be broken; a nil word is the end of a row.
func (p press) words(spans []lesson.Span, around style.Role) []word {
	var all []word
	var now word
	end := func() {
		if len(now) > 0 {
			all, now = append(all, now), nil
		}
	}
	for _, s := range spans {
		if s.Break {
			end()
			all = append(all, nil)
			continue
		}
		text := p.t.Text(style.Printable(strings.ReplaceAll(strings.ReplaceAll(s.Text, "\n", " "), "\t",
			" ")))
		for k, part := range strings.Split(text, " ") {
			switch {
			case k > 0 && len(now) > 0 && style.Thousands(now[len(now)-1].text, part):
				part = " " + part // a number is not broken
			case k > 0:
				end()
			}
			if part != "" {
				now = append(now, piece{part, role(s, around)})
			}
		}
	}
	end()
	return all
}

// wrap breaks spans into rows.
func (p press) wrap(spans []lesson.Span, width int, around style.Role) []string {
	var rows []string
	var row []word
	used := 0
	flush := func() {
		rows, row, used = append(rows, p.row(row)), nil, 0
	}
	for _, w := range p.words(spans, around) {
		if w == nil {
			flush()
			continue
		}
		if used > 0 && used+1+w.width() > width {
			flush()
		}
		for w.width() > width {
			head, rest := split(w, width)
			rows, w = append(rows, p.row([]word{head})), rest
		}
		if used > 0 {
			used++
		}
		row, used = append(row, w), used+w.width()
	}
	if len(row) > 0 {
		flush()
	}
	return rows
}

// split cuts a word that is wider than a row.
func split(w word, width int) (head, rest word) {
	for k, one := range w {
		room := width - head.width()
		if style.Width(one.text) <= room {
			head = append(head, one)
			continue
		}
		at := 0
		for at = range one.text {
			if style.Width(one.text[:at]) >= room {
				break
			}
		}
		if at == 0 {
			at = len(one.text)
		}
		head = append(head, piece{one.text[:at], one.role})
		return head, append(word{{one.text[at:], one.role}}, w[k+1:]...)
	}
	return head, nil
}

// row paints words; neighbours in one style are painted together.
func (p press) row(words []word) string {
	var b strings.Builder
	text, in := "", style.Plain
	put := func(t string, i style.Role) {
		if i != in {
			b.WriteString(p.t.Paint(in, text))
			text, in = "", i
		}
		text += t
	}
	for k, w := range words {
		if k > 0 {
			blank := style.Plain
			if in == w[0].role {
				blank = in
			}
			put(" ", blank)
		}
		for _, piece := range w {
			put(piece.text, piece.role)
		}
	}
	b.WriteString(p.t.Paint(in, text))
	return b.String()
}
