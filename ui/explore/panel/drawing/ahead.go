package drawing

import (
	"context"

	"facet/model"
	"facet/ui/draw/picture"
	"facet/ui/explore/layer"
)

// Ahead is work for pictures that are probably asked for next. They are laid out before,
// and kept among the layouts.
type Ahead []Work

// mostAhead is the most steps that lead to a picture that is laid out ahead.
const mostAhead = 200

// Ahead is the work for what may come after the cursor of a session, in the same windows:
// the step that redo carries out, and the operations that the user has selected.
func (p *Pictures) Ahead(s layer.Steps, windows Windows, ops []model.Op) (all Ahead) {
	if line, depth := s.Line(), s.Depth(); depth < len(line) {
		all = all.add(p.workAt(s, line[depth].ID, windows))
	}
	if len(ops) == 0 {
		return all
	}
	w := p.Work(s, windows)
	after, _, err := model.Replay(w.here, ops)
	if err != nil {
		return all
	}
	w.here, w.steps = after, append(w.steps, workStep{noStep, ops})
	return all.add(w)
}

// Turn adds the work for a step of the session on the screen.
func (a Ahead) Turn(p *Pictures, s layer.Steps, step int, windows Windows) Ahead {
	return a.add(p.workAt(s, step, windows))
}

// Open adds the work for a step of another session, for which the window is divided anew.
func (a Ahead) Open(p *Pictures, s layer.Steps, step int, windows Windows) Ahead {
	other := NewPictures(s.Dag())
	other.Layouts, other.books.unit = p.Layouts, p.books.unit
	w := other.workAt(s, step, Windows{whole: windows.whole,
		line: picture.Viewport{ASCII: windows.line.ASCII}, led: windows.led})
	w.First, w.Overview = true, false
	return a.add(w)
}

// add adds work that is small enough to be done though it may be of no use.
func (a Ahead) add(w Work) Ahead {
	if w.layouts == nil || w.books.before.row != nil || !w.small() {
		return a
	}
	return append(a, w)
}

// small reports whether a step has so few parts that it is laid out in some milliseconds.
func (w *Work) small() bool {
	return len(w.steps) <= mostAhead &&
		max(w.here.Faces()+w.here.Live(), w.root.Faces()+w.root.Live()) <= quick
}

// Draw lays the pictures out, until the context ends.
func (a Ahead) Draw(ctx context.Context) {
	for _, w := range a {
		if ctx.Err() != nil {
			return
		}
		if !w.books.has(w.steps[len(w.steps)-1].id) {
			w.Draw(ctx)
		}
	}
}

// There gives the pictures of the last step if all that they need was laid out before; then
// it takes no time.
func (w Work) There() (Finished, bool) {
	if w.Tidy || w.books.before.row != nil || !w.small() {
		return Finished{}, false
	}
	w.there = true
	d := w.Draw(context.Background())
	return d, d.exact && d.drawn.Dag != nil && d.drawn.Line != nil
}
