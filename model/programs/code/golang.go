package code

import (
	"cmp"
	"fmt"
	"go/format"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// goNeeds is what a Go file needs besides its functions.
type goNeeds struct {
	math, power bool   // package math, and the function for powers
	powerName   string // of that function
}

// goDialect is Go. It notes what the code needs.
func goDialect(single bool, needs *goNeeds) dialect {
	d := dialect{
		reserved: func(name string) bool {
			return token.IsKeyword(name) || types.Universe.Lookup(name) != nil || name == "math" ||
				name == "init" || name == needs.powerName
		},
		letter:  func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) },
		declare: func(name, expr string) string { return name + " := " + expr },
		remark:  func(text string) string { return "// " + Unbroken(text) },
		comment: func(line string) string {
			if rest, indented := strings.CutPrefix(line, "\t"); indented {
				return "//\t" + Unbroken(rest)
			}
			return "// " + Unbroken(line)
		},
	}
	d.test = d.declare
	d.choose = func(name, condition, yes, no string) string {
		if single { // a constant would be float64
			no = "float32(" + no + ")"
		}
		return name + " := " + no + "\nif " + condition + " {\n" + name + " = " + yes + "\n}"
	}
	d.number = func(c float64) string {
		text, special := goNumber(c)
		if special {
			needs.math = true
			if single {
				text = "float32(" + text + ")"
			}
		}
		return text
	}
	d.call = func(fn string, args []string) string {
		needs.math = true
		name := "math." + fn
		if fn == "Pow" {
			needs.power, name = true, needs.powerName
		}
		if single {
			return "float32(" + name + "(float64(" + strings.Join(args, "), float64(") + ")))"
		}
		return name + "(" + strings.Join(args, ", ") + ")"
	}
	if !single {
		d.pair = func(sine, cosine, angle string) string {
			needs.math = true
			return sine + ", " + cosine + " := math.Sincos(" + angle + ")"
		}
	}
	return d
}

// goNumber writes a constant so that Go reads the same number back; special reports
// whether it takes package math.
func goNumber(c float64) (text string, special bool) {
	switch {
	case math.IsNaN(c):
		return "math.NaN()", true
	case math.IsInf(c, 0):
		return fmt.Sprintf("math.Inf(%d)", map[bool]int{true: 1, false: -1}[c > 0]), true
	case c == 0 && math.Signbit(c):
		return "math.Copysign(0, -1)", true
	}
	return decimal(c), false
}

// literal writes a constant so that Go reads the same number back.
func literal(c float64) string {
	text, _ := goNumber(c)
	return text
}

// decimal writes a finite number with a point or an exponent: quotients of whole
// numbers would be whole without.
func decimal(c float64) string {
	text := strconv.FormatFloat(c, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	if c < 0 {
		return "(" + text + ")"
	}
	return text
}

// goFile collects the text of a Go file.
type goFile struct {
	strings.Builder
	dialect
	float string
}

// writeGo writes a Go file of its own: NameTo, which stores what it computes
// where its caller wants it, and Name, which returns it.
func (j *Jacobian) writeGo(o Origin, f Form, all []*listing, needs *goNeeds) ([]byte, error) {
	s := all[0].shape
	file := goFile{dialect: all[0].dialect,
		float: map[bool]string{false: "float64", true: "float32"}[f.Single]}
	file.functions(s, j.says(o, s, f), all[0].body())
	if f.Batch {
		file.batch(all[1])
	}
	if f.Layout == CSR && len(s.entries) > 0 {
		file.sparsity(s)
	}
	if needs.power {
		fmt.Fprintf(&file, power, needs.powerName)
	}
	head := fmt.Sprintf("%s\npackage %s\n\n", file.comments(j.head(o)...),
		cmp.Or(f.Package, j.Program.Package))
	if needs.math {
		head += "import \"math\"\n\n"
	}
	return format.Source([]byte(head + file.String()))
}

// unexported is the name with a small first letter.
func unexported(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(first)) + name[size:]
}

// power is math.Pow, of which more than half of the time goes to carrying the exponent of two apart,
// so that no power overflows or loses digits on the way. Where none of them can, the same factors
// without their exponents of two are multiplied to the same last bit. TestIdentities compares.
const power = `
// %[1]s is math.Pow to the last bit, in less time where x and y are not extreme: what it multiplies
// then neither overflows nor loses digits.
func %[1]s(x, y float64) float64 {
	n := math.Abs(y)
	if !(1e-60 < x && x < 1e60 && n < 4.5) || n == 0.5 {
		return math.Pow(x, y)
	}
	whole := int(n)
	part := n - float64(whole)
	if part > 0.5 {
		part--
		whole++
	}
	p := 1.0
	if part != 0 {
		p = math.Exp(part * math.Log(x))
	}
	for ; whole != 0; whole >>= 1 {
		if whole&1 == 1 {
			p *= x
		}
		x *= x
	}
	if y < 0 {
		return 1 / p
	}
	return p
}
`

func (f *goFile) typeOf(p *port) string { return strings.Replace(p.Type, "float64", f.float, 1) }

// functions writes the function that stores and the one that returns.
func (f *goFile) functions(s *shape, says, body []string) {
	var params, results, places, args []string
	for i := range s.params {
		p := &s.params[i]
		pointer, address := "*", "&"
		if p.Scalar() {
			pointer, address = "", ""
		}
		params = append(params, p.Name+" "+f.typeOf(p))
		places, args = append(places, p.Name+" "+pointer+f.typeOf(p)), append(args, address+p.Name)
	}
	for i := range s.results {
		p := &s.results[i]
		results = append(results, p.Name+" "+f.typeOf(p))
		places, args = append(places, p.Name+" *"+f.typeOf(p)), append(args, "&"+p.Name)
	}
	f.WriteString(f.comments(says...))
	fmt.Fprintf(f, "func %s(%s) (%s) {\n%sTo(%s)\nreturn\n}\n\n", s.name, strings.Join(params, ", "),
		strings.Join(results, ", "), s.name, strings.Join(args, ", "))
	f.WriteString(f.comments(wrapped(s.name + "To is " + s.name +
		" without a copy: it stores what it computes where its caller wants it. " + s.overlapSays())...))
	fmt.Fprintf(f, "func %sTo(%s) {\n%s\n}\n", s.name, strings.Join(places, ", "),
		strings.Join(body, "\n"))
}

// batch writes the function for many points.
func (f *goFile) batch(l *listing) {
	s := l.shape
	body := l.body()
	var names []string
	for _, p := range slices.Concat(s.params, s.results) {
		names = append(names, p.Name)
	}
	f.WriteString("\n" + f.comments(batchSays(s)...))
	fmt.Fprintf(f, "func %sBatch(points int, %s []%s) {\nfor point := range points {\n%s\n}\n}\n", s.name,
		strings.Join(names, ", "), f.float, strings.Join(body, "\n"))
}

func batchSays(s *shape) []string {
	return []string{
		fmt.Sprintf("%sBatch is %s at many points. Entry i of a parameter or a", s.name, s.name),
		"result at point k stands at i*points+k; what has one entry has it at k. Results",
		"must not overlap parameters.",
	}
}

// listed writes numbers with commas between.
func listed(all []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(all), " ", ", "), "[]")
}

// sparsity writes where the entries of the Jacobian stand.
func (f *goFile) sparsity(s *shape) {
	f.WriteString("\n" + f.comments(fmt.Sprintf("Row i of the Jacobian has the entries from %sRows[i] up to %sRows[i+1], each in its column.", s.name, s.name)))
	fmt.Fprintf(f, "var (\n%sRows = [%d]int{%s}\n%sColumns = [%d]int{%s}\n)\n", s.name, len(s.starts),
		listed(s.starts), s.name, len(s.columns), listed(s.columns))
}
