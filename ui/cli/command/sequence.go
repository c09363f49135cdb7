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
	parts := slices.DeleteFunc([]string{s.Does, s.Lost.remark()}, func(text string) bool {
		return text == ""
	})
	if len(parts) == 0 {
		return ""
	}
	return "  # " + strings.Join(parts, "; ")
}

// line is the operation with its remark.
func (s step) line() string { return s.String() + s.remark() }

// listing is a sequence whose operations are named one after the other, as they are printed:
// the names of hundreds of thousands would take more room than all else. As JSON it is
// empty; see [shell.WriteJSONList].
type listing struct {
	start *model.State
	ops   []model.Op
	words bool        // what each does is told
	lost  []costRange // by each of them; nil where it was not asked for
}

// MarshalJSON writes an empty list.
func (l listing) MarshalJSON() ([]byte, error) { return []byte("[]"), nil }

// each names the operations; the steps may be kept.
func (l listing) each(visit func(step)) error {
	if len(l.ops) == 0 {
		return nil
	}
	k := 0
	_, err := model.Walk(l.start, l.ops, func(s *model.State, o model.Op, price model.Cost) {
		named := step{Operation: shell.OperationOf(s, o, price), at: []int{s.Source(o.U), s.Target(o.U)}}
		if !o.IsAccumulation() {
			named.at = append(named.at, s.Target(o.V))
		}
		if l.words {
			look := layer.Foresee(s, model.Choice{Op: o, Price: price}).InFull()
			named.Does = look.Effect(nil)
		}
		if l.lost != nil {
			named.Lost = &l.lost[k]
		}
		k++
		visit(named)
	})
	return err
}

// lines gives the operations as lines.
func (l listing) lines(of func(step) string) func(func(string)) error {
	return func(line func(string)) error { return l.each(func(s step) { line(of(s)) }) }
}

// elements gives the operations as values of JSON.
func (l listing) elements(element func(any)) error { return l.each(func(s step) { element(s) }) }

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
