package style

import "strings"

// Table writes rows in columns that are two blanks apart and as wide as their widest
// cell. For each column, columns has l for text, flush left, r for numbers, flush right, or m
// for a mark that sticks to what stands before it. A row may have fewer cells.
func Table(columns string, rows [][]string) string {
	widths := make([]int, len(columns))
	for _, row := range rows {
		for k, cell := range row {
			widths[k] = max(widths[k], Width(cell))
		}
	}
	var out strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for k, cell := range row {
			gap, pad := "  ", Blank(widths[k]-Width(cell))
			if k == 0 || columns[k] == 'm' {
				gap = ""
			}
			if columns[k] == 'r' {
				line.WriteString(gap + pad + cell)
			} else {
				line.WriteString(gap + cell + pad)
			}
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return out.String()
}
