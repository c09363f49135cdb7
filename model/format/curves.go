package format

import (
	"fmt"
	"strconv"

	"facet/model"
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
	}{{keyProductCost, &g.Product.Cost}, {keyProductSetup, &g.Product.Setup}} {
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

// fact is a number under its name, as it is written.
type fact struct {
	name  string
	value int64
}

func (f fact) text() string { return strconv.FormatInt(f.value, 10) }

// curveFacts lists what is not the paper's at an edge.
func curveFacts(e *model.Edge) []fact {
	var facts []fact
	for _, f := range []fact{
		{keyTangentSetup, int64(e.TangentCurve.Setup)}, {keyTangentWidth, e.TangentCurve.Width}, {keyTangentColors, e.TangentCurve.Colors},
		{keyAdjointSetup, int64(e.AdjointCurve.Setup)}, {keyAdjointWidth, e.AdjointCurve.Width}, {keyAdjointColors, e.AdjointCurve.Colors},
		{keyTape, int64(e.Tape)},
	} {
		if f.value != 0 {
			facts = append(facts, f)
		}
	}
	return facts
}

// productFacts lists what is not the paper's of products.
func productFacts(g *model.Dag) []fact {
	var facts []fact
	if g.Product.Cost != 1 {
		facts = append(facts, fact{keyProductCost, int64(g.Product.Cost)})
	}
	if g.Product.Setup != 0 {
		facts = append(facts, fact{keyProductSetup, int64(g.Product.Setup)})
	}
	return facts
}
