// Package layer is the contract between the explorer's root and everything on the screen
// that takes keys ([Layer]): what a layer may see ([View]), and what the user can ask of
// it ([Command]). A layer reads a View and answers with intents; it cannot change the
// session and knows no other layer.
//
//	view.go     View, the read-only state of the explorer
//	layer.go    Layer, a plain one, and its box on the screen
//	list.go     keys of lists, and which rows they show
//	command.go  Command, and the foot
//	table.go    the commands of a layer with their keys, and the names of keys; keymap.go the user's
//	act.go      Act, what one command alone means; Over, a layer over the panels
//	leader.go   Leader, a layer that leads the user, and a neutral one
//	solver.go   Solver, a layer that plans in the background
//	part.go     Part, what a wing adds to an explorer, and to the first page
//	advice.go   what planning knows about a state, and the numeric proof of a sequence
//	outlook.go  what an operation would do
//	names.go    names of vertices, faces, operations and steps
//	text.go     sentences
//
// Variables: v is the View, b a Box, t the theme, s a state of the line dag, g the dag.
package layer

import (
	"context"

	"facet/model"
	"facet/model/pattern"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// Steps is a read-only session. Its cursor stands on a step; the line goes from the start
// through that step to the end of its branch.
type Steps interface {
	Dag() *model.Dag
	Revision() uint64        // changes with each change of the session
	Ops() []model.Op         // the sequence so far: the operations up to the cursor
	State() *model.State     // after them
	Changes() []model.Change // by the step at the cursor
	Depth() int              // of the cursor: how many steps led to it
	Line() []session.Step    // all steps of the line, those ahead included
	Cursor() int             // the id of the step at the cursor, 0 for the start
	Step(id int) (session.Step, bool)
	StateAt(id int) (*model.State, bool)
	Path(id int) []int // the ids of the steps that lead there
	Branches(id int) []session.Step
	Leaves() []session.Step   // the ends of all branches
	Marks() []session.Mark    // the bookmarks, by their letters
	Steps() int               // how many there are, on all branches
	Best() (model.Cost, bool) // of the complete branches
	Snapshot() *session.Snapshot
	// Onto carries the steps over to another dag, as far as they are possible there.
	Onto(g *model.Dag, vertex []int) (*session.Session, session.Carried)
}

// View is the state of the explorer at one moment, read-only for layers.
type View struct {
	Theme  *style.Theme
	Keymap *Keymap // the keys that the user chose
	Steps  Steps
	Totals Totals
	Sel    intent.Selection
	Points []intent.Selection // what a leader points at in the pictures, in place of Sel
	// what a leader shows the surroundings of, in place of the whole; Nothing for none
	Around  intent.Selection
	Chosen  bool         // the user selected Sel, which stays in sight while steps go by
	Preview string       // title of what is shown in place of the user's session; empty for the session
	Leader  string       // title of the leader; empty for none
	Led     bool         // the leader shows pages to a user who only watches
	Focus   intent.Panel // the focused panel
	Large   bool         // a picture takes the place of the list
	Pressed int          // number of keys and clicks so far, to recognize two in a row
	Rivals  []Complete   // sequences that a leader compares with the one on the screen
	// Concealed hides everything that judges: see [Leader].
	Concealed bool
	CacheKey  CacheKey // changes whenever a panel could look different
	Advice    Advice   // about the state at the cursor
	Losses    Losses
	// Words is set in plain mode: there are no pictures, and lines are typed.
	Words bool
	// Silent is the user's choice to see no losses, on any dag.
	Silent bool
	// Known is the best total of the whole dag that planning found.
	Known    Method
	HasKnown bool
	Proof    Proof
	Unsaved  bool // something that was done is not on the disk yet
	Unseen   bool // the window is too small to show anything
	// Running describes the run of the planner that works, in a few words; empty for none.
	Running string

	// The outlook of the selected operation is computed once.
	outlook    Outlook
	outlookFor outlookKey
}

// CacheKey identifies a screen: panels cache what they drew by it.
type CacheKey struct {
	Revision uint64 // of the session
	Version  uint64 // changes with the theme and with another session
	Sel      intent.Selection
	Points   uint64 // changes with what is pointed at
	Advice   uint64
}

// State is the line dag at the cursor.
func (v *View) State() *model.State { return v.Steps.State() }

// Dag is the session's dag.
func (v *View) Dag() *model.Dag { return v.Steps.Dag() }

// ID writes the id of a vertex of the dag, quoted so that it cannot harm the terminal.
func (v *View) ID(i int) string { return model.QuoteID(v.Dag().Vertices[i].ID) }

// Edge writes an edge of the dag.
func (v *View) Edge(i, j int) string { return "(" + v.ID(i) + "," + v.ID(j) + ")" }

// Face writes a face of a state.
func (v *View) Face(st *model.State, f model.Face) string {
	return v.Theme.Text(faceName(st, f))
}

// SpentWidth is the width of columns of prices and sums: that of the classical totals, or
// more where the session's steps cost more.
func (v *View) SpentWidth() int {
	width := max(5, v.Totals.NumberWidth)
	if line := v.Steps.Line(); len(line) > 0 {
		width = max(width, v.Theme.CostWidth(line[len(line)-1].Spent))
	}
	return width
}

// Outlook is what the selected operation would do; false if no possible operation is
// selected.
func (v *View) Outlook() (*Outlook, bool) {
	st := v.State()
	key := outlookKey{st, v.Sel}
	if v.outlookFor != key {
		v.outlookFor, v.outlook = key, Outlook{}
		if choice, ok := v.Sel.Op(st); ok {
			v.outlook = Foresee(st, choice)
		}
	}
	return &v.outlook, v.outlook.After != nil
}

// Remember takes over the outlook that an earlier view computed.
func (v *View) Remember(from *View) { v.outlook, v.outlookFor = from.outlook, from.outlookFor }

// Optimum is the name of a total that is proved optimal.
const Optimum = "optimum"

// Method is a way to compute the whole Jacobian, and its cost.
type Method struct {
	Name string
	Cost model.Cost
}

// Complete is a complete sequence from the fresh line dag on.
type Complete struct {
	Name string
	Cost model.Cost
	Ops  []model.Op // nil where only the total is known
	Note string
}

// Totals are the numbers of a dag that never change. Of the classical modes only the dense
// ones are known while Pending.
type Totals struct {
	model.Classical
	Pending                         bool
	Faces, Lacking, Edges, Vertices int
	Classic                         bool
	NumberWidth                     int
}

// mostTotalsWork is how much work the totals of a dag may be to be there with its first
// screen: some ten milliseconds.
const mostTotalsWork = 1 << 21

// EarlyTotals are those that take no time; root is the dag's first state. The rest is
// pending where it is more than that.
func EarlyTotals(g *model.Dag, root *model.State) Totals {
	if model.WorkOfClassical(g) <= mostTotalsWork {
		return NewTotals(g, root)
	}
	early := model.Classical{DenseTangent: g.DenseTangent(), DenseAdjoint: g.DenseAdjoint()}
	return totals(g, root, early, true)
}

// NewTotals computes all totals.
func NewTotals(g *model.Dag, root *model.State) Totals {
	t, _ := AllTotals(context.Background(), g, root) // the context does not end
	return t
}

// AllTotals computes all totals, unless the context ends before.
func AllTotals(ctx context.Context, g *model.Dag, root *model.State) (Totals, error) {
	all, err := model.ClassicalOf(ctx, g)
	if err != nil {
		return Totals{}, err
	}
	return totals(g, root, all, false), nil
}

func totals(g *model.Dag, root *model.State, modes model.Classical, pending bool) Totals {
	t := Totals{
		Classical: modes, Pending: pending,
		Faces: root.Faces(), Lacking: root.Lacking(), Edges: len(g.Edges), Vertices: len(g.Vertices),
		Classic: len(g.Edges) > 0,
	}
	for _, e := range g.Edges {
		t.Classic = t.Classic && e.HasJacobian && !e.HasModel
	}
	for _, m := range t.Methods() {
		t.NumberWidth = max(t.NumberWidth, NumberWidth(m.Cost))
	}
	return t
}

// NumberWidth is the number of cells that k takes.
func NumberWidth(k model.Cost) int { return style.Width(style.Number(k)) }

// Methods lists the classical methods, as far as their totals are known.
func (t *Totals) Methods() []Method {
	all := []Method{{"dense tangent", t.DenseTangent}, {"dense adjoint", t.DenseAdjoint}}
	if t.Pending {
		return all
	}
	if t.CompressedTangent != nil {
		all = append(all, Method{"compressed tangent", *t.CompressedTangent},
			Method{"compressed adjoint", *t.CompressedAdjoint})
	}
	return append(all, Method{"sparse tangent", t.SparseTangent}, Method{"sparse adjoint", t.SparseAdjoint})
}

// Best is the cheapest classical method.
func (t *Totals) Best() Method {
	all := t.Methods()
	best := all[len(all)-2] // among equals, prefer one that is a sequence of operations
	for _, m := range all {
		if m.Cost < best.Cost {
			best = m
		}
	}
	return best
}

// Pattern is that of the Jacobian which the selection is about, and how it is written:
// of the selected vertex of the line dag, or of the product that the selected face
// stands for. It is nil in a dag without patterns, and where nothing of the kind is
// selected.
func (v *View) Pattern() (name string, p *pattern.Pattern) {
	s, sel := v.State(), v.Sel
	switch {
	case !s.Dag().HasPatterns() || !sel.Exists(s):
	case sel.Kind == intent.OnElement:
		return Jacobian(s, sel.Z), s.Pattern(sel.Z)
	case sel.Kind == intent.OnFace:
		f := sel.Face
		return Jacobian(s, f.V) + v.Theme.Signs.Times + Jacobian(s, f.U), s.Product(f)
	}
	return "", nil
}
