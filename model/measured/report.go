package measured

// Report is what a run of a program found. Times are in seconds.
type Report struct {
	Checks   []Check           `json:"checks"`
	Warnings []string          `json:"warnings"`
	Versions map[string]string `json:"versions"`

	// Where the time was over.
	Unchecked []string `json:"unchecked"`     // modules by arguments, and what else was not checked
	Untimed   string   `json:"untimed"`       // how many calls of derivatives were not timed; empty for none
	Dense     float64  `json:"dense_seconds"` // about what dense tangent and dense adjoint mode take together

	Fingerprint [2]string    `json:"fingerprint"` // of the program's file, and of its run
	Vertices    []Vertex     `json:"vertices"`
	Edges       []Edge       `json:"edges"`
	Groups      []Group      `json:"groups"`
	Products    [][4]float64 `json:"products"` // n_i, n_j, n_k, and the time of the product
	Prepared    []Prepared   `json:"prepared"`
	Joints      []Joint      `json:"joints"`

	Patterns       []string `json:"patterns"`        // of edges: see pattern.Parse
	SparseProducts []Sample `json:"sparse_products"` // multiplications, and the time of the product
	Compress       float64  `json:"compress"`        // to put seeds together by colours, and to take the result apart
}

// Prepared is what derivatives of a call share, made once for the call.
type Prepared struct {
	Module   string  `json:"module"`
	Where    string  `json:"where"`
	Times    int     `json:"times"`     // in a run: calls with the same arguments share it
	Seconds  float64 `json:"seconds"`   // each time
	InValues bool    `json:"in_values"` // the module takes it, too, so that no derivative waits for it
}

// Joint is the time of derivatives by all arguments of a call at once.
type Joint struct {
	Kind     string    `json:"kind"` // tangent or adjoint
	Module   string    `json:"module"`
	Vertices []int     `json:"vertices"` // the calls
	Used     []float64 `json:"used"`     // numbers that occur
	Samples  []Sample  `json:"samples"`
}

// Check compares a derivative with differences, or an adjoint with its tangent.
type Check struct {
	Module    string  `json:"module"`
	Argument  string  `json:"argument"` // or the output, of the whole program
	Kind      string  `json:"kind"`     // tangent, adjoint, jacobian, joint tangent, joint adjoint, shared, kept, program
	Where     string  `json:"where"`    // file and line
	Error     float64 `json:"error"`    // relative
	Tolerance float64 `json:"tolerance"`
	OK        bool    `json:"ok"`
}

// Vertex is an input, or what one call of a module gave.
type Vertex struct {
	ID       string `json:"id"`
	Size     int64  `json:"size"`
	Function string `json:"function"` // of a driver, that computes it; empty for inputs
	Module   string `json:"module"`
	File     string `json:"file"`
	Line     int64  `json:"line"`   // of the module
	Call     int64  `json:"call"`   // the line where it was called
	Output   string `json:"output"` // its name, where it is one

	JointTangent string `json:"joint_tangent"` // functions for several arguments at once
	JointAdjoint string `json:"joint_adjoint"`
}

// Edge is a module by one of its arguments.
type Edge struct {
	Source     int    `json:"source"`
	Target     int    `json:"target"`
	Group      int    `json:"group"`
	Pattern    *int   `json:"pattern"` // in the list of patterns of the report; -1 or nil for a dense Jacobian
	Argument   string `json:"argument"`
	Tangent    string `json:"tangent"` // functions of a driver
	Adjoint    string `json:"adjoint"`
	ByTangents string `json:"by_tangents"`
	ByAdjoints string `json:"by_adjoints"`
}

// Group is what calls of a module with the same sizes have in common: their
// derivatives by one argument are measured once.
type Group struct {
	Module   string `json:"module"`
	Argument string `json:"argument"`
	Where    string `json:"where"`
	Calls    int    `json:"calls"`
	Rows     int64  `json:"rows"`
	Columns  int64  `json:"columns"`

	Tangent      []Sample  `json:"tangent"`
	Adjoint      []Sample  `json:"adjoint"`
	TangentsUsed []float64 `json:"tangents_used"` // numbers of tangents that occur in the dag
	AdjointsUsed []float64 `json:"adjoints_used"`
	ByTangents   *float64  `json:"by_tangents"` // the time of the whole Jacobian; nil where it was not made
	ByAdjoints   *float64  `json:"by_adjoints"`
	Spread       float64   `json:"spread"` // of the times of its calls: the longest by the shortest, less 1

	ColumnColors int64 `json:"column_colors"` // 0 where no structure was found
	RowColors    int64 `json:"row_colors"`
	Whole        bool  `json:"whole"` // the program has a function for the Jacobian itself
}

// Sample is the time of a number of tangents or adjoints at once.
type Sample [2]float64

// Failed lists the checks that failed.
func (r *Report) Failed() []Check {
	var failed []Check
	for _, c := range r.Checks {
		if !c.OK {
			failed = append(failed, c)
		}
	}
	return failed
}
