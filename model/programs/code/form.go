package code

import (
	"fmt"
	"slices"
	"strings"
)

// Languages lists the languages that Jacobian code is written in.
var Languages = []string{"go", "c", "c++"}

// Layout is how the entries of a Jacobian are laid out.
type Layout uint8

// The layouts.
const (
	Entries Layout = iota // the entries that are not zero by structure, by output, then by input
	Dense                 // all entries, row by row: a row for each output
	CSR                   // as Entries, with the starts of rows and the columns as constants
)

// Layouts lists their names, for flags.
var Layouts = []string{"entries", "dense", "csr"}

// Form is how code is written. The zero value is a Go file in the program's own
// package with the nonzero entries.
type Form struct {
	Language string // one of Languages; go where it is empty
	Package  string // of Go; the program's where it is empty
	Layout   Layout
	Single   bool // float32 and float in place of float64 and double
	Batch    bool // also a function for many points
	Comments bool // each line says what it is
}

// IsGo reports whether the code is in Go.
func (f Form) IsGo() bool { return f.Language == "" || f.Language == "go" }

// Origin is what the header of generated code says of the sequence.
type Origin struct {
	Cost, Bound int64  // of the sequence, and a bound on that of any
	Fewest      int64  // the least cost that was found, of this or of another sequence; 0 if there is but one
	How         string // how the sequence was found: "branch and bound", "reverse order"
	Proof       string // of Fewest: "optimal, proved", or how far from that; empty where nothing is known
	Varies      string // why another run may end in another plan; empty where none does
	Again       string // the command that makes the code again
}

// Write writes the code in a form.
func (j *Jacobian) Write(o Origin, f Form) ([]byte, error) {
	switch {
	case f.IsGo():
		return j.writeGo(o, f)
	case slices.Contains(Languages, f.Language):
		return j.writeC(o, f), nil
	}
	return nil, fmt.Errorf("there is no language %q: choose one of %s", f.Language, strings.Join(Languages, ", "))
}

// Go writes the code as a Go file in the program's package.
func (j *Jacobian) Go(o Origin) ([]byte, error) { return j.Write(o, Form{}) }

// Name is the function's name: that of the program with Jacobian behind it, say.
func (j *Jacobian) Name() string { return j.Program.Name + j.Task.title }

// Unbroken is a text as it can stand in a comment of one line: each control character
// is a blank, and all other characters stay.
func Unbroken(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' || r == '\u0085' {
			return ' '
		}
		return r
	}, text)
}

// says are the lines of the function's comment.
func (j *Jacobian) says(o Origin, s *shape, f Form) []string {
	lines := wrapped(fmt.Sprintf("%s computes %s and %s.", s.name, s.of, derivatives[j.Task.title]))
	lines = append(lines, "")
	lines = append(lines, wrapped(j.costSays(o))...)
	return append(lines, s.layoutSays(f)...)
}

// derivatives says what a function computes beside the values.
var derivatives = map[string]string{
	"Jacobian": "its Jacobian", "Hessian": "its gradient and Hessian",
	"Tangent": "a tangent, its Jacobian times a direction", "Adjoint": "an adjoint, weights times its Jacobian",
}

// costSays reports what the plan costs and what of it is written.
func (j *Jacobian) costSays(o Origin) string {
	how := o.How
	isFewest := o.Fewest == 0 || o.Fewest >= o.Cost
	if isFewest && o.Proof != "" {
		how += "; " + o.Proof
	}
	text := fmt.Sprintf("The plan takes %s, those with 1 and -1 not counted, for they are not written (%s).", plural(j.Products, "product", "products"), how)
	if j.Task.Options.CountUnits {
		text = fmt.Sprintf("The plan takes %s, %d of them with 1 or -1, which are not written (%s).", plural(int(o.Cost), "product", "products"), j.Units, how)
	} else if j.Units > 0 {
		text += fmt.Sprintf(" As the literature counts, with the %d by 1 and -1, it takes %d.", j.Units, j.Products+j.Units)
	}
	if !isFewest {
		text += fmt.Sprintf(" It is written with the fewest operations of all that were found; the fewest products of a plan are %d (%s).", o.Fewest, o.Proof)
	}
	if o.Bound > 0 && o.Bound < o.Fewest {
		text += fmt.Sprintf(" No plan takes fewer than %d.", o.Bound)
	}
	if j.Task.free > 0 && (o.Proof != "" || o.Bound > 0) {
		text += " Bounds and proofs are of the dag that is planned, which has no vertex for a value that only passes derivatives on."
	}
	made := j.Counts()
	text += fmt.Sprintf(" What is equal is computed once: %s for the derivatives, %d with the values.", plural(made.Products, "multiplication is written", "multiplications are written"), made.Multiply)
	if o.Varies != "" {
		text += " " + o.Varies + ", so that another run may end in another plan."
	}
	return text
}

// commentWidth is how wide comments are.
const commentWidth = 80

// wrapped breaks a text into lines.
func wrapped(text string) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > commentWidth {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
