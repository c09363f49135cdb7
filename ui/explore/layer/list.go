package layer

import (
	"strings"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// ListTable are the keys that move in lists.
func ListTable() *Table {
	return &Table{Layer: ListLayer, Rows: []Row{
		{"up", "up k", "one row up, in lists"}, {"down", "down j", "one row down"},
		{"first", "home", "the first row"}, {"last", "end", "the last row"}}}
}

// Pages are the commands of a list in front of the panels, of which so many rows are shown: those
// of Rows, and PgUp and PgDn scroll. In a panel these two step, as a presenter's clicker wants it.
func Pages(shown int, move func(by int) []intent.Intent) []Command {
	page := func(by int) func() []intent.Intent {
		return func() []intent.Intent { return move(by) }
	}
	return append(Rows(move), Do(page(-max(1, shown)), "pgup"), Do(page(max(1, shown)), "pgdown"))
}

// Rows are the commands that move by rows in a list, without a text in help or foot.
func Rows(move func(by int) []intent.Intent) []Command {
	keys := ListTable()
	by := []int{-1, 1, -1 << 20, 1 << 20}
	all := make([]Command, len(by))
	for k, row := range keys.Rows {
		all[k] = keys.Do(row[0], func() []intent.Intent { return move(by[k]) })
	}
	return all
}

// Scroll is the first of all rows that are shown, so many at once, with the one at `at` among them
// and as few moved as can be; top was the first before.
func Scroll(top, at, shown, all int) int {
	return max(0, min(max(min(top, at), at-shown+1), all-shown))
}

// Hidden says how many of all rows are above and below those that are shown; nothing where all are.
func Hidden(t *style.Theme, top, shown, all int) string {
	text := ""
	if top > 0 {
		text = t.Signs.Up + style.Count(int64(top)) + " "
	}
	if below := all - top - shown; below > 0 {
		text += t.Signs.Down + style.Count(int64(below))
	}
	return strings.TrimSpace(text)
}
