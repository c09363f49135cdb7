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
		l = pythonDriver{d}
	default:
		return nil, fmt.Errorf("there is no language %q: choose one of %s", language, strings.Join(Languages, ", "))
	}
	var b strings.Builder
	l.begin(&b, d.headline(o))
	for _, s := range d.steps {
		if s.kind == free {
			fmt.Fprintf(&b, "%s%s\n", l.indent(), l.free(s.result))
			continue
		}
		text := l.step(s)
		if note := s.note(); note != "" {
			text += "  " + l.remark() + " " + note
		}
		fmt.Fprintf(&b, "%s%s\n", l.indent(), text)
	}
	l.end(&b)
	return l.finish(b.String())
}

// dialect is how a language says what a driver does.
type dialect interface {
	begin(b *strings.Builder, headline []string)
	step(s driverStep) string
	free(name string) string
	end(b *strings.Builder)
	finish(text string) ([]byte, error)
	remark() string
	indent() string
}

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

// signatures lists the functions that a driver calls, each once, in their order.
func (d *Driver) signatures(write func(kind stepKind, name string, at int)) {
	seen := make(map[string]bool)
	for _, s := range d.steps {
		switch s.kind {
		case computeValue, fetch, wholeByTangents, wholeByAdjoints, identityTangent, identityAdjoint, tangent, adjoint:
			if name := d.function(s.kind, s.edge); !seen[name] {
				seen[name] = true
				write(s.kind, name, s.edge)
			}
		}
	}
}

// vertexOf is the vertex whose operands a function of this kind is given.
func (d *Driver) vertexOf(kind stepKind, at int) int {
	if kind == computeValue {
		return at
	}
	return d.Dag.Edges[at].Target
}
