package documents

import (
	"context"
	"fmt"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/files"
	"facet/ui/files/store"
)

// Opened is the message that brings a session, or a dag to begin a session on.
type Opened struct {
	Session *session.Session
	Dag     *model.Dag
	Name    string // as it was asked for
	Resumed string // path of the saved session; empty for a dag
	Err     error
}

// Open opens a sample, a dag or a session.
func Open(ctx context.Context, d files.Library, name string) Opened {
	in, err := d.Open(ctx, name)
	if err != nil {
		return Opened{Err: err}
	}
	if in.Kind == files.Session {
		s, err := in.Session()
		return Opened{Session: s, Err: err}
	}
	g, err := in.Dag(ctx)
	return Opened{Dag: g, Name: name, Err: err}
}

// Resume opens a saved session. If the session was put aside it is moved back, so that it
// continues in its old file.
func Resume(directory store.Directory, path string) Opened {
	if back, err := directory.Restore(store.Saved{Path: path}); err == nil {
		path = back.Path
	}
	s, err := directory.Load(path)
	return Opened{Session: s, Resumed: path, Err: err}
}

// Replayed is the message that brings the operations of a file, applied to a state.
type Replayed struct {
	Name  string
	Err   error
	steps []files.Step
}

// Replay reads a sequence from a file and applies it to a state.
func Replay(ctx context.Context, d files.Library, path string, from, start *model.State) Replayed {
	out := Replayed{Name: path}
	in, err := d.Read(ctx, files.Sequence, path)
	if err == nil {
		if out.steps, err = in.Steps(from); err != nil && from != start {
			if _, wrong := in.Steps(start); wrong == nil {
				err = fmt.Errorf("%s is a sequence from the start on, and steps are taken already. :jump 0 goes to the start", path)
			}
		}
	}
	if err == nil && len(out.steps) == 0 {
		err = fmt.Errorf("%s contains no operation", path)
	}
	out.Err = err
	return out
}

// Intents are the steps of the sequence, one for each line of the file.
func (r Replayed) Intents() []intent.Intent {
	intents := make([]intent.Intent, 0, len(r.steps)+1)
	ops := make([]model.Op, len(r.steps)) // in one piece
	for k, step := range r.steps {
		ops[k] = step.Op
		intents = append(intents, intent.Carry{Ops: ops[k : k+1 : k+1]})
		if step.Note != "" {
			intents = append(intents, intent.Annotate{Text: step.Note})
		}
	}
	return append(intents, intent.Say{Text: "Carried out " + style.Plural(len(r.steps), "operation",
		"operations") + " from " + style.Printable(r.Name) + "."})
}
