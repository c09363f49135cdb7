package compiled_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"facet/model/programs/code"
	"facet/model/programs/source"
)

// sparse is a function whose Jacobian has empty rows and columns, a full row, and
// entries that are 1.
const sparse = `package p

import "math"

func F(x [6]float64) (y [7]float64) {
	for i := range 4 {
		y[2] += x[i] * x[5-i]
	}
	y[0] = x[1]
	y[3] = math.Sin(x[0]) * x[3]
	y[5] = y[2] * y[3]
	y[6] = 2
	return
}

func G(x [40]float64) (y [40]float64) {
	for i := 1; i < 39; i += 2 {
		y[i] = x[i-1] - 2*x[i]*x[i+1] + math.Exp(x[39-i])
	}
	return
}

func H(x float64) (y [3]float64) {
	y[1] = x * x
	return
}
`

// TestSparsity: the rows and columns that are written as constants, in Go and C, put
// the entries where the dense Jacobian has them.
func TestSparsity(t *testing.T) {
	for _, name := range []string{"F", "G", "H"} {
		p, err := source.Read("f.go", []byte(sparse), name)
		if err != nil {
			t.Fatal(err)
		}
		n, m := len(p.Inputs), len(p.Outputs)
		write := func(language string, layout code.Layout) []byte {
			return formed(t, p, code.Options{}, false, code.Form{Language: language, Layout: layout}).Written
		}
		entries := len(formed(t, p, code.Options{}, false, code.Form{Layout: code.CSR}).
			Jacobian.Stored(code.CSR))
		dense := string(write("go", code.Dense))
		dense = strings.ReplaceAll(dense, name+"Jacobian", name+"Full")
		runs(t, "go", map[string]string{
			"go.mod":   "module sparse\n\ngo 1.24\n",
			"csr.go":   strings.Replace(string(write("go", code.CSR)), "package p", "package main", 1),
			"dense.go": strings.Replace(dense, "package p", "package main", 1),
			"main.go": fmt.Sprintf(`package main

func main() {
	var x, y, z = [%[2]d]float64{}, [%[3]d]float64{}, [%[3]d]float64{}
	for i := range x {
		x[i] = 0.3 + 0.1*float64(i)
	}
	var entries [%[4]d]float64
	var full, want [%[2]d * %[3]d]float64
	%[1]sJacobianTo(%[5]s, &y, &entries)
	%[1]sFullTo(%[5]s, &z, &want)
	for i := range %[3]d {
		for k := %[1]sJacobianRows[i]; k < %[1]sJacobianRows[i+1]; k++ {
			full[i*%[2]d+%[1]sJacobianColumns[k]] += entries[k]
		}
	}
	if full != want || len(%[1]sJacobianColumns) != len(entries) {
		panic("not the dense Jacobian")
	}
}
`, name, n, m, entries, map[bool]string{true: "x[0]", false: "&x"}[n == 1]),
		}, "run", ".")

		dense = strings.ReplaceAll(string(write("c", code.Dense)), name+"Jacobian", name+"Full")
		dense = strings.ReplaceAll(dense, strings.ToUpper(name+"Jacobian"), strings.ToUpper(name+"Full"))
		runs(t, "gcc", map[string]string{
			"csr.h":   string(write("c", code.CSR)),
			"dense.h": dense,
			"main.c": fmt.Sprintf(`#include "csr.h"
#include "dense.h"
#include <stdlib.h>

int main(void) {
  double x[%[2]d], y[%[3]d], entries[%[4]d], full[%[2]d * %[3]d] = {0}, want[%[2]d * %[3]d];
  for (int i = 0; i < %[2]d; ++i) x[i] = 0.3 + 0.1 * i;
  %[1]sJacobian(%[5]s, y, entries);
  %[1]sFull(%[5]s, y, want);
  for (int i = 0; i < %[3]d; ++i)
    for (int k = %[1]sJacobianRows[i]; k < %[1]sJacobianRows[i + 1]; ++k)
      full[i * %[2]d + %[1]sJacobianColumns[k]] += entries[k];
  for (int k = 0; k < %[2]d * %[3]d; ++k)
    if (full[k] != want[k]) abort();
  if (sizeof %[1]sJacobianColumns / sizeof *%[1]sJacobianColumns != %[4]d) abort();
  return 0;
}
`, name, n, m, entries, map[bool]string{true: "x[0]", false: "x"}[n == 1]),
		}, "-std=c99", "-o", "main", "main.c", "-lm")
	}
}

// runs writes the files and runs a command on them, and what gcc has made.
func runs(t *testing.T, command string, files map[string]string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(command); err != nil {
		t.Logf("there is no %s", command)
		return
	}
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commands := [][]string{append([]string{command}, args...)}
	if command == "gcc" {
		commands = append(commands, []string{"./main"})
	}
	for _, c := range commands {
		run := exec.CommandContext(t.Context(), c[0], c[1:]...)
		run.Dir = dir
		if output, err := run.CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", c, err, output)
		}
	}
}
