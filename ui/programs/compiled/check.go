// Package compiled builds generated code with the go command, runs it, and reports
// whether it is right and how long it takes. It knows programs and their Jacobian
// code, but no flags and no screens.
package compiled

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"facet/model/programs/code"
	"facet/model/programs/source"
)

const (
	checkPoints = 20  // at which derivatives are compared
	checkTries  = 100 // points that are drawn to find them
	checkInputs = 200 // by which differences are taken at each point, in turn
	scales      = 3   // of differences

	// How far code may be from differences, relative to the numbers and in addition
	// to ten times the differences' error; and how large that error may be.
	tolerance = 1e-7
	rough     = 1e-4
)

//go:embed harness.go.txt
var harness []byte

// Case is a function with the code of its derivatives in Go, as float64, entry by
// entry.
type Case struct {
	Program  *source.Program
	Jacobian *code.Jacobian // of Program, or of its gradient
	Text     []byte         // of the code

	Form    code.Form
	Written []byte // the code in that form; nil if it is that of Text
}

// Check compiles the function, as the source has it, together with the generated code,
// runs both at random points, and compares values bit for bit and derivatives with
// differences of the function. Code in another form is compiled as well, and compared
// with the generated code. Check needs the go command, and a compiler of the form's
// language. Its finding holds for these points only.
func Check(ctx context.Context, c Case, in code.Domain, seed uint64) (string, error) {
	found, err := CheckAll(ctx, []Case{c}, in, seed)
	if err != nil {
		return "", err
	}
	sentence, err := found[0].say(c, in)
	if err != nil || c.Written == nil {
		return sentence, err
	}
	more, err := c.checkForm(ctx, found[0].points)
	return sentence + more, err
}

// CheckAll checks functions of one package whose declarations have different
// names, in one run.
func CheckAll(ctx context.Context, cases []Case, in code.Domain, seed uint64) ([]Finding, error) {
	files := map[string][]byte{"main.go": harness}
	pairs := ""
	for k, c := range cases {
		for n, f := range c.Program.Excerpt {
			files[fmt.Sprintf("own/own%d_%d.go", k, n)] = packaged(f.Text)
		}
		files[fmt.Sprintf("own/jacobian%d.go", k)] = packaged(c.Text)
		pairs += fmt.Sprintf("\t{%s, %s},\n", cmp.Or(c.Program.Call, c.Program.Name), c.Jacobian.Name())
	}
	files["own/cases.go"] = []byte("package own\n\nvar FacetCases = [][2]any{\n" + pairs + "}\n")
	rng := rand.New(rand.NewPCG(seed, 1))
	var asked strings.Builder
	findings := make([]Finding, len(cases))
	for k, c := range cases {
		n := len(c.Program.Inputs)
		points, branches, missed := in.Points(c.Program, rng, checkTries)
		findings[k].branches, findings[k].missed = branches, missed
		for try, x := range points {
			p := point{x: x, from: (try * checkInputs) % max(1, n)}
			p.to = min(n, p.from+checkInputs)
			p.seeds = c.seeds(rng, p)
			fmt.Fprintf(&asked, "%d %d %d %d %d %t%s\n", k, checkPoints, p.from, p.to, n, c.isSecond(),
				hexadecimal(p.x, p.seeds))
			findings[k].points = append(findings[k].points, p)
		}
	}
	output, err := run(ctx, "check", cases[0].Program.GoVersion, files, asked.String())
	if err != nil {
		return nil, fmt.Errorf("--check: %w", err)
	}
	lines := strings.Split(output, "\n")
	for k := range findings {
		for try := range findings[k].points {
			if len(lines) == 0 {
				return nil, fmt.Errorf("--check: the compiled program printed too few lines")
			}
			p := &findings[k].points[try]
			if p.got, err = numbers(lines[0]); err != nil {
				return nil, fmt.Errorf("--check: %w", err)
			}
			lines = lines[1:]
		}
		findings[k].compare(cases[k])
	}
	return findings, nil
}

// isSecond reports whether the code is that of second derivatives.
func (c Case) isSecond() bool { return c.Jacobian.Program != c.Program }

// seeds are a random direction or random weights. Of a direction, only the inputs
// count by which differences are taken.
func (c Case) seeds(rng *rand.Rand, p point) []float64 {
	inputs, outputs := c.Jacobian.Seeds()
	all := make([]float64, len(inputs)+len(outputs))
	for k := range all {
		if k >= len(inputs) || p.from <= inputs[k] && inputs[k] < p.to {
			all[k] = 2*rng.Float64() - 1
		}
	}
	return all
}

func hexadecimal(lists ...[]float64) string {
	var b strings.Builder
	for _, list := range lists {
		for _, v := range list {
			b.WriteString(" " + strconv.FormatFloat(v, 'x', -1, 64))
		}
	}
	return b.String()
}

var clause = regexp.MustCompile(`(?m)^package \w+$`)

// packaged puts a file into the package that is compiled.
func packaged(text []byte) []byte {
	at := clause.FindIndex(text)
	if at == nil {
		return text
	}
	return append(append(append([]byte{}, text[:at[0]]...), "package own"...), text[at[1]:]...)
}

func numbers(line string) ([]float64, error) {
	var all []float64
	for _, field := range strings.Fields(line) {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return nil, fmt.Errorf("the compiled program printed %q", field)
		}
		all = append(all, v)
	}
	return all, nil
}

// point is where a function was called, and what the compiled program printed.
type point struct {
	x, seeds []float64
	from, to int // the inputs by which differences were taken
	got      []float64
	code     []float64 // what the code returned, of got
}

// fastMathOff is how far values may be from those of the function with --fast-math.
const fastMathOff = 1e-9

// Finding is what a check has found.
type Finding struct {
	Wrong   string  // what is wrong, empty where nothing is
	Inside  int     // points that were compared
	Worst   float64 // how far derivatives were from differences at most, relative to the numbers
	Off     float64 // how far values were from those of the function at most, with --fast-math
	Unclear int     // derivatives where differences did not settle
	Judged  int     // derivatives that were compared

	points   []point
	outside  []int    // points at which a result is no finite number
	branches int      // of the function
	missed   []string // branches of which all points go one way
}

// compare looks at the points until enough of them are inside of the domain.
func (f *Finding) compare(c Case) {
	outputs, values := len(c.Program.Outputs), len(c.Jacobian.Program.Outputs)
	stored := c.Jacobian.Stored(code.Entries)
	for k := range f.points {
		p := &f.points[k]
		if f.Inside == checkPoints || f.Wrong != "" {
			return
		}
		if len(p.got) < outputs+values+len(stored) {
			f.Wrong = fmt.Sprintf("the compiled program printed %d numbers, %d are wanted", len(p.got),
				outputs+values+len(stored))
			return
		}
		results, rest := p.got[:outputs], p.got[outputs:]
		p.code, rest = rest[:values+len(stored)], rest[values+len(stored):]
		for o := range results {
			if off := math.Abs(results[o]-p.code[o]) / (1 +
				math.Abs(results[o])); c.Jacobian.Task.Options.FastMath && off <= fastMathOff {
				f.Off = max(f.Off, off)
				continue
			}
			if !same(results[o], p.code[o]) {
				f.Wrong = fmt.Sprintf("%s is %v in the generated code and %v in the function, at %s",
					c.result(o), p.code[o], results[o], c.at(p.x))
				return
			}
		}
		if !finite(results) {
			f.outside = append(f.outside, k)
			continue
		}
		f.Inside++
		differences := table{p, outputs, rest}
		if c.isSecond() {
			f.second(c, differences,
				table{p, len(p.code), rest[min(len(rest), (p.to-p.from)*scales*outputs*2):]})
			continue
		}
		f.first(c, differences)
	}
}

// table holds differences of a function at a point, by each input in turn, in each
// scale.
type table struct {
	*point
	values  int
	numbers []float64
}

// at gives the derivative of a value by an input, with its error, in each scale.
func (t table) at(value, input int) (tries [scales][2]float64) {
	for s := range tries {
		tries[s] = [2]float64(t.numbers[(((input-t.from)*scales+s)*t.values+value)*2:])
	}
	return tries
}

// sum adds derivatives up with weights, each in the scale in which it is known best.
func sum(n int, part func(k int) (weight float64, tries [scales][2]float64)) (tries [scales][2]float64) {
	for k := range n {
		weight, all := part(k)
		best := all[0]
		for _, t := range all {
			if t[1] < best[1] {
				best = t
			}
		}
		for s := range tries {
			tries[s][0] += weight * best[0]
			tries[s][1] += math.Abs(weight) * best[1]
		}
	}
	return tries
}

// entries are those of the Jacobian that the code returned, as it is in Text.
func (c Case) entries(returned []float64) []float64 {
	all := make([]float64, len(c.Jacobian.Entries))
	for n, k := range c.Jacobian.Stored(code.Entries) {
		if k >= 0 {
			all[k] = returned[len(c.Jacobian.Program.Outputs)+n]
		}
	}
	return all
}

// first judges the entries of a Jacobian, or its product with the seeds.
func (f *Finding) first(c Case, d table) {
	j := c.Jacobian
	inputs, outputs := j.Seeds()
	entry := make(map[[2]int]float64)
	for k, v := range c.entries(d.code) {
		entry[[2]int{j.Entries[k].Output, j.Entries[k].Input}] = v
	}
	switch by := j.Independent(); {
	case len(inputs) > 0:
		for o := range d.values {
			f.judge(c, d.point, o, -1, entry[[2]int{o, -1}],
				sum(len(inputs), func(k int) (float64, [scales][2]float64) {
					if i := inputs[k]; d.from <= i && i < d.to {
						return d.seeds[k], d.at(o, i)
					}
					return 0, [scales][2]float64{}
				}))
		}
	case len(outputs) > 0:
		for _, i := range by {
			if d.from <= i && i < d.to {
				f.judge(c, d.point, -1, i, entry[[2]int{-1, i}],
					sum(len(outputs), func(k int) (float64, [scales][2]float64) {
						return d.seeds[k], d.at(outputs[k], i)
					}))
			}
		}
	default:
		for _, i := range by {
			for o := range d.values {
				if d.from <= i && i < d.to {
					f.judge(c, d.point, o, i, entry[[2]int{o, i}], d.at(o, i))
				}
			}
		}
	}
}

// second judges the gradient by differences of the function, and the Hessian by
// differences of the gradient that the code gives.
func (f *Finding) second(c Case, function, code table) {
	j := c.Jacobian
	row := make(map[int]int)
	for r, i := range j.Independent() {
		row[i] = 1 + r
		if function.from <= i && i < function.to {
			f.judge(c, function.point, 0, i, function.code[1+r], function.at(0, i))
		}
	}
	for k, entry := range c.entries(function.code) {
		if e := &j.Entries[k]; code.from <= e.Input && e.Input < code.to {
			f.judge(c, function.point, 0, e.Input, entry, code.at(e.Output, e.Input))
		}
	}
}

// judge compares a derivative of a result, or of their weighted sum, by an input, or
// in a direction, with differences of several scales. A function that bends sharply
// nearby misleads large ones, rounding the small ones.
func (f *Finding) judge(c Case, p *point, o, i int, entry float64, tries [scales][2]float64) {
	if f.Wrong != "" {
		return
	}
	best, settled := math.Inf(1), 0.0
	for _, t := range tries {
		size := 1 + math.Abs(t[0])
		if !math.IsNaN(entry) { // which differences of any size can contradict
			size += math.Abs(entry)
		}
		if !(t[1] <= rough*size) {
			continue
		}
		off := math.Abs(entry-t[0]) / size
		if off <= tolerance+10*t[1]/size {
			f.Judged++
			f.Worst = max(f.Worst, off)
			return
		}
		if t[1] < best {
			best, settled = t[1], t[0]
		}
	}
	if math.IsInf(best, 1) {
		f.Unclear++
		return
	}
	of, by := "the weighted sum of results", "in the direction"
	if o >= 0 {
		of = c.result(o)
	}
	if i >= 0 {
		by = "by " + c.Program.Nodes[c.Program.Inputs[i]].Name
	}
	if c.isSecond() {
		of = "that, or of its gradient,"
	}
	f.Wrong = fmt.Sprintf("the derivative of %s %s is %v in the generated code and %v by differences of the function, at %s", of, by, entry, settled, c.at(p.x))
}

// same reports whether two numbers have the same bits, but for the sign of zero.
// Processors that fuse products with sums round differently in different code.
func same(a, b float64) bool {
	switch runtime.GOARCH {
	case "arm64", "loong64", "ppc64", "ppc64le", "riscv64", "s390x":
		if math.Abs(a-b) <= 1e-12*math.Abs(a) {
			return true
		}
	}
	return a == b || math.IsNaN(a) && math.IsNaN(b)
}

func finite(values []float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// result is the name of a result of the function.
func (c Case) result(o int) string {
	for k, port := range c.Program.Results {
		if o < len(port.Entries) {
			if port.Name == "" {
				return fmt.Sprintf("result %d%s", k+1, port.Entries[o])
			}
			return port.Name + port.Entries[o]
		}
		o -= len(port.Entries)
	}
	return "a result"
}

// at writes a point, of many inputs the first ones.
func (c Case) at(x []float64) string {
	const most = 8
	var all []string
	for k, v := range x[:min(len(x), most)] {
		all = append(all, fmt.Sprintf("%s = %v", c.Program.Nodes[c.Program.Inputs[k]].Name, v))
	}
	if len(x) > most {
		all = append(all, fmt.Sprintf("and %d more", len(x)-most))
	}
	return strings.Join(all, ", ")
}

// say is the finding as a sentence.
func (f *Finding) say(c Case, in code.Domain) (string, error) {
	p := c.Program
	where := fmt.Sprintf("with inputs %s", in.Words())
	switch {
	case f.Wrong != "":
		return "", fmt.Errorf("%s", f.Wrong)
	case f.Inside == 0:
		return "",
			fmt.Errorf("none of %d points %s is in the domain of %s, some result is always infinite or no number: choose others by --range [NAME=]LOW,HIGH", len(f.points), where, p.Name)
	case f.Judged == 0:
		return "",
			fmt.Errorf("differences of %s do not settle at any of %d points %s, so that no derivative can be judged: choose others by --range [NAME=]LOW,HIGH", p.Name, f.Inside, where)
	}
	whose := "of the compiled function bit for bit, derivatives agree with its differences"
	if p.Evaluated {
		whose = "of " + p.File +
			" bit for bit, which is evaluated by another way, and derivatives agree with differences"
	}
	sentence := fmt.Sprintf("checked at %d points %s: values are those %s to %.0e", f.Inside, where, whose,
		f.Worst)
	if c.Jacobian.Task.Options.FastMath {
		sentence = strings.Replace(sentence, " bit for bit", fmt.Sprintf(" to %.0e", f.Off), 1)
	}
	if f.Unclear > 0 {
		sentence += fmt.Sprintf("; differences did not settle for %d of %d derivatives", f.Unclear,
			f.Unclear+f.Judged)
	}
	switch {
	case len(f.missed) > 0:
		sentence += fmt.Sprintf("; of %d branches, %d went one way alone, the first at %s: choose other inputs by --range",
			f.branches, len(f.missed), f.missed[0])
	case f.branches > 0:
		sentence += fmt.Sprintf("; each branch (%d) went both ways", f.branches)
	}
	if len(f.outside) > 0 {
		sentence += fmt.Sprintf("; outside of its domain: %d more, the first at %s", len(f.outside),
			c.at(f.points[f.outside[0]].x))
	}
	return sentence, nil
}
