package command

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/ui/layer"
)

// step is one operation of a sequence as it is printed.
type step struct {
	Op     string     `json:"op"`     // ACC or ELI
	Mode   string     `json:"mode"`   // TAN, ADJ or MUL
	Target string     `json:"target"` // "(0 1)", "(0 1)(1 2)"
	Cost   model.Cost `json:"cost"`
	Does   string     `json:"does,omitempty"` // in words; where it was asked for, as is
	Lost   *costRange `json:"lost,omitempty"`

	at []int // positions (i j k) of what it touches
}

func (s step) String() string { return fmt.Sprintf("%s %s %s %s", s.Op, s.Mode, s.Target, s.Cost) }

// remark is what stands behind an operation, as a comment of a sequence file.
func (s step) remark() string {
	parts := slices.DeleteFunc([]string{s.Does, s.Lost.remark()}, func(text string) bool { return text == "" })
	if len(parts) == 0 {
		return ""
	}
	return "  # " + strings.Join(parts, "; ")
}

// tellWords says of every operation what it does, in the words of the explorer.
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
		named = append(named, step{
			Op: kind(o), Mode: o.Mode.String(), Target: model.OpTarget(s, o), Cost: price, at: ends[first:len(ends):len(ends)],
		})
	})
	return named, memory, end, err
}

func kind(o model.Op) string {
	if o.IsAccumulation() {
		return "ACC"
	}
	return "ELI"
}

// positions names an operation as the reference implementation does: by the
// ends of what it touches, as positions in the file.
func (s step) positions() string { return "(" + strings.Trim(fmt.Sprint(s.at), "[]") + ")" }

// writeListing prints a sequence as the paper does: in large pieces, for there may be
// millions of lines.
func writeListing(out io.Writer, sequence []step) {
	w := bufio.NewWriterSize(out, 1<<16)
	defer w.Flush()
	fmt.Fprintf(w, "elimination sequence\n  (operation mode target cost):\n")
	for _, s := range sequence {
		fmt.Fprintf(w, "  %s%s\n", s, s.remark())
	}
	fmt.Fprintln(w)
}

// positional is the dag with its vertices renamed to their positions.
func positional(g *model.Dag) (*model.Dag, error) {
	vertices := make([]model.Vertex, len(g.Vertices))
	for i, v := range g.Vertices {
		vertices[i] = model.Vertex{ID: strconv.Itoa(i), Size: v.Size}
	}
	return model.NewDag(g.Name, vertices, g.Edges)
}
