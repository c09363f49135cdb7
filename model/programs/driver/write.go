package driver

import (
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/model/pattern"
	"facet/model/programs/code"
	"facet/model/programs/driver/loop"
)

// Languages lists the languages in which drivers are written.
var Languages = []string{"go", "c++", "python"}

// Write writes the driver in one of [Languages]. Lines that repeat become loops.
func (d *Driver) Write(language string, o code.Origin) ([]byte, error) {
	return write(d, language, o, true)
}

// WriteLines writes a driver without loops: each line is an operation.
func (d *Driver) WriteLines(language string, o code.Origin) ([]byte, error) {
	return write(d, language, o, false)
}

func write(d *Driver, language string, o code.Origin, loops bool) ([]byte, error) {
	var l dialect
	switch language {
	case "go":
		l = goDriver{d}
	case "c++":
		l = cppDriver{d}
	case "python":
		l = pythonDriver{d}
	default:
		return nil, fmt.Errorf("there is no language %q: choose one of %s", language,
			strings.Join(Languages, ", "))
	}
	var b strings.Builder
	var body strings.Builder // the lines name the patterns that stand above them
	writeBody(&body, d, l.grammar(), loops)
	l.begin(&b, d.headline(o))
	b.WriteString(body.String())
	l.end(&b)
	return l.finish(b.String())
}

// writeBody writes the lines of a driver.
func writeBody(b *strings.Builder, d *Driver, g grammar, loops bool) {
	lines := make([]loop.Line, 0, len(d.steps))
	steps := d.steps
	d.read, d.picked = readBy(steps), pickedFrom(steps)
	if g.late {
		steps = valuesLate(d)
	}
	for _, s := range steps {
		if s.kind == multiplyOut && g.typed {
			continue // what a Python program gives as outer products are matrices there
		}
		if text := g.step(d, s); text != "" {
			lines = append(lines, loop.Line{Text: text, Note: s.note()})
		}
	}
	d.rolled = nil
	if loops {
		if d.rolled = loop.Roll(g.loops, lines, namesOf(d, g)); d.rolled != nil {
			d.rolled.Write(b, g.indent, g.remark)
			return
		}
	}
	for _, line := range lines {
		if line.Note != "" {
			line.Text += "  " + g.remark + " " + line.Note
		}
		fmt.Fprintf(b, "%s%s\n", g.indent, line.Text)
	}
}

// pickedFrom are the steps that take matrices out of lists, by the list.
func pickedFrom(steps []driverStep) map[string][]*driverStep {
	all := make(map[string][]*driverStep)
	for k := range steps {
		if s := &steps[k]; s.kind == pick {
			all[s.left] = append(all[s.left], s)
		}
	}
	return all
}

// valuesLate puts the call of each module just before the first line that wants it, in the order of
// the run: what the call has read, saved and computed is still in the processor's caches then.
// Calls that are prepared together are made before any of them is differentiated.
func valuesLate(d *Driver) []driverStep {
	behind := make(map[int]int) // of a vertex: the number of values up to its own
	count, last := 0, 0
	for _, s := range d.steps {
		if s.kind == computeValue {
			count++
			behind[s.edge] = count
			if _, together := named(d.Dag.Vertices[s.edge].Extra, attributePreparedTogether); together {
				last = count
			}
		}
	}
	values, all := d.steps[:count], make([]driverStep, 0, len(d.steps))
	for _, s := range d.steps[count:] {
		if s.isCall() {
			at := d.vertexOf(s.kind, s.edge)
			wanted := behind[at]
			if _, together := named(d.Dag.Vertices[at].Extra, attributePreparedTogether); together {
				wanted = last
			}
			now := max(0, wanted-(count-len(values)))
			all, values = append(all, values[:now]...), values[now:]
		}
		all = append(all, s)
	}
	return append(all, values...)
}

// namesOf is what a driver's lines are about.
func namesOf(d *Driver, g grammar) loop.Names {
	all := loop.Names{Kinds: make(map[string]loop.Kind), Signatures: make(map[string]string),
		Taken: append([]string{scratch, "kept"}, d.names...)}
	for _, s := range d.steps {
		switch {
		case s.kind == free:
		case s.kind == computeValue:
			all.Kinds[s.result] = loop.Vectors
		case s.kind == jointAdjoint:
			all.Kinds[s.result] = loop.Lists
		case d.sparsity.isHeldSparse(s.result):
			all.Kinds[s.result] = loop.Sparse
		default:
			all.Kinds[s.result] = loop.Matrices
		}
	}
	for _, c := range d.callees() {
		pattern := ""
		if c.pattern != nil && (c.kind == givesSparse || c.kind == givesJacobian) {
			pattern = d.sparsity.name(c.pattern)
		}
		all.Signatures[g.function(c.name)] = fmt.Sprint(c.kind, len(c.operands), pattern)
	}
	for _, e := range d.ends {
		all.Last = append(all.Last, e.name)
	}
	for _, y := range d.sinks() {
		all.Last = append(all.Last, d.names[y])
	}
	return all
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
	late           bool      // values are computed where they are wanted first
	typed          bool      // matrices and sparse ones are of different types
	types          [2]string // theirs
	ofPattern      string    // before the name of a pattern
	value          string    // a vector
	made           string    // a matrix of type [3]
	// of two sparse matrices [2] to a sparse one, which becomes [3]; empty where it is made first
	addedProduct string
	// to a matrix that is the driver's own, or that a module may hold; to a sparse one, which becomes [3]
	added, summed [2]string
	// a dense product, which no other matrix shares, to a matrix that a module may hold; empty
	// where that is done as with others
	summedProduct  string
	free, unused   string // a matrix of type [2]; one that nothing used
	function       func(name string) string
	identity       string       // [1] rows
	product        [2][2]string // [1] times [2], dense and sparse; two sparse ones make [3]
	column         string       // a column times a row, of arrays; empty where that is a product like others
	seeds          [2]string    // unit tangents, adjoints: [1] rows, [2] columns, [3] where they begin
	join           [2]string    // side by side, on top of each other: [1] the list
	joined         string       // between the names of the list
	part           [2]string    // columns, rows: [1] of a matrix, from [2] to [3]
	list, freeList string       // matrices in a list
	picked         string       // [1] a list, [2] the number
	none           string       // in a list of seeds
	zeros          string       // [1] is made, with [2] rows and [3] columns
	addPart        [2]string    // to columns, rows of [1] from [2] to [3]: those of [4] from [5] to [6]
	addWhole       [2]string    // likewise, all of [4]
	// [1] the matrix, [2] the pattern, [3] that of a block, [4] where that begins, [5] and [6]
	// columns or rows
	wraps          [wraps]string
	given, numbers string        // a list of seeds, a list of numbers: [1]
	loops          *loop.Phrases // nil where there are none
	// calls, products and others make their result in their first argument, in C++
	into       bool
	each       bool      // functions that loops call are listed one by one
	signatures [7]string // by calleeKind: [1] name, [2] operands, [3] the value's name
}

// step is a line of a driver.
func (g grammar) step(d *Driver, s driverStep) string {
	if g.into && (s.kind == free && (cppDriver{d}).keeps(s.result) || cppDriver{d}.isTaken(&s)) {
		return ""
	}
	switch s.kind {
	case zeros:
		return fmt.Sprintf(g.zeros, s.result, s.size[0], s.size[1])
	case addPart:
		format := g.addPart
		if s.span == [2]model.Cost{0, s.batch} {
			format = g.addWhole
		}
		end := s.at + s.span[1] - s.span[0]
		return fmt.Sprintf(format[number(s.backwards)], s.result, s.at, end, s.left, s.span[0], s.span[1])
	default:
	}
	format, what, kind, after := g.made, "", 0, ""
	if d.sparsity.isHeldSparse(s.result) {
		kind = 1
	}
	switch {
	case s.kind == free && s.edges != nil:
		format = g.freeList
	case s.kind == jointAdjoint:
		format = g.list
	case s.kind == free && !d.read[s.result]:
		format = g.unused
	case s.kind == free:
		format = g.free
	case s.kind == computeValue:
		format = g.value
	case s.adds && s.inPlace:
		format = g.added[kind]
	case s.adds && s.kind == product && kind == 0 && g.summedProduct != "":
		format = g.summedProduct
	case s.adds:
		format = g.summed[kind]
	}
	left, right := d.factorsSparse(&s)
	times, into := g.product[number(left)][number(right)], s.made
	if s.middle == 1 && !left && !right && g.column != "" {
		times = g.column
	}
	switch {
	case s.kind == free:
		what = g.types[kind]
	case s.adds && kind == 1:
		after = g.ofPattern + g.named(d, s.room)
		if g.addedProduct != "" && s.kind == product && left && right {
			format, times = g.addedProduct, "%[1]s, %[2]s"
		}
	default:
		after = g.types[kind]
		if kind == 1 {
			into = s.room
		}
	}
	wraps := s.wraps
	whole := s.kind == fetch || s.kind == wholeByTangents || s.kind == wholeByAdjoints
	switch {
	case !g.typed:
	case kind == 0 && whole:
		wraps = nil // the function is of that type
	case kind == 1 && into != s.made && !whole && s.kind != product:
		wraps = append(wraps[:len(wraps):len(wraps)], wrap{kind: toSparse})
	}
	call := func(seed ...string) string {
		args := append(d.operands(d.vertexOf(s.kind, s.edge)), seed...)
		if len(s.leftAs) > 0 {
			args[len(args)-1] = g.wrapped(s.left, s.leftAs, "")
		}
		return "modules." + g.function(d.function(s.kind, s.edge)) + "(" + strings.Join(args, ", ") + ")"
	}
	switch s.kind {
	case computeValue, fetch, wholeByTangents, wholeByAdjoints:
		what = call()
	case identityTangent:
		what = call(g.unit(s.size[1]))
	case identityAdjoint:
		what = call(g.unit(s.size[0]))
	case tangent, adjoint:
		what = call(s.left)
	case product:
		what = fmt.Sprintf(times, g.wrapped(s.left, s.leftAs, ""), g.wrapped(s.right, s.rightAs, ""),
			g.ofPattern+g.named(d, into))
	case sum, block:
		what = s.left
	case multiplyOut:
		what = "modules.array(" + s.left + ")"
	case seeds:
		if len(s.leftAs) > 0 {
			what = g.wrapped("", s.leftAs, "")
		} else if s.backwards {
			what = fmt.Sprintf(g.seeds[1], s.size[0], s.size[1], s.span[0])
		} else {
			what = fmt.Sprintf(g.seeds[0], s.size[0], s.size[1], s.span[0])
		}
	case joinColumns, joinRows:
		what = fmt.Sprintf(g.join[s.kind-joinColumns], strings.Join(s.seeds, g.joined))
	case columnsOf, rowsOf:
		what = fmt.Sprintf(g.part[s.kind-columnsOf], s.left, s.span[0], s.span[1])
	case pick:
		what = fmt.Sprintf(g.picked, s.left, s.edge)
	case jointTangent:
		what = call(fmt.Sprintf(g.given, g.bySeeds(d, s)))
	case jointAdjoint:
		var numbers []string
		for n, e := range d.Dag.In(s.edge) {
			if slices.Contains(s.edges, e) {
				numbers = append(numbers, fmt.Sprint(n))
			}
		}
		what = call(s.left, fmt.Sprintf(g.numbers, strings.Join(numbers, ", ")))
	}
	if g.into {
		if line := (cppDriver{d}).makes(&s, what, kind == 1, len(wraps) > 0); line != "" {
			return line
		}
		if recordedBy(d.Dag, "c++") && s.isCall() && s.kind != computeValue && s.kind != jointAdjoint &&
			!(whole && kind == 1) {
			what, d.scratches = intoFirst(what, scratch), true
		}
	}
	return fmt.Sprintf(format, s.result, g.wrapped(what, wraps, g.named(d, into)), after)
}

// unit is an identity.
func (g grammar) unit(n model.Cost) string {
	if g.into && n*n <= mostKept {
		return fmt.Sprintf("facet::unit(%s)", n)
	}
	return fmt.Sprintf(g.identity, n)
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hasParts reports whether calls serve several operations.
func (d *Driver) hasParts() bool {
	return slices.ContainsFunc(d.steps, func(s driverStep) bool { return s.kind >= seeds })
}

// bySeeds lists the seeds of a joint tangent by the operands of its vertex.
func (g grammar) bySeeds(d *Driver, s driverStep) string {
	all := make([]string, 0, len(s.edges))
	at := 0
	for _, e := range d.Dag.In(s.edge) {
		if !slices.Contains(s.edges, e) {
			all = append(all, g.none)
			continue
		}
		name := s.seeds[at]
		at++
		all = append(all, strings.TrimPrefix(g.joined, ", ")+name)
	}
	return strings.Join(all, ", ")
}

// write lists the functions that a driver calls, each once, in their order.
func (g grammar) write(b *strings.Builder, d *Driver) {
	for _, c := range d.callees() {
		if first, within := d.rolled.Families(g.function(c.name)); within && !g.each {
			for _, f := range first {
				fmt.Fprintf(b, g.signatures[c.kind], c.name+" .. "+f.Members[len(f.Members)-1],
					strings.Join(c.operands, ", "), d.names[c.vertex])
			}
			continue
		}
		fmt.Fprintf(b, g.signatures[c.kind], g.function(c.name), strings.Join(c.operands, ", "),
			d.names[c.vertex])
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
	if o.Takes != "" {
		cost = o.Takes + " as predicted, without the values (" + cost +
			", where each operation is a call of its own)"
	}
	lines := []string{
		fmt.Sprintf("Jacobian of %s by %s: %s.", code.Unbroken(d.Dag.Name), how, cost),
		fmt.Sprintf("At most %s entries of Jacobians are held at once.", d.Memory.Peak),
		"Make it again with: " + code.Unbroken(o.Again),
	}
	if o.Varies != "" {
		lines = append(lines, o.Varies+", so that another run may end in another plan.")
	}
	return lines
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

// callee is a function that a driver calls.
type callee struct {
	name     string
	operands []string
	kind     calleeKind
	vertex   int              // whose operands they are
	pattern  *pattern.Pattern // of a Jacobian
}

type calleeKind uint8

const (
	givesValue calleeKind = iota
	givesJacobian
	givesTangents
	givesAdjoints
	givesJointTangents
	givesJointAdjoints
	givesSparse // a Jacobian
)

// callees lists the functions that a driver calls, each once, in their order.
func (d *Driver) callees() []callee {
	var all []callee
	seen := make(map[string]bool)
	for _, s := range d.steps {
		kind := givesAdjoints
		switch s.kind {
		case computeValue:
			kind = givesValue
		case fetch, wholeByTangents, wholeByAdjoints:
			kind = givesJacobian
			if d.sparsity.isHeldSparse(s.result) {
				kind = givesSparse
			}
		case tangent, identityTangent:
			kind = givesTangents
		case jointTangent:
			kind = givesJointTangents
		case jointAdjoint:
			kind = givesJointAdjoints
		case product, sum, free, seeds, joinColumns, joinRows, columnsOf, rowsOf, pick, block, multiplyOut,
			zeros, addPart:
			continue
		}
		if name := d.function(s.kind, s.edge); !seen[name] {
			seen[name] = true
			all = append(all, callee{name, d.operands(d.vertexOf(s.kind, s.edge)), kind,
				d.vertexOf(s.kind, s.edge), s.made})
		}
	}
	return all
}

// vertexOf is the vertex whose operands a function of this kind is given.
func (d *Driver) vertexOf(kind stepKind, at int) int {
	if kind == computeValue || kind == jointTangent || kind == jointAdjoint {
		return at
	}
	return d.Dag.Edges[at].Target
}
