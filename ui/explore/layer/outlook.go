package layer

import (
	"slices"
	"strings"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// Outlook is a state before and after an operation.
type Outlook struct {
	Choice model.Choice
	Before *model.State
	After  *model.State
	Change model.Change
	whole  bool // vertices are named by their whole labels
}

// InFull is the outlook with whole labels for names, as in files.
func (o Outlook) InFull() Outlook {
	o.whole = true
	return o
}

type outlookKey struct {
	state *model.State
	sel   intent.Selection
}

// Foresee applies an operation to a copy of the state.
func Foresee(s *model.State, choice model.Choice) Outlook {
	after, change, err := s.Apply(choice.Op)
	if err != nil {
		return Outlook{}
	}
	return Outlook{Choice: choice, Before: s, After: after, Change: change}
}

// ModeRole is the style in which a mode is written.
func ModeRole(m model.Mode) style.Role {
	return [...]style.Role{style.Tangent, style.Adjoint, style.Product}[m]
}

// Effect says in a few words what an operation does to the line dag: what is filled in or
// absorbed, what merges, what is removed and what loses its models.
func (o *Outlook) Effect(t *style.Theme) string { return o.effect(t, true) }

// Effects are the effect as it is, without the names that follow from the operation, which are those
// of the product and of what loses its models, and without any: "fill, remove 2 vertices".
func (o *Outlook) Effects(t *style.Theme) Effects {
	return Effects{o.effect(t, true), o.effect(t, false), Counts(t, []model.Change{o.Change})}
}

// Effects are forms of an effect, the fullest first.
type Effects []string

// Brief is the briefest form; empty for none.
func (e Effects) Brief() string {
	if len(e) == 0 {
		return ""
	}
	return e[len(e)-1]
}

// Fit is the fullest form that fits into width cells; one without names before one that is cut.
func (e Effects) Fit(t *style.Theme, width int) (text string) {
	for _, text = range e {
		if style.Width(text) <= width {
			return text
		}
	}
	for _, form := range e {
		if text = CutWords(t, form, width); style.Width(text) <= width {
			break
		}
	}
	return t.Clip(text, width)
}

func (o *Outlook) effect(t *style.Theme, all bool) string {
	var parts, gone, lost []string
	name := func(z model.Z) string { return t.Text(o.Name(z)) }
	for _, e := range o.Change.Events {
		word := style.WordOf(e.Kind).Paint(t)
		switch e.Kind {
		case model.Born:
			if all {
				word += " " + name(e.Z)
			}
			parts = append(parts, word)
		case model.Absorbed:
			if all {
				word += " into " + name(e.Z)
			}
			parts = append(parts, word)
		case model.Removed:
			gone = append(gone, name(e.Z))
		case model.Merged:
			parts = append(parts, word+" "+name(e.Other)+" into "+name(e.Z))
		case model.Accumulated:
			parts = append(parts, word)
		case model.ModelsLost:
			lost = append(lost, name(e.Z))
		}
	}
	add := func(k model.EventKind, names []string) {
		switch {
		case len(names) == 0:
		case all || k == model.Removed:
			parts = append(parts, style.WordOf(k).Paint(t)+" "+strings.Join(names, " "))
		default:
			parts = append(parts, times(t, k, len(names)))
		}
	}
	add(model.ModelsLost, lost)
	add(model.Removed, gone)
	return strings.Join(parts, ", ")
}

// Counts says what operations did: each word, with its number where that is more than
// one.
func Counts(t *style.Theme, changes []model.Change) string {
	var count [model.ModelsLost + 1]int
	for _, c := range changes {
		for _, e := range c.Events {
			count[e.Kind]++
		}
	}
	var parts []string
	for _, k := range []model.EventKind{model.Accumulated, model.Born, model.Absorbed, model.Merged,
		model.ModelsLost, model.Removed} {
		if count[k] > 0 {
			parts = append(parts, times(t, k, count[k]))
		}
	}
	return strings.Join(parts, ", ")
}

// Joint is what the operations of one step did from a state to another, with names of what is
// removed as far as there is room; without any where the state before is not known (nil).
func Joint(t *style.Theme, before, after *model.State, changes []model.Change) (all Effects) {
	counts, between := Counts(t, changes), Outlook{Before: before, After: after}
	var gone []model.Z
	for _, c := range changes {
		for _, e := range c.Events {
			if e.Kind == model.Removed {
				gone = append(gone, e.Z)
			}
		}
	}
	if before == nil {
		return Effects{counts}
	}
	names := ""
	for k := range min(len(gone), mostGone) {
		names += " " + t.Text(between.Name(gone[k]))
		text := names[1:]
		if more := len(gone) - k - 1; more > 0 {
			text += " and " + style.Count(int64(more)) + " more"
		}
		all = append(all, strings.Replace(counts, vertices(len(gone)), text, 1))
	}
	slices.Reverse(all)
	return append(all, counts)
}

// mostGone is the most vertices that a step names as removed.
const mostGone = 8

func vertices(n int) string { return style.Plural(n, "vertex", "vertices") }

// times says what happened n times. It names vertices of the line dag as what is removed,
// since "remove 2" would not.
func times(t *style.Theme, k model.EventKind, n int) string {
	word := style.WordOf(k).Paint(t)
	switch {
	case k == model.Removed:
		return word + " " + vertices(n)
	case n == 1:
		return word
	case k == model.ModelsLost:
		return word + " of " + style.Count(int64(n))
	}
	return word + " " + style.Count(int64(n))
}

// Rules lists the numbers of the paper's rules that an operation applies: 2.2 (the product) and
// 2.3 (the face is removed) with every elimination. Without models Rule 2 is Rule 1, with the same
// parts.
func (o *Outlook) Rules() string {
	var all []string
	if !o.Choice.Op.IsAccumulation() {
		all = append(all, style.WordOf(model.Absorbed).Rule)
	}
	for _, e := range o.Change.Events {
		if r := style.RuleOf(o.Choice.Op, e); r != "" && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	slices.Sort(all)
	if o.Before != nil && isClassic(o.Before) {
		for k, r := range all {
			if part, is := strings.CutPrefix(r, "2."); is {
				all[k] = "1." + part
			}
		}
	}
	if len(all) == 1 {
		return "Rule " + all[0]
	}
	for n := len(all); n > 2; n-- { // parts that follow each other are written as a range
		if all[n-1][len("2.")]-all[0][len("2.")] == byte(n-1) {
			all = slices.Insert(all[n:], 0, all[0]+"-"+all[n-1])
			break
		}
	}
	return "Rules " + strings.Join(all, ", ")
}

// Name is the name of a vertex before the operation, or after it if the vertex is new.
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

// Born is the fill vertex that the operation adds.
func (o *Outlook) Born() (model.Z, bool) {
	for _, e := range o.Change.Events {
		if e.Kind == model.Born && o.After.IsLive(e.Z) {
			return e.Z, true
		}
	}
	return model.NoZ, false
}

// Concerned lists the vertices that the operation changes, besides its own.
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

// FillSize is the number of faces that the operation's fill vertex adds to the line dag,
// 0 without fill.
func (o *Outlook) FillSize() int {
	for _, e := range o.Change.Events {
		if e.Kind == model.Born {
			return max(1, len(o.Before.Preds(e.Face.U))+len(o.Before.Succs(e.Face.V)))
		}
	}
	return 0
}
