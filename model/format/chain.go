package format

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"

	"facet/model"
	"facet/model/excerpt"
)

// A chain file holds the number of factors and then, for each factor from the
// first that is applied to the last, the rows and columns of its Jacobian and a
// cost: F = F_q o ... o F_1 with F'_i of rows x columns. The one cost is that
// of a tangent and of an adjoint alike, as in the dynamic programme for
// generalized Jacobian chain products. Numbers stand apart by white space.

// maxFactors is how long a chain may be.
const maxFactors = 200_000

func parseChain(ctx context.Context, name string, text []byte) (*model.Dag, error) {
	numbers := &chainNumbers{bufio.NewScanner(bytes.NewReader(text))}
	numbers.Split(bufio.ScanWords)
	factors, err := numbers.next("the number of factors")
	switch {
	case err != nil:
		return nil, err
	case factors < 1:
		return nil, fmt.Errorf("the chain has %d factors: it should have at least one", factors)
	case factors > maxFactors:
		return nil, fmt.Errorf("the chain has %d factors, more than %d: make it coarser", factors, maxFactors)
	case factors > int64(len(text)):
		return nil, fmt.Errorf("the chain should have %d factors, but the file is too short for them",
			factors)
	}
	vertices := make([]model.Vertex, 0, factors+1)
	edges := make([]model.Edge, 0, factors)
	b := budget{ctx: ctx}
	for k := range int(factors) {
		if err := b.step(); err != nil {
			return nil, err
		}
		rows, columns, cost, err := numbers.factor(k + 1)
		if err != nil {
			return nil, err
		}
		if k == 0 {
			vertices = append(vertices, model.Vertex{ID: "0", Size: columns})
		}
		if before := vertices[k].Size; before != columns {
			return nil, fmt.Errorf("factor %d has %d columns, but factor %d has %d rows: they should agree%s",
				k+1, columns, k, before, patternHint)
		}
		vertices = append(vertices, model.Vertex{ID: strconv.Itoa(k + 1), Size: rows})
		edges = append(edges, model.Edge{
			ID: strconv.Itoa(k), Source: k, Target: k + 1,
			Tangent: model.Cost(cost), Adjoint: model.Cost(cost), HasModel: true,
		})
	}
	if numbers.Scan() {
		return nil, fmt.Errorf("the file continues after the %d factors of the chain: correct their number%s",
			factors, patternHint)
	}
	return model.NewDag(name, vertices, edges)
}

const patternHint = " (sparsity patterns between the factors are not read)"

type chainNumbers struct{ *bufio.Scanner }

func (c *chainNumbers) next(what string) (int64, error) {
	if !c.Scan() {
		if err := c.Err(); err != nil {
			return 0, fmt.Errorf("%s cannot be read: it is longer than %d kB", what, maxTagBytes>>10)
		}
		return 0, fmt.Errorf("the chain ends before %s: complete it", what)
	}
	n, err := parseWhole(c.Text())
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	return n, nil
}

func (c *chainNumbers) factor(number int) (rows, columns, cost int64, err error) {
	for _, field := range []struct {
		name  string
		value *int64
		least int64
	}{{"the rows", &rows, 1}, {"the columns", &columns, 1}, {"the cost", &cost, 0}} {
		what := fmt.Sprintf("%s of factor %d", field.name, number)
		if *field.value, err = c.next(what); err != nil {
			return 0, 0, 0, err
		}
		if *field.value < field.least {
			return 0, 0, 0, fmt.Errorf("%s: %d is too small, it should be at least %d", what, *field.value,
				field.least)
		}
	}
	return rows, columns, cost, nil
}

// WriteChain writes a dag that is one path. Every elemental must have models,
// no Jacobian, and tangents as expensive as adjoints: a chain file cannot say more.
func WriteChain(w io.Writer, g *model.Dag) error {
	path, err := chainEdges(g)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, len(path))
	for _, k := range path {
		e := g.Edges[k]
		fmt.Fprintln(out, g.Vertices[e.Target].Size, g.Vertices[e.Source].Size, int64(e.Tangent))
	}
	return out.Flush()
}

// chainEdges gives the edges from the source to the sink, or says why they are
// no chain, and then why a chain file cannot hold them.
func chainEdges(g *model.Dag) ([]int, error) {
	var path []int
	for _, i := range g.Topological() {
		if len(g.In(i)) > 1 || len(g.Out(i)) > 1 {
			return nil, fmt.Errorf("the dag is not a chain: vertex %s has %d edges in and %d out",
				excerpt.Of(g.Vertices[i].ID), len(g.In(i)), len(g.Out(i)))
		}
		if len(path) > 0 && g.IsSource(i) {
			return nil,
				fmt.Errorf("the dag is not a chain: it has several paths, one of which starts in vertex %s",
					excerpt.Of(g.Vertices[i].ID))
		}
		path = append(path, g.Out(i)...)
	}
	for _, k := range path {
		switch e := g.Edges[k]; {
		case e.HasJacobian || !e.HasModel:
			return nil, fmt.Errorf("a chain file cannot store the Jacobian of edge %s: write GraphML",
				g.EdgeName(k))
		case e.Tangent != e.Adjoint:
			return nil,
				fmt.Errorf("a chain file has one cost per factor, but edge %s has tangent_cost %d and adjoint_cost %d: write GraphML",
					g.EdgeName(k), e.Tangent, e.Adjoint)
		}
	}
	return path, nil
}
