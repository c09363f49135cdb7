package format

import (
	"fmt"
	"strconv"

	"facet/model"
	"facet/model/pattern"
)

// The names of cost curves (see [model.Curve] and [model.Product]).
const (
	keyTangentSetup  = "tangent_setup"
	keyTangentWidth  = "tangent_width"
	keyTangentColors = "tangent_colors"
	keyAdjointSetup  = "adjoint_setup"
	keyAdjointWidth  = "adjoint_width"
	keyAdjointColors = "adjoint_colors"

	keyTape = "tape" // entries, see [model.Edge]

	keyProductCost  = "product_cost"
	keyProductSetup = "product_setup"

	keyPattern     = "pattern" // see [pattern.Parse]
	keySparseCost  = "sparse_product_cost"
	keySparseSetup = "sparse_product_setup"
)

// readCurves reads what a file says of the evaluations at one edge, and of their tape.
func readCurves(values attributes, edge *model.Edge) error {
	for _, c := range []struct {
		curve                *model.Curve
		setup, width, colors string
	}{
		{&edge.TangentCurve, keyTangentSetup, keyTangentWidth, keyTangentColors},
		{&edge.AdjointCurve, keyAdjointSetup, keyAdjointWidth, keyAdjointColors},
	} {
		setup, _, err := values.whole(c.setup)
		if err != nil {
			return err
		}
		c.curve.Setup = model.Cost(setup)
		for _, n := range []struct {
			name string
			into *int64
		}{{c.width, &c.curve.Width}, {c.colors, &c.curve.Colors}} {
			value, given, err := values.whole(n.name)
			switch {
			case err != nil:
				return err
			case given && value < 1:
				return fmt.Errorf("%s is %d: it is at least 1, or left out", n.name, value)
			}
			*n.into = value
		}
	}
	tape, _, err := values.whole(keyTape)
	edge.Tape = model.Cost(tape)
	return err
}

// setProduct reads what a file says of products, and takes it out of what facet
// does not use.
func setProduct(g *model.Dag, values attributes) error {
	for _, n := range []struct {
		name string
		into *model.Cost
	}{{keyProductCost, &g.Product.Cost}, {keyProductSetup, &g.Product.Setup}, {keySparseCost, &g.Sparse.Cost},
		{keySparseSetup, &g.Sparse.Setup}} {
		value, given, err := values.whole(n.name)
		switch {
		case err != nil:
			return fmt.Errorf("the graph has a wrong value: %w", err)
		case given && value < 0:
			return fmt.Errorf("the graph has a negative %s: costs are whole numbers from 0", n.name)
		case given:
			*n.into = model.Cost(value)
		}
	}
	g.Extra = values.extra()
	return nil
}

// fact is what stands under a name, as GraphML has it.
type fact struct {
	name, text string
	kind       string // GraphML's attr.type: long, string or boolean
}

func flag(name string, value bool) fact {
	return fact{name, map[bool]string{true: "1", false: "0"}[value], "boolean"}
}

func number[T ~int64](name string, value T) fact {
	return fact{name, strconv.FormatInt(int64(value), 10), "long"}
}

// edgeFacts lists what there is to say of an edge beside its ends.
func edgeFacts(e *model.Edge) []fact {
	var facts []fact
	if e.HasModel || e.Tangent != 0 || e.Adjoint != 0 {
		facts = append(facts, number(keyTangent, e.Tangent), number(keyAdjoint, e.Adjoint))
	}
	for _, f := range []fact{
		number(keyTangentSetup, e.TangentCurve.Setup), number(keyTangentWidth, e.TangentCurve.Width),
		number(keyTangentColors, e.TangentCurve.Colors),
		number(keyAdjointSetup, e.AdjointCurve.Setup), number(keyAdjointWidth, e.AdjointCurve.Width),
		number(keyAdjointColors, e.AdjointCurve.Colors),
		number(keyTape, e.Tape),
	} {
		if f.text != "0" {
			facts = append(facts, f)
		}
	}
	if text := e.PatternText(); text != "" {
		facts = append(facts, fact{keyPattern, text, "string"})
	}
	return append(facts, flag(keyHasJacobian, e.HasJacobian), flag(keyHasModel, e.HasModel))
}

// readPattern gives the edge its pattern, if the file has one.
func readPattern(known pattern.Reader, values attributes, edge *model.Edge, vertices []model.Vertex) error {
	text, given := values.get(keyPattern)
	if !given {
		return nil
	}
	p, err := known.Read(text, vertices[edge.Target].Size, vertices[edge.Source].Size)
	if err != nil {
		return fmt.Errorf("has a pattern that %w", err)
	}
	edge.Pattern = p
	return nil
}

// productFacts lists what is not the paper's of products.
func productFacts(g *model.Dag) []fact {
	var facts []fact
	for _, p := range []struct {
		product     model.Product
		cost, setup string
	}{{g.Product, keyProductCost, keyProductSetup}, {g.Sparse, keySparseCost, keySparseSetup}} {
		if p.product.Cost != 1 {
			facts = append(facts, number(p.cost, p.product.Cost))
		}
		if p.product.Setup != 0 {
			facts = append(facts, number(p.setup, p.product.Setup))
		}
	}
	return facts
}
