package code

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/programs/source"
)

// dialect is how a language says what code consists of.
type dialect struct {
	reserved func(name string) bool
	letter   func(r rune) bool // may stand in an identifier; digits and _ too
	number   func(c float64) string
	call     func(fn string, args []string) string
	declare  func(name, expr string) string
	remark   func(text string) string
	comment  func(line string) string // a line of a comment of its own; it may begin with a tab

	// test declares whether a condition holds, choose one number or another.
	test   func(name, expr string) string
	choose func(name, condition, yes, no string) string

	// pair computes the sine and the cosine of an angle at once; nil where the
	// compiler does that by itself.
	pair func(sine, cosine, angle string) string
}

// comments writes lines as comments.
func (d dialect) comments(lines ...string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(d.comment(line), " ") + "\n")
	}
	return b.String()
}

// listing is code as lines of one dialect.
type listing struct {
	jacobian *Jacobian
	dialect  dialect
	shape    *shape
	form     Form
	batch    bool // of the function for many points
	taken    map[string]bool
	counts   map[string]int // of names by their stem
	names    []string       // of the nodes
	entryOf  map[ref]string // which entry of the result a node is, as a name: dz_dx
	uses     []int          // of the nodes
	inside   []bool         // products that are written inside the one sum that uses them
	lines    []ref          // the nodes that have lines, in order
	together map[ref][]ref  // nodes with one line: sines with cosines
	labels   []string       // of the operations, where comments are wanted
	line     int            // of the source, of the last value
}

func (j *Jacobian) newListing(d dialect, f Form, batch bool) *listing {
	j.turnSigns()
	l := &listing{jacobian: j, dialect: d, form: f, batch: batch, taken: make(map[string]bool),
		counts: make(map[string]int)}
	l.taken[j.Name()], l.taken[j.Program.Name] = true, true
	for _, word := range []string{"points", "point"} {
		l.taken[word] = true
	}
	l.shape = j.newShape(f, l.unique)
	l.nameEntries()
	l.names = make([]string, len(j.graph.nodes))
	l.together = make(map[ref][]ref)
	if d.pair != nil {
		for r, pair := range j.pairs() {
			l.together[r] = pair[:]
		}
	}
	if f.Comments {
		l.label()
	}
	l.findInside()
	l.lines = l.ordered()
	return l
}

// nameEntries finds the nodes that are entries as they stand. Their parts, and numbers that
// are minus an entry, have numbers as names.
func (l *listing) nameEntries() {
	l.entryOf = make(map[ref]string)
	if len(l.shape.entries) == 0 {
		return
	}
	for e, f := range l.shape.results[len(l.shape.results)-1].stores {
		if text := l.shape.entries[e]; text != "" && !f.negative && l.entryOf[f.ref] == "" {
			over, under, _ := strings.Cut(strings.TrimPrefix(text, "d "), " / ")
			name := "d" + identifier(over, l.dialect.letter)
			if rest, is := strings.CutPrefix(text, "d2 "); is {
				over, _, _ = strings.Cut(rest, " / ")
				name = "d2" + identifier(over, l.dialect.letter)
			}
			for _, by := range strings.Fields(under) {
				if by != "d" {
					name += "_d" + identifier(by, l.dialect.letter)
				}
			}
			l.entryOf[f.ref] = name
		}
	}
}

// unique makes an identifier that is not taken.
func (l *listing) unique(name string) string {
	id := identifier(name, l.dialect.letter)
	for name = id; l.taken[name] || l.dialect.reserved(name); {
		l.counts[id]++
		name = id + "_" + strconv.Itoa(l.counts[id]+1)
	}
	l.taken[name] = true
	return name
}

// fresh is the next name of a stem: d1, d2 and so on.
func (l *listing) fresh(stem string) string {
	for {
		l.counts[stem]++
		if name := stem + strconv.Itoa(l.counts[stem]); !l.taken[name] && !l.dialect.reserved(name) {
			l.taken[name] = true
			return name
		}
	}
}

// label names the operations as sequences do.
func (l *listing) label() {
	_, err := model.Walk(model.NewState(l.jacobian.Task.Dag), l.jacobian.ops,
		func(s *model.State, o model.Op, _ model.Cost) {
			l.labels = append(l.labels, model.OpName(s, o))
		})
	if err != nil {
		l.labels = make([]string, len(l.jacobian.ops)) // New has carried them out
	}
}

// mostCompared is how many comparisons are written in one condition.
const mostCompared = 3

// findInside finds the products that only one sum of the accumulation uses, so
// that a line is a multiplication and an addition, and conditions that are used once.
func (l *listing) findInside() {
	g := l.jacobian.graph
	uses := make([]int, len(g.nodes))
	l.uses = uses
	inSum := make([]bool, len(g.nodes))
	for r := range g.nodes {
		n := &g.nodes[r]
		for _, a := range n.args {
			if a != noRef {
				uses[a]++
				inSum[a] = n.section == ofProducts && (n.kind == source.Add || n.kind == source.Sub)
			}
		}
	}
	for _, p := range l.shape.results {
		for _, f := range p.stores {
			uses[f.ref]++
			inSum[f.ref] = false
		}
	}
	l.inside = make([]bool, len(g.nodes))
	size := make([]int, len(g.nodes)) // of conditions: comparisons
	for r := range g.nodes {
		n := &g.nodes[r]
		if n.kind.IsCondition() {
			size[r] = 1
			if n.kind != source.Compare {
				size[r] = 0
				for _, a := range n.args {
					if a != noRef && l.inside[a] {
						size[r] += size[a]
					}
				}
			}
			l.inside[r] = uses[r] == 1 && size[r] <= mostCompared
			continue
		}
		l.inside[r] = n.kind == source.Mul && n.section == ofProducts && uses[r] == 1 && inSum[r]
	}
}

// place is how an entry of a parameter is read, and that of a result written. Of many points
// the neighbours lie side by side, so that they are loaded at once.
func (l *listing) place(p *port, e int) string {
	switch {
	case !l.batch:
		return p.element(e)
	case e == 0:
		return p.Name + "[point]"
	case e == 1:
		return p.Name + "[points+point]"
	}
	return fmt.Sprintf("%s[%d*points+point]", p.Name, e)
}

// body lists all lines: loads, values, partial derivatives, eliminations, stores.
func (l *listing) body() []string {
	lines := l.loads()
	titles := [...]string{"The values.", "The partial derivatives of the operations.", "The eliminations."}
	last := -1
	entries := l.early()
	for _, r := range l.lines {
		n := &l.jacobian.graph.nodes[r]
		if s := int(n.section); s != last && l.form.Order == InSequence {
			lines, last = append(lines, l.dialect.remark(titles[s])), s
		}
		lines = append(lines, l.statement(r))
		for _, r := range l.group(r) {
			for _, e := range entries[r] {
				lines = append(lines, l.store(len(l.shape.results)-1, e))
			}
		}
	}
	return append(lines, l.stores()...)
}

// early lists the entries of the Jacobian that are stored as soon as a node is known, so that a
// compiler need not keep hundreds of them, and finds neighbours side by side. An input or a
// constant is stored last.
func (l *listing) early() map[ref][]int {
	all := make(map[ref][]int)
	for e, f := range l.entryPort().stores {
		if l.jacobian.graph.nodes[f.ref].kind >= source.Add {
			all[f.ref] = append(all[f.ref], e)
		}
	}
	return all
}

// entryPort is the result whose entries are stored early.
func (l *listing) entryPort() *port {
	if l.batch || len(l.shape.entries) == 0 {
		return &port{}
	}
	return &l.shape.results[len(l.shape.results)-1]
}

// loads names the inputs. One that is a result as well is copied first:
// the caller's results may overlap the parameters.
func (l *listing) loads() []string {
	stored := make(map[ref]bool)
	for i := range l.shape.results {
		p := &l.shape.results[i]
		if l.entriesFirst() && p == l.entryPort() {
			continue
		}
		for _, f := range p.stores {
			stored[f.ref] = true
		}
	}
	var lines []string
	for i := range l.shape.params {
		p := &l.shape.params[i]
		for e, r := range p.loads {
			l.names[r] = l.place(p, e)
			if l.batch && l.uses[r] > 0 || stored[r] && !p.Scalar() {
				name := l.unique(p.element(e))
				lines = append(lines, l.dialect.declare(name, l.names[r]))
				l.names[r] = name
			}
		}
	}
	for r := range l.jacobian.graph.nodes {
		if n := &l.jacobian.graph.nodes[r]; n.kind == source.Constant {
			l.names[r] = l.dialect.number(n.c)
		}
	}
	return lines
}

// name gives a node the name under which its line declares it.
func (l *listing) name(r ref) string {
	if l.names[r] != "" {
		return l.names[r]
	}
	switch n := &l.jacobian.graph.nodes[r]; {
	case n.kind.IsCondition():
		l.names[r] = l.fresh("c")
	case l.entryOf[r] != "" && n.section != ofValues:
		l.names[r] = l.unique(l.entryOf[r])
	case n.section == ofValues:
		l.names[r] = l.unique(l.jacobian.nameOf(n.of))
	case n.section == ofPartials:
		l.names[r] = l.fresh("p")
	default:
		l.names[r] = l.fresh("d")
	}
	return l.names[r]
}

// statement is the line that computes a node.
func (l *listing) statement(r ref) string {
	n := &l.jacobian.graph.nodes[r]
	text := ""
	if some := l.group(r); len(some) > 1 {
		angle := l.operand(n.args[0])
		text = l.dialect.pair(l.name(some[0]), l.name(some[1]), angle)
	} else if n.kind == source.Select {
		condition, yes, no := l.operand(n.args[0]), l.operand(n.args[1]), l.operand(n.args[2])
		text = l.dialect.choose(l.name(r), condition, yes, no)
	} else {
		expr := l.expr(r)
		declare := l.dialect.declare
		if n.kind.IsCondition() {
			declare = l.dialect.test
		}
		text = declare(l.name(r), expr)
	}
	if note := l.note(n); note != "" {
		first, rest, _ := strings.Cut(text, "\n")
		text = strings.TrimSuffix(first+" "+l.dialect.remark(note)+"\n"+rest, "\n")
	}
	return text
}

// note is the remark behind a line: by default, the source's line where it
// changes.
func (l *listing) note(n *node) string {
	if n.section == ofValues {
		of := &l.jacobian.Program.Nodes[n.of]
		if l.form.Comments && of.Line > 0 {
			return fmt.Sprintf("line %d: %s", of.Line, of.Text)
		}
		if of.Line != l.line && of.Line > 0 {
			l.line = of.Line
			return fmt.Sprintf("line %d", of.Line)
		}
		return ""
	}
	switch {
	case !l.form.Comments:
		return ""
	case n.section == ofPartials:
		return fmt.Sprintf("of d %s / d %s", l.jacobian.nameOf(n.of), l.jacobian.nameOf(n.by))
	}
	return l.labels[n.op]
}

// operand is a node as a part of an expression.
func (l *listing) operand(r ref) string {
	if l.inside[r] {
		return l.expr(r)
	}
	return l.name(r)
}

func (l *listing) expr(r ref) string {
	n := &l.jacobian.graph.nodes[r]
	var args []string
	for _, a := range n.args {
		if a != noRef {
			args = append(args, l.operand(a))
			if k := l.jacobian.graph.nodes[a].kind; l.inside[a] && (k == source.And || k == source.Or ||
				k == source.Compare && n.kind == source.Not) {
				args[len(args)-1] = "(" + args[len(args)-1] + ")"
			}
		}
	}
	if n.kind == source.Call {
		return l.dialect.call(n.fn, args)
	}
	return source.Expression(n.kind, n.fn, args...)
}

// entriesFirst reports whether entries that are parameters or constants are stored before other
// results, which may overlap parameters: what is loaded where it is used is never held. C
// compilers put more side by side behind the results.
func (l *listing) entriesFirst() bool { return l.form.IsGo() && !l.batch }

// stores writes the results that are not stored yet.
func (l *listing) stores() []string {
	var entries, lines []string
	for i := range l.shape.results {
		p := &l.shape.results[i]
		for e, f := range p.stores {
			switch {
			case p != l.entryPort():
				lines = append(lines, l.store(i, e))
			case l.jacobian.graph.nodes[f.ref].kind < source.Add:
				entries = append(entries, l.store(i, e))
			}
		}
	}
	if l.entriesFirst() {
		return append(entries, lines...)
	}
	return append(lines, entries...)
}

// store is the line that stores an entry of a result.
func (l *listing) store(result, e int) string {
	p := &l.shape.results[result]
	text := l.name(p.stores[e].ref)
	if p.stores[e].negative {
		text = "-" + text
	}
	text = l.place(p, e) + " = " + text
	if p.Scalar() && !l.batch {
		text = "*" + text
	}
	if !l.form.IsGo() {
		text += ";"
	}
	isJacobian := result == len(l.shape.results)-1 && len(l.shape.entries) > 0
	if named := len(l.shape.entries) > mostListed || l.form.Comments; isJacobian && named &&
		l.shape.entries[e] != "" {
		text += " " + l.dialect.remark(l.shape.entries[e])
	}
	return text
}

// indented puts a margin before lines.
func indented(lines []string, margin string) []string {
	all := slices.Clone(lines)
	for k := range all {
		all[k] = margin + strings.ReplaceAll(all[k], "\n", "\n"+margin)
	}
	return all
}

// group is what is computed with a node in one line: the cosine of its angle, or only itself.
func (l *listing) group(r ref) []ref {
	if some, ok := l.together[r]; ok {
		return some
	}
	return []ref{r}
}
