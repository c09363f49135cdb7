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
		{"page-up", "ctrl+u", "as many rows up as are shown"}, {"page-down", "ctrl+d", "as many down"},
		{"first", "home", "the first row"}, {"last", "end", "the last row"}}}
}

// Rows are the commands that move by rows in a list of which so many are shown, without a text in
// help or foot. PgUp and PgDn are not among them: they step wherever steps are shown, also while the
// list of operations has the keys, which it has from the beginning. A presenter's clicker has no
// other keys.
func Rows(shown int, move func(by int) []intent.Intent) []Command {
	keys, page := ListTable(), max(1, shown)
	by := []int{-1, 1, -page, page, -1 << 20, 1 << 20}
	all := make([]Command, len(by))
	for k, row := range keys.Rows {
		all[k] = keys.Do(row[0], func() []intent.Intent { return move(by[k]) })
	}
	return all
}

// Pages are those of a list that has been asked for, where PgUp and PgDn scroll, too.
func Pages(shown int, move func(by int) []intent.Intent) []Command {
	all := Rows(shown, move)
	return append(all, On(all[2].Do, "pgup"), On(all[3].Do, "pgdown"))
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
