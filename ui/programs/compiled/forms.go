package compiled

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// How far numbers of another form may be from those of the plain code, relative to
// 1 and the numbers: mathematical functions of C differ from those of Go in the
// last bits, and float32 has 24 of them.
const (
	formTolerance   = 1e-9
	singleTolerance = 1e-2
)

// checkForm compiles the code in another form, runs it at the points, and compares
// what it gives with what the plain code gave.
func (c Case) checkForm(ctx context.Context, points []point) (string, error) {
	var asked strings.Builder
	var at []point
	for _, p := range points {
		if p.code != nil && finite(p.code) {
			at = append(at, p)
			asked.WriteString(strings.TrimSpace(hexadecimal(p.x, p.seeds)) + "\n")
		}
	}
	says := "in Go"
	output, err := "", error(nil)
	if c.Form.IsGo() {
		output, err = c.runGo(ctx, asked.String())
	} else {
		output, says, err = c.runC(ctx, asked.String())
	}
	if err != nil {
		return "", fmt.Errorf("--check: %w", err)
	}
	lines := strings.Split(output, "\n")
	calls := map[bool]int{false: 1, true: 2}[c.Form.Batch]
	if len(lines) < calls*len(at) {
		return "", fmt.Errorf("--check: the compiled program printed too few lines")
	}
	worst := 0.0
	for k := range calls * len(at) {
		got, err := numbers(lines[k])
		if err != nil {
			return "", fmt.Errorf("--check: %w", err)
		}
		off, err := c.compareForm(at[k/calls], got)
		if err != nil {
			return "", err
		}
		worst = max(worst, off)
	}
	return fmt.Sprintf("; the code in the form that was asked for, %s, agrees with that to %.0e", says,
		worst), nil
}

// compareForm compares the numbers of a form with those of the plain code.
func (c Case) compareForm(p point, got []float64) (float64, error) {
	want := slices.Clone(p.code[:len(c.Jacobian.Program.Outputs)])
	entries := c.entries(p.code)
	for _, k := range c.Jacobian.Stored(c.Form.Layout) {
		v := 0.0
		if k >= 0 {
			v = entries[k]
		}
		want = append(want, v)
	}
	if len(got) != len(want) {
		return 0, fmt.Errorf("the code in the form that was asked for gives %d numbers, %d are wanted",
			len(got), len(want))
	}
	most := formTolerance
	if c.Form.Single {
		most = singleTolerance
	}
	worst := 0.0
	for k := range want {
		off := math.Abs(got[k]-want[k]) / (1 + math.Abs(want[k]))
		if !(off <= most) {
			return 0,
				fmt.Errorf("number %d is %v in the code in the form that was asked for and %v in float64 in Go, at %s", k+1, got[k], want[k], c.at(p.x))
		}
		worst = max(worst, off)
	}
	return worst, nil
}

//go:embed form.go.txt
var goCalls []byte

func (c Case) runGo(ctx context.Context, input string) (string, error) {
	name, batch, number := c.Jacobian.Name(), "0", "float64"
	if c.Form.Batch {
		batch = name + "Batch"
	}
	if c.Form.Single {
		number = "float32"
	}
	files := map[string][]byte{
		"main.go":     goCalls,
		"own/form.go": packaged(c.Written),
		"own/call.go": fmt.Appendf(nil,
			"package own\n\ntype FacetNumber = %s\n\nvar FacetForm, FacetBatch any = %s, %s\n",
			number, name, batch),
	}
	for n, o := range c.Program.Excerpt {
		files[fmt.Sprintf("own/own%d.go", n)] = packaged(o.Text)
	}
	return run(ctx, "form", c.Program.GoVersion, files, input)
}

// runC compiles a header with a program that calls its functions.
func (c Case) runC(ctx context.Context, input string) (output, says string, err error) {
	return runC(ctx, c.Form.Language, []string{"-O2", "-ffp-contract=off"},
		map[string][]byte{"code.h": c.Written, "main": c.cCalls()}, input)
}

// runC compiles a program, of which one file is main, by the first compiler that is there,
// and runs it.
func runC(ctx context.Context, language string, flags []string, files map[string][]byte,
	input string) (output, says string, err error) {
	file := map[bool]string{false: "main.c", true: "main.cc"}[language == "c++"]
	compiler, err := compilerOf(language)
	if err != nil {
		return "", "", err
	}
	files[file] = files["main"]
	delete(files, "main")
	build := append(flags[:len(flags):len(flags)], "-o", "form", file, "-lm")
	output, err = carryOut(ctx, "form", " in "+language, files, input, nil,
		append([]string{compiler}, build...), []string{"./form"})
	return output, "compiled by " + filepath.Base(compiler), err
}

// compilerOf is the first compiler for a language of C that is there.
func compilerOf(language string) (string, error) {
	compilers := []string{os.Getenv("CC"), "cc", "gcc", "clang"}
	if language == "c++" {
		compilers = []string{os.Getenv("CXX"), "c++", "g++", "clang++"}
	}
	for _, name := range compilers {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no compiler for %s: install gcc or clang, or take --language go",
		language)
}

// cCalls is the program that calls the functions of a header with the numbers of
// each line.
func (c Case) cCalls() []byte {
	float, scan := "double", "%lf"
	if c.Form.Single {
		float, scan = "float", "%f"
	}
	var one, many []string
	from, to := 0, 0
	params, results := c.Jacobian.Ports(c.Form)
	for _, p := range params {
		single := fmt.Sprintf("x + %d", from)
		if p.Scalar() {
			single = fmt.Sprintf("x[%d]", from)
		}
		one, many = append(one, single), append(many, fmt.Sprintf("X + 3 * %d", from))
		from += len(p.Entries)
	}
	for _, p := range results {
		one, many = append(one, fmt.Sprintf("y + %d", to)), append(many, fmt.Sprintf("Y + 3 * %d", to))
		to += len(p.Entries)
	}
	name := c.Jacobian.CName()
	var b strings.Builder
	fmt.Fprintf(&b,
		"#include <stdio.h>\n#include \"code.h\"\n\nstatic %s x[%d], y[%d], X[%d], Y[%d];\n\nint main(void) {\n", float, from+1, to+1, 3*from+1, 3*to+1)
	fmt.Fprintf(&b,
		"  while (scanf(\"%s\", x) == 1) {\n    int i;\n    for (i = 1; i < %d; ++i)\n      if (scanf(\"%s\", x + i) != 1) return 1;\n", scan, from, scan)
	fmt.Fprintf(&b,
		"    %s(%s);\n    for (i = 0; i < %d; ++i) printf(\"%%a \", y[i]);\n    printf(\"\\n\");\n",
		name, strings.Join(one, ", "), to)
	if c.Form.Batch {
		fmt.Fprintf(&b,
			"    for (i = 0; i < %d; ++i) X[i] = x[i / 3];\n    %sBatch(3, %s);\n    for (i = 0; i < %d; ++i) printf(\"%%a \", Y[3 * i + 1]);\n    printf(\"\\n\");\n", 3*from, name, strings.Join(many, ", "), to)
	} else {
		b.WriteString("    (void)X, (void)Y;\n")
	}
	b.WriteString("  }\n  return 0;\n}\n")
	return []byte(b.String())
}
