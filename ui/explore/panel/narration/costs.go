package narration

import (
	"fmt"

	"facet/model"
	"facet/model/measured"
	"facet/ui/draw/style"
)

// batch writes the cost of n evaluations of an elemental: "n_i·T = 10·20", or with a
// curve "T(10) = 120 + 10·20". It says so where the Jacobian takes fewer.
func batch(size, name string, n, each model.Cost, v model.Curve, dot string) string {
	if v == (model.Curve{}) {
		return fmt.Sprintf("%s%s%s = %s%s%s", size, dot, name, style.Number(n), dot, style.Number(each))
	}
	of := ""
	if v.Colors > 0 {
		n, of = model.Cost(v.Colors), " colours"
	}
	steps := style.Number(n)
	if v.Width > 1 {
		steps = fmt.Sprintf("ceil(%s/%d)", steps, v.Width)
	}
	setup := ""
	if v.Setup > 0 {
		setup = style.Number(v.Setup) + " + "
	}
	return fmt.Sprintf("%s(%s%s) = %s%s%s%s", name, style.Number(n), of, setup, steps, dot,
		style.Number(each))
}

// uncolored is the curve of a product whose seeds are not unit vectors.
func uncolored(v model.Curve) model.Curve {
	v.Colors = 0
	return v
}

// multiplications writes the cost of an explicit product: "n_i·n_j·n_k = 2·3·4", with the
// dag's setup s and cost c of one multiplication where these differ from the paper's.
func multiplications(p model.Product, dot string, i, j, k model.Cost) string {
	letters := "n_i" + dot + "n_j" + dot + "n_k"
	numbers := style.Number(i) + dot + style.Number(j) + dot + style.Number(k)
	if p.Cost != 1 {
		letters, numbers = "c"+dot+letters, style.Number(p.Cost)+dot+numbers
	}
	if p.Setup != 0 {
		letters, numbers = "s + "+letters, style.Number(p.Setup)+" + "+numbers
	}
	return letters + " = " + numbers
}

// curve writes the cost of k evaluations: "T 20", or "T(k) = 120 + 20 k".
func curve(name string, each model.Cost, v model.Curve) string {
	if uncolored(v) == (model.Curve{}) {
		return name + " " + style.Number(each)
	}
	k := "k"
	if v.Width > 1 {
		k = fmt.Sprintf("ceil(k/%d)", v.Width)
	}
	return fmt.Sprintf("%s(k) = %s + %s %s", name, style.Number(v.Setup), style.Number(each), k)
}

// The heights of a plot, from low to high.
const (
	heights      = "▁▂▃▄▅▆▇█"
	asciiHeights = "12345678"
)

// plot draws T(k) and A(k) of an edge up to n at once, both to one scale: "T ▁▂▃▄▅▆▇█
// A ▂▄▅▆▇▇██ to k = 20". The paper's straight lines are not drawn.
func plot(t *style.Theme, e *model.Edge, n model.Cost) string {
	if n < 2 || uncolored(e.TangentCurve) == (model.Curve{}) && uncolored(e.AdjointCurve) == (model.Curve{}) {
		return ""
	}
	all := []rune(heights)
	if t.ASCII {
		all = []rune(asciiHeights)
	}
	most := max(1, float64(e.Tangents(n)), float64(e.Adjoints(n)))
	draw := func(cost func(model.Cost) model.Cost) string {
		row := make([]rune, len(all))
		for x := range row {
			k := max(1, (n/8)*model.Cost(x+1)+(n%8)*model.Cost(x+1)/8)
			row[x] = all[min(len(all)-1, int(float64(len(all))*float64(cost(k))/most))]
		}
		return string(row)
	}
	return "T " + draw(e.Tangents) + " A " + draw(e.Adjoints) + " to k = " + style.Number(n)
}

// inTime is the time that a cost of a measured dag stands for, printed after the number.
func inTime(g *model.Dag, c model.Cost) string {
	unit := measured.UnitOf(g)
	if unit == 0 || c.IsSaturated() {
		return ""
	}
	return " (" + style.Seconds(float64(c)*unit) + ")"
}
