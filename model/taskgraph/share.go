package taskgraph

import "facet/model"

// Lines is how many columns, or rows, of a seed task t can be shared out by: the tangents
// or adjoints that it evaluates, or the columns or rows of a product, whichever are more.
// With a pattern these are its colours. A sparse product is one line: its columns cost
// differently, and one machine computes all of them.
func (g *Graph) Lines(t int) int64 {
	task := &g.Tasks[t]
	from, _, to := g.ends(task)
	made := &g.Jacobians[task.Makes]
	switch {
	case g.isWhole(task):
		return 1
	case task.Edge == None:
		return int64(max(from, to))
	case task.Op.IsAccumulation():
		e := &g.Dag.Edges[task.Edge]
		if task.Op.Mode == model.TAN {
			return seeds(e.TangentCurve, g.Dag.Columns(int(made.Source), made.Pattern))
		}
		return seeds(e.AdjointCurve, g.Dag.Rows(int(made.Target), made.Pattern))
	case task.Op.Mode == model.TAN:
		return int64(g.Dag.Columns(int(made.Source), made.Pattern))
	}
	return int64(g.Dag.Rows(int(made.Target), made.Pattern))
}

// isWhole reports whether a task is not shared out: a product that does not have the
// dense price, and one whose pattern is too large to be known.
func (g *Graph) isWhole(task *Task) bool {
	if p := g.Jacobians[task.Makes].Pattern; p == nil || p.IsKnown() && task.Edge != None {
		return false
	}
	from, mid, to := g.ends(task)
	return task.Edge != None || task.Price != g.Dag.Product.Of(from, mid, to)
}

func seeds(c model.Curve, all model.Cost) int64 {
	if c.Colors > 0 {
		return c.Colors
	}
	return int64(all)
}

// Part is what so many lines of task t cost by themselves; all of them cost its price.
func (g *Graph) Part(t int, lines int64) model.Cost {
	task := &g.Tasks[t]
	switch {
	case lines > 0 && g.isWhole(task):
		return task.Price
	case task.Edge == None:
		from, mid, to := g.ends(task)
		return g.Dag.Product.Of(model.Cost(lines), mid, min(from, to))
	}
	e := &g.Dag.Edges[task.Edge]
	if task.Op.Mode == model.TAN {
		return e.Tangents(model.Cost(lines))
	}
	return e.Adjoints(model.Cost(lines))
}

// ends gives the sizes at the ends of what a task makes, and at its junction.
func (g *Graph) ends(task *Task) (from, mid, to model.Cost) {
	j := &g.Jacobians[task.Makes]
	from, to, mid = g.Dag.Size(int(j.Source)), g.Dag.Size(int(j.Target)), 1
	if task.Face[0] != None {
		mid = g.Dag.Size(int(g.Jacobians[task.Face[0]].Target))
	}
	return from, mid, to
}

// LeastWork is what task t costs at least when its lines are shared out, however: their
// cost at the rate of a full batch, and one setup.
func (g *Graph) LeastWork(t int) model.Cost {
	task := &g.Tasks[t]
	if task.Edge == None || g.isWhole(task) {
		return task.Price
	}
	e := &g.Dag.Edges[task.Edge]
	rate, setup := e.TangentRate(), e.TangentCurve.Setup
	if task.Op.Mode == model.ADJ {
		rate, setup = e.AdjointRate(), e.AdjointCurve.Setup
	}
	return min(task.Price, setup.Add(rate.Times(model.Cost(g.Lines(t)))))
}

// Within is how many lines of task t can be done in a time: the most whose part costs no
// more.
func (g *Graph) Within(t int, time model.Cost) int64 {
	task := &g.Tasks[t]
	lines, width := g.Lines(t), int64(1)
	var setup, each model.Cost
	switch {
	case g.isWhole(task):
		setup = task.Price
	case task.Edge == None:
		from, mid, to := g.ends(task)
		setup, each = g.Dag.Product.Setup, min(from, to).Times(mid).Times(g.Dag.Product.Cost)
	default:
		e := &g.Dag.Edges[task.Edge]
		curve, cost := e.TangentCurve, e.Tangent
		if task.Op.Mode == model.ADJ {
			curve, cost = e.AdjointCurve, e.Adjoint
		}
		setup, each, width = curve.Setup, cost, max(1, curve.Width)
	}
	switch {
	case time < setup:
		return 0
	case each == 0:
		return lines
	}
	batches := int64((time - setup) / each)
	if batches > lines/width {
		return lines
	}
	return min(lines, batches*width)
}
