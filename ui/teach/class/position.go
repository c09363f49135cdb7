package class

import (
	"slices"

	"facet/model"
	"facet/model/session"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Position is where a lecturer stands. It does not change: the next one takes its
// place.
type Position struct {
	Lecturer string // whom to call them
	Dag      *model.Dag
	Steps    []session.Step // that lead there; each with its note
	Note     string         // on the fresh line dag
	Sel      intent.Selection
	Done     bool // the sequence is complete
	Gone     bool // the lecturer has left
}

// Ops are the operations that lead there.
func (p *Position) Ops() []model.Op {
	var ops []model.Op
	for _, step := range p.Steps {
		ops = append(ops, step.Ops...)
	}
	return ops
}

// session is a session of its own that stands there; steps are shared.
func (p *Position) session(steps *session.Common) (*session.Session, error) {
	s := steps.New(p.Dag)
	if p.Note != "" {
		if err := s.Annotate(0, p.Note); err != nil {
			return nil, err
		}
	}
	for _, step := range p.Steps {
		if _, err := s.Do(step.Title, step.Ops...); err != nil {
			return nil, err
		}
		if step.Note != "" {
			if err := s.Annotate(s.Cursor(), step.Note); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// intents are what leads there from where a session stands, on the same dag.
func (p *Position) intents(from layer.Steps) []intent.Intent {
	path := from.Path(from.Cursor())
	common := 0
	for common < min(len(path), len(p.Steps)) {
		if step, _ := from.Step(path[common]); !slices.Equal(step.Ops, p.Steps[common].Ops) {
			break
		}
		common++
	}
	var intents []intent.Intent
	if len(path) > common {
		intents = append(intents, intent.JumpTo{Depth: common})
	}
	for _, step := range p.Steps[common:] {
		intents = append(intents, intent.Carry{Ops: step.Ops, Title: step.Title},
			intent.Annotate{Text: step.Note})
	}
	if common == len(p.Steps) {
		here, note := 0, p.Note
		if common > 0 {
			here, note = path[common-1], p.Steps[common-1].Note
		}
		if step, ok := from.Step(here); ok && step.Note != note {
			intents = append(intents, intent.Annotate{Text: note})
		}
	}
	return append(intents, intent.Select{Target: p.Sel})
}

// stepsOf are the steps that lead to a session's cursor, and the note before the
// first one.
func stepsOf(s layer.Steps) ([]session.Step, string) {
	path := s.Path(s.Cursor())
	steps := make([]session.Step, 0, len(path))
	for _, id := range path {
		step, _ := s.Step(id)
		steps = append(steps, step)
	}
	root, _ := s.Step(0)
	return steps, root.Note
}
