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
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Saver saves the session of a drawing after each change. Only Close waits.
type Saver interface {
	// Begin starts a file, and Change replaces it by one for another dag.
	Begin(g *model.Dag, resumed string)
	Change(g *model.Dag)
	Save(s *session.Session)
	Path() string
	Trouble() (err error, over bool)
	Close() error
}

// Options say what to draw, and what surrounds the drawing.
type Options struct {
	// New is the name of an empty dag to begin with; empty for a copy of the dag on the
	// screen.
	New string
	// File is the path proposed when the dag is saved; if it is empty, the path is made
	// from the dag's name.
	File string
	Environment
}

// Environment is what a drawing uses of its surroundings.
type Environment struct {
	// Saver makes what saves the drawing; nil where nothing is saved.
	Saver func() Saver
	// Turns limits the searches that run at once: each takes one place. It is nil where
	// no other explorer searches.
	Turns chan struct{}
}

// Editing leads a user who draws a dag, or changes a copy of the one on the screen.
type Editing struct {
	layer.Neutral
	Options
	drawing *edit.Drawing
	optimum optimum
	saver   Saver
	from    string // the vertex at which the user began an edge
	joining bool   // an edge was begun at from
	costs   string // of the last edge that was added
}

var _ layer.Leader = (*Editing)(nil)

// NewEditing makes a leader that does no work before Begin.
func NewEditing(ctx context.Context, o Options) *Editing {
	return &Editing{Options: o, optimum: newOptimum(ctx, o.Turns), costs: "1/1"}
}

// Title names the leader in the header.
func (e *Editing) Title() string { return "editing" }

// Begin shows the copy, or the empty dag.
func (e *Editing) Begin(v *layer.View) (tea.Cmd, []intent.Intent) {
	like := e.New == ""
	if like {
		e.drawing = edit.Draw(v.Steps)
	} else {
		empty, err := model.NewDraft(e.New, nil, nil)
		if err != nil {
			return nil, layer.Report(err)
		}
		e.drawing = edit.Draw(session.New(empty))
	}
	sel := v.Sel
	if !like || sel.Kind != intent.OnVertex &&
		(sel.Kind != intent.OnElement || int(sel.Z) >= len(v.Dag().Edges)) {
		sel = intent.AtVertex(0)
	}
	cmd, show := e.show(like, sel)
	return cmd, append([]intent.Intent{intent.Focus{Panel: intent.Dag}}, show...)
}

// show puts the dag as it is now on the screen, before the first step.
func (e *Editing) show(like bool, sel intent.Selection) (tea.Cmd, []intent.Intent) {
	s := e.drawing.Session()
	_ = s.Goto(0)
	intents := []intent.Intent{intent.Show{Session: s, Like: like}}
	if sel.Kind == intent.OnVertex && sel.Vertex < len(s.Dag().Vertices) || sel.Kind == intent.OnElement &&
		sel.Exists(s.State()) {
		intents = append(intents, intent.Select{Target: sel})
	}
	return e.optimum.ask(s.State()), intents
}

// Update takes the optimum that the background search found.
func (e *Editing) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	what, _ := e.optimum.jobs.Open(msg)
	if found, ok := what.(best); ok {
		e.optimum.found(found)
	}
	return nil, nil
}

// Conceals is true, so that the solver does not start on every intermediate dag.
func (e *Editing) Conceals() bool { return true }

// Allows looking around, saving and editing.
func (e *Editing) Allows() intent.Effect { return intent.Looks | intent.Writes | intent.Draws }

// Refuses says how to leave the editor when an intent is not one of its own.
func (e *Editing) Refuses(_ *layer.View, i intent.Intent) string {
	switch effect := i.Effect(); {
	case effect.Within(e.Allows()):
		return ""
	case effect.Has(intent.Opens | intent.Reads):
		return "You are editing a dag: D goes on with it, :end restores your own session."
	}
	return "You are editing the dag: D ends that, and then you can eliminate."
}

// Close stops the search and waits until the drawing is saved.
func (e *Editing) Close() {
	e.optimum.close()
	if e.saver != nil {
		_ = e.saver.Close()
	}
}

// Farewell writes to the terminal where the drawing was saved.
func (e *Editing) Farewell(w io.Writer) {
	if e.saver != nil {
		fmt.Fprintf(w, "Saved the drawing %s: facet --resume continues it.\n",
			style.Printable(e.drawing.Dag().Name))
	}
}

// Perform applies edits.
func (e *Editing) Perform(v *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	change, mine := i.(intent.EditDag)
	if !mine {
		return nil, nil, false
	}
	cmd, more := e.do(v, change.Edit)
	return cmd, more, true
}

// undo takes the last change back.
func (e *Editing) undo(v *layer.View) (tea.Cmd, []intent.Intent) {
	if !e.drawing.Undo() {
		return nil, layer.Say("This is the dag that you began with: there is nothing to undo.")
	}
	return e.changed(v.Sel)
}

// redo makes it again.
func (e *Editing) redo(v *layer.View) (tea.Cmd, []intent.Intent) {
	if !e.drawing.Redo() {
		return nil, layer.Say("This is the last change: there is nothing to redo.")
	}
	return e.changed(e.about(v))
}

// do applies an edit, or says why that is impossible.
func (e *Editing) do(v *layer.View, change edit.Edit) (tea.Cmd, []intent.Intent) {
	if change == nil {
		return nil, nil
	}
	if err := e.drawing.Do(change); err != nil {
		return nil, layer.Report(err)
	}
	if change, ok := change.(edit.AddEdge); ok && change.Model {
		_, _, e.costs = cut(change.String())
	}
	return e.changed(e.about(v))
}

// cut divides the line of an edge edit into verb, ends, and the rest.
func cut(line string) (verb, ends, rest string) {
	at := strings.LastIndex(strings.TrimSuffix(line, " j"), " ")
	verb, ends, _ = strings.Cut(line[:at], " ")
	return verb, ends, line[at+1:]
}

// changed shows and saves the changed dag, and selects sel.
func (e *Editing) changed(sel intent.Selection) (tea.Cmd, []intent.Intent) {
	e.joining = false
	cmd, intents := e.show(true, sel)
	return cmd, append(intents, e.save()...)
}

// save gives the drawing to the saver. A drawing without vertices is not worth a file.
func (e *Editing) save() []intent.Intent {
	s := e.drawing.Session()
	if e.Saver == nil || len(s.Dag().Vertices) == 0 {
		return nil
	}
	if e.saver == nil {
		e.saver = e.Saver()
		e.saver.Begin(s.Dag(), "")
	} else {
		e.saver.Change(s.Dag())
	}
	e.saver.Save(s)
	err, over := e.saver.Trouble()
	if over && err == nil {
		return layer.Say("The drawing is saved again.")
	}
	return layer.Report(err)
}

// about is the subject of the last edit, else what is selected.
func (e *Editing) about(v *layer.View) intent.Selection {
	done, _ := e.drawing.Edits()
	if len(done) == 0 {
		return v.Sel
	}
	dag := e.drawing.Dag()
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
	switch last := done[len(done)-1].(type) {
	case edit.AddVertex:
		return vertex(last.ID)
	case edit.SetSize:
		return vertex(last.ID)
	case edit.Rename:
		return vertex(last.To)
	case edit.AddEdge:
		return edge(last.From, last.To)
	case edit.SetCosts:
		return edge(last.From, last.To)
	case edit.SetJacobian:
		return edge(last.From, last.To)
	case edit.SetModel:
		return edge(last.From, last.To)
	case edit.SetPattern:
		return edge(last.From, last.To)
	case edit.DeleteEdge:
		return vertex(last.From)
	case edit.DeleteVertex:
		return intent.AtVertex(max(0, min(v.Sel.Vertex, len(dag.Vertices)-1)))
	}
	return v.Sel
}

// done makes the dag as it is now the user's own session.
func (e *Editing) done(*layer.View) (tea.Cmd, []intent.Intent) {
	edits, _ := e.drawing.Edits()
	switch {
	case len(edits) == 0 && e.New == "":
		return nil, ends(unchanged)
	case len(e.drawing.Dag().Edges) == 0:
		return nil, layer.Refuse(
			"The dag has no edge yet: c connects two vertices. :end leaves; the drawing stays in :sessions.")
	}
	kept := intent.Keep{Drawn: true}
	if e.saver != nil {
		kept.Resumed = e.saver.Path()
	}
	c := e.drawing.Carried()
	text := "This session is now on the dag as you changed it."
	if c.All > 0 {
		text += " " + carried(c)
	}
	return nil, append([]intent.Intent{kept, intent.EndLead{}, intent.GoTo{Step: c.Cursor}},
		layer.Say(text+" :before goes back to the one before.")...)
}

// unchanged is said where a change ends that is none.
const unchanged = "Nothing was changed: this is your own session."

// ends leaves the changed dag, and says why.
func ends(why string) []intent.Intent {
	return append([]intent.Intent{intent.EndLead{}}, layer.Say(why)...)
}

// carried says how many of the user's steps are still possible on the changed dag.
func carried(c session.Carried) string {
	if c.Why == nil {
		return fmt.Sprintf("All %s were carried over.", style.Plural(c.All, "step", "steps"))
	}
	return fmt.Sprintf("%d of %s were carried over: %s", c.Steps, style.Plural(c.All, "step", "steps"),
		layer.Sentence(c.Why.Error()))
}

// mostPasted is the largest number of edits that one paste may bring.
const mostPasted = 2000

// Type applies edits that are pasted, one per line, up to the first that is impossible.
func (e *Editing) Type(v *layer.View, msg tea.KeyMsg) (cmd tea.Cmd, intents []intent.Intent, handled bool) {
	if !msg.Paste {
		return nil, nil, false
	}
	cmd, intents = e.paste(v, string(msg.Runes))
	return cmd, intents, true
}

func (e *Editing) paste(v *layer.View, text string) (tea.Cmd, []intent.Intent) {
	all, err := edit.ParseAll(text)
	switch {
	case err != nil:
		return nil, layer.Report(err)
	case len(all) == 0:
		return nil, nil
	case len(all) > mostPasted:
		return nil, layer.Say(fmt.Sprintf("These are %d edits: paste at most %d at once.", len(all),
			mostPasted))
	}
	answer := layer.Say("Carried out " + style.Plural(len(all), "edit", "edits") +
		": {u:edit.undo} takes them back one by one.")
	for n, change := range all {
		if err := e.drawing.Do(change); err != nil {
			answer = layer.Say(layer.Sentence(fmt.Sprintf("edit %d of %d, %s: %v", n+1, len(all), change,
				err)))
			break
		}
	}
	cmd, intents := e.changed(e.about(v))
	return cmd, append(intents, answer...)
}

// vertex is the id of the selected vertex.
func (e *Editing) vertex(v *layer.View) (string, bool) {
	if v.Sel.Kind != intent.OnVertex || v.Sel.Vertex >= len(v.Dag().Vertices) {
		return "", false
	}
	return v.Dag().Vertices[v.Sel.Vertex].ID, true
}

// edge is the selected edge.
func (e *Editing) edge(v *layer.View) (edge *model.Edge, from, to string, ok bool) {
	if v.Sel.Kind != intent.OnElement || int(v.Sel.Z) >= len(v.Dag().Edges) {
		return nil, "", "", false
	}
	edge = &v.Dag().Edges[v.Sel.Z]
	return edge, v.Dag().Vertices[edge.Source].ID, v.Dag().Vertices[edge.Target].ID, true
}

// free is the smallest number, from the number of vertices on, that is not yet a vertex's
// id.
func free(dag *model.Dag) string {
	for n := len(dag.Vertices); ; n++ {
		if _, taken := dag.Find(strconv.Itoa(n)); !taken {
			return strconv.Itoa(n)
		}
	}
}
