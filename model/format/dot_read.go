package format

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"facet/model"

	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"
)

// maxDOT is how large a DOT file may be: its parser keeps some fifty bytes for
// each byte of the file.
const maxDOT = 8_000_000

// parseDOT reads a digraph whose attributes say what facet needs: size on
// vertices; tangent_cost, adjoint_cost, has_jacobian and has_model on edges. What
// [WriteDOT] adds for the eye is not kept.
func parseDOT(name string, text []byte) (g *model.Dag, err error) {
	if len(text) > maxDOT {
		return nil, fmt.Errorf("the DOT file is larger than %d MB: write it as GraphML", maxDOT/1_000_000)
	}
	if err := checkNesting(text); err != nil {
		return nil, err
	}
	defer func() { // the parser is generated and has panicked on garbage
		if recover() != nil {
			g, err = nil, fmt.Errorf("the DOT cannot be read: check it with Graphviz")
		}
	}()
	file, err := dot.ParseBytes(text)
	if err != nil {
		return nil, fmt.Errorf("the DOT cannot be read: %s", firstLine(err.Error()))
	}
	switch {
	case len(file.Graphs) == 0:
		return nil, fmt.Errorf("no digraph in it: write digraph { a -> b }")
	case len(file.Graphs) > 1:
		return nil, fmt.Errorf("%d graphs in it: keep one graph per file", len(file.Graphs))
	case !file.Graphs[0].Directed:
		return nil, fmt.Errorf("the graph is undirected: write digraph and ->")
	}
	r := dotReader{strict: file.Graphs[0].Strict, at: make(map[string]int), edgeAt: make(map[[2]string]int)}
	scope := dotScope{node: map[string]string{}, edge: map[string]string{}}
	if _, err := r.statements(file.Graphs[0].Stmts, &scope); err != nil {
		return nil, err
	}
	r.forTheEye()
	return r.drawn.dag(name)
}

// maxNesting is how deep subgraphs may lie in each other.
const maxNesting = 64

// checkNesting counts braces; those in quoted text only make it stricter.
func checkNesting(text []byte) error {
	depth := 0
	for _, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth > maxNesting {
			return fmt.Errorf("subgraphs are nested more than %d deep: a dag is flat", maxNesting)
		}
	}
	return nil
}

// firstLine makes a parser's message fit for one of ours.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return cut(strings.Map(func(r rune) rune {
		if isControl(r) {
			return '?'
		}
		return r
	}, line))
}

// cut keeps messages to a line.
func cut(text string) string {
	if runes := []rune(text); len(runes) > 160 {
		return string(runes[:160]) + "..."
	}
	return text
}

// dotScope holds the default attributes of a graph or subgraph.
type dotScope struct{ node, edge map[string]string }

func (s *dotScope) inner() dotScope {
	return dotScope{maps.Clone(s.node), maps.Clone(s.edge)}
}

type dotReader struct {
	drawn
	strict bool
	at     map[string]int    // vertices by id
	edgeAt map[[2]string]int // edges by ends, in a strict graph
	width  int               // edges made by sets of vertices on both sides
}

// statements carries out statements and gives the vertices that occur in them.
func (r *dotReader) statements(all []ast.Stmt, scope *dotScope) ([]string, error) {
	var seen []string
	for _, statement := range all {
		switch s := statement.(type) {
		case *ast.NodeStmt:
			id := dotID(s.Node.ID)
			r.vertex(id, scope)
			at := r.at[id]
			r.vertices[at].values = setAll(r.vertices[at].values, s.Attrs)
			seen = append(seen, id)
		case *ast.EdgeStmt:
			ids, err := r.chain(s, scope)
			if err != nil {
				return nil, err
			}
			seen = append(seen, ids...)
		case *ast.AttrStmt:
			for _, a := range s.Attrs {
				switch s.Kind {
				case ast.NodeKind:
					scope.node[dotID(a.Key)] = dotID(a.Val)
				case ast.EdgeKind:
					scope.edge[dotID(a.Key)] = dotID(a.Val)
				case ast.GraphKind:
					r.graphAttribute(a)
				}
			}
		case *ast.Attr:
			r.graphAttribute(s)
		case *ast.Subgraph:
			inner := scope.inner()
			ids, err := r.statements(s.Stmts, &inner)
			if err != nil {
				return nil, err
			}
			seen = append(seen, ids...)
		}
	}
	return seen, nil
}

func (r *dotReader) graphAttribute(a *ast.Attr) {
	r.extra = set(r.extra, dotID(a.Key), dotID(a.Val))
}

func (r *dotReader) vertex(id string, scope *dotScope) {
	if _, known := r.at[id]; known {
		return
	}
	r.at[id] = len(r.vertices)
	r.vertices = append(r.vertices, drawnVertex{id: id, values: defaults(scope.node)})
}

func defaults(scope map[string]string) attributes {
	var values attributes
	for _, name := range slices.Sorted(maps.Keys(scope)) {
		values = set(values, name, scope[name])
	}
	return values
}

// chain makes the edges of a -> b -> {c d}.
func (r *dotReader) chain(s *ast.EdgeStmt, scope *dotScope) ([]string, error) {
	from, err := r.end(s.From, scope)
	if err != nil {
		return nil, err
	}
	seen := from
	for e := s.To; e != nil; e = e.To {
		to, err := r.end(e.Vertex, scope)
		if err != nil {
			return nil, err
		}
		if r.width += len(from) * len(to); r.width > maxMembers {
			return nil, fmt.Errorf("more than %d edges: make the dag coarser", maxMembers)
		}
		for _, i := range from {
			for _, j := range to {
				r.edge(i, j, s.Attrs, scope)
			}
		}
		seen = append(seen, to...)
		from = to
	}
	return seen, nil
}

func (r *dotReader) end(v ast.Vertex, scope *dotScope) ([]string, error) {
	if sub, is := v.(*ast.Subgraph); is {
		inner := scope.inner()
		ids, err := r.statements(sub.Stmts, &inner)
		slices.Sort(ids)
		return slices.Compact(ids), err
	}
	id := dotID(v.(*ast.Node).ID)
	r.vertex(id, scope)
	return []string{id}, nil
}

// edge adds an edge; in a strict graph, one that is there again only adds to
// what is said of it.
func (r *dotReader) edge(source, target string, given []*ast.Attr, scope *dotScope) {
	at, again := r.edgeAt[[2]string{source, target}]
	if !again || !r.strict {
		at = len(r.edges)
		r.edgeAt[[2]string{source, target}] = at
		r.edges = append(r.edges, drawnEdge{source: source, target: target, values: defaults(scope.edge)})
	}
	e := &r.edges[at]
	e.values = setAll(e.values, given)
	if id, has := e.values.get("id"); has {
		e.id = id
		e.values = slices.DeleteFunc(e.values, func(a model.Attribute) bool { return a.Name == "id" })
	}
}

func setAll(values attributes, given []*ast.Attr) attributes {
	for _, a := range given {
		values = set(values, dotID(a.Key), dotID(a.Val))
	}
	return values
}

// set gives an attribute its last value, as DOT does.
func set(values attributes, name, value string) attributes {
	for k := range values {
		if values[k].Name == name {
			values[k].Value = value
			return values
		}
	}
	return append(values, model.Attribute{Name: name, Type: "string", Value: value})
}

// dotID is the text of an identifier, a number or a quoted string.
func dotID(id string) string {
	if len(id) < 2 || id[0] != '"' {
		return id
	}
	return dotUnescapes.Replace(id[1 : len(id)-1])
}

var dotUnescapes = strings.NewReplacer(`\\`, `\`, `\"`, `"`, "\\\n", "")

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
		size, _, _ := v.values.whole(keySize, keyVectorSize)
		v.values = without(v.values, [2]string{"shape", "circle"}, [2]string{"label", vertexLabel(v.id, size)})
	}
	for k := range r.edges {
		e := &r.edges[k]
		if edge, err := newEdge("", 0, 1, e.values); err == nil {
			e.values = without(e.values, [2]string{"style", "bold"}, [2]string{"label", edgeLabel(edge)})
		}
	}
}
