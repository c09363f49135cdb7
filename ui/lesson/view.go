package lesson

import (
	"fmt"

	"facet/model/lesson"
	"facet/ui/layer"
	"facet/ui/lesson/prose"
	"facet/ui/style"
)

// drawn is a text as it was laid out last.
type drawn struct {
	page, width int
	theme       *style.Theme
	rows        []string
}

// Draw is a page of text, or what the author says of a step beneath the pictures.
func (g *Leader) Draw(v *layer.View, b layer.Box) layer.Drawn {
	switch {
	case g.contents:
		return layer.Drawn{Rows: contentsRows(v.Theme, g.Course, g.chosen, b.Width, b.Height), Place: layer.Whole}
	case g.onPuzzle():
		return g.puzzle.Draw(v, b)
	case g.isText():
		return layer.Drawn{Rows: g.pageRows(v, b.Width, b.Height), Place: layer.Whole}
	}
	return g.panel(v, b.Width, b.Most)
}

// pageRows is a page of text.
func (g *Leader) pageRows(s *layer.View, width, height int) []string {
	t := s.Theme
	if d := g.drawn; d.page != g.page || d.width != width || d.theme != t || d.rows == nil {
		g.drawn = drawn{g.page, width, t, g.text(s, width)}
	}
	rows := g.drawn.rows
	top := 1
	if len(rows)+2 > height {
		top = 0
	}
	g.height = max(1, height-1-top)
	g.most = max(0, len(rows)-g.height)
	if g.bottom {
		g.top, g.bottom = g.most, false
	}
	g.top = min(g.top, g.most)
	margin := style.Blank(prose.Margin(width))
	if !g.atEnd() && g.at().Kind == lesson.PageCompare {
		margin = ""
	}
	out := make([]string, top, height)
	for _, row := range rows[g.top:min(len(rows), g.top+g.height)] {
		out = append(out, t.Clip(margin+row, width))
	}
	for len(out) < height-1 {
		out = append(out, "")
	}
	return append(out, t.Spread(g.more(t), t.Paint(style.Faint, g.place()+" "), width))
}

// more tells that a text goes on beyond its page.
func (g *Leader) more(t *style.Theme) string {
	switch {
	case g.top < g.most:
		return " " + t.Paint(style.Key, t.Signs.Down) + t.Paint(style.Faint, " PgDn: more")
	case g.most > 0:
		return " " + t.Paint(style.Faint, t.Signs.Up+" PgUp: back")
	}
	return ""
}

func (g *Leader) place() string {
	return fmt.Sprintf("%d/%d", min(g.page+1, len(g.Course.Pages)), len(g.Course.Pages))
}

// text lays out a page of text.
func (g *Leader) text(s *layer.View, width int) []string {
	t := s.Theme
	column := width - 4
	if g.atEnd() {
		return g.ending(t, column)
	}
	p := g.at()
	if p.Kind == lesson.PageCompare {
		return g.comparison(t, width)
	}
	var rows []string
	if p.First {
		rows = append(rows, g.heading(t, p, column)...)
	}
	rows = append(rows, prose.Rows(t, p.Blocks, column)...)
	if g.page == 0 && g.resumes {
		rows = append(rows, "")
		rows = append(rows, prose.Rows(t, []lesson.Block{{Kind: lesson.Paragraph, Spans: []lesson.Span{{Text: "r", Code: true},
			{Text: fmt.Sprintf(" continues where you stopped: page %d of %d, %q.", g.begun.Page, len(g.Course.Pages), g.Course.Chapters[g.Course.Pages[g.begun.Page-1].Chapter].Title)}}}}, column)...)
	}
	return rows
}

// heading is the title of a chapter; that of the lesson stands above the first.
func (g *Leader) heading(t *style.Theme, p *lesson.Page, column int) []string {
	title := g.Course.Chapters[p.Chapter].Title
	var rows []string
	if g.page == 0 && g.Course.Title != title {
		rows = append(rows, prose.Paragraph(t, g.Course.Title, column, style.Strong)...)
		rows = append(rows, "")
	}
	return append(append(rows, prose.Rows(t, []lesson.Block{{Kind: lesson.Heading, Level: 2, Spans: []lesson.Span{{Text: title}}}}, column)...), "")
}

// ending is what stands behind the last page.
func (g *Leader) ending(t *style.Theme, column int) []string {
	text := []lesson.Block{
		{Kind: lesson.Heading, Level: 2, Spans: []lesson.Span{{Text: "The end of " + g.Course.Title}}},
		{Kind: lesson.Paragraph, Spans: []lesson.Span{{Text: "PgUp", Code: true}, {Text: " goes back, "}, {Text: ":end", Code: true},
			{Text: " leaves the lesson, "}, {Text: "q", Code: true}, {Text: " quits."}}},
	}
	if g.After != "" {
		text = append(text, lesson.Block{Kind: lesson.Paragraph, Spans: []lesson.Span{{Text: "PgDn", Code: true}, {Text: " opens the next lesson, "},
			{Text: g.After, Strong: true}, {Text: "."}}})
	}
	if g.Course.Author != "" {
		text = append(text, lesson.Block{Kind: lesson.Paragraph, Spans: []lesson.Span{{Text: "This lesson is by " + g.Course.Author + "."}}})
	}
	return prose.Rows(t, text, column)
}

// panelKey says for what a panel's height was worked out.
type panelKey struct{ chapter, width int }

// panel is what the author says of a step, beneath the pictures.
func (g *Leader) panel(v *layer.View, width, most int) layer.Drawn {
	t := v.Theme
	p := g.at()
	title := style.Printable(g.Course.Chapters[p.Chapter].Title)
	switch {
	case g.own:
		text := "Your own move: Enter carries out what is selected, Esc or PgDn comes back."
		return layer.Drawn{Rows: t.Draw(style.Rule, title, g.place(), []string{" " + t.Paint(style.Strong, t.Clip(text, width-2))}, width, 2, false), Place: layer.Beneath}
	case g.peek:
		return layer.Drawn{Rows: t.Draw(style.Rule, title, g.place(), nil, width, 1, false), Place: layer.Instead}
	}
	rows := g.note(t, p, width)
	height := min(most, 1+max(len(rows), g.tallest(t, p.Chapter, width)))
	if len(rows) > height-1 { // cut with a mark, never in silence
		rows = rows[:height-1]
		rows[len(rows)-1] = t.Clip(rows[len(rows)-1]+" "+t.Signs.Cut, width)
	}
	return layer.Drawn{Rows: t.Draw(style.Rule, title, g.stand(t, p), rows, width, height, false), Place: layer.Instead}
}

// note is the author's text of a page.
func (g *Leader) note(t *style.Theme, p *lesson.Page, width int) []string {
	text, role := p.Note, style.Strong
	switch {
	case g.told != "":
		text, role = g.told, style.Bad
	case text == "" && p.Kind == lesson.PagePlace && p.Back:
		text, role = "Back here. Now another way.", style.Plain
	}
	if text == "" {
		return nil
	}
	rows := prose.Paragraph(t, text, width-4, role)
	for k := range rows {
		rows[k] = "  " + rows[k]
	}
	return rows
}

// tallest is how many rows the longest note of a chapter takes: a picture that moved
// from step to step could not be followed.
func (g *Leader) tallest(t *style.Theme, chapter, width int) int {
	key := panelKey{chapter, width}
	if n, ok := g.panels[key]; ok {
		return n
	}
	n := 0
	for k := range g.Course.Pages {
		if p := &g.Course.Pages[k]; p.Chapter == chapter && (p.Kind == lesson.PageStep || p.Kind == lesson.PagePlace) {
			n = max(n, len(g.note(t, p, width)))
		}
	}
	g.panels[key] = n
	return n
}

// stand is where the lesson stands, for the right end of the panel.
func (g *Leader) stand(t *style.Theme, p *lesson.Page) string {
	text := g.place()
	scene := g.scene()
	if scene == nil {
		return text
	}
	if p.Back || p.Kind == lesson.PagePlace && p.Step > 0 {
		text = fmt.Sprintf("at step %d  ", len(scene.Path(p.Step))) + text
	}
	if p.Total != nil {
		text = "total " + t.Paint(style.Strong, style.Number(p.Total.Cost)) + "  " + text
	}
	return text
}
