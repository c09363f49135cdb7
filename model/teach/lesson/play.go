package lesson

import (
	"cmp"
	"fmt"
	"slices"

	"facet/model"
	"facet/model/excerpt"
	"facet/model/session"
)

// Play carries a lesson out. The course lacks what there are mistakes about.
func Play(l *Lesson, open Open) (*Course, Mistakes) {
	p := &player{course: &Course{Lesson: l}, open: open, dags: make(map[Subject]*model.Dag)}
	for k := range l.Chapters {
		p.chapter(k)
	}
	p.next()
	return p.course, p.mistakes.sorted()
}

// player carries a lesson out.
type player struct {
	course   *Course
	open     Open
	dags     map[Subject]*model.Dag // nil for one that cannot be opened
	mistakes Mistakes
	ops      int // of all steps

	index   int     // of the chapter
	subject Subject // of the scene
	scene   *session.Session
	at      int     // the step of the scene where the lesson stands
	shown   bool    // the last page with a picture was this place
	lost    bool    // what follows in this chapter cannot be carried out
	around  *Around // what the pictures are about; nil for the whole
	lead    string  // of the steps that come next, from the prose before them
	first   bool
	back    bool
}

func (p *player) wrong(line int, format string, args ...any) { p.mistakes.add(line, format, args...) }

func (p *player) chapter(k int) {
	c := &p.course.Chapters[k]
	p.index, p.first, p.lost, p.back, p.lead, p.around = k, true, false, false, "", nil
	g := p.dag(c)
	if !p.goesOn(c) {
		p.scene, p.at, p.shown, p.subject = nil, 0, false, c.Subject
		if g != nil {
			p.scene = session.New(g)
			p.course.Scenes = append(p.course.Scenes, p.scene)
		}
	}
	if p.scene == nil {
		p.lost = true
	}
	for k, part := range c.Parts {
		if text, ok := leads(c.Parts[:k+1], c.Parts[k+1:]); ok {
			p.lead = text
			continue
		}
		p.part(part)
	}
}

// leads reports whether the last part is no page of its own: text that says where
// the steps behind it start, and nothing else, is the note of that place.
func leads(parts, behind []Part) (string, bool) {
	if len(parts) < 2 || len(behind) == 0 {
		return "", false
	}
	_, back := parts[len(parts)-2].(*Back)
	prose, ok := parts[len(parts)-1].(*Prose)
	_, steps := behind[0].(*steps)
	if !back || !ok || !steps || len(prose.Blocks) != 1 {
		return "", false
	}
	return Plain(prose.Blocks[0].Spans), true
}

// goesOn reports whether a chapter starts within the line of the one before: with
// Back, before anything else but prose.
func (p *player) goesOn(c *Chapter) bool {
	if p.scene == nil || p.subject != c.Subject {
		return false
	}
	for _, part := range c.Parts {
		switch part.(type) {
		case *Prose, *Around:
		case *Back:
			return true
		default:
			return false
		}
	}
	return false
}

func (p *player) dag(c *Chapter) *model.Dag {
	if g, ok := p.dags[c.Subject]; ok {
		return g
	}
	if c.Subject.Dag == "" { // told already
		p.dags[c.Subject] = nil
		return nil
	}
	g, err := p.open(c.Subject.Dag)
	if err != nil {
		p.wrong(c.dagLine, "the dag cannot be opened: %v", err)
		g = nil
	} else if c.Subject.Classic {
		g = g.Classic()
	}
	p.dags[c.Subject] = g
	return g
}

func (p *player) page(page Page) {
	page.Chapter, page.First, page.Back = p.index, p.first, p.back
	page.Scene = len(p.course.Scenes) - 1
	if p.scene == nil {
		page.Scene = -1
	}
	p.first = false
	if page.Kind != PageProse {
		p.back = false
	}
	p.course.Pages = append(p.course.Pages, page)
}

func (p *player) part(part Part) {
	if prose, ok := part.(*Prose); ok {
		p.page(Page{Kind: PageProse, Line: prose.Line, Blocks: prose.Blocks, Step: p.at})
		return
	}
	if around, ok := part.(*Around); ok {
		p.around = around
		return
	}
	if p.lost {
		return
	}
	switch part := part.(type) {
	case *Back:
		p.goBack(part)
	case *steps:
		p.steps(part)
	case *comparison:
		p.compare(part)
	case *Puzzle:
		p.puzzle(part)
	}
}

// ancestor is the step at a depth of the line that was shown last.
func (p *player) ancestor(depth int) (int, error) {
	path := p.scene.Path(p.at)
	switch {
	case depth == 0:
		return 0, nil
	case depth > len(path):
		return 0, fmt.Errorf("there is no step %d here: the line that was shown last has %d", depth,
			len(path))
	}
	return path[depth-1], nil
}

func (p *player) goBack(b *Back) {
	at, err := p.ancestor(b.Step)
	if err != nil {
		p.wrong(b.Line, "%v", err)
		p.lost = true
		return
	}
	if at != p.at {
		p.at, p.shown, p.back = at, false, true
	}
}

// stand is a page about where the line dag stands.
func (p *player) stand(line int, note string, total *Total) {
	p.show(Page{Kind: PagePlace, Line: line, Note: note, Total: total})
}

// show is a page with a picture of where the line dag stands.
func (p *player) show(page Page) {
	page.Step = p.at
	text, marks, marked := splitMarks(page.Note)
	if page.Note = text; marked {
		s, _ := p.scene.StateAt(p.at)
		all, err := parseMarks(s, marks)
		if err != nil {
			p.wrong(page.Line, "%v", err)
		}
		page.Marks = all
	}
	page.Around = p.surroundings(p.at)
	p.page(page)
	p.shown = true
}

// surroundings is what the picture of a step shows the surroundings of; nil for the whole.
// What is named has to be there: an elimination takes a vertex away with its faces.
func (p *player) surroundings(step int) *Mark {
	if p.around == nil || p.around.Name == "" {
		return nil
	}
	s, _ := p.scene.StateAt(step)
	m, err := parseMark(s, p.around.Name)
	if err != nil || m.Vertex >= 0 && !touched(s, m.Vertex) {
		p.wrong(p.around.Line,
			"%s is not in the picture after step %d: name what is there, or write Picture: whole before that page", excerpt.Of(p.around.Name), len(p.scene.Path(step)))
		p.around = nil // once is enough
		return nil
	}
	return &m
}

// touched reports whether an edge of the line dag starts or ends in a vertex of the dag.
func touched(s *model.State, i int) bool {
	return slices.ContainsFunc(s.Vertices(), func(z model.Z) bool {
		return s.Source(z) == i || s.Target(z) == i
	})
}

func (p *player) steps(s *steps) {
	moves := s.Moves
	lead := joined(p.lead, s.Lead)
	p.lead = ""
	var total *Total
	if len(moves) > 0 && moves[0].Text == "" {
		total = moves[0].Total
		lead = joined(lead, moves[0].Note)
		moves = moves[1:]
		p.confirm(total, p.at)
	}
	if !p.shown || lead != "" || total != nil {
		p.stand(s.Line, lead, total)
	}
	if s.Together && len(moves) > 0 {
		if note, ok := p.do(p.at, s.Title, moves...); ok {
			p.at = p.scene.Cursor()
			p.show(Page{Kind: PageStep, Line: s.Line, Note: note, Total: moves[len(moves)-1].Total})
		}
		return
	}
	for _, m := range moves {
		if to, is, err := p.way(m); is {
			if err != nil {
				p.wrong(m.Line, "%v", err)
				p.lost = true
				return
			}
			p.at, p.back = to, p.back || to != p.at
			p.confirm(m.Total, p.at)
			p.stand(m.Line, m.Note, m.Total)
			continue
		}
		if _, ok := p.do(p.at, "", m); !ok {
			return
		}
		p.at = p.scene.Cursor()
		p.show(Page{Kind: PageStep, Line: m.Line, Note: m.Note, Total: m.Total})
	}
}

// do carries moves out after a step, as one, and gives what is noted of them. The cursor of the
// scene is at the new step then.
func (p *player) do(from int, title string, moves ...Move) (note string, ok bool) {
	p.lost = true
	if err := p.scene.Goto(from); err != nil {
		p.wrong(moves[0].Line, "%v", err)
		return "", false
	}
	tape := model.NewTape(p.scene.State())
	var all []model.Op
	for _, m := range moves {
		named, ops, ok := p.onto(tape, m)
		if !ok {
			return "", false
		}
		if len(moves) == 1 {
			title = cmp.Or(title, named)
		}
		all, note = append(all, ops...), joined(note, m.Note)
	}
	if _, err := p.scene.Do(title, all...); err != nil {
		p.wrong(moves[0].Line, "the operation cannot be carried out: %v", err)
		return "", false
	}
	p.lost = false
	p.annotate(p.scene.Cursor(), note)
	p.confirm(moves[len(moves)-1].Total, p.scene.Cursor())
	return note, true
}

// annotate puts a note on a step of the scene that has none yet.
func (p *player) annotate(id int, note string) {
	note, _, _ = splitMarks(note)
	if step, ok := p.scene.Step(id); ok && step.Note == "" && note != "" {
		_ = p.scene.Annotate(id, note) // the step is there
	}
}

// confirm compares a total that is stated with the one that is spent.
func (p *player) confirm(t *Total, id int) {
	if t == nil {
		return
	}
	if step, _ := p.scene.Step(id); step.Spent != t.Cost {
		p.wrong(t.Line, "the total is %s here, not %s", step.Spent, t.Cost)
	}
}

func (p *player) compare(c *comparison) {
	if len(c.Columns) != 2 {
		return // told already
	}
	done := &Compared{From: p.at}
	for k, column := range c.Columns {
		lane := Lane{Name: column.Name, Note: column.Note}
		at := p.at
		for _, m := range column.Moves {
			if m.Text == "" {
				p.confirm(m.Total, at)
				continue
			}
			if _, ok := p.do(at, "", m); !ok {
				return
			}
			at = p.scene.Cursor()
			lane.Steps, lane.Notes = append(lane.Steps, at), append(lane.Notes, m.Note)
		}
		step, _ := p.scene.Step(at)
		st, _ := p.scene.StateAt(at)
		lane.Spent, lane.Done = step.Spent, st.Done()
		done.Columns[k] = lane
	}
	a, b := done.Columns[0].Steps, done.Columns[1].Steps
	for done.Parting < min(len(a), len(b)) && a[done.Parting] == b[done.Parting] {
		done.Parting++
	}
	if done.Parting == len(a) && len(a) == len(b) {
		p.wrong(c.Line, "both sequences are the same: there is nothing to compare")
	}
	p.page(Page{Kind: PageCompare, Line: c.Line, Step: p.at, Compared: done})
}

// next finds for each page the step that comes after it.
func (p *player) next() {
	pages := p.course.Pages
	for k := range pages {
		page := &pages[k]
		if page.Scene < 0 || page.Kind == PageCompare || page.Kind == PagePuzzle {
			continue
		}
		for _, later := range pages[k+1:] {
			if later.Scene != page.Scene {
				break
			}
			if later.Kind != PageStep {
				continue
			}
			if step, _ := p.course.Scenes[page.Scene].Step(later.Step); step.Parent == page.Step {
				page.Next = later.Step
			}
			break
		}
	}
}
