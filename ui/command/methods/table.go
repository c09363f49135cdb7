package methods

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"facet/model"
	"facet/planner"
	"facet/ui/style"
)

const provenNote = "* proven optimal in the method's own search space: vertex, edge or face eliminations\n"

// WriteText prints the methods for a reader: on one dag with how far each is from
// the best, on several a column for each.
func (t Table) WriteText(w io.Writer) error {
	if len(t.files) == 1 {
		return t.writeOne(w)
	}
	return t.writeMany(w)
}

// writeOne prints the methods on one dag, with how far each is from the best.
func (t Table) writeOne(w io.Writer) error {
	best := t.best()
	table := textTable{{"method", "total", "", "above the best", "time", ""}}
	for k, e := range t.Entries {
		above, text := "", e.Reason
		if e.Cost != nil {
			above = aboveText(*e.Cost, best)
			text = t.methods[k].Text()
		}
		table = append(table, []string{e.Method, costText(e.Cost), provenMark(e), above, fmt.Sprintf("%.3f s", e.Seconds), text})
	}
	return table.write(w, provenNote)
}

// best is the least cost of the sequences: dense modes are none.
func (t Table) best() model.Cost {
	best := model.Saturated
	for k, e := range t.Entries {
		if e.Cost != nil && !t.methods[k%len(t.methods)].CostOnly() {
			best = min(best, *e.Cost)
		}
	}
	return best
}

// writeMany prints a column for each dag.
func (t Table) writeMany(w io.Writer) error {
	head := []string{"method"}
	for _, file := range t.files {
		head = append(head, file, "")
	}
	table := textTable{head}
	for m := range t.methods {
		row := []string{t.methods[m].String()}
		for f := range t.files {
			e := t.Entries[f*len(t.methods)+m]
			row = append(row, costText(e.Cost), provenMark(e))
		}
		table = append(table, row)
	}
	return table.write(w, provenNote)
}

func costText(c *model.Cost) string {
	if c == nil {
		return "-"
	}
	return style.Number(*c)
}

func provenMark(e Entry) string {
	m, err := planner.ParseMethod(e.Method)
	if err == nil && e.Proven && !m.CostOnly() {
		return "*"
	}
	return ""
}

func aboveText(c, best model.Cost) string {
	if c == best || best == 0 || c.IsSaturated() {
		return ""
	}
	return fmt.Sprintf("%+.1f %%", 100*(float64(c)-float64(best))/float64(best))
}

// textTable is rows of cells. The first and the last column are flush left, as
// are marks; numbers between are flush right.
type textTable [][]string

func (t textTable) write(w io.Writer, note string) error {
	widths := make([]int, len(t[0]))
	for _, row := range t {
		for k, cell := range row {
			widths[k] = max(widths[k], utf8.RuneCountInString(cell))
		}
	}
	var out bytes.Buffer
	for _, row := range t {
		var line bytes.Buffer
		for k, cell := range row {
			pad := fmt.Sprintf("%*s", widths[k]-utf8.RuneCountInString(cell), "")
			gap := "  "
			if k == 0 || widths[k] == 1 {
				gap = "" // marks stick to their number
			}
			if k == 0 || k == len(row)-1 || widths[k] == 1 {
				line.WriteString(gap + cell + pad)
			} else {
				line.WriteString(gap + pad + cell)
			}
		}
		out.Write(bytes.TrimRight(line.Bytes(), " "))
		out.WriteByte('\n')
	}
	out.WriteString("\n" + note)
	_, err := w.Write(out.Bytes())
	return err
}
