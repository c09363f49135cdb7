package shell

import (
	"bufio"
	"fmt"
	"io"

	"facet/model"
)

// Operation is an operation of a sequence in the form that commands print and facet
// replay reads.
type Operation struct {
	Op     string     `json:"op"`     // ACC or ELI
	Mode   string     `json:"mode"`   // TAN, ADJ or MUL
	Target string     `json:"target"` // "(0 1)", "(0 1)(1 2)"
	Cost   model.Cost `json:"cost"`
}

func (o Operation) String() string { return fmt.Sprintf("%s %s %s %s", o.Op, o.Mode, o.Target, o.Cost) }

// OperationOf writes an operation that is possible in a state.
func OperationOf(s *model.State, o model.Op, price model.Cost) Operation {
	kind := "ELI"
	if o.IsAccumulation() {
		kind = "ACC"
	}
	return Operation{Op: kind, Mode: o.Mode.String(), Target: model.OpTarget(s, o), Cost: price}
}

// Operations writes the operations of a sequence that is possible on g.
func Operations(g *model.Dag, ops []model.Op) []Operation {
	all := make([]Operation, 0, len(ops))
	_, _ = model.Walk(model.NewState(g), ops, func(s *model.State, o model.Op, price model.Cost) {
		all = append(all, OperationOf(s, o, price))
	})
	return all
}

// Lines gives the operations as WriteListing takes them.
func Lines(all []Operation) func(func(string)) error {
	return func(line func(string)) error {
		for _, o := range all {
			line(o.String())
		}
		return nil
	}
}

// WriteListing prints a sequence as the paper does, a line for each operation: in large
// pieces, and none is kept, for there may be millions of lines.
func WriteListing(out io.Writer, each func(line func(string)) error) error {
	w := bufio.NewWriterSize(out, 1<<16)
	fmt.Fprintf(w, "elimination sequence\n  (operation mode target cost):\n")
	err := each(func(line string) { fmt.Fprintf(w, "  %s\n", line) })
	fmt.Fprintln(w)
	_ = w.Flush() // Outlet remembers its error
	return err
}
