package style

import "facet/model"

// Term is one entry of the glossary: what is meant in two lines, and the sign that
// the pictures use for it.
type Term struct {
	Name, Sign string
	Lines      [2]string
	Role       Role
}

// Glossary explains the words that are on the screen all the time.
func Glossary(t *Theme) []Term {
	s := &t.Signs
	tan, adj, mul := "n_i"+s.Times+"T", "n_k"+s.Times+"A", "n_i"+s.Times+"n_j"+s.Times+"n_k"
	return []Term{
		{"junction", "[ ]", [2]string{"a vertex of the dag that is neither source nor sink,", "drawn square: faces sit at junctions"}, Strong},
		{"face", s.Arrow, [2]string{"an edge u" + s.Arrow + "v of the line dag: one part feeds another;", "eliminating it multiplies their two Jacobians"}, Selected},
		{"Jacobian", s.Jacobian, [2]string{"the matrix F' is there; " + s.MatrixFree + " is matrix-free: only its models", "exist, a tangent at cost T and an adjoint at cost A"}, Strong},
		{WordOf(model.Accumulated).Text, "ACC", [2]string{"make F' from its model (Rule 3.1), by n_i tangents or", "n_j adjoints; the models stay usable"}, WordOf(model.Accumulated).Role},
		{WordOf(model.Born).Text, s.Fill, [2]string{"the product becomes a new vertex (Rule 2.1), with the", "predecessors of u and the successors of v"}, WordOf(model.Born).Role},
		{WordOf(model.Absorbed).Text, s.Sum, [2]string{"a vertex with the same ends and neighbours takes the", "product in (Rule 2.2) and stands for a sum now: no fill"}, WordOf(model.Absorbed).Role},
		{WordOf(model.Merged).Text, s.Sum, [2]string{"two vertices with F' that agree in ends and neighbours", "become one, their sum (Rules 2.4, 2.5, 3.2)"}, WordOf(model.Merged).Role},
		{WordOf(model.Removed).Text, s.Removed, [2]string{"a vertex without faces on its inner side goes (Rules 2.4,", "2.5); the eliminated face itself goes by Rule 2.3"}, WordOf(model.Removed).Role},
		{WordOf(model.ModelsLost).Text, s.Sum, [2]string{"T and A belong to one elemental alone: what stands for a", "sum has F' only, so that only MUL is left for it"}, WordOf(model.ModelsLost).Role},
		{"TAN ADJ MUL", s.Times, [2]string{"by tangents of v at " + tan + ", by adjoints of u at " + adj + ",", "or as a product of two matrices at " + mul}, Tangent},
		{"then", s.AtLeast, [2]string{"the best total that is left after an operation;", s.AtLeast + " where only a lower bound of it is known"}, Strong},
		{"loss", "+", [2]string{"how much worse an operation makes the best total;", "0 loses nothing: it lies on an optimal way"}, Bad},
		{"word", "", [2]string{"a path of the dag, its edges as letters: every elimination", "joins two letters, and lower bounds count that"}, Strong},
		{"done", s.Fill, [2]string{"the last step: what it brought has this sign, and dotted", "lines are what it removed"}, Newborn},
		{"next", s.Cursor, [2]string{"the selected operation: heavy lines, and " + s.Would + " around the", "fill that it would bring"}, Selected},
	}
}
