package overlay

import (
	"fmt"
	"strings"
	"time"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
)

// NewSessions is a finder of saved sessions; the chosen one opens [SavedSession].
func NewSessions(all []store.Saved, now time.Time) *Finder {
	offers := make([]layer.Offer, len(all))
	for k, s := range all {
		offers[k] = layer.Offer{Text: fmt.Sprintf("%d", k+1), Does: aboutSaved(s, now),
			Intent: layer.Over{Layer: SavedSession(s.Path, s.Discarded)}}
	}
	return &Finder{title: "sessions", sign: "", line: newLine(""),
		propose: func(_ *layer.View, text string) []layer.Offer {
			var out []layer.Offer
			for _, o := range offers {
				if strings.Contains(strings.ToLower(o.Text+" "+o.Does),
					strings.ToLower(strings.TrimSpace(text))) {
					out = append(out, o)
				}
			}
			return out
		},
		accept: func(*layer.View, string) (intent.Intent, string) { return nil, "No session matches." },
	}
}

// aboutSaved describes a saved session in a few words.
func aboutSaved(s store.Saved, now time.Time) string {
	text := fmt.Sprintf("%s at step %d, %s", style.Printable(s.Dag), s.Steps, layer.Ago(now.Sub(s.When)))
	if s.Discarded {
		text += ", discarded"
	}
	return text
}

// Unfinished asks whether to continue the last session, which is not complete.
func Unfinished(saved store.Saved, now time.Time) *Question {
	stays := intent.Say{Text: "This is a new session. :sessions opens the other one."}
	return &Question{
		Text: "unfinished session",
		Lines: []string{fmt.Sprintf("There is a saved session on this dag: %s, at step %d, total %s, %s in all.",
			layer.Ago(now.Sub(saved.When)), saved.Steps, style.Count(saved.Spent),
			style.Plural(saved.All, "step", "steps"))},
		Answers: []Answer{
			{Key: "r", Does: "continue it", Intent: intent.Line("resume " + saved.Path)},
			{Key: "n", Does: "start a new one, and ask again about this one the next time", Intent: stays},
			{Key: "d", Does: "start a new one, and do not ask again (:sessions still has it)",
				Intent: intent.Line("discard " + saved.Path)},
		},
		Passing: stays,
	}
}

// SavedSession asks what to do with a saved session.
func SavedSession(path string, discarded bool) *Question {
	q := &Question{Text: "saved session",
		Answers: []Answer{{Key: "o", Does: "open it", Intent: intent.Line("resume " + path)}}}
	if !discarded {
		q.Answers = append(q.Answers, Answer{Key: "d", Does: "discard it",
			Intent: intent.Line("discard " + path)})
	}
	q.Answers = append(q.Answers, Answer{Key: "x", Does: "delete it permanently, after another question",
		Intent: intent.Line("delete-session " + path)})
	return q
}

// DeleteSession asks for confirmation of what deletes a session, which does not come back.
func DeleteSession(path string, deletes intent.Intent) *Question {
	return &Question{Text: "delete permanently", Lines: []string{"A deleted session cannot be restored: " +
		style.Printable(path)},
		Answers: []Answer{
			{Key: "n", Does: "keep it", Intent: intent.Say{Text: "The session is kept."}},
			{Key: "y", Does: "delete it permanently", Intent: deletes},
		}}
}
