package format

import (
	"fmt"
	"slices"

	"facet/model"
	"facet/model/excerpt"
	"facet/model/pattern"
)

// The names under which formats with attributes hold what facet uses. Everything
// else is kept as it came.
const (
	keySize        = "size"
	keyVectorSize  = "vector_size" // as the paper's text spells it
	keyTangent     = "tangent_cost"
	keyAdjoint     = "adjoint_cost"
	keyHasJacobian = "has_jacobian"
	keyHasModel    = "has_model"

	// The first release of the reference implementation called them so.
	keyOldTangent  = "c_tan"
	keyOldAdjoint  = "c_adj"
	keyOldJacobian = "acc_stat"
)

func isOurs(name string) bool {
	switch name {
	case keySize, keyVectorSize, keyTangent, keyAdjoint, keyHasJacobian, keyHasModel,
		keyOldTangent, keyOldAdjoint, keyOldJacobian,
		keyTangentSetup, keyTangentWidth, keyTangentColors, keyAdjointSetup, keyAdjointWidth,
		keyAdjointColors,
		keyTape, keyProductCost, keyProductSetup, keyPattern, keySparseCost, keySparseSetup:
		return true
	}
	return false
}

// attributes are what a file says of one element, in its order, defaults last.
type attributes []model.Attribute

func (a attributes) has(name string) bool {
	_, found := a.get(name)
	return found
}

func (a attributes) get(name string) (string, bool) {
	for _, value := range a {
		if value.Name == name {
			return value.Value, true
		}
	}
	return "", false
}

// whole reads a number that may have several names, of which at most one, or
// several that agree, may be given.
func (a attributes) whole(names ...string) (n int64, found bool, err error) {
	for _, name := range names {
		text, given := a.get(name)
		if !given {
			continue
		}
		other, err := parseWhole(text)
		switch {
		case err != nil:
			return 0, true, fmt.Errorf("%s %w", name, err)
		case found && other != n:
			return 0, true, fmt.Errorf("%s is %d, but %s is %d: keep one", names[0], n, name, other)
		}
		n, found = other, true
	}
	return n, found, nil
}

func (a attributes) flag(names ...string) (value, found bool, err error) {
	for _, name := range names {
		text, given := a.get(name)
		if !given {
			continue
		}
		other, err := parseFlag(text)
		switch {
		case err != nil:
			return false, true, fmt.Errorf("%s %w", name, err)
		case found && other != value:
			return false, true, fmt.Errorf("%s is %t, but %s is %t: keep one", names[0], value, name, other)
		}
		value, found = other, true
	}
	return value, found, nil
}

// extra gives what facet does not use.
func (a attributes) extra() []model.Attribute {
	var extra []model.Attribute
	for _, value := range a {
		if !isOurs(value.Name) {
			extra = append(extra, value)
		}
	}
	return extra
}

func quoteKey(name string) string {
	if isOurs(name) {
		return name
	}
	return excerpt.Of(name)
}

// newVertex makes the i-th vertex of what a file says of it. How its form gives a vertex a
// size, the message says where there is none.
func newVertex(i int, id string, values attributes, howSize string) (model.Vertex, error) {
	if id == "" {
		return model.Vertex{}, fmt.Errorf("vertex number %d has no id: give it a unique id", i+1)
	}
	if err := checkID(id); err != nil {
		return model.Vertex{}, err
	}
	size, found, err := values.whole(keySize, keyVectorSize)
	switch {
	case err != nil:
		return model.Vertex{}, fmt.Errorf("vertex %s: %w", excerpt.Of(id), err)
	case !found:
		return model.Vertex{}, fmt.Errorf("vertex %s has no size: %s", excerpt.Of(id), howSize)
	}
	return model.Vertex{ID: id, Size: size, Extra: values.extra()}, nil
}

// newEdge makes an edge between two vertices of what a file says of it. The
// errors do not name the edge.
func newEdge(id string, source, target int, values attributes) (model.Edge, error) {
	edge := model.Edge{ID: id, Source: source, Target: target}
	tangent, hasTangent, err1 := values.whole(keyTangent, keyOldTangent)
	adjoint, hasAdjoint, err2 := values.whole(keyAdjoint, keyOldAdjoint)
	hasJacobian, _, err3 := values.flag(keyHasJacobian, keyOldJacobian)
	hasModel, isGiven, err4 := values.flag(keyHasModel)
	err5 := readCurves(values, &edge)
	for _, err := range []error{err1, err2, err3, err4, err5} {
		if err != nil {
			return edge, fmt.Errorf("has a wrong value: %w", err)
		}
	}
	if !isGiven {
		hasModel = hasTangent && hasAdjoint
	}
	switch {
	case hasModel && !hasTangent:
		return edge, fmt.Errorf("has a model but no tangent_cost: give it, or set has_model to 0")
	case hasModel && !hasAdjoint:
		return edge, fmt.Errorf("has a model but no adjoint_cost: give it, or set has_model to 0")
	case !isGiven && !hasJacobian && hasTangent && !hasAdjoint:
		return edge, fmt.Errorf("has a tangent_cost but no adjoint_cost: give both, or set has_jacobian")
	case !isGiven && !hasJacobian && hasAdjoint && !hasTangent:
		return edge, fmt.Errorf("has an adjoint_cost but no tangent_cost: give both, or set has_jacobian")
	}
	edge.Tangent, edge.Adjoint = model.Cost(tangent), model.Cost(adjoint)
	edge.HasJacobian, edge.HasModel = hasJacobian, hasModel
	edge.Extra = values.extra()
	return edge, nil
}

// edgeName is how an edge is called in messages, before its ends are known to
// be vertices.
func edgeName(source, target string) string {
	return "edge (" + excerpt.Bare(source) + "," + excerpt.Bare(target) + ")"
}

// checkID refuses ids that would write something else on a terminal than they
// say.
func checkID(id string) error {
	if slices.ContainsFunc([]rune(id), isControl) {
		return fmt.Errorf("vertex %s has a control character in its id: use letters, digits and signs",
			excerpt.Of(id))
	}
	return nil
}

func isControl(r rune) bool {
	const (
		leftToRight, rightToLeftOverride = 0x202a, 0x202e
		isolate, popIsolate              = 0x2066, 0x2069
	)
	return r < ' ' || r >= 0x7f && r < 0xa0 ||
		r >= leftToRight && r <= rightToLeftOverride || r >= isolate && r <= popIsolate
}

// defaults are what a file says of all elements of a kind. Elements share them: they must
// not change once an element has them.
type defaults struct {
	id    string     // of edges, in DOT
	ours  attributes // what facet uses
	extra attributes // what it does not
	taken bool       // an element has them
}

// add adds a value, if there is none yet that says the same.
func (d *defaults) add(value model.Attribute) {
	list := &d.extra
	if isOurs(value.Name) {
		list = &d.ours
	}
	if !list.says(value.Name) {
		*list = append(*list, value)
	}
}

// says reports whether there is a value of a name, or of the other name of a size.
func (a attributes) says(name string) bool {
	isSize := name == keySize || name == keyVectorSize
	return a.has(name) || isSize && (a.has(keySize) || a.has(keyVectorSize))
}

// drawn is a dag as a format with attributes describes it: vertices by id, and
// edges between ids.
type drawn struct {
	*budget
	vertices []drawnVertex
	edges    []drawnEdge
	extra    attributes // of the graph
	howSize  string     // how the form gives a vertex a size
}

type drawnVertex struct {
	id     string
	values attributes
	also   *defaults // nil for none
}

type drawnEdge struct {
	id, source, target string
	values             attributes
	also               *defaults
}

// facts are the values that facet uses: those of the element, and those of its defaults
// that it does not give itself.
func (d *defaults) facts(own attributes) attributes {
	if d == nil || len(d.ours) == 0 {
		return own
	}
	all := own[:len(own):len(own)]
	for _, value := range d.ours {
		if !own.says(value.Name) {
			all = append(all, value)
		}
	}
	return all
}

// withDefaults gives what facet does not use of an element and of its defaults. An
// element that has none of its own shares the list with others.
func (d *drawn) withDefaults(own []model.Attribute, also *defaults) ([]model.Attribute, error) {
	if also == nil || len(also.extra) == 0 {
		return own, nil
	}
	if len(own) == 0 {
		// a writer writes them for each
		return also.extra[:len(also.extra):len(also.extra)], d.expand(len(also.extra))
	}
	given := attributes(own)
	all := slices.Clip(own)
	for _, value := range also.extra {
		if !given.has(value.Name) {
			all = append(all, value)
		}
	}
	return all, d.expand(len(all) - len(own))
}

// dag checks what was described.
func (d *drawn) dag(name string) (*model.Dag, error) {
	vertices := make([]model.Vertex, len(d.vertices))
	byID := make(map[string]int, len(d.vertices))
	for i, v := range d.vertices {
		vertex, err := newVertex(i, v.id, v.also.facts(v.values), d.howSize)
		if err == nil {
			vertex.Extra, err = d.withDefaults(vertex.Extra, v.also)
		}
		if err == nil {
			err = d.step()
		}
		if err != nil {
			return nil, err
		}
		vertices[i] = vertex
		byID[v.id] = i
	}
	edges := make([]model.Edge, len(d.edges))
	known := pattern.NewReader(d.ctx)
	for k, e := range d.edges {
		facts := e.also.facts(e.values)
		source, target, err := ends(byID, e.source, e.target)
		if err == nil {
			edges[k], err = newEdge(e.id, source, target, facts)
		}
		if err == nil {
			edges[k].Extra, err = d.withDefaults(edges[k].Extra, e.also)
		}
		if err == nil {
			err = readPattern(known, facts, &edges[k], vertices)
		}
		if err != nil {
			return nil, fmt.Errorf("%s %w", edgeName(e.source, e.target), err)
		}
		if err := d.step(); err != nil {
			return nil, err
		}
	}
	g, err := model.NewDag(name, vertices, edges)
	if err != nil {
		return nil, err
	}
	return g, setProduct(g, d.extra)
}

// ends finds the vertices that an edge names.
func ends(byID map[string]int, source, target string) (i, j int, err error) {
	i, found := byID[source]
	if !found {
		return 0, 0,
			fmt.Errorf("starts in vertex %s, which does not exist: add the vertex or correct the edge",
				excerpt.Of(source))
	}
	if j, found = byID[target]; !found {
		return 0, 0, fmt.Errorf("ends in vertex %s, which does not exist: add the vertex or correct the edge",
			excerpt.Of(target))
	}
	return i, j, nil
}
