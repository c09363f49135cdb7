package format

import (
	"context"
	"fmt"
	"slices"

	"facet/model"
	"facet/model/excerpt"
)

// parseDOT reads a digraph whose attributes say what facet needs: size on
// vertices; tangent_cost, adjoint_cost, has_jacobian and has_model on edges. What
// [WriteDOT] adds for the eye is not kept. Statements are carried out as they are read.
func parseDOT(ctx context.Context, name string, text []byte) (*model.Dag, error) {
	r := dotReader{
		dotScanner: dotScanner{text: string(text)}, known: make(map[string]int),
		edgeAt: make(map[[2]string]int),
	}
	r.budget, r.howSize = &budget{ctx: ctx}, "give it one, as in a [size=3], or one to all vertices: node [size=1]"
	if err := r.graph(); err != nil {
		return nil, err
	}
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
func (r *dotReader) take(kind dotKind) error {
	if r.next.kind != kind {
		return r.unexpected()
	}
	return r.advance()
}

func (r *dotReader) unexpected() error {
	switch r.next.kind {
	case dotEnd:
		return r.wrong("the file is cut off")
	case dotID:
		return r.wrong("%s has no place", excerpt.Of(r.next.text))
	case dotTo:
		return r.wrong("-> has no place")
	case dotTie:
		return r.wrong("-- has no place: write ->")
	}
	return r.wrong("%s has no place", excerpt.Of(string(rune(r.next.kind))))
}

// id reads an identifier.
func (r *dotReader) id() (string, error) {
	id := r.next.text
	return id, r.take(dotID)
}

func (r *dotReader) graph() error {
	if err := r.advance(); err != nil {
		return err
	}
	if r.strict = r.next.is("strict"); r.strict {
		if err := r.advance(); err != nil {
			return err
		}
	}
	switch {
	case r.next.is("graph"):
		return fmt.Errorf("the graph is undirected: write digraph and ->")
	case !r.next.is("digraph"):
		return r.unexpected()
	}
	if err := r.advance(); err != nil {
		return err
	}
	if r.next.kind == dotID {
		if err := r.advance(); err != nil {
			return err
		}
	}
	if _, err := r.block(dotScope{new(defaults), new(defaults)}, false); err != nil {
		return err
	}
	if r.next.kind == dotEnd {
		return nil
	}
	if r.next.is("digraph") || r.next.is("graph") || r.next.is("strict") {
		return fmt.Errorf("a second graph in it: keep one graph per file")
	}
	return r.unexpected()
}

// block carries out the statements in a pair of braces, and gives the vertices that occur
// in them where the caller wants to know.
func (r *dotReader) block(scope dotScope, wanted bool) (seen []string, err error) {
	if r.depth++; r.depth > maxDepth {
		return nil, fmt.Errorf("subgraphs are nested more than %d deep: a dag is flat", maxDepth)
	}
	defer func() { r.depth-- }()
	if err := r.take('{'); err != nil {
		return nil, err
	}
	for r.next.kind != '}' {
		if err := r.step(); err != nil {
			return nil, err
		}
		if r.next.kind == ';' {
			if err := r.advance(); err != nil {
				return nil, err
			}
			continue
		}
		ids, err := r.statement(&scope)
		if err != nil {
			return nil, err
		}
		if wanted {
			seen = append(seen, ids...)
		}
	}
	return seen, r.advance()
}

func (r *dotReader) statement(scope *dotScope) ([]string, error) {
	for _, kind := range [...]struct {
		keyword string
		of      **defaults
	}{{"node", &scope.node}, {"edge", &scope.edge}, {"graph", nil}} {
		if r.next.is(kind.keyword) {
			if err := r.advance(); err != nil {
				return nil, err
			}
			if r.next.kind != '[' {
				return nil, r.unexpected()
			}
			return nil, r.attributes(func(name, value string) error {
				switch {
				case kind.of == nil:
					return r.set(&r.extra, name, value)
				case name == "id" && kind.of == &scope.edge:
					return r.changing(kind.of, func(d *defaults) error { d.id = value; return nil })
				}
				return r.changing(kind.of, func(d *defaults) error {
					if isOurs(name) {
						return r.set(&d.ours, name, value)
					}
					return r.set(&d.extra, name, value)
				})
			})
		}
	}
	ids, err := r.end(scope, true)
	if err != nil {
		return nil, err
	}
	switch r.next.kind {
	case dotTie:
		return nil, r.unexpected()
	case dotTo:
		return r.chain(ids.all, scope)
	case '=':
		if ids.isVertex {
			return nil, r.graphAttribute(ids.all[0])
		}
	}
	if ids.isVertex {
		at, err := r.vertex(ids.all[0], scope)
		if err != nil {
			return nil, err
		}
		err = r.attributes(func(name, value string) error {
			return r.set(&r.vertices[at].values, name, value)
		})
		return ids.all, err
	}
	return ids.all, nil
}

func (r *dotReader) graphAttribute(name string) error {
	if err := r.advance(); err != nil {
		return err
	}
	value, err := r.id()
	if err != nil {
		return err
	}
	return r.set(&r.extra, name, value)
}

// attributes reads lists of attributes in brackets, if there are any.
func (r *dotReader) attributes(each func(name, value string) error) error {
	for r.next.kind == '[' {
		if err := r.advance(); err != nil {
			return err
		}
		for r.next.kind != ']' {
			name, err := r.id()
			if err != nil {
				return err
			}
			value := "true" // as Graphviz has it
			if r.next.kind == '=' {
				if err := r.advance(); err != nil {
					return err
				}
				if value, err = r.id(); err != nil {
					return err
				}
			}
			if r.next.kind == ',' || r.next.kind == ';' {
				if err := r.advance(); err != nil {
					return err
				}
			}
			if err := each(name, value); err != nil {
				return err
			}
		}
		if err := r.advance(); err != nil {
			return err
		}
	}
	return nil
}

// dotEnds are the vertices at one end of an edge.
type dotEnds struct {
	all      []string
	isVertex bool // one vertex, and not a subgraph
}

// end reads a vertex or a subgraph. A vertex that begins a statement is not made yet: it
// may be the name of an attribute.
func (r *dotReader) end(scope *dotScope, first bool) (dotEnds, error) {
	if r.next.is("subgraph") {
		if err := r.advance(); err != nil {
			return dotEnds{}, err
		}
		if r.next.kind == dotID {
			if err := r.advance(); err != nil {
				return dotEnds{}, err
			}
		}
	}
	if r.next.kind == '{' {
		scope.node.taken, scope.edge.taken = true, true
		ids, err := r.block(*scope, true)
		slices.Sort(ids)
		return dotEnds{all: slices.Compact(ids)}, err
	}
	id, err := r.id()
	if err != nil {
		return dotEnds{}, err
	}
	for range 2 { // a port, and a compass point
		if r.next.kind == ':' {
			if err := r.advance(); err != nil {
				return dotEnds{}, err
			}
			if _, err := r.id(); err != nil {
				return dotEnds{}, err
			}
		}
	}
	if !first {
		_, err = r.vertex(id, scope)
	}
	return dotEnds{all: []string{id}, isVertex: true}, err
}

func (r *dotReader) vertex(id string, scope *dotScope) (int, error) {
	if at, known := r.known[id]; known {
		return at, nil
	}
	at := len(r.vertices)
	r.known[id] = at
	scope.node.taken = true
	r.vertices = append(r.vertices, drawnVertex{id: id, also: scope.node})
	return at, r.member()
}

// chain makes the edges of a -> b -> {c d}.
func (r *dotReader) chain(from []string, scope *dotScope) ([]string, error) {
	for _, id := range from {
		if _, err := r.vertex(id, scope); err != nil {
			return nil, err
		}
	}
	seen := slices.Clone(from)
	var made []int
	for r.next.kind == dotTo {
		if err := r.advance(); err != nil {
			return nil, err
		}
		to, err := r.end(scope, false)
		if err != nil {
			return nil, err
		}
		if r.pairs += len(from) * len(to.all); r.pairs > maxMembers {
			return nil, fmt.Errorf("more than %d edges: make the dag coarser", maxMembers)
		}
		for _, i := range from {
			for _, j := range to.all {
				at, err := r.edge(i, j, scope)
				if err != nil {
					return nil, err
				}
				made = append(made, at)
			}
		}
		seen = append(seen, to.all...)
		from = to.all
	}
	return seen, r.attributes(func(name, value string) error {
		for _, at := range made {
			e := &r.edges[at]
			if name == "id" {
				e.id = value
			} else if err := r.set(&e.values, name, value); err != nil {
				return fmt.Errorf("%s %w", edgeName(e.source, e.target), err)
			}
		}
		return nil
	})
}

// edge adds an edge; in a strict graph, one that is there again only adds to
// what is said of it.
func (r *dotReader) edge(source, target string, scope *dotScope) (int, error) {
	if r.strict {
		if at, again := r.edgeAt[[2]string{source, target}]; again {
			return at, r.step()
		}
		r.edgeAt[[2]string{source, target}] = len(r.edges)
	}
	scope.edge.taken = true
	r.edges = append(r.edges, drawnEdge{id: scope.edge.id, source: source, target: target, also: scope.edge})
	return len(r.edges) - 1, r.member()
}

// set gives an attribute its last value, as DOT does.
func (r *dotReader) set(values *attributes, name, value string) error {
	if r.sets++; r.sets > maxMarkup {
		return r.wrong("more than %d attributes are set", maxMarkup)
	}
	for k := range *values {
		if (*values)[k].Name == name {
			(*values)[k].Value = value
			return r.step()
		}
	}
	*values = append(*values, model.Attribute{Name: name, Type: "string", Value: value})
	if err := tooMany(len(*values)); err != nil {
		return r.wrong("an element %v", err)
	}
	if name == "label" || name == "style" { // as WriteDOT adds them
		return r.step()
	}
	return r.element()
}

// changing changes defaults. Those that elements have already stay as they are.
func (r *dotReader) changing(of **defaults, change func(*defaults) error) error {
	if d := *of; d.taken {
		if err := r.expand(len(d.ours) + len(d.extra)); err != nil {
			return r.wrong("an element %v", err)
		}
		*of = &defaults{id: d.id, ours: slices.Clone(d.ours), extra: slices.Clone(d.extra)}
	}
	return change(*of)
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
