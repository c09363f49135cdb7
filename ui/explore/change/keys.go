package change

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/model/edit"
	"facet/ui/explore/change/dial"
	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// group is the heading of the keys in the help.
const group = "Editing"

// table are the keys of the editor.
func table() *layer.Table {
	return &layer.Table{Layer: "edit", Group: group, Rows: []layer.Row{
		{"add", "a", "add a vertex"},
		{"connect", "c", "connect: walk to the other vertex, Enter"},
		{"value", "enter e", "size of the vertex, or costs of the edge, as 3/6"},
		{"given", "j", "the edge's Jacobian is given, or no longer"},
		{"toggle-model", "m", "the edge has a model, or no longer"},
		{"name", "n", "rename the vertex"},
		{"remove", "x delete backspace", "delete what is selected"},
		{"undo", "u z pgup", "undo the last change"},
		{"redo", "ctrl+r Z pgdown", "do the change again"},
		{"done", "D", "done: go on with this dag"},
		{"save", "w s", "save the dag to a file"},
	}}
}

// Bindings are the editor's keys, and each edit as a command.
func (e *Editing) Bindings(v *layer.View) []layer.Command {
	_, onVertex := e.vertex(v)
	help, end := layer.Mention("help", "help"), layer.Command{Name: "end"}.As(":end").
		Help(group, "leave the drawing, back to your own session")
	if e.joining {
		return []layer.Command{
			layer.Do(func() []intent.Intent {
				return e.join(v)
			}, "enter", "c").Foot("connect with what is selected"),
			layer.Change(func() { e.joining = false }, "esc").Foot("do not connect"),
			layer.Mention("select", "go to"), help,
		}
	}
	value := "costs"
	if onVertex {
		value = "size"
	}
	keys := table()
	on := func(name string, do func(*layer.View) []intent.Intent) layer.Command {
		return keys.Do(name, func() []intent.Intent { return do(v) })
	}
	undo := keys.Means("undo", layer.Act{Of: intent.Draws, By: layer.Leading, Do: e.undo}).
		Help(group, "undo the last change (ctrl+r: redo)")
	all := []layer.Command{
		on("add", e.askVertex).Foot("vertex"),
		on("connect", e.connect).Foot(unless(!onVertex, "connect")),
		on("value", e.askValue).Foot(value),
		on("given", e.toggleJacobian).Foot(unless(onVertex, "Jacobian")),
		on("toggle-model", e.toggleModel).Foot(unless(onVertex, "model")),
		on("name", e.askName).Foot(unless(!onVertex, "name")),
		on("remove", e.remove).As("x").Foot("delete"),
		undo.Foot("undo"),
		keys.Means("redo", layer.Act{Of: intent.Draws, By: layer.Leading, Do: e.redo}).Help("", ""),
		keys.Means("done", layer.Act{Of: intent.Draws, By: layer.Leading, Do: e.done}).Foot("done"),
		help,
		keys.Do("save", func() []intent.Intent {
			return []intent.Intent{intent.AskCommand{Line: "export " + e.file()}}
		}).Foot("save"),
		layer.Means(intent.Say{
			Text: "{D:edit.done} goes on with this dag, :end leaves it. Either way it is saved."}, "esc"),
		end,
	}
	for _, f := range edit.Forms() {
		all = append(all, dial.Command(f))
	}
	return all
}

func unless(not bool, text string) string {
	if not {
		return ""
	}
	return text
}

// file is the path that is proposed when the dag is saved.
func (e *Editing) file() string {
	if e.File != "" {
		return e.File
	}
	return documents.Stem(e.drawing.Dag().Name) + ".xml"
}

// read asks for the rest of an edit's line; number says that it begins with a number, so that other
// keys are commands.
func read(title, proposal string, number bool, line string) []intent.Intent {
	return dial.Read(intent.AskText{Title: title, Proposal: proposal, Number: number},
		func(text string) string { return line + text })
}

func (e *Editing) askVertex(v *layer.View) []intent.Intent {
	return read("new vertex: name, size", free(v.Dag())+" 1", false, "vertex ")
}

// askValue asks for the size of the vertex, or the costs of the edge.
func (e *Editing) askValue(v *layer.View) []intent.Intent {
	if id, ok := e.vertex(v); ok {
		return read("size of vertex "+model.QuoteID(id), fmt.Sprint(v.Dag().Vertices[v.Sel.Vertex].Size),
			true, "size "+model.QuoteID(id)+" ")
	}
	edge, from, to, ok := e.edge(v)
	if !ok {
		return nothing()
	}
	return dial.Read(intent.AskText{Title: "costs of edge " + dial.Ends(from, to) + ": tangent/adjoint",
		Proposal: fmt.Sprintf("%d/%d", int64(edge.Tangent), int64(edge.Adjoint)), Number: true},
		func(text string) string {
			return "cost " + model.QuoteID(from) + " " + model.QuoteID(to) + " " +
				strings.ReplaceAll(text, " ", "")
		})
}

func (e *Editing) askName(v *layer.View) []intent.Intent {
	id, ok := e.vertex(v)
	if !ok {
		return layer.Say("Only vertices have names: select one in the dag (1).")
	}
	return dial.Read(intent.AskText{Title: "name of vertex " + model.QuoteID(id), Proposal: id},
		func(text string) string { return "rename " + model.QuoteID(id) + " " + model.QuoteID(text) })
}

// connect begins an edge at the selected vertex.
func (e *Editing) connect(v *layer.View) []intent.Intent {
	id, ok := e.vertex(v)
	switch {
	case !ok:
		return layer.Say("An edge begins at a vertex: select one in the dag (1), then press {c:edit.connect}.")
	case len(v.Dag().Vertices) < 2:
		return layer.Say("There is no second vertex yet: {a:edit.add} adds one.")
	}
	e.joining, e.from = true, id
	return nil
}

// join ends the edge at the vertex that is selected now.
func (e *Editing) join(v *layer.View) []intent.Intent {
	to, ok := e.vertex(v)
	if !ok {
		return layer.Say("This is no vertex: walk to the one where the edge ends, then press Enter.")
	}
	from := e.from
	e.joining = false
	if _, err := (edit.AddEdge{From: from, To: to, Model: true}).Apply(v.Dag()); err != nil {
		// refused before the user types costs
		return layer.Report(err)
	}
	return read("new edge "+dial.Ends(from, to)+": tangent/adjoint, j for a Jacobian", e.costs, true,
		"edge "+model.QuoteID(from)+" "+model.QuoteID(to)+" ")
}

func (e *Editing) toggleJacobian(v *layer.View) []intent.Intent {
	return e.change(v, func(from, to string) edit.Edit { return edit.SetJacobian{From: from, To: to} })
}

func (e *Editing) toggleModel(v *layer.View) []intent.Intent {
	return e.change(v, func(from, to string) edit.Edit { return edit.SetModel{From: from, To: to} })
}

// change edits the selected edge.
func (e *Editing) change(v *layer.View, how func(from, to string) edit.Edit) []intent.Intent {
	_, from, to, ok := e.edge(v)
	if !ok {
		return layer.Say("No edge is selected: walk to one in the dag (1).")
	}
	return []intent.Intent{intent.EditDag{Edit: how(from, to)}}
}

func (e *Editing) remove(v *layer.View) []intent.Intent {
	if id, ok := e.vertex(v); ok {
		return []intent.Intent{intent.EditDag{Edit: edit.DeleteVertex{ID: id}}}
	}
	if _, from, to, ok := e.edge(v); ok {
		return []intent.Intent{intent.EditDag{Edit: edit.DeleteEdge{From: from, To: to}}}
	}
	return nothing()
}

func nothing() []intent.Intent {
	return layer.Say("Nothing is selected: select a vertex or an edge in the dag (1).")
}
