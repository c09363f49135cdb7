package lesson

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/lesson"
	"facet/model/session"
	"facet/ui/files/store"
	"facet/ui/intent"
	"facet/ui/layer"
	ask "facet/ui/puzzle"
	"facet/ui/style"
)

// Kind is the first word of the intent that opens a lesson.
const Kind = "lesson"

// Options say what is presented, and what is around it.
type Options struct {
	Name   string // by which it is asked for
	Key    string // by which it is remembered
	Course *lesson.Course
	Keep   Keeper // nil keeps nothing
	After  string // the lesson that comes next; empty for none
	// Results keeps what came of puzzles; nil keeps nothing.
	Results ask.Keeper
	// Referees judge for several explorers at once; nil for this one alone.
	Referees *ask.Referees
}

// Leader leads through a lesson.
type Leader struct {
	Options
	ctx    context.Context
	cancel context.CancelFunc

	page     int  // among the course's; their number is the end
	top      int  // the first row of a long page that is shown
	most     int  // the last that top may be, as of the last drawing
	height   int  // of the text, as of the last drawing
	bottom   bool // the page is come to from behind: show its end
	shown    int  // the scene on the screen; -1 for none
	own      bool // the student has left the line
	peek     bool // the picture alone
	contents bool // the list of chapters
	chosen   int  // the chapter of that list that is selected
	revealed bool // what moves are worth is shown
	begun    store.Lesson
	resumes  bool // there is a place to go on at
	told     string

	puzzle     layer.Leader // of the puzzle page it was made for
	puzzlePage int

	writer writer
	drawn  drawn
	panels map[panelKey]int

	picture lesson.Picture // that was put in front last
}

var _ layer.Leader = (*Leader)(nil)

// New makes a leader. It works on nothing before Begin.
func New(ctx context.Context, o Options) *Leader {
	g := &Leader{Options: o, shown: -1, puzzlePage: -1, panels: make(map[panelKey]int)}
	g.ctx, g.cancel = context.WithCancel(ctx)
	g.writer.keep, g.writer.key = o.Keep, o.Key
	if o.Keep != nil {
		if p, ok := o.Keep.Lesson(o.Key); ok && p.Page > 1 && p.Page < len(o.Course.Pages) {
			g.begun, g.resumes, g.writer.place = p, true, p
		}
	}
	return g
}

// Title is the lesson's, and the chapter's number.
func (g *Leader) Title() string {
	title := style.Printable(g.Course.Title)
	if style.Width(title) > 14 { // there is a dag's name and more beside it
		title = style.Printable(base(g.Name))
	}
	if g.page < len(g.Course.Pages) {
		title += fmt.Sprintf(" (%d/%d)", g.at().Chapter+1, len(g.Course.Chapters))
	}
	return title
}

// base is a short name of a lesson that was asked for by name or path.
func base(name string) string { return strings.TrimSuffix(filepath.Base(name), ".md") }

// at is the page; the last one at the end.
func (g *Leader) at() *lesson.Page { return &g.Course.Pages[min(g.page, len(g.Course.Pages)-1)] }

func (g *Leader) atEnd() bool { return g.page >= len(g.Course.Pages) }

func (g *Leader) scene() *session.Session {
	if k := g.at().Scene; k >= 0 {
		return g.Course.Scenes[k]
	}
	return nil
}

// Begin shows the first page.
func (g *Leader) Begin(s *layer.View) (tea.Cmd, []intent.Intent) { return g.show(s, 0, false) }

// show goes to a page, or to its end where it is come to from behind.
func (g *Leader) show(s *layer.View, page int, fromBehind bool) (tea.Cmd, []intent.Intent) {
	g.page = max(0, min(page, len(g.Course.Pages)))
	g.top, g.bottom, g.own, g.peek, g.contents, g.told = 0, fromBehind, false, false, false, ""
	cmd, intents := g.enter(s)
	if g.page == 0 { // whoever only opens a lesson has not lost the place in it
		return cmd, intents
	}
	return tea.Batch(g.writer.note(store.Lesson{Page: min(g.page+1, len(g.Course.Pages)), Pages: len(g.Course.Pages)}), cmd), intents
}

// enter puts on the screen what the page is about.
func (g *Leader) enter(s *layer.View) (tea.Cmd, []intent.Intent) {
	p := g.at()
	if g.atEnd() || p.Scene < 0 {
		return nil, nil
	}
	if p.Kind == lesson.PagePuzzle {
		return g.enterPuzzle(s)
	}
	scene := g.Course.Scenes[p.Scene]
	lookAhead(scene, p)
	if g.shown != p.Scene {
		g.shown = p.Scene
		_ = scene.Goto(p.Step) // the course has the step
		return nil, append(append([]intent.Intent{intent.Show{Session: scene}}, g.front()...), g.selects(scene, p)...)
	}
	return nil, append(append([]intent.Intent{intent.GoTo{Step: p.Step}}, g.front()...), g.selects(scene, p)...)
}

// selects what the lesson does next; where it does nothing, what it did last, so that
// no step is announced that is not taken.
func (g *Leader) selects(scene *session.Session, p *lesson.Page) []intent.Intent {
	if next, ok := scene.Step(p.Next); ok && p.Next > 0 {
		return []intent.Intent{intent.Select{Target: intent.AtOp(next.Ops[0])}}
	}
	last, ok := scene.Step(p.Step)
	before, there := scene.StateAt(parent(scene.Path(p.Step)))
	if !ok || !there || p.Step == 0 {
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
func (g *Leader) Points(*layer.View) []intent.Selection {
	if g.own || g.atEnd() || g.isText() || g.onPuzzle() {
		return nil
	}
	if next, ok := g.scene().Step(g.at().Next); ok && len(g.at().Marks) == 0 && len(next.Ops) > 1 && g.at().Next > 0 {
		return together(g.scene(), g.at().Step, next.Ops)
	}
	var all []intent.Selection
	for _, m := range g.at().Marks {
		switch {
		case m.Vertex >= 0:
			all = append(all, intent.AtVertex(m.Vertex))
		case m.Z != model.NoZ:
			all = append(all, intent.Selection{Kind: intent.OnElement, Z: m.Z})
		default:
			all = append(all, intent.Selection{Kind: intent.OnFace, Face: m.Face})
		}
	}
	return all
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

// Presents tells whether the lesson is followed.
func (g *Leader) Presents() bool { return !g.own && !g.onPuzzle() }

// front puts the picture in front that the chapter talks about, when another one
// does: a screen may have room for one only. The keys stay with the list.
func (g *Leader) front() []intent.Intent {
	picture := g.Course.Chapters[g.at().Chapter].Picture
	if picture == g.picture {
		return nil
	}
	g.picture = picture
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
func (g *Leader) Moved(s *layer.View, own bool) (tea.Cmd, []intent.Intent) {
	switch {
	case g.onPuzzle():
		return g.puzzle.Moved(s, own)
	case own || g.atEnd() || g.at().Scene < 0:
		return nil, nil
	}
	cursor := s.Steps.Cursor()
	switch p := g.at(); {
	case g.own, cursor == p.Step:
	case p.Next != 0 && cursor == p.Next && g.page+1 < len(g.Course.Pages) && g.Course.Pages[g.page+1].Step == cursor && g.Course.Pages[g.page+1].Kind == lesson.PageStep:
		g.page++
		g.told = ""
		return g.writer.note(store.Lesson{Page: g.page + 1, Pages: len(g.Course.Pages)}), nil
	default:
		g.own = true
	}
	return nil, nil
}

// Update takes messages of a puzzle.
func (g *Leader) Update(v *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	if g.puzzle != nil {
		return g.puzzle.Update(v, msg)
	}
	return nil, nil
}

// Allows nothing that would take the lesson from the screen, and nothing that would
// tell the answer until somebody asks for it by the lesson's own key.
func (g *Leader) Allows() intent.Effect {
	switch {
	case g.onPuzzle():
		return g.puzzle.Allows()
	case g.revealed:
		return intent.All &^ intent.Opens
	}
	return intent.All &^ (intent.Opens | intent.Searches | intent.Judges)
}

// Refuses says so.
func (g *Leader) Refuses(s *layer.View, i intent.Intent) string {
	switch e := i.Effect(); {
	case g.onPuzzle():
		return g.puzzle.Refuses(s, i)
	case e.Has(intent.Opens):
		return "A lesson is open: leave it with :end first."
	case e.Has(intent.Searches|intent.Judges) && !g.revealed:
		return "Losses are hidden in this lesson: h shows them."
	}
	return ""
}

// Conceals keeps what judges from the screen, until it is asked for.
func (g *Leader) Conceals() bool {
	if g.onPuzzle() {
		return g.puzzle.Conceals()
	}
	return !g.revealed
}

// Close ends what was begun.
func (g *Leader) Close() {
	if g.puzzle != nil {
		g.puzzle.Close()
	}
	g.cancel()
	g.writer.flush()
}
