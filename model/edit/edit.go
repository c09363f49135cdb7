package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/pattern"
)

// Edit is one change of a dag. Vertices are called by their ids.
type Edit interface {
	// Apply gives the changed dag; g stays as it is. The error says in a sentence why
	// the change is impossible.
	Apply(g *model.Dag) (Result, error)
	// String is the edit as a line that [Parse] reads.
	String() string
}

// Result is what an edit made.
type Result struct {
	Dag *model.Dag
	// Vertex is for each vertex of the dag before where it is now, -1 for one that is
	// gone; nil where all stand where they stood.
	Vertex []int
}

// The edits. Sizes are at least 1, costs at least 0; both are below 2^63-1.
type (
	// AddVertex adds a vertex of a size without edges, behind all others.
	AddVertex struct {
		ID   string
		Size int64
	}
	// AddEdge adds the edge (From,To), behind all others: with a model of these costs, with
	// a Jacobian, or with both.
	AddEdge struct {
		From, To         string
		Tangent, Adjoint model.Cost
		Jacobian, Model  bool
	}
	// DeleteVertex takes a vertex away, with its edges.
	DeleteVertex struct{ ID string }
	// DeleteEdge takes the edge (From,To) away.
	DeleteEdge struct{ From, To string }
	// SetSize gives a vertex another size.
	SetSize struct {
		ID   string
		Size int64
	}
	// SetCosts gives the edge (From,To) a model of these costs, whether it had one or not.
	// Its cost curves stay.
	SetCosts struct {
		From, To         string
		Tangent, Adjoint model.Cost
	}
	// SetJacobian says whether the Jacobian of the edge (From,To) is given.
	SetJacobian struct {
		From, To string
		Set      Switch
	}
	// SetModel says whether the edge (From,To) has an elemental tangent and adjoint. Its
	// costs are remembered without one.
	SetModel struct {
		From, To string
		Set      Switch
	}
	// SetPattern says which entries of the Jacobian of the edge (From,To) can be non-zero,
	// as [pattern.Parse] reads it: "band 1 1", or "dense".
	SetPattern struct{ From, To, Pattern string }
	// Rename gives a vertex another id.
	Rename struct{ ID, To string }
	// RenameDag gives the dag another name.
	RenameDag struct{ Name string }
)

// Switch is what to do with something that is there or not.
type Switch uint8

// The switches.
const (
	Toggle Switch = iota
	On
	Off
)

// of is what becomes of something that is there or not.
func (s Switch) of(now bool) bool { return s == On || s == Toggle && !now }

// longestID is how many bytes an id may have that the user types.
const longestID = 100

// checkID says why a text can be no id of a vertex that is new in g.
func checkID(g *model.Dag, id string) error {
	if err := checkName("a vertex", id); err != nil {
		return err
	}
	if _, taken := g.Find(id); taken {
		return fmt.Errorf("there is a vertex %s already: choose another name", model.QuoteID(id))
	}
	return nil
}

func checkName(what, name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return fmt.Errorf("the name of %s is empty: type at least one letter or digit", what)
	case !model.IsPlain(name):
		return fmt.Errorf("the name %s of %s has signs that no terminal shows: use letters and digits",
			model.QuoteID(name), what)
	case len(name) > longestID:
		return fmt.Errorf("the name of %s has %d bytes: use at most %d", what, len(name), longestID)
	}
	return nil
}

func checkSize(id string, size int64) error {
	switch {
	case size < 1:
		return fmt.Errorf("vertex %s cannot have size %d: a vector has at least 1 entry", model.QuoteID(id),
			size)
	case model.Cost(size).IsSaturated():
		return fmt.Errorf("vertex %s cannot have size %d: the largest is one less", model.QuoteID(id), size)
	}
	return nil
}

func checkCosts(from, to string, costs ...model.Cost) error {
	for _, c := range costs {
		switch {
		case c < 0:
			return fmt.Errorf("edge (%s,%s) cannot cost %d: costs are whole numbers from 0",
				model.QuoteID(from), model.QuoteID(to), int64(c))
		case c.IsSaturated():
			return fmt.Errorf("edge (%s,%s) cannot cost so much: the largest cost is %d", model.QuoteID(from),
				model.QuoteID(to), int64(model.Saturated)-1)
		}
	}
	return nil
}

// find gives the position of a vertex.
func find(g *model.Dag, id string) (int, error) {
	i, ok := g.Find(id)
	if !ok {
		return 0, fmt.Errorf("the dag has no vertex %s", model.QuoteID(id))
	}
	return i, nil
}

// ends gives the positions of two vertices, and that of the edge between them in
// [model.Dag.Edges]; -1 where there is none.
func ends(g *model.Dag, from, to string) (i, j, edge int, err error) {
	if i, err = find(g, from); err != nil {
		return 0, 0, 0, err
	}
	if j, err = find(g, to); err != nil {
		return 0, 0, 0, err
	}
	for _, k := range g.Out(i) {
		if g.Edges[k].Target == j {
			return i, j, k, nil
		}
	}
	return i, j, -1, nil
}

// edge gives the position of an edge.
func edge(g *model.Dag, from, to string) (int, error) {
	i, j, k, err := ends(g, from, to)
	switch {
	case err != nil:
		return 0, err
	case k >= 0:
		return k, nil
	case slices.ContainsFunc(g.Out(j), func(k int) bool { return g.Edges[k].Target == i }):
		return 0, fmt.Errorf("there is no edge (%s,%s): (%[2]s,%[1]s) leads the other way",
			model.QuoteID(from), model.QuoteID(to))
	}
	return 0, fmt.Errorf("there is no edge (%s,%s): connect the two first", model.QuoteID(from),
		model.QuoteID(to))
}

// remake is g with other vertices and edges.
func remake(g *model.Dag, vertices []model.Vertex, edges []model.Edge) (Result, error) {
	out, err := model.NewDraft(g.Name, vertices, edges)
	if err != nil {
		return Result{}, err
	}
	out.Product, out.Sparse, out.Extra = g.Product, g.Sparse, g.Extra
	return Result{Dag: out}, nil
}

// with is g with one edge changed.
func with(g *model.Dag, from, to string, change func(e *model.Edge) error) (Result, error) {
	k, err := edge(g, from, to)
	if err != nil {
		return Result{}, err
	}
	edges := slices.Clone(g.Edges)
	if err := change(&edges[k]); err != nil {
		return Result{}, err
	}
	return remake(g, g.Vertices, edges)
}

// Apply adds the vertex.
func (e AddVertex) Apply(g *model.Dag) (Result, error) {
	if err := checkID(g, e.ID); err != nil {
		return Result{}, err
	}
	if err := checkSize(e.ID, e.Size); err != nil {
		return Result{}, err
	}
	return remake(g, append(slices.Clone(g.Vertices), model.Vertex{ID: e.ID, Size: e.Size}), g.Edges)
}

// Apply adds the edge.
func (e AddEdge) Apply(g *model.Dag) (Result, error) {
	i, j, k, err := ends(g, e.From, e.To)
	name := "(" + model.QuoteID(e.From) + "," + model.QuoteID(e.To) + ")"
	switch {
	case err != nil:
		return Result{}, err
	case k >= 0:
		return Result{}, fmt.Errorf("edge %s is there already: change its costs instead", name)
	case !e.Jacobian && !e.Model:
		return Result{},
			fmt.Errorf("edge %s has neither a Jacobian nor a model: give costs as 3/6, or j for a Jacobian",
				name)
	}
	if err := checkCosts(e.From, e.To, e.Tangent, e.Adjoint); err != nil {
		return Result{}, err
	}
	if !e.Model {
		e.Tangent, e.Adjoint = 0, 0
	}
	return remake(g, g.Vertices, append(slices.Clone(g.Edges),
		model.Edge{Source: i, Target: j, Tangent: e.Tangent, Adjoint: e.Adjoint,
			HasJacobian: e.Jacobian, HasModel: e.Model}))
}

// Apply takes the vertex and its edges away.
func (e DeleteVertex) Apply(g *model.Dag) (Result, error) {
	gone, err := find(g, e.ID)
	if err != nil {
		return Result{}, err
	}
	moved := make([]int, len(g.Vertices))
	for i := range moved {
		switch {
		case i == gone:
			moved[i] = -1
		case i > gone:
			moved[i] = i - 1
		default:
			moved[i] = i
		}
	}
	var edges []model.Edge
	for _, e := range g.Edges {
		if e.Source, e.Target = moved[e.Source], moved[e.Target]; e.Source >= 0 && e.Target >= 0 {
			edges = append(edges, e)
		}
	}
	out, err := remake(g, slices.Delete(slices.Clone(g.Vertices), gone, gone+1), edges)
	out.Vertex = moved
	return out, err
}

// Apply takes the edge away.
func (e DeleteEdge) Apply(g *model.Dag) (Result, error) {
	k, err := edge(g, e.From, e.To)
	if err != nil {
		return Result{}, err
	}
	return remake(g, g.Vertices, slices.Delete(slices.Clone(g.Edges), k, k+1))
}

// Apply changes the size.
func (e SetSize) Apply(g *model.Dag) (Result, error) {
	i, err := find(g, e.ID)
	if err != nil {
		return Result{}, err
	}
	if err := checkSize(e.ID, e.Size); err != nil {
		return Result{}, err
	}
	vertices := slices.Clone(g.Vertices)
	vertices[i].Size = e.Size
	edges := slices.Clone(g.Edges)
	for _, k := range slices.Concat(g.In(i), g.Out(i)) {
		if err := refit(&edges[k], vertices); err != nil {
			from, to := model.QuoteID(vertices[edges[k].Source].ID),
				model.QuoteID(vertices[edges[k].Target].ID)
			return Result{},
				fmt.Errorf("vertex %s cannot have size %d: the pattern of edge (%s,%s) %w. Type pattern %[3]s %[4]s dense first, or another pattern",
					model.QuoteID(e.ID), e.Size, from, to, err)
		}
	}
	return remake(g, vertices, edges)
}

// refit gives an edge the pattern for the new sizes of its ends that is written as the
// old one: a band stays a band. The error says what does not fit.
func refit(e *model.Edge, vertices []model.Vertex) error {
	text := e.PatternText()
	e.Pattern = nil
	if text == "" {
		return nil
	}
	p, err := pattern.Parse(text, vertices[e.Target].Size, vertices[e.Source].Size)
	e.Pattern = p
	return err
}

// Apply changes the costs.
func (e SetCosts) Apply(g *model.Dag) (Result, error) {
	return with(g, e.From, e.To, func(of *model.Edge) error {
		of.Tangent, of.Adjoint, of.HasModel = e.Tangent, e.Adjoint, true
		return checkCosts(e.From, e.To, e.Tangent, e.Adjoint)
	})
}

// Apply gives the Jacobian, or takes it away.
func (e SetJacobian) Apply(g *model.Dag) (Result, error) {
	return with(g, e.From, e.To, func(of *model.Edge) error {
		if of.HasJacobian = e.Set.of(of.HasJacobian); !of.HasJacobian && !of.HasModel {
			return fmt.Errorf("edge (%s,%s) has no model, so that its Jacobian must be given: give it costs first", model.QuoteID(e.From), model.QuoteID(e.To))
		}
		return nil
	})
}

// Apply gives the model, or takes it away.
func (e SetModel) Apply(g *model.Dag) (Result, error) {
	return with(g, e.From, e.To, func(of *model.Edge) error {
		if of.HasModel = e.Set.of(of.HasModel); !of.HasJacobian && !of.HasModel {
			return fmt.Errorf("edge (%s,%s) has no Jacobian, so that it needs its model: give it the Jacobian first", model.QuoteID(e.From), model.QuoteID(e.To))
		}
		return nil
	})
}

// Apply changes the pattern.
func (e SetPattern) Apply(g *model.Dag) (Result, error) {
	return with(g, e.From, e.To, func(of *model.Edge) error {
		p, err := pattern.Parse(e.Pattern, g.Vertices[of.Target].Size, g.Vertices[of.Source].Size)
		if err != nil {
			return fmt.Errorf("the pattern of edge (%s,%s) %w", model.QuoteID(e.From), model.QuoteID(e.To),
				err)
		}
		of.Pattern = p
		return nil
	})
}

// Apply changes the id.
func (e Rename) Apply(g *model.Dag) (Result, error) {
	i, err := find(g, e.ID)
	if err != nil {
		return Result{}, err
	}
	if e.ID == e.To {
		return Result{}, fmt.Errorf("vertex %s is called so already", model.QuoteID(e.ID))
	}
	if err := checkID(g, e.To); err != nil {
		return Result{}, err
	}
	vertices := slices.Clone(g.Vertices)
	vertices[i].ID = e.To
	return remake(g, vertices, g.Edges)
}

// Apply changes the name.
func (e RenameDag) Apply(g *model.Dag) (Result, error) {
	if err := checkName("the dag", e.Name); err != nil {
		return Result{}, err
	}
	out, err := remake(g, g.Vertices, g.Edges)
	if err == nil {
		out.Dag.Name = e.Name
	}
	return out, err
}

func line(verb string, words ...string) string {
	for k, w := range words {
		words[k] = quote(w)
	}
	return verb + " " + strings.Join(words, " ")
}

// quote writes a word so that [Parse] reads it as one.
func quote(word string) string {
	if strings.ContainsAny(word, ";") {
		return strconv.Quote(word)
	}
	return model.QuoteID(word)
}

func costs(t, a model.Cost) string { return fmt.Sprintf("%d/%d", int64(t), int64(a)) }

func (s Switch) text() string { return [...]string{"", " on", " off"}[s] }

func (e AddVertex) String() string { return fmt.Sprint(line("vertex", e.ID), " ", e.Size) }

func (e AddEdge) String() string {
	text := line("edge", e.From, e.To)
	if e.Model {
		text += " " + costs(e.Tangent, e.Adjoint)
	}
	if e.Jacobian {
		text += " j"
	}
	return text
}

func (e DeleteVertex) String() string { return line("delete", e.ID) }
func (e DeleteEdge) String() string   { return line("delete", e.From, e.To) }
func (e SetSize) String() string      { return fmt.Sprint(line("size", e.ID), " ", e.Size) }
func (e SetCosts) String() string {
	return line("cost", e.From, e.To) + " " + costs(e.Tangent, e.Adjoint)
}
func (e SetJacobian) String() string { return line("jacobian", e.From, e.To) + e.Set.text() }
func (e SetModel) String() string    { return line("model", e.From, e.To) + e.Set.text() }
func (e SetPattern) String() string {
	text := e.Pattern
	if text == "" || strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789- ") != "" {
		text = strconv.Quote(text) // its semicolons do not end the edit
	}
	return line("pattern", e.From, e.To) + " " + text
}
func (e Rename) String() string    { return line("rename", e.ID, e.To) }
func (e RenameDag) String() string { return line("name", e.Name) }
