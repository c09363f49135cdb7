package driver

import (
	"fmt"
	"strings"
	"unicode"

	"facet/model"
	"facet/model/measured"
	"facet/model/pattern"
	"facet/model/programs/code"
	"facet/model/programs/driver/loop"
)

// Attributes that name the functions of an edge or of a vertex, in place of the
// names by convention.
const (
	attributeValue    = "value_function"
	attributeTangent  = "tangent_function"
	attributeAdjoint  = "adjoint_function"
	attributeJacobian = "jacobian_function"

	// Functions that carry Rule 3 out by themselves, where a Jacobian takes less than
	// a tangent for each column or an adjoint for each row.
	attributeByTangents = "by_tangents_function"
	attributeByAdjoints = "by_adjoints_function"

	// Functions of a vertex's module for several arguments at once.
	attributeJointTangent = "joint_tangent_function"
	attributeJointAdjoint = "joint_adjoint_function"

	// An edge whose result is its operand: of an output that others use, too.
	attributeCopies = "copies_its_source"

	// What prepares all calls of a vertex's module at once, when a derivative first wants it.
	attributePreparedTogether = "prepared_together"
)

// Driver is a program that carries an elimination sequence of modules out: it
// calls their tangents and adjoints in the order of the sequence, multiplies
// where the sequence does, and frees what is dead.
type Driver struct {
	Dag    *model.Dag
	Cost   model.Cost
	Memory model.Memory

	names []string // of the vertices: "v3"
	steps []driverStep
	ends  []driverBlock

	sparsity      *sparsity         // nil for a dag without patterns
	blockPatterns map[[2]int]string // of a compressed mode, by sink and source

	costs       func(measured.Call) float64 // of calls, in units, by which they are fused
	temporaries int                         // matrices that are there for one call
	scratches   bool                        // a line makes what it adds or wraps beside, in C++
	kept        map[string]bool             // names whose memory is kept, in C++
	read        map[string]bool             // names that steps read
	picked      map[string][]*driverStep    // steps that take matrices out of a list, by its name
	rolled      *loop.Rolled                // its lines as they were written last; nil without loops
}

// driverStep is one line of a driver, in terms that every language has.
type driverStep struct {
	kind    stepKind
	result  string        // what is made, or added to
	adds    bool          // what is made is added to the result
	inPlace bool          // of an addition: no module can hold the result
	edge    int           // of value, jacobian, tangent and adjoint: the edge, or the vertex
	left    string        // of a product, a sum, and the seed of a tangent or adjoint
	right   string        // of a product
	middle  model.Cost    // of a product: columns of left, and rows of right
	line    string        // the operation
	price   model.Cost    // of the operation
	alive   model.Cost    // entries after it
	counted bool          // an operation of the sequence begins here
	size    [2]model.Cost // rows and columns of the result

	end       int           // the order of steps that are one call: of where tangents begin, or adjoints
	seeds     []string      // of a joint tangent, by the operands that are edges; of a join
	edges     []int         // of a joint derivative
	batch     model.Cost    // tangents or adjoints of one call for several operations
	count     int           // operations of the sequence that it carries out, where these are several
	span      [2]model.Cost // of a part: its first column or row, and the one behind its last
	at        model.Cost    // where a part is added
	temporary bool          // there for one call, or a part of what is there
	backwards bool          // of seeds: adjoints
	cells     bool          // of a call: in a section

	// Where Jacobians have patterns.
	pattern *pattern.Pattern    // of the product, or of the edge's Jacobian
	made    *pattern.Pattern    // of what is made
	after   *pattern.Pattern    // of the result, once what is made was added
	room    *pattern.Pattern    // in which the result is made: of what will be added to it, too
	factors [2]*pattern.Pattern // of the right and the left factor
	colors  model.Cost          // tangents or adjoints that are evaluated
	holds   model.Cost          // entries of the result, once it is complete
	wraps   []wrap              // what is done with what is made
	leftAs  []wrap              // how left, or unit seeds, are used
	rightAs []wrap
}

type stepKind uint8

const (
	computeValue    stepKind = iota // of vertex edge
	fetch                           // the given Jacobian of an edge
	wholeByTangents                 // the Jacobian of an edge, by a function of its own
	wholeByAdjoints                 // likewise in adjoint mode
	identityTangent                 // tangents of all unit vectors
	identityAdjoint                 // adjoints of all unit vectors
	tangent                         // tangent of an edge times left
	adjoint                         // left times an edge, by its adjoint
	product                         // left times right
	sum                             // result += left
	seeds                           // unit tangents or adjoints, from a number on
	joinColumns                     // seeds side by side
	joinRows                        // seeds on top of each other
	columnsOf                       // of left
	rowsOf                          // of left
	jointTangent                    // the sum of tangents of several edges of vertex edge
	jointAdjoint                    // left times several edges of vertex edge, as a list
	block                           // of the whole Jacobian: left, or taken out of it
	pick                            // matrix edge of the list left
	multiplyOut                     // left as an array, where it is outer products
	zeros                           // to which parts are added
	addPart                         // columns or rows of left to those of the result
	free                            // result
)

// driverBlock is a block of the Jacobian.
type driverBlock struct {
	sink, source int
	name         string
}

// New makes the driver of a sequence from the fresh line dag. The sequence has to
// be complete.
func New(g *model.Dag, ops []model.Op) (*Driver, error) {
	d := &Driver{Dag: g, names: vertexNames(g)}
	memory, err := model.MemoryOf(model.NewState(g), ops)
	if err != nil {
		return nil, err
	}
	d.Memory = memory
	d.sparsity = newSparsity(d)
	for _, j := range g.Topological() {
		if len(g.In(j)) > 0 {
			d.steps = append(d.steps, driverStep{kind: computeValue, edge: j, result: d.names[j]})
		}
	}
	held := make(map[model.Z]string)
	count := 0
	fresh := func() string { count++; return fmt.Sprintf("j%d", count) }
	t := model.NewTape(model.NewState(g))
	s := t.State()
	shape := func(z model.Z) [2]model.Cost { return [2]model.Cost{g.Size(s.Target(z)), g.Size(s.Source(z))} }
	place := make([]int, len(g.Vertices))
	for n, j := range g.Topological() {
		place[j] = n
	}
	end := func(z model.Z, m model.Mode) int {
		if m == model.ADJ {
			return -place[s.Target(z)] // the last results come first
		}
		return place[s.Source(z)]
	}
	for k, e := range g.Edges {
		if e.HasJacobian {
			z := model.Z(k)
			held[z] = fresh()
			step := driverStep{kind: fetch, edge: k, result: held[z], size: shape(z)}
			d.sparsity.becomes(&step, e.Pattern)
			d.steps = append(d.steps, step)
		}
	}
	for n, o := range ops {
		models := [2]int{edgeOf(s, o.U), edgeOf(s, o.V)}
		line := ""
		if _, err := s.Price(o); err == nil {
			line = inShort(s, o)
		}
		before, middle := len(d.steps), g.Size(s.Target(o.U))
		var u, v, made *pattern.Pattern
		if d.sparsity != nil && !o.IsAccumulation() {
			u, v = s.Pattern(o.U), s.Pattern(o.V)
			made = d.sparsity.product(v, u)
		}
		change, err := t.Do(o)
		if err != nil {
			return nil, fmt.Errorf("operation %d: %w", n+1, err)
		}
		d.Cost = d.Cost.Add(change.Price)
		for _, e := range change.Events {
			step := driverStep{line: line}
			switch e.Kind {
			case model.Accumulated:
				held[e.Z] = fresh()
				step.kind, step.edge, step.result, step.size = accumulation(&g.Edges[models[0]], o.Mode),
					models[0], held[e.Z], shape(e.Z)
				step.end = end(e.Z, o.Mode)
				if copies(g, models[0]) {
					step.kind = seeds
				}
				d.sparsity.step(&step, nil, nil, s.Pattern(e.Z))
				d.sparsity.becomes(&step, s.Pattern(e.Z))
			case model.Born, model.Absorbed:
				if e.Kind == model.Born {
					held[e.Z] = fresh()
				}
				step.result, step.adds, step.size = held[e.Z], e.Kind == model.Absorbed, shape(e.Z)
				step.end = end(e.Z, o.Mode)
				d.sparsity.becomes(&step, made)
				switch o.Mode {
				case model.TAN:
					step.kind, step.edge, step.left = tangent, models[1], held[e.Face.U]
					if copies(g, models[1]) {
						step.kind = block
					}
				case model.ADJ:
					step.kind, step.edge, step.left = adjoint, models[0], held[e.Face.V]
				default:
					step.kind, step.left, step.right = product, held[e.Face.V], held[e.Face.U]
					step.middle = middle
				}
				d.sparsity.step(&step, u, v, made)
			case model.Merged:
				merge := driverStep{kind: sum, adds: true, result: held[e.Z], left: held[e.Other], line: line,
					size: shape(e.Z)}
				d.sparsity.becomes(&merge, d.sparsity.of(held[e.Other]))
				d.steps = append(d.steps, merge)
				step.kind, step.result = free, held[e.Other]
				delete(held, e.Other)
			case model.Removed:
				name, has := held[e.Z]
				if !has {
					continue
				}
				step.kind, step.result = free, name
				delete(held, e.Z)
			default:
				continue
			}
			d.steps = append(d.steps, step)
		}
		if before < len(d.steps) {
			d.steps[before].counted, d.steps[before].price = true, change.Price
		}
	}
	if !s.Done() {
		return nil, fmt.Errorf("the sequence is not complete: %d faces and %d Jacobians are left", s.Faces(),
			s.Lacking())
	}
	d.findOwned()
	for _, z := range s.Vertices() {
		d.ends = append(d.ends, driverBlock{s.Target(z), s.Source(z), held[z]})
	}
	d.sparsity.settle()
	d.peak(d.steps) // notes what is alive
	multiplyEnds(d)
	return d, nil
}

// inShort names an operation by vertices, "ELI TAN (x h y)": for the remark behind a line,
// where a sequence's own name would list all paths.
func inShort(s *model.State, o model.Op) string {
	at := []int{s.Source(o.U), s.Target(o.U)}
	name := "ACC "
	if !o.IsAccumulation() {
		name, at = "ELI ", append(at, s.Target(o.V))
	}
	ids := make([]string, len(at))
	for k, i := range at {
		ids[k] = code.Unbroken(model.QuoteID(s.Dag().Vertices[i].ID))
	}
	return name + o.Mode.String() + " (" + strings.Join(ids, " ") + ")"
}

// copies reports whether an edge's result is its operand, so that its Jacobian is that of the operand, or an
// identity.
func copies(g *model.Dag, edge int) bool {
	return recordedBy(g, "python") && valueOf(g.Edges[edge].Extra, attributeCopies) == "true"
}

// accumulation is how Rule 3 is carried out at an edge.
func accumulation(e *model.Edge, m model.Mode) stepKind {
	if m == model.TAN {
		if _, ok := named(e.Extra, attributeByTangents); ok {
			return wholeByTangents
		}
		return identityTangent
	}
	if _, ok := named(e.Extra, attributeByAdjoints); ok {
		return wholeByAdjoints
	}
	return identityAdjoint
}

// findOwned marks the additions that may be made in place. What a module gave may
// be something that it keeps, its argument among others, and what a module was
// given may be kept there or be part of what it gave: neither is ever changed. So
// only a product or a sum that no module has seen is added to in place; elsewhere
// the sum is a new matrix.
func (d *Driver) findOwned() {
	owned, outers := make(map[string]bool), hasOuters(d.Dag)
	b := newOutering(d)
	for k := range d.steps {
		s := &d.steps[k]
		if s.kind == tangent || s.kind == adjoint || s.kind == jointTangent || s.kind == jointAdjoint ||
			s.kind == block {
			owned[s.left] = false
			for _, name := range s.seeds {
				owned[name] = false
			}
		}
		switch {
		case s.adds:
			s.inPlace = owned[s.result]
			if isArray := b.held[s.result].terms == 0; outers {
				b.step(s)
				// in place, an array stays one
				s.inPlace = s.inPlace && !(isArray && b.held[s.result].terms > 0)
			}
			owned[s.result] = true
			continue
		case s.kind != free:
			// parts are made anew
			owned[s.result] = s.kind == product || s.kind == zeros ||
				outers && s.kind == adjoint && s.plain() && outerOf(d.Dag, s.edge).parts
		}
		if outers {
			b.step(s)
		}
	}
}

func edgeOf(s *model.State, z model.Z) int {
	if z == model.NoZ || int(z) >= len(s.Dag().Edges) {
		return -1
	}
	return int(z)
}

// vertexNames gives every vertex an identifier: v and its id where that is one.
func vertexNames(g *model.Dag) []string {
	names := make([]string, len(g.Vertices))
	taken := make(map[string]bool)
	for i, v := range g.Vertices {
		var b strings.Builder
		b.WriteByte('v')
		for _, r := range v.ID {
			switch {
			case r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
				b.WriteRune(r)
			case r == '-':
				b.WriteByte('m')
			default:
				b.WriteByte('_')
			}
		}
		name := b.String()
		for k := 2; taken[name]; k++ {
			name = fmt.Sprintf("%s_%d", b.String(), k)
		}
		taken[name] = true
		names[i] = name
	}
	return names
}

// function names what computes something of an edge or vertex: an attribute, or
// the convention.
func (d *Driver) function(kind stepKind, at int) string {
	attribute, stem := attributeJacobian, "jacobian"
	switch kind {
	case jointTangent, jointAdjoint:
		return d.joint(at, kind)
	case computeValue:
		if name, ok := named(d.Dag.Vertices[at].Extra, attributeValue); ok {
			return name
		}
		return "value_" + d.names[at][1:]
	case identityTangent, tangent:
		attribute, stem = attributeTangent, "tangent"
	case identityAdjoint, adjoint:
		attribute, stem = attributeAdjoint, "adjoint"
	case wholeByTangents:
		attribute = attributeByTangents
	case wholeByAdjoints:
		attribute = attributeByAdjoints
	}
	e := d.Dag.Edges[at]
	if name, ok := named(e.Extra, attribute); ok {
		return name
	}
	return stem + "_" + d.names[e.Source][1:] + "_" + d.names[e.Target][1:]
}

// named finds a name that is an identifier; others are left to the convention.
func named(extra []model.Attribute, name string) (string, bool) {
	for _, a := range extra {
		if a.Name != name || a.Value == "" {
			continue
		}
		for k, r := range a.Value {
			if r >= 0x80 || !unicode.IsLetter(r) && r != '_' && (k == 0 || !unicode.IsDigit(r)) {
				return "", false
			}
		}
		return a.Value, true
	}
	return "", false
}

// recordedBy reports whether a run of a program in a language gave the dag.
func recordedBy(g *model.Dag, language string) bool {
	return attribute(g, "program") != "" && attribute(g, "language") == language
}

// operands are the values that a vertex is computed from, in the order of its
// edges.
func (d *Driver) operands(j int) []string {
	var names []string
	for _, k := range d.Dag.In(j) {
		names = append(names, d.names[d.Dag.Edges[k].Source])
	}
	return names
}

// sources and sinks in the order of the dag.
func (d *Driver) sources() (all []int) {
	for i := range d.Dag.Vertices {
		if d.Dag.IsSource(i) {
			all = append(all, i)
		}
	}
	return all
}

func (d *Driver) sinks() (all []int) {
	for i := range d.Dag.Vertices {
		if d.Dag.IsSink(i) {
			all = append(all, i)
		}
	}
	return all
}

// blocks lists the blocks of the Jacobian, by sink, then by source. A pair of
// several vertices with Jacobians cannot be left: they would have merged.
func (d *Driver) blocks() []driverBlock {
	all := make([]driverBlock, 0, len(d.ends))
	for _, y := range results(d.Dag) {
		for _, x := range d.sources() {
			for _, b := range d.ends {
				if b.sink == y && b.source == x {
					all = append(all, b)
				}
			}
		}
	}
	return all
}

// Names gives the identifier of each vertex: v and its id, as far as that is one.
// Functions by convention are called after them: tangent_1_3 for the edge from v1
// to v3.
func (d *Driver) Names() []string { return d.names }
