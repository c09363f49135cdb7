package format

import (
	"context"
	"fmt"
	"slices"

	"facet/model"
	"facet/model/excerpt"
	"facet/model/refusal"
)

// parseDOT reads a digraph whose attributes say what facet needs: size on
// vertices; tangent_cost, adjoint_cost, has_jacobian and has_model on edges. What
// [WriteDOT] adds for the eye is not kept. Statements are carried out as they are read.
func parseDOT(ctx context.Context, name string, text []byte) (g *model.Dag, err error) {
	r := dotReader{
		dotScanner: dotScanner{text: string(text)}, known: make(map[string]int),
		edgeAt: make(map[[2]string]int),
	}
	r.budget, r.howSize = &budget{ctx: ctx},
		"give it one, as in a [size=3], or one to all vertices: node [size=1]"
	defer refusal.Catch(&err)
	r.graph()
	r.forTheEye()
	return r.dag(name)
}

// dotScope holds the default attributes of a graph or subgraph.
type dotScope struct{ node, edge *defaults }

type dotReader struct {
	dotScanner
	drawn
	strict bool
	known  map[string]int    // vertices by id
	edgeAt map[[2]string]int // edges by ends, in a strict graph
	depth  int
	pairs  int // of vertices with an edge between them, new or not
	sets   int // of attributes, new or not
}

// take reads a token that has to be there.
func (r *dotReader) take(kind dotKind) {
	if !r.takes(kind) {
		r.unexpected()
	}
}

// takes reads a token, if it is of a kind.
func (r *dotReader) takes(kind dotKind) bool {
	if r.next.kind != kind || kind == dotEnd {
		return r.next.kind == kind
	}
	r.advance()
	return true
}

// keyword reads a keyword, if it is next.
func (r *dotReader) keyword(word string) bool {
	is := r.next.is(word)
	if is {
		r.advance()
	}
	return is
}

func (r *dotReader) unexpected() {
	switch r.next.kind {
	case dotEnd:
		r.wrong("the file is cut off")
	case dotID:
		r.wrong("%s has no place", excerpt.Of(r.next.text))
	case dotTo:
		r.wrong("-> has no place")
	case dotTie:
		r.wrong("-- has no place: write ->")
	}
	r.wrong("%s has no place", excerpt.Of(string(rune(r.next.kind))))
}

// id reads an identifier.
func (r *dotReader) id() string {
	id := r.next.text
	r.take(dotID)
	return id
}

func (r *dotReader) graph() {
	r.advance()
	r.strict = r.keyword("strict")
	switch {
	case r.next.is("graph"):
		refusal.Throw(fmt.Errorf("the graph is undirected: write digraph and ->"))
	case !r.keyword("digraph"):
		r.unexpected()
	}
	r.takes(dotID)
	r.block(dotScope{new(defaults), new(defaults)})
	if r.next.is("digraph") || r.next.is("graph") || r.next.is("strict") {
		refusal.Throw(fmt.Errorf("a second graph in it: keep one graph per file"))
	}
	r.take(dotEnd)
}

// block carries out the statements in a pair of braces, and gives the vertices that occur
// in them.
func (r *dotReader) block(scope dotScope) (seen []string) {
	if r.depth++; r.depth > maxDepth {
		refusal.Throw(fmt.Errorf("subgraphs are nested more than %d deep: a dag is flat", maxDepth))
	}
	defer func() { r.depth-- }()
	r.take('{')
	for !r.takes('}') {
		refusal.Throw(r.step())
		if r.takes(';') {
			continue
		}
		ids := r.statement(&scope)
		if r.depth > 1 {
			seen = append(seen, ids...)
		}
	}
	return seen
}

func (r *dotReader) statement(scope *dotScope) []string {
	for _, kind := range [...]struct {
		keyword string
		of      **defaults
	}{{"node", &scope.node}, {"edge", &scope.edge}, {"graph", nil}} {
		if !r.keyword(kind.keyword) {
			continue
		}
		if r.next.kind != '[' {
			r.unexpected()
		}
		r.attributes(func(name, value string) {
			if kind.of == nil {
				r.set(&r.extra, name, value)
				return
			}
			switch d := r.changing(kind.of); {
			case name == "id" && kind.of == &scope.edge:
				d.id = value
			case isOurs(name):
				r.set(&d.ours, name, value)
			default:
				r.set(&d.extra, name, value)
			}
		})
		return nil
	}
	ids := r.end(scope, true)
	switch {
	case r.next.kind == dotTie:
		r.unexpected()
	case r.next.kind == dotTo:
		return r.chain(ids.all, scope)
	case ids.isVertex && r.takes('='):
		r.set(&r.extra, ids.all[0], r.id())
		return nil
	case ids.isVertex:
		at := r.vertex(ids.all[0], scope)
		r.attributes(func(name, value string) { r.set(&r.vertices[at].values, name, value) })
	}
	return ids.all
}

// attributes reads lists of attributes in brackets, if there are any.
func (r *dotReader) attributes(each func(name, value string)) {
	for r.takes('[') {
		for !r.takes(']') {
			name, value := r.id(), "true" // as Graphviz has it
			if r.takes('=') {
				value = r.id()
			}
			if !r.takes(',') {
				r.takes(';')
			}
			each(name, value)
		}
	}
}

// dotEnds are the vertices at one end of an edge.
type dotEnds struct {
	all      []string
	isVertex bool // one vertex, and not a subgraph
}

// end reads a vertex or a subgraph. A vertex that begins a statement is not made yet: it
// may be the name of an attribute.
func (r *dotReader) end(scope *dotScope, first bool) dotEnds {
	if r.keyword("subgraph") {
		r.takes(dotID)
	}
	if r.next.kind == '{' {
		scope.node.taken, scope.edge.taken = true, true
		ids := r.block(*scope)
		slices.Sort(ids)
		return dotEnds{all: slices.Compact(ids)}
	}
	id := r.id()
	for range 2 { // a port, and a compass point
		if r.takes(':') {
			r.id()
		}
	}
	if !first {
		r.vertex(id, scope)
	}
	return dotEnds{all: []string{id}, isVertex: true}
}

func (r *dotReader) vertex(id string, scope *dotScope) int {
	if at, known := r.known[id]; known {
		return at
	}
	at := len(r.vertices)
	r.known[id] = at
	scope.node.taken = true
	r.vertices = append(r.vertices, drawnVertex{id: id, also: scope.node})
	refusal.Throw(r.member())
	return at
}

// chain makes the edges of a -> b -> {c d}.
func (r *dotReader) chain(from []string, scope *dotScope) []string {
	for _, id := range from {
		r.vertex(id, scope)
	}
	seen := slices.Clone(from)
	var made []int
	for r.takes(dotTo) {
		to := r.end(scope, false)
		if r.pairs += len(from) * len(to.all); r.pairs > maxMembers {
			refusal.Throw(fmt.Errorf("more than %d edges: make the dag coarser", maxMembers))
		}
		for _, i := range from {
			for _, j := range to.all {
				made = append(made, r.edge(i, j, scope))
			}
		}
		seen = append(seen, to.all...)
		from = to.all
	}
	r.attributes(func(name, value string) {
		for _, at := range made {
			if e := &r.edges[at]; name == "id" {
				e.id = value
			} else {
				r.set(&e.values, name, value)
			}
		}
	})
	return seen
}

// edge adds an edge; in a strict graph, one that is there again only adds to
// what is said of it.
func (r *dotReader) edge(source, target string, scope *dotScope) int {
	if r.strict {
		if at, again := r.edgeAt[[2]string{source, target}]; again {
			refusal.Throw(r.step())
			return at
		}
		r.edgeAt[[2]string{source, target}] = len(r.edges)
	}
	scope.edge.taken = true
	r.edges = append(r.edges, drawnEdge{id: scope.edge.id, source: source, target: target, also: scope.edge})
	refusal.Throw(r.member())
	return len(r.edges) - 1
}

// set gives an attribute its last value, as DOT does.
func (r *dotReader) set(values *attributes, name, value string) {
	if r.sets++; r.sets > maxMarkup {
		r.wrong("more than %d attributes are set", maxMarkup)
	}
	refusal.Throw(r.step())
	for k := range *values {
		if (*values)[k].Name == name {
			(*values)[k].Value = value
			return
		}
	}
	*values = append(*values, model.Attribute{Name: name, Type: "string", Value: value})
	if err := tooMany(len(*values)); err != nil {
		r.wrong("an element %v", err)
	}
	if name != "label" && name != "style" { // as WriteDOT adds them
		refusal.Throw(r.element())
	}
}

// changing gives defaults to be changed. Those that elements have already stay as they are.
func (r *dotReader) changing(of **defaults) *defaults {
	if d := *of; d.taken {
		if err := r.expand(len(d.ours) + len(d.extra)); err != nil {
			r.wrong("an element %v", err)
		}
		*of = &defaults{id: d.id, ours: slices.Clone(d.ours), extra: slices.Clone(d.extra)}
	}
	return *of
}

// forTheEye takes out what WriteDOT adds to the facts.
func (r *dotReader) forTheEye() {
	without := func(values attributes, shown ...[2]string) attributes {
		return slices.DeleteFunc(values, func(a model.Attribute) bool {
			return slices.Contains(shown, [2]string{a.Name, a.Value})
		})
	}
	r.extra = without(r.extra, [2]string{"rankdir", "BT"})
	for k := range r.vertices {
		v := &r.vertices[k]
		v.also.extra = without(v.also.extra, [2]string{"shape", "circle"})
		size, _, _ := v.also.facts(v.values).whole(keySize, keyVectorSize)
		v.values = without(v.values, [2]string{"shape", "circle"},
			[2]string{"label", vertexLabel(v.id, size)})
	}
	for k := range r.edges {
		e := &r.edges[k]
		e.also.extra = without(e.also.extra, [2]string{"style", "bold"})
		if edge, err := newEdge("", 0, 1, e.also.facts(e.values)); err == nil {
			e.values = without(e.values, [2]string{"style", "bold"}, [2]string{"label", edgeLabel(edge)})
		}
	}
}
