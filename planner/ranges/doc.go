// Package ranges says on which numbers of a dag the optimality of a sequence
// hangs: for each tangent cost T, adjoint cost A and vector size n the interval of
// whole numbers in which the sequence stays optimal while all others are as they
// are, what it loses beyond ([Analyse]), and by how much all costs may be wrong
// together ([Robustness]).
//
// # Why lines suffice
//
// Rules 1 to 3 look at neither costs nor sizes, so that the sequences, with their
// modes, are the same for all values. What one costs is a sum of prices
//
//	ELI TAN n_i·T(v)   ELI ADJ n_k·A(u)   ELI MUL n_i·n_j·n_k
//	ACC TAN n_i·T(z)   ACC ADJ n_j·A(z)
//
// Each is affine in every T and A. Each is affine in every single size, too: i, j
// and k are three vertices on one path of the dag, so that no size is in a product
// twice. So along one parameter the cost of each sequence is a line whose values and
// slopes are whole numbers from 0, the optimum is the lower envelope of finitely many
// lines, concave and piecewise linear, and the values for which one sequence attains
// it form an interval.
//
// Cost curves keep this but for widths: k evaluations in batches of w cost a
// multiple of ceil(k/w). As a function of a size that is no line; it is one on the
// sizes that differ by multiples of w. With the least common multiple of all widths
// as the step, each class of sizes is looked at by itself, and the interval ends
// before the first size of any class that fails. Colors do not depend on the size,
// and a size is at least as large as the colors of its edges.
//
// Where Jacobians have patterns, the seeds of an operation are colours and a product has
// so many multiplications: these depend on the paths alone and are the same for all
// costs, so that each cost is a line in T and A again. Sizes are those of the patterns
// and stay. A product that is not dense costs the smaller of the dense price and
// setup + cost·multiplications: along one of these two prices the cost of a sequence is
// concave, and linear between the places where a product of it changes over. On such a
// piece the optimum, a minimum of concave functions, is concave below a line, so that the
// sequence is optimal on an interval of the piece. The widths of bands are looked at one by
// one: colours are those of a greedy colouring, which may fall where entries are added.
// For both, the interval is the part around the present number.
//
// # How ends are found
//
// As Eisner and Severance (1976) do, and Gusfield (1980) counts: each sequence that
// is known gives a line and with it an upper bound of the optimum everywhere. The
// last whole number at which no known line is below that of the sequence is the
// only candidate for an end. The planner solves there. Either it proves the sequence
// optimal, and by concavity it is so all the way; or it finds a new line that
// is below, and the candidate moves nearer. All parameters share the sequences that
// were found. Where no line is below anywhere, one solution far out decides: see
// [search.far].
//
// Where the planner does not come to a proof in time, the interval is the part that is
// proved, and the range says so.
//
// # Files
//
//	parameter.go  the numbers of a dag, and axes along them
//	bill.go       what a sequence pays, by parameter
//	pool.go       sequences that are known
//	solve.go      dags with other costs, solved
//	search.go     the ends of an interval on one axis
//	concave.go    the same where costs bend
//	classes.go    intervals over several axes
//	numbers.go    the widths of bands
//	range.go      the interval of a parameter
//	analyse.go    all parameters
//	robust.go     all costs at once
package ranges
