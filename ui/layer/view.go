// Package layer is the one contract of whatever is on the screen and takes keys
// ([Layer]), what a layer may see ([View]), and what can be asked of it ([Command]). A
// layer reads a View and answers with intents; it cannot change the session and knows no
// other layer.
package layer

import (
	"fmt"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/style"
)

// Steps is a session as it may be read.
type Steps interface {
	Dag() *model.Dag
	Revision() uint64
	State() *model.State
	StateAt(id int) (*model.State, bool)
	Changes() []model.Change
	Cursor() int
	Depth() int
	Steps() int
	Line() []session.Step
	Step(id int) (session.Step, bool)
	Branches(id int) []session.Step
	Leaves() []session.Step
	Best() (model.Cost, bool)
	Path(id int) []int
	Ops() []model.Op
	Onto(g *model.Dag, vertex []int) (*session.Session, session.Carried)
}

// View is what there is to be seen at one moment.
type View struct {
	Theme   *style.Theme
	Steps   Steps
	Totals  Totals
	Sel     intent.Selection
	Points  []intent.Selection // what a leader points at in the pictures, in place of Sel
	Chosen  bool               // by hand: it is watched while steps go by
	Preview string             // what is looked at instead of the user's session; empty for that
	Leader  string             // who leads, as a title; empty for nobody
	Led     bool               // page by page, by somebody who presents
	Focus   intent.Panel       // that has the keys
	Pressed int                // keys so far: tells what was pressed right after something else
	Rivals  []Complete         // that who leads compares with what is on the screen
	// Concealed tells that nothing may be shown that judges.
	Concealed bool
	CacheKey  CacheKey // changes whenever a panel could look different
	Advice    Advice   // about the state at the cursor
	Losses    Losses
	// Words tells that the screen is read in words: there are no pictures, and lines are
	// typed.
	Words bool
	// Silent tells that the user chose to see no losses, on any dag.
	Silent bool
	// Known is the best total of the whole dag that planning found.
	Known    Method
	HasKnown bool
	Proof    Proof

	// What the selected operation would do is worked out once.
	outlook    Outlook
	outlookFor outlookKey
}

// CacheKey tells cached screens apart.
type CacheKey struct {
	Revision uint64 // of the session
	Version  uint64 // of the theme and of another session
	Sel      intent.Selection
	Points   uint64 // changes with what is pointed at
	Advice   uint64
}

// State is the line dag at the cursor.
func (s *View) State() *model.State { return s.Steps.State() }

// Dag is the session's dag.
func (s *View) Dag() *model.Dag { return s.Steps.Dag() }

// ID writes a dag vertex's id so that nothing in it can harm the screen.
func (s *View) ID(i int) string { return model.QuoteID(s.Dag().Vertices[i].ID) }

// Edge writes an edge of the dag.
func (s *View) Edge(i, j int) string { return "(" + s.ID(i) + "," + s.ID(j) + ")" }

// Face writes a face of a state.
func (s *View) Face(st *model.State, f model.Face) string {
	return faceName(s.Theme, st, f)
}

// Find gives the dag vertex that a typed id means.
func (s *View) Find(id string) (int, error) {
	id = strings.TrimSpace(id)
	if unquoted, err := strconv.Unquote(id); err == nil {
		id = unquoted
	}
	i, ok := s.Dag().Find(id)
	if !ok {
		return 0, fmt.Errorf("the dag has no vertex %s", model.QuoteID(id))
	}
	return i, nil
}

// SpentWidth is the width of columns of prices and sums: that of the classical
// totals, and more only where the session's own steps have outgrown them.
func (s *View) SpentWidth() int {
	width := max(5, s.Totals.NumberWidth)
	if line := s.Steps.Line(); len(line) > 0 {
		width = max(width, NumberWidth(line[len(line)-1].Spent))
	}
	return width
}

// Outlook works out what the selected operation would do; false if nothing that is
// possible is selected.
func (s *View) Outlook() (*Outlook, bool) {
	st := s.State()
	key := outlookKey{st, s.Sel}
	if s.outlookFor != key {
		s.outlookFor, s.outlook = key, Outlook{}
		if choice, ok := s.Sel.Op(st); ok {
			s.outlook = Foresee(st, choice)
		}
	}
	return &s.outlook, s.outlook.After != nil
}

// Optimum is what a total is called that was proved to be the best.
const Optimum = "optimum"

// Method is a way to the whole Jacobian, and what it costs.
type Method struct {
	Name string
	Cost model.Cost
}

// Complete is a complete sequence from the fresh line dag on.
type Complete struct {
	Name string
	Cost model.Cost
	Ops  []model.Op
}

// Totals are the numbers of a dag that never change.
type Totals struct {
	DenseTangent, DenseAdjoint, SparseTangent, SparseAdjoint model.Cost
	Faces, Lacking, Edges, Vertices                          int
	Classic                                                  bool
	NumberWidth                                              int
}

// NewTotals works them out; root is the dag's first state.
func NewTotals(g *model.Dag, root *model.State) Totals {
	t := Totals{
		DenseTangent: g.DenseTangent(), DenseAdjoint: g.DenseAdjoint(),
		SparseTangent: g.SparseTangent(), SparseAdjoint: g.SparseAdjoint(),
		Faces: root.Faces(), Lacking: root.Lacking(), Edges: len(g.Edges), Vertices: len(g.Vertices), Classic: true,
	}
	for _, e := range g.Edges {
		t.Classic = t.Classic && e.HasJacobian && !e.HasModel
	}
	for _, m := range t.Methods() {
		t.NumberWidth = max(t.NumberWidth, NumberWidth(m.Cost))
	}
	return t
}

// NumberWidth is how many cells numbers up to this one take.
func NumberWidth(k model.Cost) int { return style.Width(style.Number(k)) }

// Methods lists the classical ones.
func (t *Totals) Methods() []Method {
	return []Method{
		{"dense tangent", t.DenseTangent}, {"dense adjoint", t.DenseAdjoint},
		{"sparse tangent", t.SparseTangent}, {"sparse adjoint", t.SparseAdjoint},
	}
}

// Best is the cheapest classical method.
func (t *Totals) Best() Method {
	all := t.Methods()
	best := all[2] // of equals, one that is a sequence of operations
	for _, m := range all {
		if m.Cost < best.Cost {
			best = m
		}
	}
	return best
}
