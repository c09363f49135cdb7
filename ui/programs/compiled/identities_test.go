package compiled

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/model/programs/code"
	"facet/model/programs/source"
)

// identical lists expressions with x and y of which each line holds one of the identities
// that code is made smaller by.
func identical() []string {
	all := []string{
		"x-y", "y-x", "1/math.Sin(x-y)", "1/math.Sin(y-x)", "math.Cos(math.Tan(x-y))",
		"math.Cos(math.Tan(y-x))",
	}
	for _, f := range []string{"Sin", "Tan", "Abs", "Cos", "Cosh"} {
		for _, arg := range []string{"x-y", "y-x"} {
			all = append(all, "math."+f+"("+arg+")")
		}
	}
	return all
}

var specials = []string{
	"0.0", "negativeZero", "5e-324", "-5e-324", "1e-310", "-3e-309", "2.2250738585072014e-308", "-1e-200",
	"1e-17", "-1e-8", "0.3", "-0.5",
	"0.9999999999999999", "1.0", "-1.0", "1.0000000000000002", "1.7", "-2.5", "3.141592653589793", "-22.0",
	"36.7", "709.9", "-745.2",
	"1e10", "-1e22", "4.5e15", "1e300", "-1.7976931348623157e308", "infinite", "-infinite", "undefined",
}

// powers lists powers, which Go code computes without math.Pow where it can.
func powers() (all []string) {
	for _, exponent := range []string{"y", "0.3", "-0.23", "0.5", "-0.5", "0.75", "1", "1.5", "-1.5", "2.5",
		"2.6", "-4.4999", "3", "1.0/3", "-4", "5.5"} {
		all = append(all, "math.Pow(x, "+exponent+")", "math.Pow(x*x, "+exponent+")")
	}
	return all
}

// TestIdentities: what code is made smaller by changes no bit of a value, at special
// values and beside them, in Go and in C.
func TestIdentities(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	all := identical()
	j := sameBits(t, all)
	calls := 0
	for _, n := range j.Program.Nodes {
		if n.Kind == source.Call {
			calls++
		}
	}
	if have := j.Counts().Functions; have > calls*2/3+10 { // with those of the derivatives
		t.Errorf("%d calls are written of %d", have, calls)
	}
	identicalInC(t, all, j)
	sameBits(t, powers())
}

// sameBits compares the values of Go code for the expressions with those of the expressions.
func sameBits(t *testing.T, all []string) *code.Jacobian {
	t.Helper()
	var function strings.Builder
	fmt.Fprintf(&function, "package own\n\nimport \"math\"\n\nfunc F(x, y float64) (r [%d]float64) {\n",
		len(all))
	for k, e := range all {
		fmt.Fprintf(&function, "\tr[%d] = %s\n", k, e)
	}
	function.WriteString("\treturn r\n}\n")
	p, err := source.Read("f.go", []byte(function.String()), "F")
	if err != nil {
		t.Fatal(err)
	}
	j := dense(t, p)
	text, err := j.Go(code.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	main := fmt.Sprintf(`package main

import (
	"fmt"
	"math"
	"math/rand"

	"check/own"
)

func main() {
	negativeZero, infinite, undefined := math.Copysign(0, -1), math.Inf(1), math.NaN()
	all := []float64{%s}
	random := rand.New(rand.NewSource(1))
	for range 60 {
		v := random.NormFloat64() * math.Exp2(float64(random.Intn(60)-40))
		all = append(all, v, -v, math.Nextafter(v, 9e99))
	}
	for _, x := range all {
		for _, y := range all {
			got, _ := own.FJacobian(x, y)
			for k, want := range own.F(x, y) {
				if math.Float64bits(got[k]) != math.Float64bits(want) && (got[k] == got[k] || want == want) {
					fmt.Println(k, x, y, got[k], want)
				}
			}
		}
	}
}
`, strings.Join(specials, ", "))
	files := map[string][]byte{"own/f.go": []byte(function.String()), "own/j.go": text,
		"main.go": []byte(main)}
	out, err := run(context.Background(), "check", "", files, "")
	if err != nil {
		t.Fatal(err)
	}
	for k, line := range strings.Split(strings.TrimSpace(out), "\n") {
		if n := 0; line != "" && k < 20 {
			fmt.Sscan(line, &n)
			t.Errorf("Go: %s: %s", all[n], line)
		}
	}
	return j
}

func identicalInC(t *testing.T, all []string, j *code.Jacobian) {
	compiler, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler")
	}
	text, err := j.Write(code.Origin{}, code.Form{Language: "c"})
	if err != nil {
		t.Fatal(err)
	}
	var plain strings.Builder
	functions := regexp.MustCompile(`math\.(\w+)`)
	for k, e := range all {
		e = functions.ReplaceAllStringFunc(e, func(f string) string {
			return strings.Replace(strings.ToLower(strings.TrimPrefix(f, "math.")), "abs", "fabs", 1)
		})
		fmt.Fprintf(&plain, "  r[%d] = %s;\n", k, e)
	}
	main := fmt.Sprintf(`#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "j.h"
#define negativeZero (-0.0)
#define infinite INFINITY
#define undefined NAN
__attribute__((noinline)) static void F(double x, double y, double *r) {
%s}
enum { N = %d };
static double r[N], got[N], jacobian[%d], all[200] = {%s};
int main(void) {
  int n = %d;
  for (int k = n; k < 200; ++k) all[k] = (rand() - 1e9) * exp2(rand() %% 60 - 70);
  for (int i = 0; i < 200; ++i) for (int j = 0; j < 200; ++j) {
    F(all[i], all[j], r);
    FJacobian(all[i], all[j], got, jacobian);
    for (int k = 0; k < N; ++k)
      if (memcmp(&r[k], &got[k], 8) && (r[k] == r[k] || got[k] == got[k])) printf("%%d %%g %%g %%.17g %%.17g\n", k, all[i], all[j], got[k], r[k]);
  }
  return 0;
}
`, plain.String(), len(all), len(j.Entries)+1, strings.Join(specials, ", "), len(specials))
	dir := t.TempDir()
	for name, text := range map[string][]byte{"main.c": []byte(main), "j.h": text} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command(compiler, "-std=c99", "-O2", "-Wno-overflow", "-o", "identical", "main.c", "-lm")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	out, err := exec.Command(filepath.Join(dir, "identical")).Output()
	if err != nil {
		t.Fatal(err)
	}
	for k, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if n := 0; line != "" && k < 20 {
			fmt.Sscan(line, &n)
			t.Errorf("C: %s: %s", all[n], line)
		}
	}
}
