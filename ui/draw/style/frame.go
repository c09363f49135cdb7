package style

import "strings"

// Frame separates a panel from others.
type Frame uint8

// The frames.
const (
	Box  Frame = iota // a border around it, the title in its upper side
	Rule              // a rule with the title above it only
)

// Inner gives the size that is left for a panel's content.
func (f Frame) Inner(width, height int) (int, int) {
	if f == Rule {
		return width, max(0, height-1)
	}
	return max(0, width-2), max(0, height-2)
}

type lines struct{ h, v, nw, ne, sw, se string }

var (
	lightLines = lines{"─", "│", "╭", "╮", "╰", "╯"}
	heavyLines = lines{"━", "┃", "┏", "┓", "┗", "┛"}
	asciiLines = lines{"-", "|", "+", "+", "+", "+"}
	asciiHeavy = lines{"=", "#", "#", "#", "#", "#"}
)

// Draw puts a frame around content of the size that Inner gave; rows that are
// missing are blank. The panel that keys act on has heavy lines.
func (t *Theme) Draw(f Frame, title, right string, content []string, width, height int,
	focused bool) []string {
	if t.bare {
		rows := append([]string{strings.Join(strings.Fields(title+" "+right), " ")},
			content[:max(0, min(len(content), height-1))]...)
		if len(rows) < height {
			rows = append(rows, "") // what follows is something else
		}
		return rows
	}
	l, role := lightLines, Faint
	switch {
	case focused && t.ASCII:
		l, role = asciiHeavy, Title
	case focused:
		l, role = heavyLines, Title
	case t.ASCII:
		l = asciiLines
	}
	out := make([]string, 0, height)
	if f == Rule {
		out = append(out, t.titleRow(l.h, l.h, l.h, role, title, right, width))
		for k := 0; len(out) < height; k++ {
			out = append(out, t.Left(row(content, k), width))
		}
		return out
	}
	out = append(out, t.titleRow(l.nw, l.h, l.ne, role, title, right, width))
	side := t.Paint(role, l.v)
	for k := 0; len(out) < height-1; k++ {
		out = append(out, side+t.Left(row(content, k), width-2)+side)
	}
	return append(out, t.Paint(role, l.sw+strings.Repeat(l.h, max(0, width-2))+l.se))
}

// Rule is a rule with a title, between parts of a panel.
func (t *Theme) Rule(title string, width int) string {
	h := lightLines.h
	if t.ASCII {
		h = asciiLines.h
	}
	return t.titleRow(h, h, h, Faint, title, "", width)
}

func row(content []string, k int) string {
	if k < len(content) {
		return content[k]
	}
	return ""
}

// RightRoom is how many cells there are for the text at the right end of a frame of a width with
// a title.
func RightRoom(title string, width int) int { return width - Width("╭ "+title+" ─ ╮") - len(" ") }

// titleRow is "╭ title ───── right ─╮".
func (t *Theme) titleRow(start, h, end string, role Role, title, right string, width int) string {
	if title != "" {
		title = " " + title + " "
	}
	if right != "" {
		right = " " + right + " "
	}
	inner := width - 2
	if Width(title)+Width(right)+1 > inner {
		right = t.Clip(right, max(0, inner-Width(title)-1))
	}
	title = t.Clip(title, max(0, inner))
	fill := max(0, inner-Width(title)-Width(right))
	tail := 0 // the last column of the title stands above that of the content
	if right != "" && start != h {
		tail = min(1, fill)
	}
	ruled := func(n int) string { return t.Paint(role, strings.Repeat(h, n)) }
	return t.Paint(role, start) + t.Paint(Title, title) + ruled(fill-tail) + right + ruled(tail) +
		t.Paint(role, end)
}
