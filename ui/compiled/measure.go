package compiled

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"facet/model/code"
	"facet/model/source"
)

// Ways are what is measured beside each other, in the order of the table; the
// last one is what the others are compared with.
var Ways = []string{"dual numbers", "tape", "forward", "reverse", "greedy", "best"}

// Measure compiles the Jacobian of a program in all ways into one program,
// runs them in turns, and gives the nanoseconds that each takes: the least of
// several rounds. It needs the go command.
func Measure(ctx context.Context, program *source.Program, codes map[string][]byte) (map[string]float64, error) {
	point := pointOf(program)
	if point == nil {
		return nil, fmt.Errorf("--measure finds no point at which all values of %s are numbers", program.Name)
	}
	files := map[string][]byte{
		"main.go": measureMain(program, point),
		"base.go": []byte("package main\n\nimport \"math\"\n\nvar _ = math.Pi\n\n" + string(code.Baselines(program)) + string(code.BaselineSupport())),
	}
	for name, text := range codes {
		renamed := bytes.Replace(text, []byte("\npackage "+program.Package+"\n"), []byte("\npackage main\n"), 1)
		renamed = bytes.Replace(renamed, []byte("func "+program.Name+"Jacobian("), []byte("func "+program.Name+title(name)+"Order("), 1)
		files[name+".go"] = renamed
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

// pointOf is a point at which all values are finite.
func pointOf(p *source.Program) []float64 {
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

// measureMain calls all ways in turns; what they give is summed, so that nothing
// is left out by the compiler.
func measureMain(p *source.Program, x []float64) []byte {
	var b strings.Builder
	list := make([]string, len(x))
	for k, v := range x {
		list[k] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	fmt.Fprintf(&b, "package main\n\nimport (\n\t\"fmt\"\n\t\"time\"\n)\n\nvar x = [%d]float64{%s}\nvar dense [%d]float64\nvar sum float64\n\n", len(x), strings.Join(list, ", "), len(x)*len(p.Outputs))
	var args []string
	k := 0
	for _, port := range p.Params {
		entries := make([]string, len(port.Entries))
		for e := range entries {
			entries[e] = fmt.Sprintf("x[%d]", k)
			k++
		}
		args = append(args, port.Expression(entries))
	}
	b.WriteString("var ways = []struct {\n\tname string\n\tdo   func()\n}{\n")
	fmt.Fprintf(&b, "\t{\"dual numbers\", func() { %sForward(&x, &dense); sum += dense[0] }},\n\t{\"tape\", func() { %sReverse(&x, &dense); sum += dense[0] }},\n", p.Name, p.Name)
	blanks := strings.Repeat("_, ", len(p.Results))
	for _, name := range Ways[2:] {
		fmt.Fprintf(&b, "\t{%q, func() { %sj := %s%sOrder(%s); sum += j[0] }},\n", name, blanks, p.Name, title(name), strings.Join(args, ", "))
	}
	b.WriteString(`}

func main() {
	best := make([]float64, len(ways))
	for round := range 15 {
		for k, w := range ways {
			const times = 2000
			began := time.Now()
			for range times {
				x[0] += 1e-12
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
