package compiled

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"facet/model/programs/code"
	"facet/model/programs/source"
)

// Ways are the programs that are measured side by side, in the order of the table; the
// others are compared with the last one.
var Ways = []string{"dual numbers", "tape", "forward", "reverse", "greedy", "best"}

// MeasuredForm is the form of the code that [Measure] takes.
var MeasuredForm = code.Form{Package: "main"}

// Measure compiles the Jacobian of a program in all ways into one program,
// runs them in turns, and gives the nanoseconds that each takes: the least of
// several rounds. It needs the go command.
func Measure(ctx context.Context, program *source.Program, entries int,
	codes map[string][]byte) (map[string]float64, error) {
	point := PointOf(program)
	if point == nil {
		return nil, fmt.Errorf("--measure finds no point at which all values of %s are numbers", program.Name)
	}
	files := map[string][]byte{
		"main.go": measureMain(program, entries, point),
		"base.go": []byte("package main\n\nimport \"math\"\n\nvar _ = math.Pi\n\n" +
			string(code.Baselines(program)) + string(code.BaselineSupport())),
	}
	for name, text := range codes {
		files[name+".go"] = bytes.ReplaceAll(text, []byte(program.Name+"Jacobian"),
			[]byte(program.Name+title(name)+"Order"))
	}
	out, err := run(ctx, "measure", program.GoVersion, files, "")
	if err != nil {
		return nil, fmt.Errorf("--measure: %w", err)
	}
	took := make(map[string]float64)
	for line := range strings.Lines(out) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), "|")
		if took[name], err = strconv.ParseFloat(number, 64); err != nil {
			return nil, fmt.Errorf("the measured code printed %q", line)
		}
	}
	return took, nil
}

// PointOf is a point at which all values are finite.
func PointOf(p *source.Program) []float64 {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		x := make([]float64, len(p.Inputs))
		for k := range x {
			x[k] = 0.2 + 1.6*rng.Float64()
		}
		if finite(p.Eval(x)) {
			return x
		}
	}
	return nil
}

func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// measureMain calls all ways in turns; their results are summed, so that the compiler
// leaves nothing out.
func measureMain(p *source.Program, entries int, x []float64) []byte {
	var b strings.Builder
	list := make([]string, len(x))
	for k, v := range x {
		list[k] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	fmt.Fprintf(&b,
		"package main\n\nimport (\n\t\"fmt\"\n\t\"time\"\n)\n\nvar x = [%d]float64{%s}\nvar dense [%d]float64\nvar sum float64\n\n", len(x), strings.Join(list, ", "), len(x)*len(p.Outputs))
	var args []string
	declare := func(name string, port source.Port, values []string) {
		if port.Scalar() {
			fmt.Fprintf(&b, "var %s float64 = %s\n", name, cmp.Or(values[0], "0"))
			return
		}
		fmt.Fprintf(&b, "var %s = [%d]float64{%s}\n", name, len(port.Entries), strings.Join(values, ", "))
	}
	for k, port := range p.Params {
		name := fmt.Sprintf("p%d", k)
		declare(name, port, list[:len(port.Entries)])
		list = list[len(port.Entries):]
		args = append(args, map[bool]string{false: "&"}[port.Scalar()]+name)
	}
	for k, port := range p.Results {
		name := fmt.Sprintf("r%d", k)
		declare(name, port, make([]string, 1))
		args = append(args, "&"+name)
	}
	fmt.Fprintf(&b, "var jacobian [%d]float64\n\n", entries)
	b.WriteString("var ways = []struct {\n\tname string\n\tdo   func()\n}{\n")
	fmt.Fprintf(&b,
		"\t{\"dual numbers\", func() { %sForward(&x, &dense); sum += dense[0] }},\n\t{\"tape\", func() { %sReverse(&x, &dense); sum += dense[0] }},\n", p.Name, p.Name)
	for _, name := range Ways[2:] {
		fmt.Fprintf(&b, "\t{%q, func() { %s%sOrderTo(%s, &jacobian); sum += jacobian[0] }},\n", name, p.Name,
			title(name), strings.Join(args, ", "))
	}
	first := "p0"
	if !p.Params[0].Scalar() {
		first += "[0]"
	}
	fmt.Fprintf(&b, "}\n\nfunc perturb() { %s += 1e-12 }\n", first)
	b.WriteString(`
func main() {
	best := make([]float64, len(ways))
	for round := range 15 {
		for k, w := range ways {
			const times = 2000
			began := time.Now()
			for range times {
				x[0] += 1e-12
				perturb()
				w.do()
			}
			took := float64(time.Since(began).Nanoseconds()) / times
			if round == 0 || took < best[k] {
				best[k] = took
			}
		}
	}
	for k, w := range ways {
		fmt.Printf("%s|%.1f\n", w.name, best[k])
	}
}
`)
	return []byte(b.String())
}
