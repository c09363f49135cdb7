package command

import (
	"fmt"
	"io"
	"strings"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/solver/page"

	"github.com/muesli/termenv"
)

// writeTree prints a search as an outline, with what became of each node. Without a tree it
// says why there is none.
func writeTree(w io.Writer, t *planner.Tree) error {
	if t == nil {
		_, err := fmt.Fprint(w, "\nsearch tree: no node needed, the bound at the root proves the result\n")
		return err
	}
	fmt.Fprintf(w, "\nsearch tree: %s\n  node  spent  bound  what\n", page.NodeCounts(&t.Counts))
	plain := style.Make(style.Mono, true, termenv.Ascii)
	var list func(n, depth int) error
	list = func(n, depth int) error {
		node := &t.Nodes[n]
		name, err := moveText(t, n)
		if err != nil {
			return err
		}
		if node.State == planner.NodeCut {
			name += "   " + page.NodeReason(plain, node, 0)
		}
		fmt.Fprintf(w, "%6d %6s %6s  %-11s %s%s\n", n, node.Spent, node.Bound, page.NodeWord(node.State),
			strings.Repeat("  ", depth), name)
		if b := node.Below; b != nil {
			fmt.Fprintf(w, "%6s %6s %6s  %-11s %sbelow it: %s\n", "", "", b.Bound, "counted",
				strings.Repeat("  ", depth+1), page.NodeCounts(&b.Counts))
		}
		for c := node.First; c < node.First+node.Count; c++ {
			if err := list(int(c), depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	return list(0, 0)
}

// moveText is what led to a node, as in a sequence.
func moveText(t *planner.Tree, n int) (string, error) {
	if n == 0 {
		return "root", nil
	}
	before, ops, err := t.At(n)
	if err != nil {
		return "", err
	}
	var all []string
	_, err = model.Walk(before, ops, func(before *model.State, o model.Op, _ model.Cost) {
		all = append(all, model.FormatOp(before, o))
	})
	return strings.Join(all, "; "), err
}
