package prose

import (
	"strings"

	"facet/model/teach/lesson"
	"facet/ui/draw/style"
)

// gap is what stands between two columns of a table.
const gap = 2

// table writes a table; cells that are too wide for their column are wrapped.
func (p press) table(b lesson.Block, width int) []string {
	columns := 0
	for _, row := range b.Rows {
		columns = max(columns, len(row))
	}
	if columns == 0 {
		return nil
	}
	widths := p.widths(b, columns, width)
	var rows []string
	for k, cells := range b.Rows {
		around := style.Plain
		if k == 0 {
			around = style.Strong
		}
		rows = append(rows, p.tableRow(b, cells, widths, around)...)
		if k == 0 {
			var rules []string
			for _, w := range widths {
				rules = append(rules, strings.Repeat(p.t.Either("─", "-"), w))
			}
			rows = append(rows, p.t.Paint(style.Faint, strings.Join(rules, style.Blank(gap))))
		}
	}
	return rows
}

// widths gives each column what it needs, and takes from the widest where that is
// more than there is.
func (p press) widths(b lesson.Block, columns, width int) []int {
	widths := make([]int, columns)
	for _, row := range b.Rows {
		for c, cell := range row {
			n := 0
			for k, w := range p.words(cell, style.Plain) {
				n += w.width()
				if k > 0 {
					n++
				}
			}
			widths[c] = max(widths[c], n, 1)
		}
	}
	for all := gap * (columns - 1); ; all = gap * (columns - 1) {
		widest := 0
		for c, w := range widths {
			all += w
			if w > widths[widest] {
				widest = c
			}
		}
		if all <= width || widths[widest] <= 4 {
			return widths
		}
		widths[widest]--
	}
}

func (p press) tableRow(b lesson.Block, cells [][]lesson.Span, widths []int, around style.Role) []string {
	wrapped := make([][]string, len(widths))
	height := 1
	for c := range widths {
		if c < len(cells) {
			wrapped[c] = p.wrap(cells[c], widths[c], around)
		}
		height = max(height, len(wrapped[c]))
	}
	rows := make([]string, height)
	for k := range rows {
		for c, w := range widths {
			text := ""
			if k < len(wrapped[c]) {
				text = wrapped[c][k]
			}
			align := lesson.AlignLeft
			if c < len(b.Aligns) {
				align = b.Aligns[c]
			}
			if c > 0 {
				rows[k] += style.Blank(gap)
			}
			rows[k] += p.aligned(text, w, align)
		}
		rows[k] = strings.TrimRight(rows[k], " ")
	}
	return rows
}

func (p press) aligned(text string, width int, align lesson.Align) string {
	switch align {
	case lesson.AlignRight:
		return p.t.Right(text, width)
	case lesson.AlignCenter:
		return p.t.Left(style.Blank((width-style.Width(text))/2)+text, width)
	}
	return p.t.Left(text, width)
}
