package measured

// Report is what a run of a program found. Times are in seconds.
type Report struct {
	Checks   []Check           `json:"checks"`
	Warnings []string          `json:"warnings"`
	Versions map[string]string `json:"versions"`
	Vertices []Vertex          `json:"vertices"`
	Edges    []Edge            `json:"edges"`
	Groups   []Group           `json:"groups"`
	Products [][4]float64      `json:"products"` // n_i, n_j, n_k, and the time of the product
}

// Check compares a derivative with differences, or an adjoint with its tangent.
type Check struct {
	Module    string  `json:"module"`
	Argument  string  `json:"argument"` // or the output, of the whole program
	Kind      string  `json:"kind"`     // tangent, adjoint, jacobian, program
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
}

// Edge is a module by one of its arguments.
type Edge struct {
	Source     int    `json:"source"`
	Target     int    `json:"target"`
	Group      int    `json:"group"`
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
