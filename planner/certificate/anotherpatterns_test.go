package certificate_test

import (
	"slices"
	"strconv"
	"strings"
)

type bits [][]bool

type bookPattern struct {
	at   bits
	unit bool
}

func (p bookPattern) dense() bool {
	return !slices.ContainsFunc(p.at, func(row []bool) bool { return slices.Contains(row, false) })
}

func parsePattern(text string, rows, columns int64) (p bookPattern) {
	for range rows {
		p.at = append(p.at, make([]bool, columns))
	}
	fields := strings.Fields(text)
	number := func(s string) int64 { n, _ := strconv.ParseInt(s, 10, 64); return n }
	fill := func(has func(r, c int64) bool) {
		for r := range rows {
			for c := range columns {
				p.at[r][c] = has(r, c)
			}
		}
	}
	switch fields[0] {
	case "dense":
		fill(func(r, c int64) bool { return true })
	case "diagonal", "identity":
		fill(func(r, c int64) bool { return r == c })
		p.unit = fields[0] == "identity"
	case "band":
		fill(func(r, c int64) bool { return r-c >= -number(fields[2]) && r-c <= number(fields[1]) })
	case "select":
		fill(func(r, c int64) bool { return c == number(fields[1+r]) })
		p.unit = true
	case "rows":
		for r, row := range strings.Split(strings.TrimPrefix(text, "rows"), ";") {
			for _, part := range strings.Fields(row) {
				from, to, isRange := strings.Cut(part, "-")
				if !isRange {
					to = from
				}
				for c := number(from); c <= number(to); c++ {
					p.at[r][c] = true
				}
			}
		}
	default:
		panic(text)
	}
	return p
}

func (p bookPattern) times(q bookPattern) bookPattern {
	out := bookPattern{unit: p.unit && q.unit}
	for r := range p.at {
		row := make([]bool, len(q.at[0]))
		for m, has := range p.at[r] {
			for c := range row {
				row[c] = row[c] || has && q.at[m][c]
			}
		}
		out.at = append(out.at, row)
	}
	return out
}

func (b bits) turned() bits {
	out := make(bits, len(b[0]))
	for c := range out {
		for r := range b {
			out[c] = append(out[c], b[r][c])
		}
	}
	return out
}

// most is the most entries in a row, at least 1.
func (b bits) most() int64 {
	most := int64(1)
	for r := range b {
		most = max(most, b.inRow(r))
	}
	return most
}

func (b bits) inRow(r int) (n int64) {
	for _, has := range b[r] {
		if has {
			n++
		}
	}
	return n
}

// colors are those of the columns.
func (b bits) colors() (most int64) {
	n := len(b[0])
	meet := func(c, d int) bool {
		return slices.ContainsFunc(b, func(row []bool) bool { return row[c] && row[d] })
	}
	done, color := make([]bool, n), make([]int64, n)
	degree := make([]int, n)
	for c := range n {
		for d := range n {
			if c != d && meet(c, d) {
				degree[c]++
			}
		}
	}
	for range n {
		next := -1
		for c := range n {
			if !done[c] && (next < 0 || degree[c] > degree[next]) {
				next = c
			}
		}
		done[next], color[next] = true, 1
		for again := true; again; {
			again = false
			for d := range n {
				if d != next && done[d] && color[d] == color[next] && meet(d, next) {
					color[next]++
					again = true
				}
			}
		}
		most = max(most, color[next])
	}
	return most
}
