package edit

import (
	"slices"

	"facet/model"
	"facet/model/session"
)

// Drawing is a dag that is being changed: every change can be taken back and done again,
// and each dag on the way has the steps of the session that it began with, as far as they
// are possible there. It is not safe for concurrent use.
type Drawing struct {
	begun    *session.Session // that it began with
	versions []version
	at       int
}

// version is a dag on the way.
type version struct {
	edit    Edit // that led there; nil for the first
	session *session.Session
	carried session.Carried
	vertex  []int // of the first dag, where they are; nil where they stand where they stood
}

// Steps is a session as it may be read.
type Steps interface {
	Dag() *model.Dag
	Onto(g *model.Dag, vertex []int) (*session.Session, session.Carried)
}

// Draw begins with a copy of a session, which stays as it is.
func Draw(s Steps) *Drawing {
	d := &Drawing{versions: make([]version, 1)}
	d.begun, _ = s.Onto(s.Dag(), nil)
	first := &d.versions[0]
	first.session, first.carried = d.begun.Onto(s.Dag(), nil)
	return d
}

// Session is one on the dag as it is now, with the steps that were carried over.
func (d *Drawing) Session() *session.Session {
	v := &d.versions[d.at]
	if v.session == nil { // it was long ago
		from := d.at - 1
		for d.versions[from].session == nil {
			from--
		}
		g := d.versions[from].session.Dag()
		for _, next := range d.versions[from+1 : d.at+1] {
			r, _ := next.edit.Apply(g) // it was possible before
			g = r.Dag
		}
		v.session, v.carried = d.begun.Onto(g, v.vertex)
	}
	return v.session
}

// heldParts is how many vertices and edges the dags have together of which sessions are
// held, some hundred bytes each. Older ones are made anew when the user goes back to them.
const heldParts = 200_000

// forget drops the sessions of long ago.
func (d *Drawing) forget() {
	g := d.Dag()
	held := max(4, heldParts/(len(g.Vertices)+len(g.Edges)+1))
	for k := 1; k < d.at-held; k++ {
		d.versions[k].session = nil
	}
}

// Dag is the dag as it is now.
func (d *Drawing) Dag() *model.Dag { return d.Session().Dag() }

// Carried reports how far the steps were carried over.
func (d *Drawing) Carried() session.Carried { return d.versions[d.at].carried }

// Edits are those that led to the dag as it is now, and how many lie ahead for
// [Drawing.Redo].
func (d *Drawing) Edits() (done []Edit, ahead int) {
	for _, v := range d.versions[1 : d.at+1] {
		done = append(done, v.edit)
	}
	return done, len(d.versions) - 1 - d.at
}

// Do changes the dag. Changes that were taken back before are forgotten then. Nothing
// happens where the edit is impossible, which is what the error says.
func (d *Drawing) Do(e Edit) error {
	r, err := e.Apply(d.Dag())
	if err != nil {
		return err
	}
	next := version{edit: e, vertex: compose(d.versions[d.at].vertex, r.Vertex)}
	next.session, next.carried = d.begun.Onto(r.Dag, next.vertex)
	d.versions = append(slices.Clip(d.versions[:d.at+1]), next)
	d.at++
	d.forget()
	return nil
}

// compose is where vertices are after two changes.
func compose(first, then []int) []int {
	switch {
	case first == nil:
		return then
	case then == nil:
		return first
	}
	out := make([]int, len(first))
	for i, at := range first {
		if out[i] = at; at >= 0 {
			out[i] = then[at]
		}
	}
	return out
}

// Undo takes the last change back; false where there is none.
func (d *Drawing) Undo() bool {
	if d.at == 0 {
		return false
	}
	d.at--
	return true
}

// Redo does the change again that was taken back last; false where there is none.
func (d *Drawing) Redo() bool {
	if d.at == len(d.versions)-1 {
		return false
	}
	d.at++
	return true
}
