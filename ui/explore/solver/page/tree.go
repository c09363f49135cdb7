package page

import (
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// Tree is a search drawn as a tree, the root at the top and each layer of decisions one step
// further right. What is closed, and leads neither to the incumbent nor to the node that was
// taken last, is folded into the row of its root, until the user unfolds it.
type Tree struct {
	Of     *planner.Tree
	Spent  model.Cost // before the run: totals are of whole sequences
	Chosen int        // node, where the user has chosen one
	Mine   bool       // the user has: else the node that was taken last is chosen
	turned map[int]bool
	names  map[int]string
}

// nodeSigns are what became of a node, as one sign, and without Unicode.
var nodeSigns = [...][2]string{
	planner.NodeOpen: {"○", "o"}, planner.NodeTaken: {"◉", "@"}, planner.NodeExpanded: {"●", "*"},
	planner.NodeCut: {"✗", "x"}, planner.NodeSeen: {"=", "="}, planner.NodeComplete: {"✓", "+"},
	planner.NodeIncumbent: {"◆", "#"},
}

var nodeRoles = [...]style.Role{
	planner.NodeOpen: style.Plain, planner.NodeTaken: style.Strong, planner.NodeExpanded: style.Strong,
	planner.NodeCut: style.Faint, planner.NodeSeen: style.Faint, planner.NodeComplete: style.Related,
	planner.NodeIncumbent: style.Good,
}

// Show brings another look at the same search.
func (r *Tree) Show(t *planner.Tree) {
	r.Of = t
	if !r.Mine && t != nil {
		r.Chosen = int(t.Last)
	}
}

// treeRow is a node that is not hidden in a folded one.
type treeRow struct {
	node   int
	depth  int
	folded int64 // how many nodes are hidden here
}

// rows lists the nodes that are not hidden, each after its parent.
func (r *Tree) rows() []treeRow {
	nodes := r.Of.Nodes
	open, hidden := r.Of.On(), make([]int64, len(nodes)) // nodes below, and itself
	for n := int(r.Of.Last); n >= 0; n = int(nodes[n].Parent) {
		open[n] = true
	}
	for n := len(nodes) - 1; n >= 0; n-- { // children come after their parents
		node := &nodes[n]
		hidden[n]++
		isOpen := node.State == planner.NodeOpen || node.State == planner.NodeTaken
		if b := node.Below; b != nil {
			hidden[n] += b.Counts.All()
			isOpen = isOpen || b.Counts[planner.NodeOpen]+b.Counts[planner.NodeTaken] > 0
		}
		open[n] = open[n] || isOpen
		if node.Parent >= 0 {
			hidden[node.Parent] += hidden[n]
			open[node.Parent] = open[node.Parent] || open[n]
		}
	}
	var rows []treeRow
	var list func(n, depth int)
	list = func(n, depth int) {
		row := treeRow{node: n, depth: depth}
		if nodes[n].Count > 0 && open[n] == r.turned[n] {
			row.folded = hidden[n] - 1
		}
		rows = append(rows, row)
		if row.folded > 0 {
			return
		}
		for c := nodes[n].First; c < nodes[n].First+nodes[n].Count; c++ {
			list(int(c), depth+1)
		}
	}
	list(0, 0)
	return rows
}

// Move chooses another row.
func (r *Tree) Move(by int) {
	if r.Of == nil {
		return
	}
	rows := r.rows()
	at := max(0, min(len(rows)-1, r.at(rows)+by))
	r.Chosen, r.Mine = rows[at].node, true
	if by > 1<<16 { // the end: what is taken next is chosen again
		r.Chosen, r.Mine = int(r.Of.Last), false
	}
}

// Fold folds the chosen node or unfolds it.
func (r *Tree) Fold() {
	if r.turned == nil {
		r.turned = make(map[int]bool)
	}
	r.Mine = true
	r.turned[r.Chosen] = !r.turned[r.Chosen]
}

// at is the row of the chosen node, or of its first ancestor that is not hidden.
func (r *Tree) at(rows []treeRow) int {
	for n := r.Chosen; n > 0; n = int(r.Of.Nodes[n].Parent) {
		if k := slices.IndexFunc(rows, func(row treeRow) bool { return row.node == n }); k >= 0 {
			return k
		}
	}
	return 0
}

// Draw draws the rows around the chosen one, and says how many are above and below these.
func (r *Tree) Draw(t *style.Theme, width, height int) (out []string, hidden string) {
	rows := r.rows()
	at := r.at(rows)
	top := max(0, min(len(rows)-height, at-height/2))
	number := 3
	for _, row := range rows[top:min(len(rows), top+height)] {
		number = max(number, style.Width(t.Cost(r.Spent.Add(r.Of.Nodes[row.node].Bound))))
	}
	on := r.Of.On()
	for k := top; k < len(rows) && len(out) < height; k++ {
		out = append(out, r.row(t, rows, k, k == at, on, number, width))
	}
	if top > 0 {
		hidden = " " + t.Signs.Up + style.Count(int64(top))
	}
	if rest := len(rows) - top - height; rest > 0 {
		hidden += " " + t.Signs.Down + style.Count(int64(rest))
	}
	return out, hidden
}

// row draws one node: what became of it, the move that led there, and what it costs.
func (r *Tree) row(t *style.Theme, rows []treeRow, k int, chosen bool, on []bool, number, width int) string {
	row := rows[k]
	node := &r.Of.Nodes[row.node]
	sign := nodeSigns[node.State][0]
	if t.ASCII {
		sign = nodeSigns[node.State][1]
	}
	mark := " "
	switch {
	case chosen:
		mark = t.Signs.Cursor
	case on[row.node]:
		mark = sign1(t, "┃", "#")
	}
	left := mark + r.branches(t, rows, k, width/3) + sign + " " + r.name(t, row.node) + r.more(t, row)
	right := ""
	if width >= 40 {
		right = t.Right(t.Cost(r.Spent.Add(node.Spent)), number) + " "
	}
	bound := t.Cost(r.Spent.Add(node.Bound))
	if node.State != planner.NodeComplete && node.State != planner.NodeIncumbent {
		bound = t.Signs.AtLeast + bound
	}
	right += t.Right(bound, number+style.Width(t.Signs.AtLeast))
	if width >= 60 {
		right += " " + t.Left(r.became(row.node), 12)
	}
	role := nodeRoles[node.State]
	if chosen {
		role = style.Selected
	}
	return t.Paint(role, t.Spread(t.Clip(left, width-style.Width(right)-1), right, width))
}

func sign1(t *style.Theme, sign, ascii string) string {
	if t.ASCII {
		return ascii
	}
	return sign
}

// became is what became of a node in a word, with the workers that are at work below it.
func (r *Tree) became(n int) string {
	for k, at := range r.Of.Workers {
		if int(at) == n && r.Of.Nodes[n].State == planner.NodeTaken {
			return fmt.Sprintf("worker %d", k+1)
		}
	}
	return NodeWord(r.Of.Nodes[n].State)
}

// more says what is not drawn below a node.
func (r *Tree) more(t *style.Theme, row treeRow) string {
	node := &r.Of.Nodes[row.node]
	switch {
	case row.folded > 0:
		return "  " + t.Signs.Cut + "+" + style.Count(row.folded)
	case node.Below == nil:
		return ""
	}
	text := "  " + t.Signs.Cut + "+" + style.Count(node.Below.Counts.All())
	if n := node.Below.Counts[planner.NodeOpen]; n > 0 {
		text += ", " + style.Count(n) + " wait, " + t.Signs.AtLeast + t.Cost(r.Spent.Add(node.Below.Bound))
	}
	if p := r.Of.Path; int(p.Under) == row.node && len(p.Moves) > 1 {
		text += fmt.Sprintf(", %s in %d moves", t.Cost(r.Spent.Add(p.Cost)), len(p.Moves))
	}
	return text
}

// branches are the lines that lead to a row, in at most so many cells.
func (r *Tree) branches(t *style.Theme, rows []treeRow, k, most int) string {
	depth := rows[k].depth
	if depth == 0 {
		return ""
	}
	parts := make([]string, depth) // by layer
	for n, layer := rows[k].node, depth; layer > 0; layer-- {
		parent := int(r.Of.Nodes[n].Parent)
		last := n == int(r.Of.Nodes[parent].First+r.Of.Nodes[parent].Count)-1
		switch {
		case layer == depth && last:
			parts[layer-1] = sign1(t, "└─", "`-")
		case layer == depth:
			parts[layer-1] = sign1(t, "├─", "|-")
		case last:
			parts[layer-1] = "  "
		default:
			parts[layer-1] = sign1(t, "│ ", "| ")
		}
		n = parent
	}
	if cut := depth - most/2; cut > 0 {
		return t.Signs.Cut + strings.Join(parts[cut:], "")
	}
	return strings.Join(parts, "")
}

// mostNames is how many names are kept.
const mostNames = 1 << 12

// name is the move that leads to a node, as elsewhere on the screen.
func (r *Tree) name(t *style.Theme, n int) string {
	if n == 0 {
		return "root"
	}
	if name, ok := r.names[n]; ok {
		return t.Text(name)
	}
	var all []string
	before, ops, err := r.Of.At(n)
	if err == nil {
		_, err = model.Walk(before, ops, func(before *model.State, o model.Op, _ model.Cost) {
			all = append(all, layer.Names{}.Op(before, o))
		})
	}
	if err != nil {
		return "?"
	}
	if r.names == nil || len(r.names) >= mostNames {
		r.names = make(map[int]string)
	}
	r.names[n] = strings.Join(all, ", ")
	return t.Text(r.names[n])
}

// Sentence says what happened at the chosen node.
func (r *Tree) Sentence(t *style.Theme) string {
	n := r.Chosen
	node := &r.Of.Nodes[n]
	text := r.name(t, n) + ": " + NodeReason(t, node, r.Spent)
	if node.Turn > 0 {
		text = fmt.Sprintf("Node %d. ", node.Turn) + text
	}
	switch {
	case node.Count == 0 && node.Below != nil:
		return text + ". Below it, only counted: " + NodeCounts(&node.Below.Counts) + "."
	case node.State != planner.NodeExpanded:
		return text + "."
	}
	var of planner.NodeCounts
	first := -1 // that was cut
	for c := node.First; c < node.First+node.Count; c++ {
		if of[r.Of.Nodes[c].State]++; first < 0 && r.Of.Nodes[c].State == planner.NodeCut {
			first = int(c)
		}
	}
	text += ". Its moves lead to " + NodeCounts(&of)
	if first >= 0 {
		text += " (" + r.name(t, first) + ": " + NodeReason(t, &r.Of.Nodes[first], r.Spent) + ")"
	}
	return text + "."
}
