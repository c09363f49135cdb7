// Package compiled builds generated code with the go command, runs it, and says
// whether it is right and how long it takes. It knows programs and their Jacobian
// code, and nothing of flags and screens.
package compiled

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"facet/model/code"
	"facet/model/source"
)

const (
	checkPoints = 20  // at which derivatives are compared
	checkTries  = 100 // points that are drawn to find them
	checkInputs = 200 // by which differences are taken at each point, in turn
	scales      = 3   // of differences

	// How far code may be from differences, relative to the numbers, beside ten
	// times the differences' own error; and how large that may be.
	tolerance = 1e-7
	rough     = 1e-4
)

//go:embed harness.go.txt
var harness []byte

// Case is a function with the code of its Jacobian.
type Case struct {
	Program  *source.Program
	Jacobian *code.Jacobian
	Text     []byte // of the code
}

// Domain says where points are drawn: each input is between Low and High.
type Domain struct{ Low, High float64 }

// String writes the domain as LOW,HIGH. With Set and Type it is a flag.
func (d *Domain) String() string { return fmt.Sprintf("%g,%g", d.Low, d.High) }

func (d *Domain) Set(text string) error {
	low, high, _ := strings.Cut(text, ",")
	l, err := strconv.ParseFloat(strings.TrimSpace(low), 64)
	h, alsoErr := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if err != nil || alsoErr != nil || !(l < h) || math.IsInf(h-l, 0) {
		return fmt.Errorf("write it as LOW,HIGH, as in -1,2.5")
	}
	d.Low, d.High = l, h
	return nil
}

func (d *Domain) Type() string { return "LOW,HIGH" }

// Check compiles the function, as the source has it, and the generated code beside
// it, runs both at random points, and compares values bit for bit and derivatives
// with differences of the function. It needs the go command. What it says is true
// of the points alone.
func Check(ctx context.Context, c Case, in Domain, seed uint64) (string, error) {
	found, err := CheckAll(ctx, []Case{c}, in, seed)
	if err != nil {
		return "", err
	}
	return found[0].say(c.Program, in)
}

// CheckAll checks functions of one package whose declarations have different
// names, in one run.
func CheckAll(ctx context.Context, cases []Case, in Domain, seed uint64) ([]Finding, error) {
	files := map[string][]byte{"main.go": harness}
	pairs := ""
	for k, c := range cases {
		for n, f := range c.Program.Own {
			files[fmt.Sprintf("own/own%d_%d.go", k, n)] = packaged(f.Text)
		}
		files[fmt.Sprintf("own/jacobian%d.go", k)] = packaged(c.Text)
		pairs += fmt.Sprintf("\t{%s, %sJacobian},\n", c.Program.Name, c.Program.Name)
	}
	files["own/cases.go"] = []byte("package own\n\nvar FacetCases = [][2]any{\n" + pairs + "}\n")
	rng := rand.New(rand.NewPCG(seed, 1))
	var asked strings.Builder
	findings := make([]Finding, len(cases))
	for k, c := range cases {
		n := len(c.Program.Inputs)
		for try := range checkTries {
			p := point{from: (try * checkInputs) % max(1, n)}
			p.to = min(n, p.from+checkInputs)
			fmt.Fprintf(&asked, "%d %d %d %d", k, checkPoints, p.from, p.to)
			for range n {
				v := in.Low + (in.High-in.Low)*rng.Float64()
				p.x = append(p.x, v)
				asked.WriteString(" " + strconv.FormatFloat(v, 'x', -1, 64))
			}
			asked.WriteByte('\n')
			findings[k].points = append(findings[k].points, p)
		}
	}
	output, err := run(ctx, "check", cases[0].Program.GoVersion, files, asked.String())
	if err != nil {
		return nil, fmt.Errorf("--check: %w", err)
	}
	lines := strings.Split(output, "\n")
	for k := range findings {
		for try := range checkTries {
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
	x        []float64
	from, to int // the inputs by which differences were taken
	got      []float64
}

// Finding is what a check has found.
type Finding struct {
	Wrong   string  // what is wrong, empty where nothing is
	Inside  int     // points that were compared
	Worst   float64 // how far derivatives were from differences at most, relative to the numbers
	Unclear int     // derivatives where differences did not settle
	Judged  int     // derivatives that were compared

	points  []point
	outside []int // points at which a result is no finite number
}

// compare looks at the points until enough of them are inside of the domain.
func (f *Finding) compare(c Case) {
	outputs, entries := len(c.Program.Outputs), len(c.Jacobian.Entries)
	at := make(map[[2]int]int, entries)
	for k, e := range c.Jacobian.Entries {
		at[[2]int{e.Output, e.Input}] = k
	}
	for k, p := range f.points {
		if f.Inside == checkPoints || f.Wrong != "" {
			return
		}
		if len(p.got) < 2*outputs+entries {
			f.Wrong = fmt.Sprintf("the compiled program printed %d numbers, %d are wanted", len(p.got), 2*outputs+entries)
			return
		}
		own, values, jacobian, differences := p.got[:outputs], p.got[outputs:2*outputs], p.got[2*outputs:2*outputs+entries], p.got[2*outputs+entries:]
		for o := range own {
			if !same(own[o], values[o]) {
				f.Wrong = fmt.Sprintf("%s is %v in the generated code and %v in the function, at %s", c.result(o), values[o], own[o], c.at(p.x))
				return
			}
		}
		if !finite(own) {
			f.outside = append(f.outside, k)
			continue
		}
		f.Inside++
		for i := p.from; i < p.to; i++ {
			for o := range outputs {
				entry := 0.0
				if k, ok := at[[2]int{o, i}]; ok {
					entry = jacobian[k]
				}
				var tries [scales][2]float64
				for s := range tries {
					tries[s] = [2]float64(differences[(((i-p.from)*scales+s)*outputs+o)*2:])
				}
				f.judge(c, p, o, i, entry, tries)
			}
		}
	}
}

// judge compares a derivative with differences of several scales. A function that
// bends sharply nearby misleads large ones, rounding the small ones.
func (f *Finding) judge(c Case, p point, o, i int, entry float64, tries [scales][2]float64) {
	best, settled := math.Inf(1), 0.0
	for _, t := range tries {
		size := 1 + math.Abs(entry) + math.Abs(t[0])
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
	f.Wrong = fmt.Sprintf("the derivative of %s by %s is %v in the generated code and %v by differences of the function, at %s",
		c.result(o), c.Program.Nodes[c.Program.Inputs[i]].Name, entry, settled, c.at(p.x))
}

// same tells whether two numbers have the same bits, but for the sign of zero.
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

// result is what a result of the function is called.
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

// say puts a finding into a sentence.
func (f *Finding) say(p *source.Program, in Domain) (string, error) {
	c := Case{Program: p}
	where := fmt.Sprintf("with inputs from %g to %g", in.Low, in.High)
	switch {
	case f.Wrong != "":
		return "", fmt.Errorf("%s", f.Wrong)
	case f.Inside == 0:
		return "", fmt.Errorf("none of %d points %s is in the domain of %s, some result is always infinite or no number: choose others by --range LOW,HIGH", len(f.points), where, p.Name)
	case f.Judged == 0:
		return "", fmt.Errorf("differences of %s do not settle at any of %d points %s, so that no derivative can be judged: choose others by --range LOW,HIGH", p.Name, f.Inside, where)
	}
	said := fmt.Sprintf("checked at %d points %s: values are those of the compiled function bit for bit, derivatives agree with its differences to %.0e", f.Inside, where, f.Worst)
	if f.Unclear > 0 {
		said += fmt.Sprintf("; differences did not settle for %d of %d derivatives", f.Unclear, f.Unclear+f.Judged)
	}
	if len(f.outside) > 0 {
		said += fmt.Sprintf("; outside of its domain: %d more, the first at %s", len(f.outside), c.at(f.points[f.outside[0]].x))
	}
	return said, nil
}
