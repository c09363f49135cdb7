package explorer

import (
	"facet/model"
	"facet/model/session"
	"facet/ui/theme"
)

// pane names what keys can act on.
type pane uint8

const (
	paneDag pane = iota
	paneLine
	paneNext
	paneHistory
	paneSolver
)

var paneNames = [...]string{"dag", "line dag", "next", "history", "solver"}

func (p pane) String() string { return paneNames[p] }

// common is what the panes of one explorer share. Only the root changes it.
type common struct {
	theme   *theme.Theme
	keys    keyMap
	session *session.Session
	totals  totals
	sel     Selection
	preview string // what is looked at instead of the user's session; empty for that
	stamp   stamp  // changes whenever a pane could look different
	losses  losses
	known   func() (method, bool) // the best total of the whole dag that planning found

	// outlook is what the selected operation would do; it is worked out once.
	outlook    outlook
	outlookFor outlookKey
}

// stamp tells cached screens apart.
type stamp struct {
	revision uint64 // of the session
	look     uint64 // of the theme and of another session
	sel      Selection
	advice   uint64
}

// totals are the numbers of a dag that never change.
type totals struct {
	denseTangent, denseAdjoint, sparseTangent, sparseAdjoint model.Cost
	faces, lacking, edges, vertices                          int
	classic                                                  bool
	numberWidth                                              int
}

// optimum is what a total is called that was proved to be the best.
const optimum = "optimum"

// method is a way to the whole Jacobian, and what it costs.
type method struct {
	name string
	cost model.Cost
}

func newTotals(g *model.Dag, root *model.State) totals {
	t := totals{
		denseTangent: g.DenseTangent(), denseAdjoint: g.DenseAdjoint(),
		sparseTangent: g.SparseTangent(), sparseAdjoint: g.SparseAdjoint(),
		faces: root.Faces(), lacking: root.Lacking(), edges: len(g.Edges), vertices: len(g.Vertices), classic: true,
	}
	for _, e := range g.Edges {
		t.classic = t.classic && e.HasJacobian && !e.HasModel
	}
	for _, m := range t.methods() {
		t.numberWidth = max(t.numberWidth, numberWidth(m.cost))
	}
	return t
}

// numberWidth is how many cells numbers up to this one take.
func numberWidth(k model.Cost) int { return theme.Width(theme.Number(k)) }

// spentWidth is the width of columns of prices and sums: that of the classical
// totals, and more only where the session's own steps have outgrown them.
func (c *common) spentWidth() int {
	width := max(5, c.totals.numberWidth)
	if line := c.session.Line(); len(line) > 0 {
		width = max(width, numberWidth(line[len(line)-1].Spent))
	}
	return width
}

func (t *totals) methods() []method {
	return []method{
		{"dense tangent", t.denseTangent}, {"dense adjoint", t.denseAdjoint},
		{"sparse tangent", t.sparseTangent}, {"sparse adjoint", t.sparseAdjoint},
	}
}

// best is the cheapest classical method.
func (t *totals) best() method {
	all := t.methods()
	best := all[2] // of equals, one that is a sequence of operations
	for _, m := range all {
		if m.cost < best.cost {
			best = m
		}
	}
	return best
}

func (c *common) state() *model.State { return c.session.State() }
func (c *common) dag() *model.Dag     { return c.session.Dag() }

// id writes a dag vertex's id so that nothing in it can harm the screen.
func (c *common) id(i int) string { return model.QuoteID(c.dag().Vertices[i].ID) }

func (c *common) edge(i, j int) string { return "(" + c.id(i) + "," + c.id(j) + ")" }

func (c *common) face(s *model.State, f model.Face) string {
	return s.Name(f.U) + c.theme.Signs.Arrow + s.Name(f.V)
}

// outlook is a state before and after an operation.
type outlook struct {
	choice model.Choice
	before *model.State
	after  *model.State
	change model.Change
}

type outlookKey struct {
	state *model.State
	sel   Selection
}

// look works out what the selected operation would do; false if nothing that
// is possible is selected.
func (c *common) look() (*outlook, bool) {
	s := c.state()
	key := outlookKey{s, c.sel}
	if c.outlookFor != key {
		c.outlookFor, c.outlook = key, outlook{}
		if choice, ok := c.sel.op(s); ok {
			c.outlook = foresee(s, choice)
		}
	}
	return &c.outlook, c.outlook.after != nil
}

// foresee carries an operation out on the side.
func foresee(s *model.State, choice model.Choice) outlook {
	after, change, err := s.Apply(choice.Op)
	if err != nil {
		return outlook{}
	}
	return outlook{choice, s, after, change}
}

// modeInk is the ink of a mode, wherever it is named.
func modeInk(m model.Mode) theme.Ink {
	return [...]theme.Ink{theme.Tangent, theme.Adjoint, theme.Product}[m]
}
