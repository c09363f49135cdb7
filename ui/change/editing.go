package change

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/edit"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// Saver saves the session of a drawing after each change. Its methods do not wait, but for
// Close.
type Saver interface {
	// Begin starts a file, Change another one in its place.
	Begin(g *model.Dag, resumed string)
	Change(g *model.Dag)
	Save(s *session.Session)
	Path() string
	Trouble() (err error, over bool)
	Close() error
}

// Options say what is drawn, and what is around it.
type Options struct {
	// New begins with an empty dag of that name; empty for a copy of what is on the screen.
	New string
	// File is proposed when the dag is saved; empty for one by its name.
	File string
	Environment
}

// Environment is what there is around a drawing.
type Environment struct {
	// Saver makes who saves the drawing; nil where nothing is saved.
	Saver func() Saver
	// Turns is what a search waits for, one place for each that may be under way; nil where
	// nobody else searches.
	Turns chan struct{}
}

// Editing leads a user who draws a dag, or changes a copy of the one on the screen.
type Editing struct {
	Options
	drawing *edit.Drawing
	optimum optimum
	saver   Saver
	from    string // connecting: the vertex that was selected
	joining bool   // it is
	costs   string // of the edge that was connected last
	said    string
}

var (
	_ layer.Leader    = (*Editing)(nil)
	_ layer.Performer = (*Editing)(nil)
	_ layer.Paster    = (*Editing)(nil)
)

// NewEditing makes a leader, which works on nothing before Begin.
func NewEditing(ctx context.Context, o Options) *Editing {
	return &Editing{Options: o, optimum: newOptimum(ctx, o.Turns), costs: "1/1"}
}

// Title tells that the dag is being changed.
func (g *Editing) Title() string { return "editing" }

// Begin shows the copy.
func (g *Editing) Begin(v *layer.View) (tea.Cmd, []intent.Intent) {
	like := g.New == ""
	if like {
		g.drawing = edit.Draw(v.Steps)
	} else {
		empty, err := model.NewDraft(g.New, nil, nil)
		if err != nil {
			return nil, layer.Say(layer.Sentence(err.Error()))
		}
		g.drawing = edit.Draw(session.New(empty))
	}
	sel := v.Sel
	if !like || sel.Kind != intent.OnVertex && (sel.Kind != intent.OnElement || int(sel.Z) >= len(v.Dag().Edges)) {
		sel = intent.AtVertex(0)
	}
	cmd, show := g.show(like, sel)
	return cmd, append([]intent.Intent{intent.Focus{Panel: intent.Dag}}, show...)
}

// show puts the dag as it is now on the screen, before the first step.
func (g *Editing) show(like bool, sel intent.Selection) (tea.Cmd, []intent.Intent) {
	s := g.drawing.Session()
	_ = s.Goto(0)
	intents := []intent.Intent{intent.Show{Session: s, Like: like}}
	if sel.Kind == intent.OnVertex && sel.Vertex < len(s.Dag().Vertices) || sel.Kind == intent.OnElement && sel.Exists(s.State()) {
		intents = append(intents, intent.Select{Target: sel})
	}
	return g.optimum.ask(s.State()), intents
}

// Update takes the optimum.
func (g *Editing) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	what, _ := g.optimum.jobs.Open(msg)
	if found, ok := what.(best); ok {
		g.optimum.found(found)
	}
	return nil, nil
}

// Moved has nothing to say: nobody takes steps here.
func (g *Editing) Moved(*layer.View, bool) (tea.Cmd, []intent.Intent) { return nil, nil }

// Conceals is true: the solver would look at each dag on the way.
func (g *Editing) Conceals() bool { return true }

// Allows to look around, to save, and to edit.
func (g *Editing) Allows() intent.Effect { return intent.Looks | intent.Writes | intent.Draws }

// Refuses says how to go on where an intent is none of the drawing's.
func (g *Editing) Refuses(_ *layer.View, i intent.Intent) string {
	switch e := i.Effect(); {
	case e.Within(g.Allows()):
		return ""
	case e.Has(intent.Opens | intent.Reads):
		return "You are editing a dag: D goes on with it, :end restores your own session."
	}
	return "You are editing the dag: D ends that, and then you can eliminate."
}

// Close ends the search, and waits until the drawing is saved.
func (g *Editing) Close() {
	g.optimum.close()
	if g.saver != nil {
		_ = g.saver.Close()
	}
}

// Told says on the shell where the drawing is.
func (g *Editing) Told(w io.Writer) {
	if g.saver != nil {
		fmt.Fprintf(w, "Saved the drawing %s: facet --resume continues it.\n", style.Printable(g.drawing.Dag().Name))
	}
}

// Perform carries out edits.
func (g *Editing) Perform(v *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	var cmd tea.Cmd
	var more []intent.Intent
	switch i := i.(type) {
	case intent.EditDag:
		cmd, more = g.do(v, i.Edit)
	case intent.UndoEdit:
		if !g.drawing.Undo() {
			return nil, g.say("This is the dag that you began with: there is nothing to undo."), true
		}
		cmd, more = g.changed(v.Sel)
	case intent.RedoEdit:
		if !g.drawing.Redo() {
			return nil, g.say("This is the last change: there is nothing to redo."), true
		}
		cmd, more = g.changed(g.about(v))
	case intent.EndEdit:
		more = g.done()
	default:
		return nil, nil, false
	}
	return cmd, more, true
}

func (g *Editing) say(text string) []intent.Intent {
	g.said = ""
	return layer.Say(text)
}

// do changes the dag, or says why that is impossible.
func (g *Editing) do(v *layer.View, e edit.Edit) (tea.Cmd, []intent.Intent) {
	if e == nil {
		return nil, nil
	}
	if err := g.drawing.Do(e); err != nil {
		return nil, g.say(layer.Sentence(err.Error()))
	}
	if e, ok := e.(edit.AddEdge); ok && e.Model {
		_, _, g.costs = cut(e.String())
	}
	return g.changed(g.about(v))
}

// cut divides the line of an edge into verb, ends, and what follows.
func cut(line string) (verb, ends, rest string) {
	at := strings.LastIndex(strings.TrimSuffix(line, " j"), " ")
	verb, ends, _ = strings.Cut(line[:at], " ")
	return verb, ends, line[at+1:]
}

// changed shows and saves the changed dag, with something selected.
func (g *Editing) changed(sel intent.Selection) (tea.Cmd, []intent.Intent) {
	g.joining, g.said = false, ""
	cmd, intents := g.show(true, sel)
	return cmd, append(intents, g.save()...)
}

// save hands the drawing over. What has no vertex is not worth a file.
func (g *Editing) save() []intent.Intent {
	s := g.drawing.Session()
	if g.Saver == nil || len(s.Dag().Vertices) == 0 {
		return nil
	}
	if g.saver == nil {
		g.saver = g.Saver()
		g.saver.Begin(s.Dag(), "")
	} else {
		g.saver.Change(s.Dag())
	}
	g.saver.Save(s)
	switch err, over := g.saver.Trouble(); {
	case err != nil:
		return layer.Say(layer.Sentence(err.Error()))
	case over:
		return layer.Say("The drawing is saved again.")
	}
	return nil
}

// about is what the last edit was about, else what is selected.
func (g *Editing) about(v *layer.View) intent.Selection {
	done, _ := g.drawing.Edits()
	if len(done) == 0 {
		return v.Sel
	}
	dag := g.drawing.Dag()
	vertex := func(id string) intent.Selection {
		if i, ok := dag.Find(id); ok {
			return intent.AtVertex(i)
		}
		return intent.AtVertex(0)
	}
	edge := func(from, to string) intent.Selection {
		i, _ := dag.Find(from)
		for _, k := range dag.Out(i) {
			if dag.Vertices[dag.Edges[k].Target].ID == to {
				return intent.AtElement(model.NewState(dag), model.Z(k))
			}
		}
		return vertex(from)
	}
	switch e := done[len(done)-1].(type) {
	case edit.AddVertex:
		return vertex(e.ID)
	case edit.SetSize:
		return vertex(e.ID)
	case edit.Rename:
		return vertex(e.To)
	case edit.AddEdge:
		return edge(e.From, e.To)
	case edit.SetCosts:
		return edge(e.From, e.To)
	case edit.SetJacobian:
		return edge(e.From, e.To)
	case edit.SetModel:
		return edge(e.From, e.To)
	case edit.DeleteEdge:
		return vertex(e.From)
	case edit.DeleteVertex:
		return intent.AtVertex(max(0, min(v.Sel.Vertex, len(dag.Vertices)-1)))
	}
	return v.Sel
}

// done goes on with the dag as it is, in a session of the user's own.
func (g *Editing) done() []intent.Intent {
	edits, _ := g.drawing.Edits()
	switch {
	case len(edits) == 0 && g.New == "":
		return append([]intent.Intent{intent.EndLead{}}, layer.Say("Nothing was changed: this is your own session.")...)
	case len(g.drawing.Dag().Edges) == 0:
		return g.say("The dag has no edge yet: c connects two vertices. :end leaves; the drawing stays in :sessions.")
	}
	kept := intent.Keep{Drawn: true}
	if g.saver != nil {
		kept.Resumed = g.saver.Path()
	}
	c := g.drawing.Carried()
	text := "This session is now on the dag as you changed it."
	if c.All > 0 {
		text += " " + carried(c)
	}
	return append([]intent.Intent{kept, intent.EndLead{}, intent.GoTo{Step: c.Cursor}}, layer.Say(text+" :before goes back to the one before.")...)
}

// carried says how far the steps were carried over.
func carried(c session.Carried) string {
	if c.Why == nil {
		return fmt.Sprintf("All %s were carried over.", style.Plural(c.All, "step", "steps"))
	}
	return fmt.Sprintf("%d of %s were carried over: %s", c.Steps, style.Plural(c.All, "step", "steps"), layer.Sentence(c.Why.Error()))
}

// mostPasted is how many edits are carried out at once.
const mostPasted = 2000

// Paste takes edits, one a line, up to the first that is impossible.
func (g *Editing) Paste(v *layer.View, text string) (tea.Cmd, []intent.Intent) {
	all, err := edit.ParseAll(text)
	switch {
	case err != nil:
		return nil, g.say(layer.Sentence(err.Error()))
	case len(all) == 0:
		return nil, nil
	case len(all) > mostPasted:
		return nil, g.say(fmt.Sprintf("These are %d edits: paste at most %d at once.", len(all), mostPasted))
	}
	said := layer.Say("Carried out " + style.Plural(len(all), "edit", "edits") + ": u takes them back one by one.")
	for n, e := range all {
		if err := g.drawing.Do(e); err != nil {
			said = layer.Say(layer.Sentence(fmt.Sprintf("edit %d of %d, %s: %v", n+1, len(all), e, err)))
			break
		}
	}
	cmd, intents := g.changed(g.about(v))
	return cmd, append(intents, said...)
}

// vertex is the id of the selected vertex.
func (g *Editing) vertex(v *layer.View) (string, bool) {
	if v.Sel.Kind != intent.OnVertex || v.Sel.Vertex >= len(v.Dag().Vertices) {
		return "", false
	}
	return v.Dag().Vertices[v.Sel.Vertex].ID, true
}

// edge is the selected edge.
func (g *Editing) edge(v *layer.View) (e *model.Edge, from, to string, ok bool) {
	if v.Sel.Kind != intent.OnElement || int(v.Sel.Z) >= len(v.Dag().Edges) {
		return nil, "", "", false
	}
	e = &v.Dag().Edges[v.Sel.Z]
	return e, v.Dag().Vertices[e.Source].ID, v.Dag().Vertices[e.Target].ID, true
}

// free is the smallest number from the number of vertices on that no vertex is called by.
func free(dag *model.Dag) string {
	for n := len(dag.Vertices); ; n++ {
		if _, taken := dag.Find(strconv.Itoa(n)); !taken {
			return strconv.Itoa(n)
		}
	}
}
