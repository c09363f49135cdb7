package presenter

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
)

// Kind is the first word of the intent that opens a lesson.
const Kind = "lesson"

// Leader leads through a lesson.
type Leader struct {
	layer.Leader // the puzzle of the page that is shown; neutral on any other page

	library Library
	found   *Found
	spot    *spot
	place   store.Lesson // that was reached
	saver   store.Newest[store.Lesson]
	ctx     context.Context
	cancel  context.CancelFunc

	shown    int  // the scene on the screen; -1 for none
	revealed bool // what moves are worth is shown

	puzzle     layer.Leader // was made last, for that page; nil for none
	puzzlePage int

	picture lesson.Picture // that was put in front last
}

var _ layer.Leader = (*Leader)(nil)

// newLeader makes the leader of a lesson. It works on nothing before Begin.
func newLeader(ctx context.Context, library Library, found *Found, course *lesson.Course) *Leader {
	s := &spot{course: course, after: after(found)}
	l := &Leader{Leader: layer.Neutral{}, library: library, found: found, spot: s,
		shown: -1, puzzlePage: -1}
	l.ctx, l.cancel = context.WithCancel(ctx)
	if keep := library.Directory; keep != nil {
		l.saver.Save = func(p store.Lesson) error { return keep.KeepLesson(found.Key, p) }
		if p, ok := keep.Lesson(found.Key); ok && p.Page > 1 && p.Page < len(course.Pages) {
			s.left, l.place = p.Page-1, p
		}
	}
	return l
}

// Title is the lesson's, and the chapter's number.
func (l *Leader) Title() string {
	title := style.Printable(l.spot.course.Title)
	if style.Width(title) > 14 { // there is a dag's name and more beside it
		title = style.Printable(base(l.found.Name))
	}
	if l.spot.page < len(l.spot.course.Pages) {
		title += fmt.Sprintf(" (%d/%d)", l.spot.at().Chapter+1, len(l.spot.course.Chapters))
	}
	return title
}

// base is a short name of a lesson that was asked for by name or path.
func base(name string) string { return strings.TrimSuffix(filepath.Base(name), ".md") }

// Page gives the lesson's title, and what the page on the screen begins: a chapter or a
// step. Over is true on the page after the last.
func (l *Leader) Page() (title, begins string, over bool) {
	title = l.spot.course.Title
	if l.spot.atEnd() {
		return title, "end", true
	}
	p := l.spot.at()
	switch {
	case p.First:
		begins = l.spot.course.Chapters[p.Chapter].Title
	case p.Kind == lesson.PageStep:
		if step, ok := l.spot.course.Scenes[p.Scene].Step(p.Step); ok {
			begins = step.Title
		}
	}
	return title, begins, false
}

// Begin shows the first page.
func (l *Leader) Begin(v *layer.View) (tea.Cmd, []intent.Intent) { return l.show(v, 0, false) }

// show goes to a page, or to its end where it is come to from behind.
func (l *Leader) show(v *layer.View, page int, fromBehind bool) (tea.Cmd, []intent.Intent) {
	l.spot.turnTo(page, fromBehind)
	cmd, intents := l.enter(v)
	if l.spot.page == 0 { // a student who only opens a lesson keeps the place in it
		return cmd, intents
	}
	return tea.Batch(l.keep(), cmd), intents
}

// keptMsg says why a place could not be kept.
type keptMsg struct{ err error }

// keep keeps how far the student came, in the background. What cannot be kept is said, and no
// reason to stop a lesson.
func (l *Leader) keep() tea.Cmd {
	if l.library.Directory == nil {
		return nil
	}
	pages := len(l.spot.course.Pages)
	page := min(l.spot.page+1, pages)
	if now := (store.Lesson{Page: page, Pages: pages, Best: max(page, l.place.Best)}); now != l.place {
		l.place = now
		l.saver.Set(now)
	}
	return func() tea.Msg {
		if err := l.saver.Flush(); err != nil {
			return keptMsg{err}
		}
		return nil
	}
}

// enter puts on the screen what the page is about.
func (l *Leader) enter(v *layer.View) (tea.Cmd, []intent.Intent) {
	l.Leader = layer.Neutral{}
	p := l.spot.at()
	if l.spot.atEnd() || p.Scene < 0 {
		return nil, nil
	}
	if p.Kind == lesson.PagePuzzle {
		return l.enterPuzzle(v)
	}
	scene := l.spot.course.Scenes[p.Scene]
	lookAhead(scene, p)
	if l.shown != p.Scene {
		l.shown = p.Scene
		_ = scene.Goto(p.Step) // the course has the step
		return nil, append(append([]intent.Intent{intent.Show{Session: scene}}, l.front()...),
			l.selects(scene, p)...)
	}
	return nil, append(append([]intent.Intent{intent.GoTo{Step: p.Step}}, l.front()...),
		l.selects(scene, p)...)
}

// selects what the lesson does next; where it does nothing, what it did last, so that
// no step is announced that is not taken.
func (l *Leader) selects(scene *session.Session, p *lesson.Page) []intent.Intent {
	if next, ok := scene.Step(p.Next); ok && p.Next > 0 {
		return []intent.Intent{intent.Select{Target: intent.AtOp(next.Ops[0])}}
	}
	last, ok := scene.Step(p.Step)
	before, known := scene.StateAt(last.Parent)
	if !ok || !known || p.Step == 0 {
		return nil
	}
	after, changes, err := model.Replay(before, last.Ops)
	if err != nil || after.Done() {
		return nil
	}
	if x := intent.Last(after, changes); x.Kind == intent.OnElement && after.HasJacobian(x.Z) {
		return []intent.Intent{intent.Select{Target: x}}
	}
	return nil
}

// Points are the author's marks, or all of a step of several operations that comes next,
// unless the student looks for a move.
func (l *Leader) Points(v *layer.View) []intent.Selection {
	switch {
	case l.onPuzzle():
		return l.Leader.Points(v)
	case l.spot.aside == ownMoves || l.spot.atEnd() || l.spot.isText():
		return nil
	}
	if next, ok := l.spot.scene().Step(l.spot.at().Next); ok && len(l.spot.at().Marks) == 0 &&
		len(next.Ops) > 1 && l.spot.at().Next > 0 {
		return together(l.spot.scene(), l.spot.at().Step, next.Ops)
	}
	var all []intent.Selection
	for _, m := range l.spot.at().Marks {
		all = append(all, pointed(m))
	}
	return all
}

// pointed is what an author points at.
func pointed(m lesson.Mark) intent.Selection {
	switch {
	case m.Vertex >= 0:
		return intent.AtVertex(m.Vertex)
	case m.Z != model.NoZ:
		return intent.Selection{Kind: intent.OnElement, Z: m.Z}
	}
	return intent.Selection{Kind: intent.OnFace, Face: m.Face}
}

// Around is what the page shows the surroundings of, as long as the student makes no moves
// of their own.
func (l *Leader) Around(v *layer.View) intent.Selection {
	if l.spot.aside == ownMoves || l.spot.atEnd() || l.spot.at().Around == nil {
		return l.Leader.Around(v)
	}
	return pointed(*l.spot.at().Around)
}

// together is what of several operations can be pointed at before the first of them.
func together(scene *session.Session, step int, ops []model.Op) (all []intent.Selection) {
	s, _ := scene.StateAt(step)
	for _, op := range ops {
		if x := intent.AtOp(op); x.Exists(s) {
			x.Mode = 0
			all = append(all, x)
		}
	}
	return all
}

// Presents reports whether the lesson is followed.
func (l *Leader) Presents() bool {
	if l.onPuzzle() {
		return l.Leader.Presents()
	}
	return l.spot.aside != ownMoves
}

// front puts the picture in front that the chapter talks about, when another one
// does: a screen may have room for one only. The keys stay with the list.
func (l *Leader) front() []intent.Intent {
	picture := l.spot.course.Chapters[l.spot.at().Chapter].Picture
	if picture == l.picture {
		return nil
	}
	l.picture = picture
	of := intent.Dag
	if picture == lesson.PictureLineDag {
		of = intent.LineDag
	}
	return []intent.Intent{intent.Focus{Panel: of}, intent.Focus{Panel: intent.Next}}
}

// lookAhead makes the lesson's way the one that redo takes.
func lookAhead(scene *session.Session, p *lesson.Page) {
	if p.Next == 0 {
		return
	}
	if all := scene.Children(p.Step); len(all) > 0 && all[0] != p.Next {
		_ = scene.Goto(p.Next)
	}
}

// Moved follows what the student does on a page with a picture: the lesson's next
// step turns the page, every other leaves the line.
func (l *Leader) Moved(v *layer.View, own bool) (tea.Cmd, []intent.Intent) {
	switch {
	case l.onPuzzle():
		return l.Leader.Moved(v, own)
	case own || l.spot.atEnd() || l.spot.at().Scene < 0:
		return nil, nil
	}
	cursor := v.Steps.Cursor()
	switch p := l.spot.at(); {
	case l.spot.aside == ownMoves, cursor == p.Step:
	case p.Next != 0 && cursor == p.Next && l.spot.page+1 < len(l.spot.course.Pages) &&
		l.spot.course.Pages[l.spot.page+1].Step == cursor &&
		l.spot.course.Pages[l.spot.page+1].Kind == lesson.PageStep:
		l.spot.page++
		l.spot.told = ""
		return l.keep(), nil
	default:
		l.spot.aside = ownMoves
	}
	return nil, nil
}

// Update takes messages of a puzzle, and says what is not kept.
func (l *Leader) Update(v *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	if kept, mine := msg.(keptMsg); mine {
		return nil, layer.Warn(kept.err)
	}
	if l.puzzle != nil {
		return l.puzzle.Update(v, msg)
	}
	return nil, nil
}

// Allows nothing that would take the lesson from the screen, and nothing that would
// tell the answer until the user asks for it by the lesson's key.
func (l *Leader) Allows() intent.Effect {
	switch {
	case l.onPuzzle():
		return l.Leader.Allows()
	case l.revealed:
		return intent.All &^ intent.Opens
	}
	return intent.All &^ (intent.Opens | intent.Searches | intent.Judges)
}

// Refuses says why an intent has to wait for the end of the lesson.
func (l *Leader) Refuses(v *layer.View, i intent.Intent) string {
	switch e := i.Effect(); {
	case l.onPuzzle():
		return l.Leader.Refuses(v, i)
	case e.Has(intent.Opens):
		return "A lesson is open: leave it with :end first."
	case e.Has(intent.Searches|intent.Judges) && !l.revealed:
		return "Losses are hidden in this lesson: {v:lesson.reveal} shows them."
	}
	return ""
}

// Conceals keeps what judges from the screen, until it is asked for.
func (l *Leader) Conceals() bool {
	if l.onPuzzle() {
		return l.Leader.Conceals()
	}
	return !l.revealed
}

// Close ends what was begun.
func (l *Leader) Close() {
	if l.puzzle != nil {
		l.puzzle.Close()
	}
	l.cancel()
	_ = l.saver.Flush() // the screen is gone
}
