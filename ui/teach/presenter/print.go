package presenter

import (
	"fmt"
	"io"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/teach/presenter/prose"
)

// Print writes a lesson as plain text of a width: what the presenter shows, one
// page after the other, with the steps as a table in the place of pictures.
func Print(w io.Writer, c *lesson.Course, t *style.Theme, width int) error {
	p := printer{t: t, course: c, width: max(40, width), out: w}
	p.rows(prose.Rows(t, []lesson.Block{{Kind: lesson.Heading, Level: 1,
		Spans: []lesson.Span{{Text: c.Title}}}}, p.width))
	if c.Author != "" {
		p.rows(prose.Paragraph(t, "by "+c.Author, p.width, style.Plain))
	}
	for k := range c.Pages {
		p.page(&c.Pages[k])
	}
	return p.err
}

type printer struct {
	t      *style.Theme
	course *lesson.Course
	width  int
	out    io.Writer
	err    error
	steps  bool // the last page was a step: they stand together
}

func (p *printer) rows(rows []string) {
	for _, row := range rows {
		p.line(row)
	}
}

func (p *printer) line(text string) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.out, strings.TrimRight(text, " "))
	}
}

func (p *printer) page(page *lesson.Page) {
	if chapter := p.course.Chapters[page.Chapter]; page.First && chapter.Title != p.course.Title {
		p.line("")
		p.rows(prose.Rows(p.t,
			[]lesson.Block{{Kind: lesson.Heading, Level: 2, Spans: []lesson.Span{{Text: chapter.Title}}}},
			p.width))
		p.steps = false
	}
	isStep := page.Kind == lesson.PageStep || page.Kind == lesson.PagePlace
	if !isStep || !p.steps {
		p.line("")
	}
	p.steps = isStep
	switch page.Kind {
	case lesson.PageProse:
		p.rows(prose.Rows(p.t, page.Blocks, p.width))
	case lesson.PagePlace:
		p.place(page)
	case lesson.PageStep:
		p.step(page)
	case lesson.PageCompare:
		p.rows(compared(p.t, p.course, page, p.width))
	case lesson.PagePuzzle:
		p.puzzle(page)
	}
}

func (p *printer) note(text string) {
	for _, row := range prose.Paragraph(p.t, text, p.width-6, style.Plain) {
		p.line("      " + row)
	}
}

func (p *printer) place(page *lesson.Page) {
	scene := p.course.Scenes[page.Scene]
	step, _ := scene.Step(page.Step)
	where := "at the start"
	if page.Step > 0 {
		where = fmt.Sprintf("at step %d, total %s", step.Depth, style.Number(step.Spent))
	}
	p.line("  " + where)
	if page.Note != "" {
		p.note(page.Note)
	}
}

func (p *printer) step(page *lesson.Page) {
	scene := p.course.Scenes[page.Scene]
	step, _ := scene.Step(page.Step)
	name, all := p.t.Text(style.Printable(step.Title)), p.operations(scene, page.Step)
	if len(all) == 1 {
		name, all = all[0], nil
	}
	p.line(p.t.Spread(fmt.Sprintf("  %2d  %s", step.Depth, name),
		fmt.Sprintf("  %s  total %s", style.Number(step.Cost), style.Number(step.Spent)), p.width))
	if len(all) > 0 {
		p.note(strings.Join(all, "; "))
	}
	if page.Note != "" {
		p.note(page.Note)
	}
}

// operations are those of a step, as the screen names them.
func (p *printer) operations(scene *session.Session, id int) (all []string) {
	step, _ := scene.Step(id)
	st, _ := scene.StateAt(step.Parent)
	_, _ = model.Walk(st, step.Ops, func(before *model.State, op model.Op, price model.Cost) {
		name := op.Mode.String() + " " + layer.OpName(p.t, before, op)
		if len(step.Ops) > 1 {
			name += " for " + style.Number(price)
		}
		all = append(all, name)
	}) // they were carried out in the scene
	return all
}

// puzzle prints a question without its hints and answers.
func (p *printer) puzzle(page *lesson.Page) {
	q := page.Quest
	ask := q.Ask
	if ask == "" {
		switch q.Goal.Kind {
		case lesson.GoalTotal:
			ask = "Find a complete sequence that costs " + style.Number(q.Goal.Total) + " or less."
		case lesson.GoalOptimum:
			ask = "Find an optimal sequence."
		default:
			ask = "Reach the given state."
		}
	}
	p.rows(prose.Rows(p.t,
		[]lesson.Block{{Kind: lesson.Quote, Items: [][]lesson.Block{{{Kind: lesson.Paragraph,
			Spans: []lesson.Span{{Text: "Puzzle. ", Strong: true}, {Text: ask}}}}}}}, p.width))
}
