package model

import "fmt"

// Mode is the way in which an operation computes its Jacobian.
type Mode uint8

// The modes, in the order in which ties are broken.
const (
	TAN Mode = iota // with the elemental tangent
	ADJ             // with the elemental adjoint
	MUL             // as an explicit matrix product
)

var modeNames = [...]string{"TAN", "ADJ", "MUL"}

func (m Mode) String() string { return modeNames[m] }

// ParseMode reads "TAN", "ADJ" or "MUL".
func ParseMode(text string) (Mode, bool) {
	for m, name := range modeNames {
		if text == name {
			return Mode(m), true
		}
	}
	return 0, false
}

// Op is one operation: the elimination of face (U,V) by Rule 2, or, where V is
// NoZ, the preaccumulation of U's Jacobian by Rule 3.
type Op struct {
	U, V Z
	Mode Mode
}

// Accumulate is the preaccumulation of z (ACC).
func Accumulate(z Z, m Mode) Op { return Op{U: z, V: NoZ, Mode: m} }

// Eliminate is the elimination of face f (ELI).
func Eliminate(f Face, m Mode) Op { return Op{U: f.U, V: f.V, Mode: m} }

// IsAccumulation reports whether the operation is an ACC and not an ELI.
func (o Op) IsAccumulation() bool { return o.V == NoZ }

// Face is the face that an elimination removes.
func (o Op) Face() Face { return Face{o.U, o.V} }

// Price gives the cost of the operation in this state, in the cost unit of the
// dag, or an error that says why it is impossible and what to do instead.
//
//	ELI TAN n_i·T(v)      ADJ n_k·A(u)      MUL n_i·n_j·n_k
//	ACC TAN n_i·T(z)      ADJ n_j·A(z)
//
// or what the dag's curves and patterns make of that: see [Edge.Tangents], [Dag.Columns],
// [Dag.Accumulation] and [Dag.Multiply].
func (s *State) Price(o Op) (Cost, error) {
	if o.IsAccumulation() {
		return s.accumulationPrice(o)
	}
	return s.eliminationPrice(o)
}

func (s *State) accumulationPrice(o Op) (Cost, error) {
	if !s.IsLive(o.U) {
		return 0, fmt.Errorf("there is no such vertex in the line dag now")
	}
	n := &s.nodes[o.U]
	if n.jacobian {
		return 0, fmt.Errorf("the Jacobian of %s is already available", s.Name(o.U))
	}
	e := &s.dag.Edges[n.model]
	if o.Mode != MUL {
		return s.dag.Accumulation(e, o.Mode), nil
	}
	return 0, fmt.Errorf("a Jacobian is preaccumulated by TAN or ADJ: MUL needs two Jacobians")
}

func (s *State) eliminationPrice(o Op) (Cost, error) {
	if !s.HasFace(o.Face()) {
		return 0, fmt.Errorf("there is no such face in the line dag now")
	}
	u, v := &s.nodes[o.U], &s.nodes[o.V]
	i, j, k := int(u.source), int(u.target), int(v.target)
	if !u.jacobian && !v.jacobian {
		return 0, fmt.Errorf("face %s has no Jacobian on either side: preaccumulate %s or %s first",
			s.FaceName(o.Face()), s.Name(o.U), s.Name(o.V))
	}
	switch o.Mode {
	case TAN:
		if !u.jacobian {
			return 0, fmt.Errorf("TAN needs the Jacobian of %s: preaccumulate it first, or use ADJ",
				s.Name(o.U))
		}
		if v.model < 0 {
			return 0, fmt.Errorf("TAN needs the tangent of %s, which has none%s", s.Name(o.V),
				s.whyNoModel(o.V))
		}
		return s.dag.Edges[v.model].Tangents(s.dag.Columns(i, s.Product(o.Face()))), nil
	case ADJ:
		if !v.jacobian {
			return 0, fmt.Errorf("ADJ needs the Jacobian of %s: preaccumulate it first, or use TAN",
				s.Name(o.V))
		}
		if u.model < 0 {
			return 0, fmt.Errorf("ADJ needs the adjoint of %s, which has none%s", s.Name(o.U),
				s.whyNoModel(o.U))
		}
		return s.dag.Edges[u.model].Adjoints(s.dag.Rows(k, s.Product(o.Face()))), nil
	}
	for _, z := range [...]Z{o.U, o.V} {
		if !s.nodes[z].jacobian {
			return 0, fmt.Errorf("MUL needs both Jacobians: preaccumulate %s first", s.Name(z))
		}
	}
	return s.dag.Multiply(i, j, k, s.Pattern(o.U), s.Pattern(o.V)), nil
}

func (s *State) whyNoModel(z Z) string {
	switch {
	case int(z) >= len(s.dag.Edges):
		return ": only an edge of the dag has models, fill has not"
	case s.IsSum(z):
		return ": it stands for a sum now"
	}
	return " in the input"
}

// FaceName prints a face as on the screen: "(0,2)→(2,3)".
func (s *State) FaceName(f Face) string { return s.Name(f.U) + "→" + s.Name(f.V) }

// Choice is a mode that an operation can be carried out in, with its price.
type Choice struct {
	Op    Op
	Price Cost
}

// Choices lists the modes that are available for a face now, in the order TAN,
// ADJ, MUL. It is empty for a face without a Jacobian on either side.
func (s *State) Choices(f Face) []Choice {
	if !s.HasFace(f) {
		return nil
	}
	var all []Choice
	for m := TAN; m <= MUL; m++ {
		if !s.allows(f, m) { // the sentence that says why costs more than the price
			continue
		}
		o := Eliminate(f, m)
		if price, err := s.Price(o); err == nil {
			all = append(all, Choice{o, price})
		}
	}
	return all
}

// allows reports whether both sides of a face have what a mode needs.
func (s *State) allows(f Face, m Mode) bool {
	u, v := &s.nodes[f.U], &s.nodes[f.V]
	switch m {
	case TAN:
		return u.jacobian && v.model >= 0
	case ADJ:
		return v.jacobian && u.model >= 0
	}
	return u.jacobian && v.jacobian
}

// Accumulations lists the modes in which z can be preaccumulated.
func (s *State) Accumulations(z Z) []Choice {
	var all []Choice
	if s.IsLive(z) && s.nodes[z].jacobian {
		return nil // without the text of an error: names of late vertices are long
	}
	for m := TAN; m <= ADJ; m++ {
		o := Accumulate(z, m)
		if price, err := s.Price(o); err == nil {
			all = append(all, Choice{o, price})
		}
	}
	return all
}

// Cheapest is the default among the choices: the cheapest, ties in the order
// TAN, ADJ, MUL.
func Cheapest(choices []Choice) (Choice, bool) {
	if len(choices) == 0 {
		return Choice{}, false
	}
	best := choices[0]
	for _, c := range choices[1:] {
		if c.Price < best.Price {
			best = c
		}
	}
	return best, true
}

// Operations lists every operation that is possible now, each mode by itself:
// preaccumulations first, then faces, both ascending.
func (s *State) Operations() []Choice {
	var all []Choice
	for _, z := range s.Vertices() {
		all = append(all, s.Accumulations(z)...)
	}
	for _, f := range s.AllFaces() {
		all = append(all, s.Choices(f)...)
	}
	return all
}
