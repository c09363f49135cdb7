package layer

import (
	"slices"
	"strings"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/style"
)

// Outlook is a state before and after an operation.
type Outlook struct {
	Choice model.Choice
	Before *model.State
	After  *model.State
	Change model.Change
	whole  bool // vertices are called by their whole labels
}

// InFull is the outlook with the whole labels for names, as files have them.
func (o Outlook) InFull() Outlook {
	o.whole = true
	return o
}

type outlookKey struct {
	state *model.State
	sel   intent.Selection
}

// Foresee carries an operation out on the side.
func Foresee(s *model.State, choice model.Choice) Outlook {
	after, change, err := s.Apply(choice.Op)
	if err != nil {
		return Outlook{}
	}
	return Outlook{Choice: choice, Before: s, After: after, Change: change}
}

// ModeRole is the style of a mode, wherever it is named.
func ModeRole(m model.Mode) style.Role {
	return [...]style.Role{style.Tangent, style.Adjoint, style.Product}[m]
}

// Effect says in a few words what an operation does to the line dag: what is
// filled in or absorbs, who merges, who goes and who loses its models.
func (o *Outlook) Effect(t *style.Theme) string { return o.effect(t, true) }

// Outcome is the effect without the names of those that go.
func (o *Outlook) Outcome(t *style.Theme) string { return o.effect(t, false) }

func (o *Outlook) effect(t *style.Theme, all bool) string {
	var parts, gone, lost []string
	for _, e := range o.Change.Events {
		word := style.WordOf(e.Kind).Paint(t)
		switch e.Kind {
		case model.Born:
			parts = append(parts, word+" "+o.Name(e.Z))
		case model.Absorbed:
			parts = append(parts, word+" into "+o.Name(e.Z))
		case model.Removed:
			gone = append(gone, o.Name(e.Z))
		case model.Merged:
			parts = append(parts, word+" "+o.Name(e.Other)+" into "+o.Name(e.Z))
		case model.Accumulated:
			parts = append(parts, word)
		case model.ModelsLost:
			lost = append(lost, o.Name(e.Z))
		}
	}
	add := func(k model.EventKind, names []string) {
		switch {
		case len(names) == 0:
		case all:
			parts = append(parts, style.WordOf(k).Paint(t)+" "+strings.Join(names, " "))
		default:
			parts = append(parts, times(t, k, len(names)))
		}
	}
	add(model.ModelsLost, lost)
	add(model.Removed, gone)
	return strings.Join(parts, ", ")
}

// Brief is the effect without names: "fill, remove 2 vertices".
func (o *Outlook) Brief(t *style.Theme) string { return Counts(t, []model.Change{o.Change}) }

// Counts says what operations did, each word with how often where that was more
// than once.
func Counts(t *style.Theme, changes []model.Change) string {
	var count [model.ModelsLost + 1]int
	for _, c := range changes {
		for _, e := range c.Events {
			count[e.Kind]++
		}
	}
	var parts []string
	for _, k := range []model.EventKind{model.Accumulated, model.Born, model.Absorbed, model.Merged, model.ModelsLost, model.Removed} {
		if count[k] > 0 {
			parts = append(parts, times(t, k, count[k]))
		}
	}
	return strings.Join(parts, ", ")
}

// times says what happened n times. What is removed are vertices of the line dag, which
// "remove 2" does not say.
func times(t *style.Theme, k model.EventKind, n int) string {
	word := style.WordOf(k).Paint(t)
	switch {
	case k == model.Removed:
		return word + " " + style.Plural(n, "vertex", "vertices")
	case n == 1:
		return word
	case k == model.ModelsLost:
		return word + " of " + style.Count(int64(n))
	}
	return word + " " + style.Count(int64(n))
}

// Rules lists the paper's numbers of what an operation does. Every elimination computes a
// product, by Rule 2.2; that the face itself goes, by Rule 2.3, is true of all, too, and not told.
func (o *Outlook) Rules() string {
	var all []string
	if !o.Choice.Op.IsAccumulation() {
		all = append(all, style.WordOf(model.Absorbed).Rule)
	}
	for _, e := range o.Change.Events {
		if r := style.RuleOf(o.Choice.Op, e); r != "" && e.Kind != model.FaceRemoved && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	slices.Sort(all)
	if len(all) == 1 {
		return "Rule " + all[0]
	}
	return "Rules " + strings.Join(all, ", ")
}

// Name calls a vertex what it was before, or what it is since if it is new.
func (o *Outlook) Name(z model.Z) string {
	s := o.After
	if int(z) < o.Before.Born() {
		s = o.Before
	}
	if o.whole {
		return s.Name(z)
	}
	return Name(s, z)
}

// Born is the fill that the operation brings.
func (o *Outlook) Born() (model.Z, bool) {
	for _, e := range o.Change.Events {
		if e.Kind == model.Born && o.After.IsLive(e.Z) {
			return e.Z, true
		}
	}
	return model.NoZ, false
}

// Concerned lists the vertices, other than the operation's own, that it changes.
func (o *Outlook) Concerned() []model.Z {
	var all []model.Z
	add := func(z model.Z) {
		if z != model.NoZ && int(z) < o.Before.Born() && z != o.Choice.Op.U && z != o.Choice.Op.V {
			all = append(all, z)
		}
	}
	for _, e := range o.Change.Events {
		switch e.Kind {
		case model.Absorbed:
			add(e.Z)
		case model.Merged:
			add(e.Z)
			add(e.Other)
		case model.Removed:
			add(e.Z)
		}
	}
	return all
}

// FillSize is how much an operation adds to the line dag: the faces that a fill
// vertex brings, 0 where there is none.
func (o *Outlook) FillSize() int {
	for _, e := range o.Change.Events {
		if e.Kind == model.Born {
			return max(1, len(o.Before.Preds(e.Face.U))+len(o.Before.Succs(e.Face.V)))
		}
	}
	return 0
}
