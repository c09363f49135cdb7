package page

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
)

// nodeWords are what became of nodes, in a word or two.
var nodeWords = [...]string{
	planner.NodeOpen: "waits", planner.NodeTaken: "at work", planner.NodeExpanded: "expanded",
	planner.NodeCut: "cut", planner.NodeSeen: "seen before", planner.NodeComplete: "complete",
	planner.NodeIncumbent: "incumbent",
}

// NodeWord is what became of a node.
func NodeWord(s planner.NodeState) string { return nodeWords[s] }

// NodeCounts says how many nodes there are and what became of them.
func NodeCounts(of *planner.NodeCounts) string {
	var parts []string
	for s, n := range of {
		if s == int(planner.NodeIncumbent) {
			continue
		}
		if s == int(planner.NodeComplete) {
			n += of[planner.NodeIncumbent]
		}
		word := nodeWords[s]
		if n != 1 && s == int(planner.NodeOpen) {
			word = "wait"
		}
		if n > 0 {
			parts = append(parts, style.Count(n)+" "+word)
		}
	}
	all := of.All()
	if all == 1 {
		return "1 node: " + strings.Join(parts, ", ")
	}
	return style.Count(all) + " nodes: " + strings.Join(parts, ", ")
}

// NodeReason says what became of a node and why, where so much was spent before the run.
func NodeReason(t *style.Theme, n *planner.TreeNode, spent model.Cost) string {
	cost := func(c model.Cost) string { return t.Cost(spent.Add(c)) }
	sum := cost(n.Spent)
	if n.Bound > n.Spent {
		sum += " + at least " + t.Cost(n.Bound-n.Spent)
	}
	switch n.State {
	case planner.NodeCut:
		return fmt.Sprintf("%s is not below %s: cut", sum, cost(n.Limit))
	case planner.NodeSeen:
		return "the same line dag was reached before for " + cost(n.Spent) + " or less: seen before"
	case planner.NodeComplete:
		return "complete for " + cost(n.Spent) + ", the best then"
	case planner.NodeIncumbent:
		return "complete for " + cost(n.Spent) + ", the best so far"
	case planner.NodeOpen:
		return sum + ": waits"
	}
	return sum
}
