// Package spy draws which entries of a Jacobian can be non-zero: as text in braille or
// ASCII, as SVG and as TikZ. A dot is one entry where the matrix fits; where it does not,
// a dot stands for a block of entries, at least one of which can be non-zero, and the
// caption says so. It knows nothing of dags.
package spy

import (
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/model/pattern"
	"facet/ui/draw/style"
)

// Plot is a pattern in dots.
type Plot struct {
	dots          *pattern.Pattern
	rows, columns int64 // of entries, that a dot stands for
	ascii         bool
}

// fine is from how many dots on both directions have the same scale: a matrix that has
// fewer rows is not made flatter still.
const fine = 8

// Fit makes a plot of at most so many dots, each at least 1, of a pattern that is known.
func Fit(p *pattern.Pattern, mostRows, mostColumns int64) Plot {
	step := func(n, most int64) int64 { return (n + most - 1) / most }
	high, wide := step(p.Rows(), mostRows), step(p.Columns(), mostColumns)
	if s := max(high, wide); min(step(p.Rows(), s), step(p.Columns(), s)) >= fine {
		high, wide = s, s
	}
	return Plot{dots: pattern.Coarse(p, high, wide), rows: high, columns: wide}
}

// FitText makes a plot that takes at most so many rows and columns of text, without its
// border. Braille has two by four dots in a cell, ASCII one.
func FitText(p *pattern.Pattern, height, width int, ascii bool) Plot {
	if ascii {
		plot := Fit(p, int64(max(1, height)), int64(max(1, width)))
		plot.ascii = true
		return plot
	}
	return Fit(p, 4*int64(max(1, height)), 2*int64(max(1, width)))
}

// Scale says what a dot stands for where it is not one entry: "1 dot = 4 x 4 entries".
func (p Plot) Scale() string {
	if p.rows == 1 && p.columns == 1 {
		return ""
	}
	dot := "dot"
	if p.ascii {
		dot = "x"
	}
	return fmt.Sprintf("scaled: 1 %s = %s x %s entries", dot, style.Count(p.rows), style.Count(p.columns))
}

// Text is the plot as rows of text of the same width, each between bars.
func (p Plot) Text() []string {
	var rows []string
	edge := "│"
	if p.ascii {
		edge = "|"
	}
	for _, row := range p.cells() {
		rows = append(rows, edge+row+edge)
	}
	return rows
}

// cells is the plot without bars.
func (p Plot) cells() []string {
	if p.ascii {
		return p.characters()
	}
	wide := int(p.dots.Columns()+1) / 2
	var rows []string
	for top := int64(0); top < p.dots.Rows(); top += 4 {
		cells := make([]rune, wide)
		for r := top; r < min(top+4, p.dots.Rows()); r++ {
			p.each(r, func(column int32) { cells[column/2] |= braille[r-top][column%2] })
		}
		for k := range cells {
			if cells[k] += 0x2800; cells[k] == 0x2800 {
				cells[k] = ' '
			}
		}
		rows = append(rows, string(cells))
	}
	return rows
}

// braille are the bits of a cell's dots, by row and column.
var braille = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

func (p Plot) characters() []string {
	var rows []string
	for r := range p.dots.Rows() {
		cells := []byte(strings.Repeat(".", int(p.dots.Columns())))
		p.each(r, func(column int32) { cells[column] = 'x' })
		rows = append(rows, string(cells))
	}
	return rows
}

// each calls f for the columns of a row that have a dot.
func (p Plot) each(row int64, f func(column int32)) {
	spans := p.dots.Row(row, nil)
	for k := 0; k < len(spans); k += 2 {
		for c := spans[k]; c < spans[k+1]; c++ {
			f(c)
		}
	}
}

// Sparsity says how many entries of a Jacobian can be non-zero, and the colours of its
// columns: "300 of 160 000 entries, 3 colours".
func Sparsity(p *pattern.Pattern) string {
	switch {
	case !p.IsKnown():
		return "a pattern that takes more memory than is allowed"
	case p.IsDense() && !p.IsUnit():
		return "dense"
	}
	text := style.Count(p.Entries()) + " of " + style.Number(model.Cost(p.Rows()).
		Times(model.Cost(p.Columns()))) + " entries, "
	if p.IsUnit() {
		return text + "all 1: a selection"
	}
	if n := p.Colors(); n != 1 {
		return text + style.Count(n) + " colours"
	}
	return text + "1 colour"
}

// Caption is the plot's caption: the name, the size, what is sparse about it, and the
// scale.
func (p Plot) Caption(name string, of *pattern.Pattern) string {
	parts := []string{name, fmt.Sprintf("%s x %s", style.Count(of.Rows()), style.Count(of.Columns())),
		Sparsity(of)}
	if scale := p.Scale(); scale != "" {
		parts = append(parts, scale)
	}
	return strings.Join(parts, ", ")
}

// rectangle is a block of dots.
type rectangle struct{ top, left, bottom, right int64 } // bottom and right lie behind it

// rectangles cover the dots: equal rows that follow each other are taken together.
func (p Plot) rectangles() []rectangle {
	var all []rectangle
	var last, spans []int32
	from := int64(0)
	for r := int64(0); r <= p.dots.Rows(); r++ {
		if spans = spans[:0]; r < p.dots.Rows() {
			spans = p.dots.Row(r, spans)
			if r > from && slices.Equal(spans, last) {
				continue
			}
		}
		for k := 0; k < len(last); k += 2 {
			all = append(all, rectangle{from, int64(last[k]), r, int64(last[k+1])})
		}
		last, from = append(last[:0], spans...), r
	}
	return all
}
