package session

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"facet/model"
	"facet/model/excerpt"
	"facet/model/format"
	"facet/model/pattern"
)

// sessionVersion is the version of the session's text form.
const sessionVersion = 1

// The session as JSON: the dag itself, so that a session can be opened without
// the file it came from, and every step of the tree as lines of a sequence.
type (
	sessionFile struct {
		Facet  string                   `json:"facet"`
		Ver    int                      `json:"version"`
		Dag    dagFile                  `json:"dag"`
		Cursor int                      `json:"cursor"`
		Tip    int                      `json:"tip"`   // where redo leads in the end
		Steps  format.Objects[stepFile] `json:"steps"` // step k of the file has id k+1
		Note   string                   `json:"note,omitempty"`
		Marks  map[string]int           `json:"marks,omitempty"` // steps by the letters of their bookmarks
	}
	stepFile struct {
		Parent int      `json:"parent"`
		Title  string   `json:"title,omitempty"`
		Note   string   `json:"note,omitempty"`
		Ops    []string `json:"ops"`
	}
	dagFile struct {
		Name    string                          `json:"name"`
		Extra   format.Objects[model.Attribute] `json:"extra,omitempty"`
		Product *productFile                    `json:"product,omitempty"` // nil for the paper's
		// nil for one unit for each multiplication
		Sparse   *productFile               `json:"sparse_product,omitempty"`
		Vertices format.Objects[vertexFile] `json:"vertices"`
		Edges    format.Objects[edgeFile]   `json:"edges"`
	}
	productFile struct {
		Setup model.Cost `json:"setup"`
		Cost  model.Cost `json:"cost"`
	}
	vertexFile struct {
		ID    string                          `json:"id"`
		Size  int64                           `json:"size"`
		Extra format.Objects[model.Attribute] `json:"extra,omitempty"`
	}
	edgeFile struct {
		ID       string                          `json:"id,omitempty"`
		Source   int                             `json:"source"`
		Target   int                             `json:"target"`
		Tangent  model.Cost                      `json:"tangent_cost"`
		Adjoint  model.Cost                      `json:"adjoint_cost"`
		Jacobian bool                            `json:"has_jacobian"`
		Model    bool                            `json:"has_model"`
		Extra    format.Objects[model.Attribute] `json:"extra,omitempty"`
		// The curves, nil for the paper's.
		TangentCurve *curveFile `json:"tangent_curve,omitempty"`
		AdjointCurve *curveFile `json:"adjoint_curve,omitempty"`
		Tape         model.Cost `json:"tape,omitempty"`
		Pattern      string     `json:"pattern,omitempty"` // as in a file; empty is dense
	}
	curveFile struct {
		Setup  model.Cost `json:"setup,omitempty"`
		Width  int64      `json:"width,omitempty"`
		Colors int64      `json:"colors,omitempty"`
	}
)

// Snapshot is what a session held when it was taken. It never changes, so that
// it can be written while the session goes on.
type Snapshot struct {
	dag   *model.Dag
	file  sessionFile // without dag and steps
	steps []*step     // what is written of a step never changes: one with another note is another step
}

// Snapshot takes what is to be written. It takes microseconds; the work is in
// [Snapshot.MarshalJSON].
func (s *Session) Snapshot() *Snapshot {
	f := sessionFile{Facet: "session", Ver: sessionVersion, Cursor: s.at, Tip: s.tip(), Note: s.steps[0].note,
		Marks: maps.Clone(s.marks)}
	return &Snapshot{s.dag, f, slices.Clone(s.steps[1:])}
}

// file is what is written of a step.
func (n *step) file() stepFile {
	return stepFile{Parent: n.parent, Title: n.title, Note: n.note, Ops: n.lines}
}

// MarshalJSON writes the whole session: dag, tree, notes and cursor.
func (s *Snapshot) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := s.Write(&b)
	return b.Bytes(), err
}

// Write is MarshalJSON step by step: long sessions are never in memory as a whole.
func (s *Snapshot) Write(w io.Writer) error {
	f := s.file
	f.Dag, f.Steps = fileOf(s.dag), format.Objects[stepFile]{}
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	const list = `"steps":[`
	at := bytes.LastIndex(text, []byte(list+"]")) + len(list) // quotes are escaped in what follows
	if _, err := w.Write(text[:at]); err != nil {
		return err
	}
	for k, n := range s.steps {
		one, err := json.Marshal(n.file())
		if err == nil && k > 0 {
			_, err = io.WriteString(w, ",")
		}
		if err == nil {
			_, err = w.Write(one)
		}
		if err != nil {
			return err
		}
	}
	_, err = w.Write(text[at:])
	return err
}

// Holds reports whether the snapshot has every step and note of an older session, given as
// MarshalJSON writes it.
func (s *Snapshot) Holds(old []byte) bool {
	var b struct {
		Dag   json.RawMessage          `json:"dag"`
		Note  string                   `json:"note"`
		Marks map[string]int           `json:"marks"`
		Steps format.Objects[stepFile] `json:"steps"`
	}
	if json.Unmarshal(old, &b) != nil || len(s.steps) < len(b.Steps) || b.Note != "" &&
		s.file.Note != b.Note {
		return false
	}
	if dag, err := json.Marshal(fileOf(s.dag)); err != nil || !bytes.Equal(dag, b.Dag) {
		return false
	}
	for letter := range b.Marks {
		if _, there := s.file.Marks[letter]; !there {
			return false
		}
	}
	for k, step := range b.Steps {
		now := s.steps[k].file()
		if now.Parent != step.Parent || !slices.Equal(now.Ops, step.Ops) || step.Note != "" &&
			now.Note != step.Note {
			return false
		}
	}
	return true
}

// MarshalJSON writes the session as it is now, as [Session.Snapshot] does.
func (s *Session) MarshalJSON() ([]byte, error) { return s.Snapshot().MarshalJSON() }

// tip is the end of the branch that redo follows.
func (s *Session) tip() int {
	k := s.at
	for s.steps[k].next != 0 {
		k = s.steps[k].next
	}
	return k
}

func fileOf(g *model.Dag) dagFile {
	f := dagFile{Name: g.Name, Extra: g.Extra}
	if g.Product != (model.Product{Cost: 1}) {
		product := productFile(g.Product)
		f.Product = &product
	}
	if g.Sparse != (model.Product{Cost: 1}) {
		sparse := productFile(g.Sparse)
		f.Sparse = &sparse
	}
	for _, v := range g.Vertices {
		f.Vertices = append(f.Vertices, vertexFile{v.ID, v.Size, v.Extra})
	}
	for _, e := range g.Edges {
		f.Edges = append(f.Edges, edgeFile{e.ID, e.Source, e.Target, e.Tangent, e.Adjoint, e.HasJacobian,
			e.HasModel, e.Extra,
			curveOf(e.TangentCurve), curveOf(e.AdjointCurve), e.Tape, e.PatternText()})
	}
	return f
}

func curveOf(v model.Curve) *curveFile {
	if v == (model.Curve{}) {
		return nil
	}
	f := curveFile(v)
	return &f
}

func (f *curveFile) curve() model.Curve {
	if f == nil {
		return model.Curve{}
	}
	return model.Curve(*f)
}

// Load reads what MarshalJSON wrote and replays every step. A step that
// cannot be replayed is an error: a session is whole or it is not opened. Where its dag
// is one of those that are known, the session is on that one, which is then in memory
// once.
func Load(data []byte, known ...*model.Dag) (*Session, error) {
	var f sessionFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("this is not a session of facet: %s", excerpt.Line(err.Error(), 200))
	}
	if f.Facet != "session" {
		return nil, fmt.Errorf("this is not a session of facet")
	}
	if f.Ver != sessionVersion {
		return nil, fmt.Errorf("this session has version %d, this facet reads version %d", f.Ver,
			sessionVersion)
	}
	g, err := f.Dag.oneOf(known)
	if err != nil {
		return nil, fmt.Errorf("the dag of the session: %w", err)
	}
	s := New(g)
	s.steps[0].note = f.Note
	at := restoring{session: s}
	for k := range f.Steps {
		if err := at.step(f.Steps[k]); err != nil {
			return nil, fmt.Errorf("step %d of the session: %w", k+1, err)
		}
	}
	if err := s.restoreMarks(f.Marks); err != nil {
		return nil, err
	}
	if err := s.Goto(f.Tip); err != nil {
		return nil, fmt.Errorf("the tip of the session: %w", err)
	}
	if err := s.Goto(f.Cursor); err != nil {
		return nil, fmt.Errorf("the cursor of the session: %w", err)
	}
	return s, nil
}

// restoring carries out the steps of a file: those that follow each other on one tape.
type restoring struct {
	session *Session
	tape    *model.Tape // at the step that was carried out last; nil before the first
}

func (r *restoring) step(f stepFile) error {
	s := r.session
	if f.Parent < 0 || f.Parent >= len(s.steps) {
		return fmt.Errorf("there is no step %d", f.Parent)
	}
	if r.tape == nil || f.Parent != s.at {
		s.at = f.Parent
		r.tape = model.NewTape(s.State())
	}
	n := &step{parent: f.Parent, depth: s.steps[f.Parent].depth + 1, title: f.Title, note: f.Note}
	if err := n.read(r.tape, f.Ops); err != nil {
		return err
	}
	if _, twice := s.child(f.Parent, n.ops); twice {
		return fmt.Errorf("it is there twice")
	}
	s.enter(n, r.tape.State().Done())
	return nil
}

// read carries out the operations of a step, given as lines.
func (n *step) read(t *model.Tape, lines []string) error {
	line := 0
	for _, text := range lines {
		for one := range strings.Lines(text) { // there is one, unless the file is not ours
			line++
			o, isOp, err := model.ParseOp(t.State(), one)
			if err == nil && !isOp {
				continue
			}
			if err == nil {
				_, err = n.do(t, o)
			}
			if err != nil {
				return fmt.Errorf("line %d: %w", line, err)
			}
		}
	}
	if len(n.ops) == 0 {
		return fmt.Errorf("there is nothing to do")
	}
	return nil
}

// oneOf is the dag among those that are known, else a new one.
func (f dagFile) oneOf(known []*model.Dag) (*model.Dag, error) {
	for _, g := range known {
		if reflect.DeepEqual(f, fileOf(g)) {
			return g, nil
		}
	}
	return f.dag()
}

func (f dagFile) dag() (*model.Dag, error) {
	vertices := make([]model.Vertex, len(f.Vertices))
	for k, v := range f.Vertices {
		vertices[k] = model.Vertex{ID: v.ID, Size: v.Size, Extra: v.Extra}
	}
	edges := make([]model.Edge, len(f.Edges))
	known := pattern.NewReader(context.Background())
	for k, e := range f.Edges {
		edges[k] = model.Edge{
			ID: e.ID, Source: e.Source, Target: e.Target, Tangent: e.Tangent, Adjoint: e.Adjoint,
			HasJacobian: e.Jacobian, HasModel: e.Model, Extra: e.Extra,
			TangentCurve: e.TangentCurve.curve(), AdjointCurve: e.AdjointCurve.curve(), Tape: e.Tape,
		}
		if e.Pattern == "" {
			continue
		}
		if e.Source < 0 || e.Source >= len(vertices) || e.Target < 0 || e.Target >= len(vertices) {
			continue // which the dag says itself
		}
		p, err := known.Read(e.Pattern, vertices[e.Target].Size, vertices[e.Source].Size)
		if err != nil {
			return nil, fmt.Errorf("the pattern of edge %d %w", k+1, err)
		}
		edges[k].Pattern = p
	}
	read := model.NewDraft // the user may be drawing it
	if len(vertices) == 0 {
		read = model.NewDag
	}
	g, err := read(f.Name, vertices, edges)
	if err != nil {
		return nil, err
	}
	for _, p := range []struct {
		from *productFile
		to   *model.Product
	}{{f.Product, &g.Product}, {f.Sparse, &g.Sparse}} {
		if p.from == nil {
			continue
		}
		if *p.to = model.Product(*p.from); p.to.Setup < 0 || p.to.Cost < 0 {
			return nil, fmt.Errorf("products have a negative cost: costs are whole numbers from 0")
		}
	}
	g.Extra = f.Extra
	return g, nil
}
