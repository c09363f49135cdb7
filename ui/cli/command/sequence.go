package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/ui/cli/shell"
	"facet/ui/explore/layer"
)

// step is one operation of a sequence as it is printed.
type step struct {
	shell.Operation
	Does string     `json:"does,omitempty"` // in words; where it was asked for, as is
	Lost *costRange `json:"lost,omitempty"`

	at []int // positions (i j k) of what it touches
}

// remark is what stands behind an operation, as a comment of a sequence file.
func (s step) remark() string {
	parts := slices.DeleteFunc([]string{s.Does, s.Lost.remark()}, func(text string) bool { return text == "" })
	if len(parts) == 0 {
		return ""
	}
	return "  # " + strings.Join(parts, "; ")
}

// line is the operation with its remark.
func (s step) line() string { return s.String() + s.remark() }

// tellWords adds to every operation what it does, in the words of the explorer.
func tellWords(sequence []step, start *model.State, ops []model.Op) error {
	k := 0
	_, err := model.Walk(start, ops, func(s *model.State, o model.Op, price model.Cost) {
		look := layer.Foresee(s, model.Choice{Op: o, Price: price}).InFull()
		sequence[k].Does = look.Effect(nil)
		k++
	})
	return err
}

// steps replays operations that are known to be possible, names them, and counts what
// they hold. The state is the one after them.
func steps(start *model.State, ops []model.Op) ([]step, model.Memory, *model.State, error) {
	named := make([]step, 0, len(ops))
	ends := make([]int, 0, 3*len(ops))
	memory, end, err := model.MemoryEach(start, ops, func(s *model.State, o model.Op, price model.Cost) {
		first := len(ends)
		if ends = append(ends, s.Source(o.U), s.Target(o.U)); !o.IsAccumulation() {
			ends = append(ends, s.Target(o.V))
		}
		named = append(named, step{Operation: shell.OperationOf(s, o, price), at: ends[first:len(ends):len(ends)]})
	})
	return named, memory, end, err
}

// positions names an operation as the reference implementation does: by the
// ends of what it touches, as positions in the file.
func (s step) positions() string { return "(" + strings.Trim(fmt.Sprint(s.at), "[]") + ")" }

// positional is the dag with its vertices renamed to their positions.
func positional(g *model.Dag) (*model.Dag, error) {
	vertices := make([]model.Vertex, len(g.Vertices))
	for i, v := range g.Vertices {
		vertices[i] = model.Vertex{ID: strconv.Itoa(i), Size: v.Size}
	}
	return model.NewDag(g.Name, vertices, g.Edges)
}
