package cppad

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"facet/model/excerpt"
	"facet/model/format"
	"facet/model/jsontext"
	"facet/model/programs/source"
	"facet/model/refusal"
)

//go:embed evaluate.go
var evaluator []byte

// Limits of a graph.
const (
	maxCount = 100_000   // variables, parameters, results; of each
	maxList  = 8_000_000 // constants and usages, of which the file has to have each
)

// members are those of a graph, in the order in which they are read.
var members = []string{"function_name", "op_define_vec", "n_dynamic_ind", "n_variable_ind", "constant_vec",
	"op_usage_vec", "dependent_vec"}

// graph is a graph while its file is read.
type graph struct {
	*jsontext.Reader
	ctx  context.Context
	made source.Assembly

	name       string
	operators  []string // by their codes, from 1
	dynamic    int
	nodes      []source.Value // by their indices, from 1
	inputs     int
	dependents []source.Value
}

// Read reads an AD graph: a program with its variables and parameters as inputs. Where it
// is to be weighted, its result is the sum of the dependent variables, each times a weight
// w, which is one more parameter. Errors are one sentence with the line, without the name
// of the file.
func Read(ctx context.Context, file string, text []byte, weighted bool) (program *source.Program, err error) {
	defer refusal.Catch(&err)
	if text, err = format.PlainText(text); err != nil {
		return nil, err
	}
	const levels = 64 // a usage's arguments are in the fifth
	g := &graph{Reader: jsontext.New(ctx, text, levels), ctx: ctx, nodes: make([]source.Value, 1)}
	g.IsLoose = true
	at := g.members()
	for _, name := range members {
		place, ok := at[name]
		if !ok {
			return nil, fmt.Errorf("the graph has no %q, which every AD graph of CppAD has", name)
		}
		g.Return(place)
		g.member(name)
	}
	out := source.Outputs{Name: "y", Values: g.dependents}
	weighted = weighted && len(g.dependents) > 1
	if weighted {
		program = g.made.Weighted(file, g.name, "weighted", []string{"x"}, []string{"w"}, out)
	} else {
		program = g.made.Program(file, g.name, []string{"x"}, out)
	}
	program.Excerpt = []source.File{
		{Name: "evaluate.go", Text: evaluator},
		{Name: "graph.go", Text: program.Shim(fmt.Sprintf("evaluateGraph(%q, %t)", text, weighted))},
	}
	program.Text, program.Evaluated = string(text), true
	return program, nil
}

// members finds where the value of each member begins.
func (g *graph) members() map[string]jsontext.Place {
	at := make(map[string]jsontext.Place)
	g.object(func(name string) {
		if !slices.Contains(members, name) {
			g.refuse("%s is no member of an AD graph: they are %s", excerpt.Of(name),
				strings.Join(members, ", "))
		}
		at[name] = g.Place()
		g.must(g.Skip())
	})
	g.must(g.End())
	return at
}

// member reads the value of a member.
func (g *graph) member(name string) {
	switch name {
	case "function_name":
		g.name = g.word()
	case "op_define_vec":
		g.counted("definitions of operators", maxCount, g.define)
	case "n_dynamic_ind":
		g.dynamic = g.whole(0, maxCount, name)
	case "n_variable_ind":
		g.independent(g.whole(0, maxCount, name))
	case "constant_vec":
		g.counted("constants", maxList, func(int) {
			g.nodes = append(g.nodes, g.made.Constant(g.number("a constant")))
			g.small()
		})
	case "op_usage_vec":
		g.counted("usages of operators", maxList, func(int) { g.usage() })
	case "dependent_vec":
		g.counted("dependent variables", maxCount, func(int) {
			g.dependents = append(g.dependents, g.node("a dependent variable"))
		})
		if len(g.dependents) == 0 {
			g.refuse("there are no dependent variables, which would have derivatives")
		}
	}
}

// independent makes the inputs: in the graph the parameters come first.
func (g *graph) independent(variables int) {
	if variables == 0 {
		g.refuse("n_variable_ind is 0: there is no variable, by which there would be derivatives")
	}
	x := g.made.Param("x", variables)
	if g.dynamic > 0 {
		g.nodes = append(g.nodes, g.made.Param("p", g.dynamic)...)
	}
	g.nodes = append(g.nodes, x...)
	g.inputs = len(g.nodes)
}

// small refuses a graph that has become too large.
func (g *graph) small() {
	if g.made.Nodes()-g.inputs > source.MaxOperations {
		g.refuse("the graph comes to more than %d constants and operations", source.MaxOperations)
	}
}

// node reads the index of a node that is there already.
func (g *graph) node(what string) source.Value {
	n := g.whole(1, maxList*2, what)
	if n >= len(g.nodes) {
		g.refuse("%s is node %d, and up to here there are %d", what, n, len(g.nodes)-1)
	}
	return g.nodes[n]
}
