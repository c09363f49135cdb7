// Package compiled builds generated code with the go command, runs it, and says
// whether it is right and how long it takes. It knows programs and their Jacobian
// code, and nothing of flags and screens.
package compiled

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"facet/model/code"
	"facet/model/source"
)

const (
	checkPoints = 20

	// How far, relative to the numbers, code may be from forward mode, which only
	// rounds otherwise, and from central differences, which are rough.
	forwardTolerance    = 1e-9
	differenceTolerance = 1e-4
)

// Check compiles the generated function, runs it at random points, and
// compares it with forward mode and with central differences of the program. It
// needs the go command.
func Check(ctx context.Context, program *source.Program, j *code.Jacobian, text []byte, seed uint64) (string, error) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		return "", fmt.Errorf("--check compiles the code and finds no go command: install Go, or leave --check out")
	}
	dir, err := os.MkdirTemp("", "facet-check-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	points := pointsFor(program, seed)
	if len(points) == 0 {
		return "", fmt.Errorf("--check finds no point at which all values of %s are numbers", program.Name)
	}
	output, err := runCode(ctx, goTool, dir, program, text, points)
	if err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimSpace(output), "\n")
	if len(lines) != len(points) {
		return "", fmt.Errorf("the generated code printed %d lines for %d points", len(lines), len(points))
	}
	worst := 0.0
	for k, x := range points {
		got, err := numbers(lines[k])
		if err != nil {
			return "", err
		}
		off, err := compareAt(program, j, x, got)
		if err != nil {
			return "", err
		}
		worst = max(worst, off)
	}
	return fmt.Sprintf("checked at %d points: values and derivatives agree with forward mode to %.1g and with differences", len(points), worst), nil
}

// pointsFor draws points at which all values are finite.
func pointsFor(p *source.Program, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	var points [][]float64
	for range 50 * checkPoints {
		x := make([]float64, len(p.Inputs))
		for k := range x {
			x[k] = 0.2 + 1.6*rng.Float64()
		}
		if finite(p.Eval(x)) {
			points = append(points, x)
		}
		if len(points) == checkPoints {
			break
		}
	}
	return points
}

func finite(values []float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

func runCode(ctx context.Context, goTool, dir string, program *source.Program, text []byte, points [][]float64) (string, error) {
	var main strings.Builder
	main.WriteString("package main\n\nimport \"fmt\"\n\nfunc main() {\n")
	for _, x := range points {
		fmt.Fprintf(&main, "\tfmt.Println(all(%sJacobian(%s))...)\n", program.Name, arguments(program, x))
	}
	main.WriteString("}\n\nfunc all(values ...any) []any { return values }\n")
	generated := bytes.Replace(text, []byte("\npackage "+program.Package+"\n"), []byte("\npackage main\n"), 1)
	for name, content := range map[string][]byte{
		"main.go": []byte(main.String()), "jacobian.go": generated, "go.mod": []byte("module check\n\ngo 1.22\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return "", err
		}
	}
	run := exec.CommandContext(ctx, goTool, "run", ".")
	run.Dir = dir
	run.Env = environment(run)
	var out, wrong bytes.Buffer
	run.Stdout, run.Stderr = &out, &wrong
	if err := run.Run(); err != nil {
		return "", fmt.Errorf("the generated code does not run: %s", cmp.Or(oneLine(strings.TrimSpace(wrong.String())), err.Error()))
	}
	return out.String(), nil
}

// arguments writes a point as the arguments of the program's function.
func arguments(p *source.Program, x []float64) string {
	var all []string
	for _, port := range p.Params {
		list := make([]string, len(port.Entries))
		for k := range list {
			list[k] = strconv.FormatFloat(x[0], 'g', -1, 64)
			x = x[1:]
		}
		all = append(all, port.Expression(list))
	}
	return strings.Join(all, ", ")
}

func numbers(line string) ([]float64, error) {
	var all []float64
	for _, field := range strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(line)) {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return nil, fmt.Errorf("the generated code printed %q", field)
		}
		all = append(all, v)
	}
	return all, nil
}

// compareAt compares what the code gave at a point with forward mode and with
// differences, and tells how far from forward mode it is.
func compareAt(p *source.Program, j *code.Jacobian, x, got []float64) (float64, error) {
	if len(got) != len(p.Outputs)+len(j.Entries) {
		return 0, fmt.Errorf("the generated code printed %d numbers, %d are wanted", len(got), len(p.Outputs)+len(j.Entries))
	}
	values := p.Eval(x)
	worst := 0.0
	differ := func(a, b float64) float64 { return math.Abs(a-b) / (1 + math.Abs(a) + math.Abs(b)) }
	for k, o := range p.Outputs {
		if d := differ(got[k], values[o]); !(d <= forwardTolerance) {
			return 0, fmt.Errorf("the generated code gives %g for result %d, the function %g", got[k], k+1, values[o])
		}
	}
	at := make(map[[2]int]float64)
	for k, e := range j.Entries {
		at[[2]int{e.Output, e.Input}] = got[len(p.Outputs)+k]
	}
	for i := range p.Inputs {
		forward := p.Tangent(values, i)
		h := 1e-6 * (1 + math.Abs(x[i]))
		up, down := append([]float64(nil), x...), append([]float64(nil), x...)
		up[i], down[i] = x[i]+h, x[i]-h
		above, below := p.Eval(up), p.Eval(down)
		for o, out := range p.Outputs {
			entry := at[[2]int{o, i}]
			d := differ(entry, forward[out])
			if !(d <= forwardTolerance) {
				return 0, fmt.Errorf("the derivative of result %d by input %d is %g in the generated code and %g in forward mode", o+1, i+1, entry, forward[out])
			}
			worst = max(worst, d)
			if central := (above[out] - below[out]) / (2 * h); !(differ(entry, central) <= differenceTolerance) {
				return 0, fmt.Errorf("the derivative of result %d by input %d is %g in the generated code and about %g by differences", o+1, i+1, entry, central)
			}
		}
	}
	return worst, nil
}
