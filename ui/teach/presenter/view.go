package presenter

import (
	"fmt"
	"strings"

	"facet/model/teach/lesson"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/teach/presenter/prose"
)

// Fit lays a page of text out, and scrolls to where there is text.
func (l *Leader) Fit(v *layer.View, b layer.Box) {
	switch {
	case l.spot.aside == nothing, l.spot.aside == chapters:
	case l.onPuzzle():
		l.Leader.Fit(v, b)
	case l.spot.isText():
		l.spot.fit(v.Theme, b)
	}
}

// Draw is a page of text, or what the author says of a step beneath the pictures.
func (l *Leader) Draw(v *layer.View, b layer.Box) layer.Drawn {
	switch {
	case l.spot.aside == nothing:
		return layer.Drawn{Place: layer.Whole, Alone: true}
	case l.spot.aside == chapters:
		return layer.Drawn{Rows: contentsRows(v.Theme, l.spot.course, l.spot.chosen, b.Width, b.Height),
			Place: layer.Whole}
	case l.onPuzzle():
		return l.Leader.Draw(v, b)
	case l.spot.isText():
		return layer.Drawn{Rows: l.spot.pageRows(v.Theme, b.Width, b.Height), Place: layer.Whole}
	}
	return l.spot.panel(v.Theme, b.Width, b.Most)
}

// fit lays a page of text out.
func (s *spot) fit(t *style.Theme, b layer.Box) {
	s.rows = s.text(t, b.Width)
	s.height = max(1, b.Height-1-s.blanks(b.Height))
	s.most = max(0, len(s.rows)-s.height)
	if s.bottom {
		s.top, s.bottom = s.most, false
	}
	s.top = min(s.top, s.most)
}

// blanks is how many empty rows stand above a text: one, where it is not too long for that.
func (s *spot) blanks(height int) int {
	if len(s.rows)+2 > height {
		return 0
	}
	return 1
}

// pageRows is a page of text.
func (s *spot) pageRows(t *style.Theme, width, height int) []string {
	rows, top := s.rows, s.blanks(height)
	margin := style.Blank(prose.Margin(width))
	if !s.atEnd() && s.at().Kind == lesson.PageCompare {
		margin = ""
	}
	out := make([]string, top, height)
	for _, row := range rows[s.top:min(len(rows), s.top+s.height)] {
		out = append(out, t.Clip(margin+row, width))
	}
	for len(out) < height-1 {
		out = append(out, "")
	}
	return append(out, t.Spread(s.more(t), t.Paint(style.Faint, s.number()+" "), width))
}

// more says that a text goes on beyond its page.
func (s *spot) more(t *style.Theme) string {
	switch {
	case s.top < s.most:
		return " " + t.Paint(style.Key, t.Signs.Down) + t.Paint(style.Faint, " PgDn: more")
	case s.most > 0:
		return " " + t.Paint(style.Faint, t.Signs.Up+" PgUp: back")
	}
	return ""
}

// text lays out a page of text.
func (s *spot) text(t *style.Theme, width int) []string {
	column := width - 4
	if s.atEnd() {
		return s.ending(t, column)
	}
	p := s.at()
	if p.Kind == lesson.PageCompare {
		return s.comparison(t, width)
	}
	var rows []string
	if p.First {
		rows = append(rows, s.heading(t, p, column)...)
	}
	rows = append(rows, prose.Rows(t, p.Blocks, column)...)
	if s.page == 0 && s.left > 0 {
		rows = append(rows, "")
		rows = append(rows, prose.Rows(t,
			[]lesson.Block{{Kind: lesson.Paragraph, Spans: []lesson.Span{{Text: "r", Code: true},
				{Text: fmt.Sprintf(" continues where you stopped: page %d of %d, %q.", s.left+1,
					len(s.course.Pages),
					s.course.Chapters[s.course.Pages[s.left].Chapter].Title)}}}}, column)...)
	}
	return rows
}

// heading is the title of a chapter; that of the lesson stands above the first.
func (s *spot) heading(t *style.Theme, p *lesson.Page, column int) []string {
	title := s.course.Chapters[p.Chapter].Title
	var rows []string
	if s.page == 0 && s.course.Title != title {
		rows = append(rows, prose.Paragraph(t, s.course.Title, column, style.Strong)...)
		rows = append(rows, "")
	}
	return append(append(rows, prose.Rows(t,
		[]lesson.Block{{Kind: lesson.Heading, Level: 2, Spans: []lesson.Span{{Text: title}}}}, column)...),
		"")
}

// ending is what stands behind the last page.
func (s *spot) ending(t *style.Theme, column int) []string {
	text := []lesson.Block{
		{Kind: lesson.Heading, Level: 2, Spans: []lesson.Span{{Text: "The end of " + s.course.Title}}},
		{Kind: lesson.Paragraph, Spans: []lesson.Span{{Text: "PgUp", Code: true}, {Text: " goes back, "},
			{Text: ":end", Code: true},
			{Text: " leaves the lesson, "}, {Text: "q", Code: true}, {Text: " quits."}}},
	}
	if s.after != "" {
		text = append(text, lesson.Block{Kind: lesson.Paragraph,
			Spans: []lesson.Span{{Text: "PgDn", Code: true}, {Text: " opens the next lesson, "},
				{Text: s.after, Strong: true}, {Text: "."}}})
	}
	if s.course.Author != "" {
		text = append(text, lesson.Block{Kind: lesson.Paragraph,
			Spans: []lesson.Span{{Text: "This lesson is by " + s.course.Author + "."}}})
	}
	return prose.Rows(t, text, column)
}

// panel is what the author says of a step, beneath the pictures.
func (s *spot) panel(t *style.Theme, width, most int) layer.Drawn {
	p := s.at()
	title := style.Printable(s.course.Chapters[p.Chapter].Title)
	switch {
	case s.aside == ownMoves:
		text := "Your own move: Enter carries out what is selected, Esc or PgDn comes back."
		return layer.Drawn{Rows: t.Draw(style.Rule, title, s.number(),
			[]string{" " + t.Paint(style.Strong, t.Clip(text, width-2))}, width, 2, false),
			Place: layer.Beneath}
	case s.aside == pictureAlone:
		return layer.Drawn{Place: layer.Bare}
	}
	rows := s.note(t, p, width)
	stand := s.stand(t, p)
	if narrow := width < 48; narrow { // the page's number is never cut
		stand = s.number()
		title = shortened(t, title, max(1, width-style.Width(stand)-8))
	}
	height := min(most, 1+max(len(rows), s.tallest(t, p.Chapter, width)))
	if len(rows) > height-1 { // cut with a mark, never in silence
		rows = rows[:height-1]
		rows[len(rows)-1] = t.Clip(rows[len(rows)-1]+" "+t.Signs.Cut, width)
	}
	return layer.Drawn{Rows: t.Draw(style.Rule, title, stand, rows, width, height, false),
		Place: layer.Instead}
}

// shortened is a title in at most width cells: without what follows its colon, or without
// its last words.
func shortened(t *style.Theme, title string, width int) string {
	if before, _, is := strings.Cut(title, ": "); is && style.Width(title) > width {
		title = before
	}
	words := strings.Fields(title)
	for n := len(words) - 1; n > 0 && style.Width(title) > width; n-- {
		title = strings.Join(words[:n], " ") + " " + t.Signs.Cut
	}
	return t.Clip(title, width)
}

// note is the author's text of a page.
func (s *spot) note(t *style.Theme, p *lesson.Page, width int) []string {
	text, role := p.Note, style.Strong
	switch {
	case s.told != "":
		text, role = s.told, style.Bad
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
func (s *spot) tallest(t *style.Theme, chapter, width int) int {
	n := 0
	for k := range s.course.Pages {
		if p := &s.course.Pages[k]; p.Chapter == chapter &&
			(p.Kind == lesson.PageStep || p.Kind == lesson.PagePlace) {
			n = max(n, len(s.note(t, p, width)))
		}
	}
	return n
}

// stand is where the lesson stands, for the right end of the panel.
func (s *spot) stand(t *style.Theme, p *lesson.Page) string {
	text := s.number()
	scene := s.scene()
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
