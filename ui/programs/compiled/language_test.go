package compiled_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// random is a random function F with a suffix, and what it needs, over the whole
// language that is read: structs and methods, closures, switches, copies, sized
// integers, shared names. Its values stay near 1. What it declares has the suffix
// in its name, so that many of them fit into one package.
func random(rng *rand.Rand, suffix string) string {
	g := &generator{rng: rng, suffix: suffix}
	g.floats = []string{"x", "y", "in[0]", "in[1]", "in[2]", "s.A", "s.V[1]"}
	g.stores = []string{"x", "u", "in[1]", "s.A", "s.V[0]", "s.V[2]", "m[1][0]", "r.V[1]"}
	g.whole = []string{"2", "int(n&63)", "len(in)"}
	g.line("x += 0.5 * in[0]")
	g.line("var m [2][3]float64")
	g.line("n := %s(%d)", g.pick("int8", "uint8", "int16", "uint16", "int32", "uint64", "int"),
		g.rng.IntN(120))
	g.line("_ = n")
	g.floats = append(g.floats, "u", "m[1][0]", "m[0][2]", "r.V[1]", "table"+suffix+"[3]")
	g.block(4 + rng.IntN(10))
	text := fmt.Sprintf(`type S# struct {
	A float64
	V [3]float64
}

type pair# struct {
	S#
	n    uint8
	next *pair#
}

type shape# interface{ size(k float64) float64 }

func (s S#) size(k float64) float64 { s.A *= k; return 0.5 * (s.A + s.V[1]) }

func (s *S#) turn(k float64) { s.V[0], s.V[1], s.A = s.V[1], k*s.V[0], tame#(s.A+k) }

type line# float64

func (l line#) size(k float64) float64 { return k - float64(l)/2 }

var table# = [5]float64{2: 0.25, 0.75}

func init() {
	for i := range table# {
		table#[i] += 0.125 * float64(i)
	}
}

func tame#(x float64) float64 { return x / math.Sqrt(1+x*x) }

func mean#[T any](all []T, of func(T) float64) (sum float64) {
	for _, v := range all {
		sum += of(v)
	}
	return sum / float64(len(all))
}

func power#(x float64, n int) float64 {
	if n == 0 {
		return 1
	}
	return tame#(x * power#(x, n-1))
}

func F#(x, y float64, in [3]float64, s S#) (u float64, out [2]float64, r S#) {
%s	out[0], out[1] = tame#(x+m[0][1]), tame#(u-y*m[1][2])
	r.A += s.size(out[0])
	return u + 0.5*y*y + m[1][0]*in[2], out, r
}
`, g.body.String())
	return strings.ReplaceAll(text, "#", suffix)
}

// generator writes the body of a function.
type generator struct {
	rng    *rand.Rand
	suffix string
	body   strings.Builder
	floats []string // what can be read
	stores []string // what can be set
	whole  []string // what is a whole number, not negative
	names  int
	depth  int
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.body, strings.Repeat("\t", 1+g.depth)+format+"\n", args...)
}

func (g *generator) pick(all ...string) string { return all[g.rng.IntN(len(all))] }

func (g *generator) name() string {
	g.names++
	return fmt.Sprintf("v%d", g.names)
}

func (g *generator) float() string { return g.floats[g.rng.IntN(len(g.floats))] }
func (g *generator) store() string { return g.stores[g.rng.IntN(len(g.stores))] }
func (g *generator) int() string   { return g.whole[g.rng.IntN(len(g.whole))] }

// expr is an expression that stays near 1 if what it is made of does.
func (g *generator) expr() string {
	a, b := g.float(), g.float()
	return g.pick(
		a, a, "-"+a, "0.5*("+a+"+"+b+")", a+"-"+b, "tame#("+a+"*"+b+")", "tame#("+a+"*"+b+")",
		a+"/(2+"+b+"*"+b+")", "math.Sin("+a+")", "math.Exp(-"+a+"*"+a+")",
		"math.Sqrt(1+"+a+"*"+a+")", "math.Tanh("+a+")*"+b, "math.Atan2("+a+", 2+"+b+"*"+b+")",
		"math.Pow(1+"+a+"*"+a+", 0.3)", "math.Pow("+a+", 2)", "math.Max("+a+", "+b+")",
		"min("+a+", "+b+", 1.5)", "math.Abs("+a+"-0.3)", "power#("+a+", 3)", "s.size("+a+")",
		"shape#(s).size("+a+")", "shape#(line#(0.5)).size("+a+")",
		"float64("+g.int()+"%7)*"+a+"/7", "table#[("+g.int()+")%5]*"+a, "math.Log1p("+a+"*"+a+")",
		"math.Hypot("+a+", 1)", "math.Asinh("+a+")", "math.Cbrt(2+"+a+"*"+a+")",
		"mean#([]float64{"+a+", "+b+"}, tame#)", "mean#(in[:], func(v float64) float64 { return v * "+a+" })",
	)
}

// block writes some statements, in a scope of their own.
func (g *generator) block(statements int) {
	floats, stores, whole := len(g.floats), len(g.stores), len(g.whole)
	for range statements {
		g.statement()
	}
	g.floats, g.stores, g.whole = g.floats[:floats:floats], g.stores[:stores:stores], g.whole[:whole:whole]
}

// inner writes some statements between braces.
func (g *generator) inner(head string, uses string) {
	g.line("%s {", head)
	g.depth++
	if uses != "" {
		g.line("_ = %s", uses)
	}
	g.block(1 + g.rng.IntN(3))
	g.depth--
}

func (g *generator) statement() {
	kinds := 21
	if g.depth > 1 {
		kinds = 15
	}
	a, b := g.expr(), g.expr()
	switch k := g.rng.IntN(kinds); k {
	case 0:
		v := g.name()
		g.line("%s := tame#(%s)", v, a)
		g.line("_ = %s", v)
		g.floats, g.stores = append(g.floats, v), append(g.stores, v)
	case 1: // one name for two variables
		v := g.pick("x", "y", "u", "n")
		g.line("{")
		g.line("\t%s := tame#(%s)", v, a)
		g.line("\tout[%d], in[1] = %s, 0.5 * %s", g.rng.IntN(2), v, v)
		g.line("}")
	case 2, 3:
		g.line("%s = tame#(%s)", g.store(), a)
	case 4:
		g.line("%s %s= tame#(%s)", g.store(), g.pick("+", "-", "*"), a)
	case 5: // Go ranges over a copy
		g.line("for i, v := range in {")
		g.line("\tin[(i+%d)%%3] = tame#(v * %s)", 1+g.rng.IntN(2), g.float())
		g.line("}")
	case 6: // indices come first
		g.line("{")
		g.line("\ti := %d", g.rng.IntN(3))
		g.line("\ti, in[i] = (i+1)%%3, %s", a)
		g.line("\ts.V[i], in[i] = in[i], tame#(s.V[i])")
		g.line("}")
	case 7: // whole numbers wrap
		g.line("n %s %d", g.pick("+=", "*=", "-=", "^=", "|=", "&^="), 1+g.rng.IntN(100))
		g.line("n %s= uint(%s) & 3", g.pick("<<", ">>"), g.pick("n&1", "3", "1"))
		g.line("%s = %s * float64(n&15) / 16", g.store(), g.float())
	case 8: // copies are values
		v := g.name() + "c"
		g.line("%s := s", v)
		g.line("%s.V[1], s.V[0] = %s, tame#(%s)", v, a, b)
		g.line("%s += 0.5 * (%s.V[0] - %s.V[1])", g.store(), v, v)
	case 9:
		g.line("(&s).turn(%s)", a)
	case 10: // memory that is shared
		v := g.name() + "p"
		g.line("%s := &%s", v, g.pick("s.V[1]", "x", "in[2]", "m[0][1]", "u", "r.A"))
		g.line("*%s = tame#(*%s + %s)", v, v, a)
	case 11:
		v := g.name() + "q"
		g.line("%s := in[1:]", v)
		g.line("%s[0], %s[1] = %s, %s", v, v, a, b)
		g.line("%s = append(%s[:1:1], %s)", v, v, g.float())
		g.line("%s = tame#(%s[0] + %s[len(%s)-1])", g.store(), v, v, v)
	case 12:
		v := g.name() + "m"
		g.line("%s := map[string]float64{\"a\": %s, \"b\": 1}", v, a)
		g.line("%s[\"c\"] += %s[\"a\"] * %s", v, v, g.float())
		g.line("%s = tame#(%s[\"c\"] + %s[\"none\"])", g.store(), v, v)
	case 13:
		v := g.name()
		g.line("%ss, %st := math.Sincos(%s)", v, v, a)
		g.line("%s = %ss * %st", g.store(), v, v)
	case 14:
		v := g.name() + "l"
		g.line("%s := &pair#{S#: s, n: uint8(%d), next: &pair#{}}", v, 200+g.rng.IntN(50))
		g.line("%s.next.A, %s.n = %s, %s.n+%d", v, v, a, v, g.rng.IntN(100))
		g.line("%s.V = [...]float64{2: %s.next.A, 0: %s}", v, v, g.float())
		g.line("%s = tame#(%s.size(0.5) + %s.V[2]*float64(%s.n)/256)", g.store(), v, v, v)
	case 15:
		g.inner(fmt.Sprintf("if %s%%%d == %d", g.int(), 2+g.rng.IntN(2), g.rng.IntN(2)), "")
		if g.rng.IntN(2) == 0 {
			g.body.WriteString(strings.Repeat("\t", 1+g.depth))
			g.inner("} else", "")
		}
		g.line("}")
	case 16:
		i := fmt.Sprintf("i%d", g.depth)
		g.whole = append(g.whole, i)
		g.floats = append(g.floats, "m[1]["+i+"%3]")
		g.inner(g.pick("for "+i+" := 0; "+i+" < 3; "+i+"++", "for "+i+" := range 3", "for "+i+" := range in"),
			i)
		g.whole, g.floats = g.whole[:len(g.whole)-1], g.floats[:len(g.floats)-1]
		if g.rng.IntN(2) == 0 {
			g.line("\tif %s == 1 {", i)
			g.line("\t\t%s", g.pick("continue", "break"))
			g.line("\t}")
			g.line("\tm[0][%s] = %s", i, g.float())
		}
		g.line("}")
	case 17:
		g.names++
		l := fmt.Sprintf("row%d", g.names)
		g.line("%s:", l)
		g.line("for i := range m {")
		g.line("\tfor j, v := range m[i] {")
		g.line("\t\tif (i+j)%%3 == %d {", g.rng.IntN(3))
		g.line("\t\t\t%s %s", g.pick("continue", "break"), l)
		g.line("\t\t}")
		g.line("\t\tm[1][j] = tame#(v + %s)", g.float())
		g.line("\t}")
		g.line("}")
	case 18:
		g.line("switch k := %s %% 4; {", g.int())
		g.line("case k == %d:", g.rng.IntN(4))
		g.line("\t%s = tame#(%s)", g.store(), a)
		if g.rng.IntN(2) == 0 {
			g.line("\tfallthrough")
		}
		g.line("case k > 1:")
		g.line("\t%s = tame#(%s)", g.store(), b)
		g.line("default:")
		g.line("\t%s = %s", g.store(), g.float())
		g.line("}")
	case 19: // a closure holds variables, not values
		v := g.name() + "f"
		g.line("%s := func(a float64) float64 { %s = tame#(a + %s); return a * %s }", v, g.store(), g.float(),
			g.float())
		g.line("%s = 0.5 * (%s(%s) + %s(%s))", g.store(), v, a, v, b)
		g.line("for i := range 2 {")
		g.line("\tdefer func() { r.V[i] = tame#(r.V[i] + %s) }()", g.float())
		g.line("}")
	case 20:
		v := g.name() + "g"
		g.line("var %s []func() float64", v)
		g.line("for i := 0; i < 3; i++ {")
		g.line("\t%s = append(%s, func() float64 { i++; return in[i%%3] * %s })", v, v, g.float())
		g.line("}")
		g.line("%s = tame#(%s[0]() + %s[2]() - %s[0]())", g.store(), v, v, v)
	}
}
