package compiled_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"facet/model/programs/code"
)

// raceInGo builds the best order in Go, and the function alone, for a processor like the one that
// gcc -march=native builds for: a program that prints the least nanoseconds of both.
func (c *contest) raceInGo(t *testing.T) string {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no Go compiler")
	}
	text, err := c.best.Write(code.Origin{}, code.Form{Package: "main"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"math\"\n\t\"time\"\n)\n\nvar _ = math.Pi\n\n")
	var list []string
	for _, v := range c.point {
		list = append(list, strconv.FormatFloat(v, 'g', -1, 64))
	}
	fmt.Fprintf(&b, "var x = [...]float64{%s}\nvar r [%d]float64\n\n//go:noinline\nfunc values() {\n%s}\n\n",
		strings.Join(list, ", "), len(c.p.Outputs), c.valuesCode(inGo))
	var args []string
	first := ""
	params, results := c.best.Ports(code.Form{Package: "main"})
	at := 0
	for k, p := range params {
		n := len(p.Entries)
		list := make([]string, n)
		for i := range list {
			list[i] = strconv.FormatFloat(c.point[at], 'g', -1, 64)
			at++
		}
		switch scalar := c.p.Params[k].Scalar(); {
		case scalar:
			fmt.Fprintf(&b, "var p%d = float64(%s)\n", k, list[0])
			args = append(args, fmt.Sprintf("p%d", k))
			first = first + map[bool]string{true: "p0"}[k == 0]
		default:
			fmt.Fprintf(&b, "var p%d = [%d]float64{%s}\n", k, n, strings.Join(list, ", "))
			args = append(args, fmt.Sprintf("&p%d", k))
			first = first + map[bool]string{true: "p0[0]"}[k == 0]
		}
	}
	for k, p := range results {
		n := len(p.Entries)
		kind := "[" + strconv.Itoa(n) + "]float64"
		if k < len(c.p.Results) && c.p.Results[k].Scalar() {
			kind = "float64"
		}
		fmt.Fprintf(&b, "var r%d %s\n", k, kind)
		args = append(args, fmt.Sprintf("&r%d", k))
	}
	fmt.Fprintf(&b, `
func now() float64 { return float64(time.Since(start)) }

var start = time.Now()

func main() {
	least, alone, sum := 0.0, 0.0, 0.0
	for round := range %d {
		began := now()
		for range 4000 {
			%s += 1e-13
			%sTo(%s)
			sum += r%d[0]
		}
		if took := (now() - began) / 4000; round == 0 || took < least {
			least = took
		}
		began = now()
		for range 4000 {
			x[0] += 1e-13
			values()
			sum += r[0]
		}
		if took := (now() - began) / 4000; round == 0 || took < alone {
			alone = took
		}
	}
	if sum == 0.12345 {
		fmt.Println()
	}
	fmt.Println("Go", least)
	fmt.Println("Go-values", alone)
}
`, rounds, first, c.best.Name(), strings.Join(args, ", "), len(results)-1)
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": b.String(), "best.go": string(text),
		"go.mod": "module race\n\ngo 1.22\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command(goTool, "build", "-trimpath", "-o", "race", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOAMD64="+*processor)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	return filepath.Join(dir, "race")
}
