package driver

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/model/code"
)

// Languages lists the languages in which drivers are written.
var Languages = []string{"go", "c++", "python"}

// Write writes the driver in one of [Languages].
func (d *Driver) Write(language string, o code.Origin) ([]byte, error) {
	var l dialect
	switch language {
	case "go":
		l = goDriver{d}
	case "c++":
		l = cppDriver{d}
	case "python":
		if d.threads != nil {
			return nil, fmt.Errorf("a driver in Python runs on one thread, since its interpreter does: choose go or c++")
		}
		l = pythonDriver{d}
	default:
		return nil, fmt.Errorf("there is no language %q: choose one of %s", language, strings.Join(Languages, ", "))
	}
	var b strings.Builder
	l.begin(&b, d.headline(o))
	g := l.grammar()
	if d.threads != nil {
		t := goThreads
		if language == "c++" {
			t = cppThreads
		}
		d.writeThreads(&b, g, t)
		l.end(&b)
		return l.finish(b.String())
	}
	for _, s := range d.steps {
		text := g.step(d, s)
		if note := s.note(); note != "" {
			text += "  " + g.remark + " " + note
		}
		fmt.Fprintf(&b, "%s%s\n", g.indent, text)
	}
	l.end(&b)
	return l.finish(b.String())
}

// dialect is how a language says what a driver does.
type dialect interface {
	grammar() grammar
	begin(b *strings.Builder, headline []string)
	end(b *strings.Builder)
	finish(text string) ([]byte, error)
}

// grammar is how a language writes the lines of a driver, as formats. [1] is what is
// made or freed, [2] what it becomes.
type grammar struct {
	remark, indent string
	value          string // a vector
	made           string // a matrix
	assigned       string // a matrix whose name is there
	added, summed  string // to a matrix that is the driver's own, or that a module may hold
	free, unused   string // a matrix; one that nothing used
	function       func(name string) string
	identity       string    // [1] rows
	product        string    // [1] times [2]
	signatures     [4]string // by calleeKind: [1] name, [2] operands, [3] the value's name
}

// step is a line of a driver.
func (g grammar) step(d *Driver, s driverStep) string {
	format, what := g.made, ""
	switch {
	case s.kind == free && d.unused(s.result):
		format = g.unused
	case s.kind == free:
		format = g.free
	case s.kind == computeValue:
		format = g.value
	case s.adds && s.inPlace:
		format = g.added
	case s.adds:
		format = g.summed
	}
	call := func(seed ...string) string {
		args := append(d.operands(d.vertexOf(s.kind, s.edge)), seed...)
		return "modules." + g.function(d.function(s.kind, s.edge)) + "(" + strings.Join(args, ", ") + ")"
	}
	switch s.kind {
	case computeValue, fetch, wholeByTangents, wholeByAdjoints:
		what = call()
	case identityTangent:
		what = call(fmt.Sprintf(g.identity, s.size[1]))
	case identityAdjoint:
		what = call(fmt.Sprintf(g.identity, s.size[0]))
	case tangent, adjoint:
		what = call(s.left)
	case product:
		what = fmt.Sprintf(g.product, s.left, s.right)
	case sum:
		what = s.left
	}
	return fmt.Sprintf(format, s.result, what)
}

// unused tells that a matrix is made for nothing.
func (d *Driver) unused(name string) bool {
	for _, s := range d.steps {
		if s.left == name || s.right == name || s.adds && s.result == name {
			return false
		}
	}
	return true
}

// write lists the functions that a driver calls, each once, in their order.
func (g grammar) write(b *strings.Builder, d *Driver) {
	for _, c := range d.callees() {
		fmt.Fprintf(b, g.signatures[c.kind], g.function(c.name), strings.Join(c.operands, ", "), d.names[c.vertex])
	}
}

// asItIs is the name of a function in most languages.
func asItIs(name string) string { return name }

// headline says what the driver does and costs.
func (d *Driver) headline(o code.Origin) []string {
	how := o.How
	if o.Proof != "" {
		how += fmt.Sprintf(" (%s)", o.Proof)
	}
	cost := "cost " + d.Cost.String()
	if o.Bound > 0 {
		cost += fmt.Sprintf(", lower bound %d", o.Bound)
	}
	return []string{
		fmt.Sprintf("Jacobian of %s by %s: %s.", code.OneLine(d.Dag.Name), how, cost),
		fmt.Sprintf("At most %s entries of Jacobians are held at once.", d.Memory.Peak),
		"Make it again with: " + code.OneLine(o.Again),
	}
}

// note is the remark behind a line: the operation, its price, and what is alive.
func (s driverStep) note() string {
	switch {
	case s.kind == computeValue:
		return ""
	case s.counted:
		return fmt.Sprintf("%s %s, alive %s", s.line, s.price, s.alive)
	case s.kind == fetch:
		return fmt.Sprintf("given, alive %s", s.alive)
	case s.kind == sum:
		return "merge"
	}
	return ""
}

func (d *Driver) vertexIDs(all []int) string {
	names := make([]string, len(all))
	for k, i := range all {
		names[k] = code.OneLine(model.QuoteID(d.Dag.Vertices[i].ID))
	}
	return strings.Join(names, ", ")
}

// callee is a function that a driver calls.
type callee struct {
	name     string
	operands []string
	kind     calleeKind
	vertex   int // whose operands they are
}

type calleeKind uint8

const (
	givesValue calleeKind = iota
	givesJacobian
	givesTangents
	givesAdjoints
)

// allSteps lists the steps of all threads.
func (d *Driver) allSteps() []driverStep {
	all := d.steps
	if d.threads != nil {
		for _, jobs := range append([][]job{d.threads.given}, d.threads.machines...) {
			for _, j := range jobs {
				all = append(all[:len(all):len(all)], j.step)
			}
		}
	}
	return all
}

// callees lists the functions that a driver calls, each once, in their order.
func (d *Driver) callees() []callee {
	var all []callee
	seen := make(map[string]bool)
	for _, s := range d.allSteps() {
		kind := givesAdjoints
		switch s.kind {
		case computeValue:
			kind = givesValue
		case fetch, wholeByTangents, wholeByAdjoints:
			kind = givesJacobian
		case tangent, identityTangent:
			kind = givesTangents
		case product, sum, free:
			continue
		}
		if name := d.function(s.kind, s.edge); !seen[name] {
			seen[name] = true
			all = append(all, callee{name, d.operands(d.vertexOf(s.kind, s.edge)), kind, d.vertexOf(s.kind, s.edge)})
		}
	}
	return all
}

// vertexOf is the vertex whose operands a function of this kind is given.
func (d *Driver) vertexOf(kind stepKind, at int) int {
	if kind == computeValue {
		return at
	}
	return d.Dag.Edges[at].Target
}
