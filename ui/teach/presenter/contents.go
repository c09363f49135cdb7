package presenter

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/teach/lesson"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// next opens the lesson after this one.
func (l *Leader) next() []intent.Intent {
	return []intent.Intent{intent.Lead{Kind: Kind, About: l.spot.after}}
}

// someChapters is by how many of them a page of the contents goes on.
const someChapters = 10

// contentsKeys choose a chapter.
func (l *Leader) contentsKeys(v *layer.View) []layer.Command {
	choose := func(by int) []intent.Intent {
		l.spot.chosen = max(0, min(l.spot.chosen+by, len(l.spot.course.Chapters)-1))
		return nil
	}
	open := func() (tea.Cmd, []intent.Intent) {
		return l.show(v, starts(l.spot.course, l.spot.chosen), false)
	}
	return append(layer.Rows(someChapters, choose),
		layer.On(open, "enter").Help(group, "open the selected chapter").Foot("open"),
		layer.On(func() (tea.Cmd, []intent.Intent) { return l.back(v) }, "esc", "c").Foot("back"))
}

// starts is the first page of a chapter; of one without pages, the next one's.
func starts(c *lesson.Course, chapter int) int {
	for k := range c.Pages {
		if c.Pages[k].Chapter >= chapter {
			return k
		}
	}
	return len(c.Pages)
}

// contentsRows lists the chapters of a lesson with their first pages.
func contentsRows(t *style.Theme, c *lesson.Course, chosen, width, height int) []string {
	rows := []string{"", "  " + t.Paint(style.Strong, t.Clip(style.Printable(c.Title), width-4)), ""}
	room := max(1, height-len(rows))
	top := max(0, min(chosen-room/2, len(c.Chapters)-room))
	for k := top; k < min(top+room, len(c.Chapters)); k++ {
		sign, role := " ", style.Plain
		if k == chosen {
			sign, role = t.Signs.Cursor, style.Selected
		}
		page := fmt.Sprintf("page %d", starts(c, k)+1)
		title := t.Left(t.Clip(fmt.Sprintf("%d  %s", k+1, style.Printable(c.Chapters[k].Title)),
			min(60, width-16)), min(60, width-16))
		rows = append(rows, " "+sign+" "+t.Paint(role, title)+"  "+t.Paint(style.Faint, page))
	}
	for len(rows) < height {
		rows = append(rows, "")
	}
	return rows
}
