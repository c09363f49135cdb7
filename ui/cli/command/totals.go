package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"facet/model"
	"facet/ui/draw/style"
)

// totals are what the classical modes cost on a dag.
type totals struct {
	File          string     `json:"file"`
	Vertices      int        `json:"vertices"`
	Edges         int        `json:"edges"`
	Faces         int        `json:"faces"`
	Paths         int64      `json:"paths"`
	DenseTangent  model.Cost `json:"dense_tangent"`
	DenseAdjoint  model.Cost `json:"dense_adjoint"`
	SparseTangent model.Cost `json:"sparse_tangent"`
	SparseAdjoint model.Cost `json:"sparse_adjoint"`
	compressed

	modes []model.ClassicalMode
}

// compressed is the costs of the compressed modes, where some Jacobian is sparse.
type compressed struct {
	Tangent *model.Cost `json:"compressed_tangent,omitempty"`
	Adjoint *model.Cost `json:"compressed_adjoint,omitempty"`
}

// newTotals computes the totals; the error is that of a context that is done.
func newTotals(ctx context.Context, file string, g *model.Dag) (totals, error) {
	all, err := model.ClassicalOf(ctx, g)
	if err != nil {
		err = errors.New("interrupted before all totals were known")
	}
	return totals{
		File: file, Vertices: len(g.Vertices), Edges: len(g.Edges),
		Faces: model.NewState(g).Faces(), Paths: g.Words(),
		DenseTangent: all.DenseTangent, DenseAdjoint: all.DenseAdjoint,
		SparseTangent: all.SparseTangent, SparseAdjoint: all.SparseAdjoint,
		compressed: compressed{all.CompressedTangent, all.CompressedAdjoint},
		modes:      all.Modes(),
	}, err
}

// write prints the totals for a reader, numbers flush right.
func (t totals) write(w io.Writer, g *model.Dag) {
	fmt.Fprintf(w, "%s: %s, %s, %s, %s\n\n", g.Name,
		style.Plural(t.Vertices, "vertex", "vertices"), style.Plural(t.Edges, "edge", "edges"),
		style.Plural(t.Faces, "face", "faces"), pathsText(t.Paths))
	var rows [][]string
	for _, m := range t.modes {
		note := ""
		if m.Cost.IsSaturated() {
			note = "does not fit into 64 bits"
		}
		rows = append(rows, []string{m.Name, style.Number(m.Cost), note})
	}
	fmt.Fprint(w, style.Table("lrl", rows))
}

// pathsText counts the paths, which may be more than int64 holds.
func pathsText(n int64) string {
	if model.Cost(n).IsSaturated() {
		return model.Cost(n).String() + " paths"
	}
	return style.Plural(int(n), "path", "paths")
}
