package code

import (
	"fmt"
	"go/token"
	"math"
	"strconv"
	"strings"
	"unicode"

	"facet/model"
	"facet/model/source"
)

// writer makes the statements of one program.
type writer struct {
	p     *source.Program
	j     *Jacobian
	names []string // of the nodes: identifiers, entries of arrays, literals
	taken map[string]bool
	count map[string]int
}

func newWriter(p *source.Program, j *Jacobian) *writer {
	w := &writer{p: p, j: j, taken: map[string]bool{"math": true, "jacobian": true, p.Name: true, p.Name + "Jacobian": true}, count: make(map[string]int)}
	for _, port := range p.Params {
		w.taken[port.Name] = true
	}
	for _, name := range resultNames(p) {
		w.taken[name] = true
	}
	inputs := make(map[source.Value]bool)
	for _, v := range p.Inputs {
		inputs[v] = true
	}
	w.names = make([]string, len(p.Nodes))
	for v := range p.Nodes {
		n := &p.Nodes[v]
		switch {
		case n.Kind == source.Constant:
			w.names[v] = literal(n.Const)
		case inputs[source.Value(v)]:
			w.names[v] = n.Name
		default:
			w.names[v] = w.unique(identifier(n.Name))
		}
	}
	j.names = w.names
	return w
}

// identifier makes a Go identifier of what the source calls a value.
func identifier(name string) string {
	var b strings.Builder
	for _, r := range strings.TrimSuffix(name, "]") {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' {
			b.WriteRune(r)
		} else {
			b.WriteByte('_')
		}
	}
	id := b.String()
	if id == "" || unicode.IsDigit(rune(id[0])) || id == "_" {
		id = "v" + id
	}
	return id
}

func (w *writer) unique(id string) string {
	name := id
	for k := 2; w.taken[name] || token.IsKeyword(name) || predeclared[name]; k++ {
		name = id + "_" + strconv.Itoa(k)
	}
	w.taken[name] = true
	return name
}

var predeclared = map[string]bool{"float64": true, "true": true, "false": true, "nil": true, "len": true, "iota": true}

func (w *writer) fresh(stem string) string {
	for {
		w.count[stem]++
		name := stem + strconv.Itoa(w.count[stem])
		if !w.taken[name] {
			w.taken[name] = true
			return name
		}
	}
}

// literal writes a constant so that Go reads the same number back.
func literal(c float64) string {
	switch {
	case math.IsNaN(c):
		return "math.NaN()"
	case math.IsInf(c, 0):
		return fmt.Sprintf("math.Inf(%d)", map[bool]int{true: 1, false: -1}[c > 0])
	case c == 0 && math.Signbit(c):
		return "math.Copysign(0, -1)"
	}
	text := strconv.FormatFloat(c, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0" // quotients of whole numbers would be whole
	}
	if c < 0 {
		return "(" + text + ")"
	}
	return text
}

// values writes the operations of the program.
func (w *writer) values() {
	for v := range w.p.Nodes {
		n := &w.p.Nodes[v]
		if n.Kind < source.Add {
			continue
		}
		args := make([]string, len(n.Args))
		for k, a := range n.Args {
			args[k] = w.names[a]
		}
		w.j.values = append(w.j.values, statement{
			name: w.names[v], expr: valueExpr(n, args), uses: args, comment: fmt.Sprintf("line %d: %s", n.Line, n.Text),
		})
	}
}

func valueExpr(n *source.Node, args []string) string {
	switch n.Kind {
	case source.Add:
		return args[0] + " + " + args[1]
	case source.Sub:
		return args[0] + " - " + args[1]
	case source.Mul:
		return args[0] + " * " + args[1]
	case source.Div:
		return args[0] + " / " + args[1]
	case source.Neg:
		return "-" + args[0]
	case source.Call:
		return "math." + n.Func + "(" + strings.Join(args, ", ") + ")"
	}
	return args[0]
}

// partials gives every edge of the dag its factor, and writes what has to be
// computed for it.
func (w *writer) partials(g *model.Dag, values []source.Value) map[model.Z]factor {
	held := make(map[model.Z]factor, len(g.Edges))
	for k, e := range g.Edges {
		held[model.Z(k)] = w.partial(values[e.Target], values[e.Source])
	}
	return held
}

// partial is the derivative of an operation by one of its operands, summed where
// that stands on both sides.
func (w *writer) partial(of, by source.Value) factor {
	n := &w.p.Nodes[of]
	var terms []factor
	for k, a := range n.Args {
		if a == by {
			terms = append(terms, w.term(of, n, k))
		}
	}
	if len(terms) == 1 {
		return terms[0]
	}
	if terms[0] == terms[1] && terms[0].isUnit() {
		return factor{name: "2.0"}
	}
	if terms[0] == terms[1] {
		return w.elemental(of, by, "2 * "+terms[0].String(), terms[0].name)
	}
	return w.elemental(of, by, terms[0].String()+" + "+terms[1].String(), terms[0].name, terms[1].name)
}

// term is the derivative by the k-th operand alone.
func (w *writer) term(of source.Value, n *source.Node, k int) factor {
	v := w.names[of]
	other := ""
	if len(n.Args) == 2 {
		other = w.names[n.Args[1-k]]
	}
	switch n.Kind {
	case source.Add, source.Identity:
		return factor{}
	case source.Sub:
		return factor{negative: k == 1}
	case source.Neg:
		return factor{negative: true}
	case source.Mul:
		return w.operand(n.Args[1-k])
	case source.Div:
		if k == 0 {
			if c := w.p.Nodes[n.Args[1]]; c.Kind == source.Constant && (c.Const == 1 || c.Const == -1) {
				return factor{negative: c.Const < 0}
			}
			return w.elemental(of, n.Args[0], "1 / "+other, other)
		}
		return w.elemental(of, n.Args[1], "-"+v+" / "+w.names[n.Args[1]], v, w.names[n.Args[1]])
	}
	return w.elemental(of, n.Args[k], w.callPartial(n, k, v), append([]string{v}, w.argNames(n)...)...)
}

// operand is the value of another operand as a factor.
func (w *writer) operand(v source.Value) factor {
	n := &w.p.Nodes[v]
	if n.Kind == source.Constant {
		if n.Const == 1 || n.Const == -1 {
			return factor{negative: n.Const < 0}
		}
		if n.Const < 0 && !math.IsInf(n.Const, 0) {
			return factor{literal(-n.Const), true}
		}
	}
	return factor{name: w.names[v]}
}

func (w *writer) argNames(n *source.Node) []string {
	names := make([]string, len(n.Args))
	for k, a := range n.Args {
		names[k] = w.names[a]
	}
	return names
}

// callPartial puts the names into the derivative of a function of package math.
func (w *writer) callPartial(n *source.Node, k int, v string) string {
	names := w.argNames(n)
	if n.Func == "Pow" && k == 0 {
		if b := w.p.Nodes[n.Args[1]]; b.Kind == source.Constant {
			switch b.Const {
			case 2:
				return "2 * " + names[0]
			case 3:
				return "3 * " + names[0] + " * " + names[0]
			}
		}
	}
	return substitute(source.Derivative(n.Func, k), append(names, v))
}

// substitute replaces the names a, b and v of a derivative.
func substitute(expr string, names []string) string {
	var b strings.Builder
	for i := 0; i < len(expr); i++ {
		c := expr[i]
		alone := (i == 0 || !isLetter(expr[i-1]) && expr[i-1] != '.') && (i+1 == len(expr) || !isLetter(expr[i+1]))
		switch {
		case alone && c == 'a':
			b.WriteString(names[0])
		case alone && c == 'b' && len(names) > 2:
			b.WriteString(names[1])
		case alone && c == 'v':
			b.WriteString(names[len(names)-1])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func (w *writer) elemental(of, by source.Value, expr string, uses ...string) factor {
	if strings.TrimLeft(expr, "-") == w.names[of] { // the derivative is the value: exp
		return factor{w.names[of], expr[0] == '-'}
	}
	name := w.fresh("p")
	w.j.partials = append(w.j.partials, statement{
		name: name, expr: expr, uses: uses, comment: fmt.Sprintf("d %s / d %s", w.p.Nodes[of].Name, w.p.Nodes[by].Name),
	})
	return factor{name: name}
}
