package format

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/excerpt"
)

// keyTriviality is how a listing's third column is kept.
const keyTriviality = "triviality"

// parseListing reads the text form of EliAD and angel: a line with the number of
// vertices, and a row "target source triviality" for each edge, counted from 1,
// between CG = [ and ]. All vertices are scalars and all partial derivatives are
// given.
func parseListing(ctx context.Context, name string, text []byte) (*model.Dag, error) {
	whole := string(text)
	first := strings.IndexAny(whole, "0123456789")
	if first < 0 {
		return nil, fmt.Errorf("the number of vertices is missing: write it in the first line")
	}
	digits := whole[first:]
	if end := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
		digits = digits[:end]
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > maxMembers {
		return nil, fmt.Errorf("the listing has %s vertices: choose a number from 1 to %d",
			excerpt.Of(digits), maxMembers)
	}
	if n > len(text) {
		return nil, fmt.Errorf("the listing should have %d vertices, but the file is too short for them", n)
	}
	vertices := make([]model.Vertex, n)
	for k := range vertices {
		vertices[k] = model.Vertex{ID: strconv.Itoa(k + 1), Size: 1}
	}
	var edges []model.Edge
	closed := false
	_, rows, _ := strings.Cut(whole, "[")
	skipped := strings.Count(whole[:len(whole)-len(rows)], "\n")
	k := -1
	b := budget{ctx: ctx}
	for line := range strings.SplitSeq(rows, "\n") {
		if err := b.step(); err != nil {
			return nil, err
		}
		k++
		line, _, ends := strings.Cut(line, "]")
		if len(line) > maxTagBytes {
			return nil, fmt.Errorf("line %d is longer than %d kB: a row holds target, source and triviality",
				skipped+k+1, maxTagBytes>>10)
		}
		if fields := strings.Fields(strings.TrimRight(strings.TrimSpace(line), ";,")); len(fields) > 0 {
			edge, err := listedEdge(fields, n)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", skipped+k+1, err)
			}
			if len(edges) == maxMembers {
				return nil, fmt.Errorf("more than %d edges: make the dag coarser", maxMembers)
			}
			edges = append(edges, edge)
		}
		if closed = ends; closed {
			break
		}
	}
	if !closed {
		return nil, fmt.Errorf("the listing is cut off: ] is missing")
	}
	return model.NewDag(name, vertices, edges)
}

func listedEdge(fields []string, n int) (model.Edge, error) {
	if len(fields) != 3 {
		return model.Edge{}, fmt.Errorf("%d values: a row holds target, source and triviality", len(fields))
	}
	var row [3]int
	for k, field := range fields {
		value, err := strconv.Atoi(field)
		if err != nil {
			return model.Edge{}, fmt.Errorf("%s is not a whole number", excerpt.Of(field))
		}
		row[k] = value
	}
	for _, v := range row[:2] {
		if v < 1 || v > n {
			return model.Edge{}, fmt.Errorf("there is no vertex %d: vertices count from 1 to %d", v, n)
		}
	}
	return model.Edge{
		Source: row[1] - 1, Target: row[0] - 1, HasJacobian: true,
		Extra: []model.Attribute{{Name: keyTriviality, Type: "int", Value: strconv.Itoa(row[2])}},
	}, nil
}

// WriteListing writes a scalar dag in the form of EliAD and angel. The error is
// that of a dag that the form cannot hold: vectors, or edges whose Jacobians are
// not given.
func WriteListing(w io.Writer, g *model.Dag) error {
	for i, v := range g.Vertices {
		if v.Size != 1 {
			return fmt.Errorf("vertex %s has %d entries: a listing holds scalars only", excerpt.Of(v.ID),
				v.Size)
		}
		if len(g.In(i)) == 0 && len(g.Out(i)) == 0 {
			return fmt.Errorf("vertex %s has no edges: a listing holds edges only", excerpt.Of(v.ID))
		}
	}
	for k, e := range g.Edges {
		if !e.HasJacobian || e.HasModel {
			return fmt.Errorf("edge %s has models or no Jacobian: a listing holds given partial derivatives only", g.EdgeName(k))
		}
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "nv = %d\nCG = [\n", len(g.Vertices))
	for _, e := range g.Edges {
		triviality := "1"
		if text, has := attributes(e.Extra).get(keyTriviality); has {
			if _, err := strconv.Atoi(text); err == nil {
				triviality = text
			}
		}
		fmt.Fprintf(out, "%d %d %s\n", e.Target+1, e.Source+1, triviality)
	}
	fmt.Fprintln(out, "]")
	return out.Flush()
}
