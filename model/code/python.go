package code

import (
	"fmt"
	"strings"
)

// pythonDriver writes for numpy: modules is an object whose methods take and
// give arrays.
type pythonDriver struct{ d *Driver }

func (pythonDriver) remark() string { return "#" }
func (pythonDriver) indent() string { return "    " }

func (p pythonDriver) begin(b *strings.Builder, headline []string) {
	d := p.d
	fmt.Fprintf(b, "\"\"\"%s\n\n%s\n%s\n\nThe methods of modules that are called (v.. are vectors, V and W matrices):\n\n", escapePython(headline[0]), headline[1], escapePython(headline[2]))
	d.signatures(func(kind stepKind, name string, at int) {
		args := strings.Join(d.operands(d.vertexOf(kind, at)), ", ")
		switch kind {
		case computeValue:
			fmt.Fprintf(b, "  %s(%s) -> %s\n", name, args, d.names[at])
		case fetch:
			fmt.Fprintf(b, "  %s(%s) -> F'\n", name, args)
		case tangent, identityTangent:
			fmt.Fprintf(b, "  %s(%s, V) -> F' @ V, a tangent for each column\n", name, args)
		default:
			fmt.Fprintf(b, "  %s(%s, W) -> W @ F', an adjoint for each row\n", name, args)
		}
	})
	names := make([]string, 0, len(d.Dag.Vertices))
	for _, x := range d.sources() {
		names = append(names, d.names[x])
	}
	fmt.Fprintf(b, "\"\"\"\nimport numpy as np\n\n\ndef jacobian(modules, %s):\n", strings.Join(names, ", "))
	fmt.Fprintf(b, "    \"\"\"Gives the values of %s and the blocks of the Jacobian by (sink, source).\"\"\"\n", escapePython(d.vertexIDs(d.sinks())))
}

func escapePython(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)
}

func (p pythonDriver) step(s driverStep) string {
	d := p.d
	assign := s.result + " = "
	if s.adds {
		assign = s.result + " += "
	}
	call := func(seed string) string {
		args := append(d.operands(d.vertexOf(s.kind, s.edge)), seed)
		if seed == "" {
			args = args[:len(args)-1]
		}
		return assign + "modules." + d.function(s.kind, s.edge) + "(" + strings.Join(args, ", ") + ")"
	}
	switch s.kind {
	case computeValue:
		return call("")
	case fetch: // a copy: it may be added to
		return strings.Replace(call(""), "= ", "= np.array(", 1) + ")"
	case identityTangent:
		return call(fmt.Sprintf("np.eye(%s)", s.size[1]))
	case identityAdjoint:
		return call(fmt.Sprintf("np.eye(%s)", s.size[0]))
	case tangent, adjoint:
		return call(s.left)
	case product:
		return assign + s.left + " @ " + s.right
	}
	return s.result + " += " + s.left
}

func (pythonDriver) free(name string) string { return "del " + name }

func (p pythonDriver) end(b *strings.Builder) {
	d := p.d
	var values, blocks []string
	for _, y := range d.sinks() {
		values = append(values, d.names[y])
	}
	for _, e := range d.blocks() {
		blocks = append(blocks, fmt.Sprintf("        (\"%s\", \"%s\"): %s,\n", escapePython(clean(d.Dag.Vertices[e.sink].ID)), escapePython(clean(d.Dag.Vertices[e.source].ID)), e.name))
	}
	fmt.Fprintf(b, "    return (%s,), {\n%s    }\n", strings.Join(values, ", "), strings.Join(blocks, ""))
}

func (pythonDriver) finish(text string) ([]byte, error) { return []byte(text), nil }
