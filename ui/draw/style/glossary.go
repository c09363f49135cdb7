package style

import "facet/model"

// Term is one entry of the glossary: an explanation in two lines, and the sign that
// pictures use.
type Term struct {
	Name, Sign string
	Lines      [2]string
	Role       Role
}

// Glossary explains the words that are always on the screen.
func Glossary(t *Theme) []Term {
	s := &t.Signs
	tan, adj, mul := "n_i"+s.Times+"T", "n_k"+s.Times+"A", "n_i"+s.Times+"n_j"+s.Times+"n_k"
	return []Term{
		{"junction", "[ ]", [2]string{"a vertex of the dag that is neither source nor sink,",
			"drawn square; every face is at a junction"}, Strong},
		{"face", s.Arrow, [2]string{"an edge u" + s.Arrow + "v of the line dag: a product that is still",
			"to be computed; eliminating the face computes it"}, Selected},
		{"Jacobian", s.Jacobian, [2]string{"the matrix F' is available; " + s.MatrixFree +
			" has models only:", "a tangent at cost T and an adjoint at cost A"}, Strong},
		{WordOf(model.Accumulated).Text, "ACC",
			[2]string{"compute F' from its model (Rule 3.1) by n_i tangents or",
				"n_j adjoints; the models stay available"}, WordOf(model.Accumulated).Role},
		{WordOf(model.Born).Text, s.Fill, [2]string{"the product becomes a new vertex (Rule 2.1), with the",
			"predecessors of u and the successors of v"}, WordOf(model.Born).Role},
		{WordOf(model.Absorbed).Text, s.Sum,
			[2]string{"the product is added to a vertex with the same ends and",
				"neighbours; the paper calls every Rule 2.2 absorb"}, WordOf(model.Absorbed).Role},
		{WordOf(model.Merged).Text, s.Sum, [2]string{"two vertices with F', the same ends and neighbours",
			"become one, their sum (Rules 2.4, 2.5, 3.2)"}, WordOf(model.Merged).Role},
		{WordOf(model.Removed).Text, s.Removed,
			[2]string{"the face is removed (Rule 2.3), and a vertex with no",
				"successors or predecessors left, too (Rules 2.4, 2.5)"}, WordOf(model.Removed).Role},
		{WordOf(model.ModelsLost).Text, s.Sum,
			[2]string{"T and A belong to one edge: a sum has no tangent and",
				"adjoint, only F', so it allows only MUL"}, WordOf(model.ModelsLost).Role},
		{t.Text("0⇝4"), t.Text("⇝"),
			[2]string{"a path or a sum, named by its ends: the paper's (0,*,4);",
				t.Text("0→2⇝4 is a face; #29 tells apart what would read alike")}, Strong},
		{"TAN ADJ MUL", s.Times, [2]string{"price by tangents of v: " + tan + ", by adjoints of u: " + adj +
			",", "by a product of two Jacobians: " + mul}, Tangent},
		{"then", s.AtLeast, [2]string{"the best possible total after an operation;", s.AtLeast +
			" if only a lower bound is known"}, Strong},
		{"loss", "+", [2]string{"by how much an operation increases the best total;",
			"0: it begins an optimal completion"}, Bad},
		{"lower bound", s.AtLeast, [2]string{"no completion costs less; if it equals the best known",
			"cost, that is optimal"}, Strong},
		{"done", s.Fill, [2]string{"the last step: new or changed vertices have this sign;",
			"dotted lines are removed"}, Newborn},
		{"next", s.Cursor, [2]string{"the selected operation: heavy lines, and " + s.Would + " around",
			"the new vertices"}, Selected},
	}
}
