package measured

import (
	"fmt"
	"strings"
)

// Report is what a run of a program found. Times are in seconds.
type Report struct {
	Checks   []Check           `json:"checks"`
	Warnings []string          `json:"warnings"`
	Versions map[string]string `json:"versions"`

	// Where the time was over.
	Unchecked []string `json:"unchecked"`     // modules by arguments, and what else was not checked
	Untimed   string   `json:"untimed"`       // how many calls of derivatives were not timed; empty for none
	Dense     float64  `json:"dense_seconds"` // about what dense tangent and dense adjoint mode take together

	Reference float64 `json:"reference"` // seconds of work that is the same in every program

	Fingerprint [2]string    `json:"fingerprint"` // of the program's file, and of its run
	Vertices    []Vertex     `json:"vertices"`
	Edges       []Edge       `json:"edges"`
	Groups      []Group      `json:"groups"`
	Products    [][4]float64 `json:"products"` // n_i, n_j, n_k, and the time of the product
	Prepared    []Prepared   `json:"prepared"`
	Joints      []Joint      `json:"joints"`

	Patterns       []string `json:"patterns"`        // of edges: see pattern.Parse
	SparseProducts []Sample `json:"sparse_products"` // multiplications, and the time of the product
	// multiplications of sums of outer products that are multiplied out, and the time
	OuterProducts []Sample `json:"outer_products"`
	Moves         []Sample `json:"moves"` // entries of matrices that are added, and the time
	Joins         []Sample `json:"joins"` // rows of a matrix of few columns that is put beside another, and its time
	// entries that are moved to put seeds together by colours and to take the result apart, and the time
	Compressions []Sample `json:"compressions"`

	Structure bool     `json:"structure"` // patterns were looked for
	Habits    []Habit  `json:"habits"`    // what marks do
	Unheard   []string `json:"unheard"`   // modules of which that is not known, for lack of time
}

// Habit is what a mark does for one call of its module.
type Habit struct {
	Module    string   `json:"module"`
	Kind      string   `json:"kind"` // tangent, adjoint, jacobian, prepare; value, which is the module itself
	Arguments []string `json:"arguments"`
	Vertices  []int    `json:"vertices"` // the calls that are like it
	Works     []Work   `json:"works"`
	Writes    int      `json:"writes"` // to arrays, such as y += x, which are in no work
	Quicker   []Other  `json:"quicker"`
	// by argument, the number of outer products that a row of its adjoint is the sum of, where that is small
	Outer map[string]int `json:"outer"`
}

// Work is what a mark calls in one of the program's lines.
type Work struct {
	Name    string  `json:"name"`
	Line    int     `json:"line"`
	Library string  `json:"library"` // sparse, operator, own (of the program), or none of these
	Seconds float64 `json:"seconds"` // for one seed
	Several float64 `json:"several"` // for as many as seedsOfWork
	Times   int     `json:"times"`
	Top     bool    `json:"top"`        // it is called by the mark itself
	Once    bool    `json:"once"`       // whatever the seed
	Always  bool    `json:"always"`     // likewise, and for another call of the module
	Next    int     `json:"next_times"` // so many times it is computed in the next call of the module, too
	Loops   bool    `json:"loops"`      // it is called for each seed alone
	Again   float64 `json:"again"`      // of the seconds: what the module itself computes, too
	// of the seconds, and of those for several: what is saved where one call does it for a stack of steps
	Stacked        float64 `json:"stacked"`
	SeveralStacked float64 `json:"several_stacked"`
	// it serves derivatives by these arguments alone, or "saved", what the module saves; none: others, too
	Serves []string `json:"serves"`
	// what was given each time: where two works have the same, one of them is enough
	Keys     []string `json:"keys"`
	Matrices []string `json:"matrices"` // likewise, a matrix in front of what hangs on the seed
}

// Other is another way to come to what a function gives in one of the program's lines, and what it saves.
type Other struct {
	Name      string  `json:"name"`
	Line      int     `json:"line"`
	Otherwise string  `json:"otherwise"` // how it is written; empty where it is computed again,
	First     int     `json:"first"`     // after this line
	Seconds   float64 `json:"seconds"`   // for one seed
	Several   float64 `json:"several"`   // for as many as seedsOfWork
}

// Prepared is what derivatives of a call share, made once for the call.
type Prepared struct {
	Module   string  `json:"module"`
	Where    string  `json:"where"`
	Times    int     `json:"times"`     // in a run: calls with the same arguments share it
	Seconds  float64 `json:"seconds"`   // each time
	InValues bool    `json:"in_values"` // the module takes it, too, so that no derivative waits for it
	// it is made for one call after the other, and could be for all at once
	Apart  bool   `json:"apart"`
	Matrix string `json:"matrix"` // the argument of which it is the sparse Jacobian
}

// Joint is the time of derivatives by all arguments of a call at once.
type Joint struct {
	Kind     string    `json:"kind"` // tangent or adjoint
	Module   string    `json:"module"`
	Vertices []int     `json:"vertices"` // the calls
	Used     []float64 `json:"used"`     // numbers that occur
	Samples  []Sample  `json:"samples"`
}

// Kink is the kind of a check of a derivative that is right on one side of its point.
const Kink = "kink"

// Check compares a derivative with differences, or an adjoint with its tangent.
type Check struct {
	Module   string `json:"module"`
	Argument string `json:"argument"` // or the output, of the whole program
	// tangent, adjoint, adjoint alone, jacobian, joint tangent, joint adjoint, outer adjoint,
	// shared, beside, kept, program, kink
	Kind      string  `json:"kind"`
	Where     string  `json:"where"` // file and line
	Error     float64 `json:"error"` // relative
	Tolerance float64 `json:"tolerance"`
	OK        bool    `json:"ok"`
	Hint      string  `json:"hint,omitempty"` // what is wrong about it, if that can be said
}

// Sentence says what is wrong where a check failed: the line, what is wrong, and what to do.
func (c Check) Sentence() string {
	off := fmt.Sprintf("by %.1g, and %.1g is allowed", c.Error, c.Tolerance)
	if c.Error >= 1e300 {
		off = "without limit: there are numbers that are not finite"
	}
	what := ""
	switch c.Kind {
	case Kink:
		return fmt.Sprintf("%s: module %s has a kink at this point of %s, and its derivative agrees with one side here: start elsewhere, or go on with --trust", c.Where, c.Module, c.Argument)
	case "program":
		what = fmt.Sprintf("the output %s depends on the inputs in a way that no module shows, or a module's derivative holds at other points only: differences of the whole program are off %s", c.Argument, off)
	case "joint tangent", "joint adjoint":
		what = fmt.Sprintf("the %s of %s for %s is not what the same mark gives for one argument after the other: they differ %s", c.Kind, c.Module, c.Argument, off)
	case "shared":
		what = fmt.Sprintf("the derivatives of %s for %s agree with differences at the point of the run, and not beside it: a term is left out that is about 0 there, or what they share (saved, prepared, result) is of another point; they are off %s", c.Module, c.Argument, off)
	case "kept":
		what = fmt.Sprintf("the derivatives of %s for %s are others when they are asked for again: one may write to what they share (saved, prepared, result); they differ %s", c.Module, c.Argument, off)
	case "overwritten":
		what = fmt.Sprintf("what %s saves or has prepared for one call is another when the next call was computed, and drivers compute other calls before its derivatives: let it make a new array each time, or a copy; derivatives for %s differ %s", c.Module, c.Argument, off)
	case "together":
		what = fmt.Sprintf("what prepares %s for all calls at once gives a call something else than for it alone: derivatives for %s differ %s", c.Module, c.Argument, off)
	case "outer adjoint":
		what = fmt.Sprintf("the adjoint of %s for %s that takes outer products is not what its adjoint gives for the same W: they differ %s", c.Module, c.Argument, off)
	case "adjoint":
		what = fmt.Sprintf("the adjoint of %s for %s is wrong, or its tangent is: <w, F'v> and <wF', v> differ %s", c.Module, c.Argument, off)
	default:
		kind := strings.Replace(strings.TrimSuffix(c.Kind, " alone"), "jacobian", "Jacobian", 1)
		what = fmt.Sprintf("the %s of %s for %s is wrong: it is off from differences of the values %s", kind,
			c.Module, c.Argument, off)
	}
	if c.Hint != "" {
		what += "; " + c.Hint
	}
	return c.Where + ": " + what
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
	Place    int64  `json:"place"`  // among the outputs, from 1; 0 where it is none

	JointTangent string `json:"joint_tangent"` // functions for several arguments at once
	JointAdjoint string `json:"joint_adjoint"`

	PreparedTogether bool `json:"prepared_together"` // with the module's other calls

	Seconds float64 `json:"seconds"` // of the value, as drivers compute it; 0 where it was not timed
}

// Edge is a module by one of its arguments.
type Edge struct {
	Source int `json:"source"`
	Target int `json:"target"`
	Group  int `json:"group"`
	// in the list of patterns of the report; -1 or nil for a dense Jacobian
	Pattern    *int   `json:"pattern"`
	Argument   string `json:"argument"`
	Tangent    string `json:"tangent"` // functions of a driver
	Adjoint    string `json:"adjoint"`
	ByTangents string `json:"by_tangents"`
	ByAdjoints string `json:"by_adjoints"`

	// adjoints are outer products: of vectors with how many entries, and how many
	Outer      []int64 `json:"outer"`
	Part       bool    `json:"part"`        // it takes one result of several
	Copies     bool    `json:"copies"`      // its result is its operand: an output that others use, too
	TakesOuter bool    `json:"takes_outer"` // the adjoint takes them
	// what is prepared, by its Module, that its tangent, its adjoint and the mark of its Jacobian ask for;
	// nil where that is not known
	Asks map[string][]string `json:"asks"`
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

	// of a program in C++: the arguments of its mark, and whether that is given all columns (rows) at once
	// and may loop over them
	TangentMark  []string `json:"tangent_mark"`
	AdjointMark  []string `json:"adjoint_mark"`
	TangentLoops bool     `json:"tangent_loops"`
	AdjointLoops bool     `json:"adjoint_loops"`
}

// Sample is the time of a number of tangents or adjoints at once.
type Sample [2]float64

// Failed lists the checks that failed: kinks, which are no mistakes, behind the others.
func (r *Report) Failed() []Check {
	var failed, kinks []Check
	for _, c := range r.Checks {
		switch {
		case c.OK:
		case c.Kind == Kink:
			kinks = append(kinks, c)
		default:
			failed = append(failed, c)
		}
	}
	return append(failed, kinks...)
}
