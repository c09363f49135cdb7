package why

import (
	"fmt"
	"strings"

	"facet/model"
)

// Operation is an operation of a completion. It is known by the paths that it joins, since two
// completions number their fill differently.
type Operation struct {
	Name  string
	Price model.Cost
	Mode  model.Mode

	Left, Right  *model.Label // of the face; Right is nil for a preaccumulation
	Absorber     *model.Label // what absorbs the product, before it does; nil for none
	AbsorberName string

	needs model.Z // the elemental whose model is evaluated; NoZ for none
	key   string
}

// mostOperations is the longest completion that is looked into.
const mostOperations = 2000

// operations carries operations out and lists them. end is the state behind them.
func operations(start *model.State, ops []model.Op, names Names) (all []Operation, end *model.State,
	err error) {
	tape := model.NewTape(start)
	for _, o := range ops {
		d := operation(tape.State(), o, names)
		before := tape.State().Spent()
		if !o.IsAccumulation() {
			if w := tape.Absorber(o.Face()); w != model.NoZ {
				d.Absorber, d.AbsorberName = tape.State().Label(w), names.Vertex(tape.State(), w)
			}
		}
		if _, err := tape.Do(o); err != nil {
			return nil, nil, err
		}
		d.Price = tape.State().Spent() - before
		all = append(all, d)
	}
	return all, tape.Keep(), nil
}

func operation(s *model.State, o model.Op, names Names) Operation {
	d := Operation{Name: names.Op(s, o), Mode: o.Mode, Left: s.Label(o.U), needs: model.NoZ}
	d.key = fmt.Sprint(o.Mode, " ", labelKey(d.Left))
	switch {
	case o.IsAccumulation():
		d.needs = o.U
		return d
	case o.Mode == model.TAN:
		d.needs = o.V
	case o.Mode == model.ADJ:
		d.needs = o.U
	}
	d.Right = s.Label(o.V)
	d.key += labelKey(d.Right)
	return d
}

// mostKeyed is how many paths of a label tell it from others.
const mostKeyed = 32

// labelKey is the same for two labels with the same paths. It may be the same for two sums
// of very many paths that differ.
func labelKey(l *model.Label) string {
	var b strings.Builder
	if l.Count() > mostKeyed {
		fmt.Fprint(&b, l.Count())
	}
	for _, p := range l.Paths(mostKeyed) {
		fmt.Fprint(&b, p)
	}
	return b.String() + ";"
}

// without are the operations that others lack, each as often as it is missing there.
func without(all, others []Operation) (rest []Operation) {
	there := make(map[string]int)
	for _, d := range others {
		there[d.key]++
	}
	for _, d := range all {
		if there[d.key]--; there[d.key] < 0 {
			rest = append(rest, d)
		}
	}
	return rest
}

func total(all []Operation) (sum model.Cost) {
	for _, d := range all {
		sum = sum.Add(d.Price)
	}
	return sum
}
