package figure

import (
	"strings"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// foresee applies an operation to a copy of the state.
func foresee(s *model.State, o model.Op) layer.Outlook {
	price, err := s.Price(o)
	if err != nil {
		return layer.Outlook{}
	}
	return layer.Foresee(s, model.Choice{Op: o, Price: price}).InFull()
}

// effect says what the operations of a step are and what they do, in the words of the
// list and the history.
func effect(s *model.State, ops []model.Op) string {
	var all []string
	for _, o := range ops {
		look := foresee(s, o)
		if look.After == nil {
			break
		}
		text := model.FormatOp(s, o)
		if does := look.Effect(nil); does != "" {
			text += ": " + does
		}
		all = append(all, text)
		if s = look.After; len(all) == mostSaid {
			break
		}
	}
	if more := len(ops) - len(all); more > 0 {
		all = append(all, "and "+style.Plural(more, "more operation", "more operations"))
	}
	return strings.Join(all, "; ")
}

// mostSaid is the largest number of operations of a step whose effects are named.
const mostSaid = 6

// lines writes operations as in a sequence file.
func lines(s *model.State, ops []model.Op) []string {
	var all []string
	_, _ = model.Walk(s, ops, func(s *model.State, o model.Op, _ model.Cost) {
		all = append(all, model.FormatOp(s, o))
	})
	return all
}
